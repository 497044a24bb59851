import SudokuCore
import SudokuRating

/// A search that goes for its target: it changes a few clues of the closest puzzle so far, and goes on
/// from what came out unless that is further away.
///
/// The solution stays. A search that gets no nearer for a while begins anew with the best of some
/// random puzzles.
///
/// The neighbourhood is that of the hunters of hard puzzles, {-n+m}: take n clues off, add m others.
struct NearbySearch {
  /// How many grids are tried at random before.
  static let firstAttempt = 256
  /// How many random puzzles a new beginning is chosen from.
  private static let startCount = 8
  /// How many changes in a row may bring nothing.
  private static let idleLimit = 120
  /// How many groups of clues are taken off at most.
  private static let mostRemoved = 3

  private var current: (removal: ClueRemoval, attempt: Attempt)?
  private var startsLeft = Self.startCount
  private var idleCount = 0

  /// The next puzzle to try: a change of the closest, or where that is due a random one (`nil`).
  mutating func next(using random: inout SeededRandom) -> ClueRemoval? {
    if idleCount >= Self.idleLimit {
      current = nil
      startsLeft = Self.startCount
      idleCount = 0
    }
    guard startsLeft == 0, var removal = current?.removal else {
      startsLeft = max(1, startsLeft) - 1
      return nil
    }
    removal.vary(1 + random.next(below: Self.mostRemoved), using: &random)
    return removal
  }

  /// Takes note of what came out.
  mutating func note(_ removal: ClueRemoval, _ attempt: Attempt) {
    guard let known = current?.attempt else {
      current = (removal, attempt)
      return
    }
    if attempt.isNearer(than: known) { idleCount = 0 } else { idleCount += 1 }
    if !known.isNearer(than: attempt), attempt.board != known.board {
      current = (removal, attempt)
    }
  }
}

/// A puzzle on the way, and how far it is from what is asked for.
struct Attempt {
  var board: Board
  var solution: Board
  var grade: Grade?
  /// 0 where it is as asked for; more the further away it is.
  var distance: Int
  /// 0 where its score is in the share that it is to have.
  var shareDistance = 0

  func isNearer(than other: Attempt) -> Bool {
    (distance, shareDistance) < (other.distance, other.shareDistance)
  }
}
