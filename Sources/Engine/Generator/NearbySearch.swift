import SudokuCore
import SudokuRating

/// A hill climb to the targets: it changes a few clues of the nearest puzzle so far, and continues from
/// the result unless that is further away.
///
/// The solution stays. A search without progress restarts from the best of some random puzzles.
///
/// The neighbourhood is that of hunters of hard puzzles, {-n+m}: remove n clues, add m others.
struct NearbySearch {
  struct Plan {
    /// The number of random puzzles from which a start is chosen.
    var startCount: Int
    /// The most changes in a row without progress.
    var idleLimit: Int
    /// The most groups of clues to remove.
    var mostRemoved: Int
    /// True if the search sometimes continues from a puzzle a little further away: with fine distances it would end
    /// on the nearest hill.
    var isTolerant = false

    /// For distances that come from grades.
    static let grades = Plan(startCount: 8, idleLimit: 120, mostRemoved: 3)

    /// The same for puzzles that are known to be rare: the search begins with the first attempt.
    static let rareGrades = Plan(startCount: 24, idleLimit: 120, mostRemoved: 3)

    /// For distances that trial and error measures.
    static func trials(among startCount: Int) -> Plan {
      Plan(startCount: startCount, idleLimit: 1_500, mostRemoved: 2, isTolerant: true)
    }
  }

  static let firstAttempt = 256

  private let plan: Plan
  private var current: (removal: ClueRemoval, attempt: Attempt)?
  private var startsLeft: Int
  private var idleCount = 0

  init(_ plan: Plan) {
    self.plan = plan
    startsLeft = plan.startCount
  }

  /// The next puzzle to try: a change of the nearest, or `nil` for a random one.
  mutating func next(using random: inout SeededRandom) -> ClueRemoval? {
    if idleCount >= plan.idleLimit {
      current = nil
      startsLeft = plan.startCount
      idleCount = 0
    }
    guard startsLeft == 0, var removal = current?.removal else {
      startsLeft = max(1, startsLeft) - 1
      return nil
    }
    removal.vary(1 + random.next(below: plan.mostRemoved), using: &random)
    return removal
  }

  /// The least resistance from which the search continues; 0 for any.
  ///
  /// Half of the time that is the resistance of the nearest puzzle, a quarter of the time 4 % less, and
  /// so on; 10 % less if grades decide.
  func leastResistance(using random: inout SeededRandom) -> Int {
    guard plan.isTolerant, startsLeft == 0, let known = current?.attempt else { return 0 }
    let loss = known.isGraded ? 10 : 4 * min(random.next().trailingZeroBitCount, 20)
    return known.resistance * (100 - loss) / 100
  }

  /// The score of the nearest puzzle, from which the search continues; 0 for any.
  var knownScore: Int { startsLeft == 0 ? current?.attempt.grade?.scoreTenths ?? 0 : 0 }

  mutating func note(_ removal: ClueRemoval, _ attempt: Attempt) {
    guard let known = current?.attempt else {
      current = (removal, attempt)
      return
    }
    if attempt.isNearer(than: known) { idleCount = 0 } else { idleCount += 1 }
    // Resistance below `leastResistance` is reported as 0.
    let isTolerated =
      plan.isTolerant && startsLeft == 0 && !known.isGraded && attempt.resistance > 0
    if isTolerated || !known.isNearer(than: attempt), attempt.board != known.board {
      current = (removal, attempt)
    }
  }
}

/// A puzzle of the search, and its distance from the targets.
struct Attempt {
  var board: Board
  var solution: Board
  var grade: Grade?
  /// 0 if it meets the targets; more the further away it is.
  var distance: Int
  /// 0 if its score is in its share.
  var shareDistance = 0
  /// The number of needed techniques that are missing, as far as the grading went.
  var missingCount = 0
  /// Its resistance to trial and error; 0 if not measured or too little.
  var resistance = 0

  /// More than any resistance, and than any distance that comes from a grade.
  fileprivate static let ungraded = 1_000_000
  /// Added to the distance of a puzzle that is not even measured.
  static let unmeasured = 2_000_000

  var isGraded: Bool { grade != nil }

  func isNearer(than other: Attempt) -> Bool {
    (distance, shareDistance, missingCount)
      < (other.distance, other.shareDistance, other.missingCount)
  }
}

extension Attempt {
  /// A puzzle that trial and error solves: further away than any with a grade.
  init(_ board: Board, _ solution: Board, resistance: Int) {
    self.init(
      board: board, solution: solution, grade: nil, distance: Self.ungraded - resistance,
      resistance: resistance)
  }
}
