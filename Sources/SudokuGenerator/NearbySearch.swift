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
  /// How a search goes.
  struct Plan {
    /// How many random puzzles a new beginning is chosen from.
    var startCount: Int
    /// How many changes in a row may bring nothing.
    var idleLimit: Int
    /// How many groups of clues are taken off at most.
    var mostRemoved: Int
    /// Whether the search now and then goes on from a puzzle that is a little further away: where
    /// distances are fine it would end on the nearest hill.
    var isTolerant = false

    /// For distances that are a grade's.
    static let grades = Plan(startCount: 8, idleLimit: 120, mostRemoved: 3)

    /// For distances that trial and error measures.
    static func trials(among startCount: Int) -> Plan {
      Plan(startCount: startCount, idleLimit: 1_500, mostRemoved: 2, isTolerant: true)
    }
  }

  /// How many grids are tried at random before.
  static let firstAttempt = 256

  private let plan: Plan
  private var current: (removal: ClueRemoval, attempt: Attempt)?
  private var startsLeft: Int
  private var idleCount = 0

  init(_ plan: Plan) {
    self.plan = plan
    startsLeft = plan.startCount
  }

  /// The next puzzle to try: a change of the closest, or where that is due a random one (`nil`).
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

  /// How much the next puzzle must resist for the search to go on from it; 0 for any amount.
  ///
  /// Half of the time that is as much as the closest one does, a quarter of the time 4 % less, and so
  /// on; 10 % less where grades decide.
  func leastResistance(using random: inout SeededRandom) -> Int {
    guard plan.isTolerant, startsLeft == 0, let known = current?.attempt else { return 0 }
    let loss = known.isGraded ? 10 : 4 * min(random.next().trailingZeroBitCount, 20)
    return known.resistance * (100 - loss) / 100
  }

  /// Takes note of what came out.
  mutating func note(_ removal: ClueRemoval, _ attempt: Attempt) {
    guard let known = current?.attempt else {
      current = (removal, attempt)
      return
    }
    if attempt.isNearer(than: known) { idleCount = 0 } else { idleCount += 1 }
    // Of what resists too little, `leastResistance` has left nothing.
    let isTolerated =
      plan.isTolerant && startsLeft == 0 && !known.isGraded && attempt.resistance > 0
    if isTolerated || !known.isNearer(than: attempt), attempt.board != known.board {
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
  /// How much it resists trial and error; 0 where that was not measured or was too little.
  var resistance = 0

  /// A puzzle that trial and error solves, which is further away than any that has a grade.
  init(_ board: Board, _ solution: Board, resistance: Int) {
    self.init(
      board: board, solution: solution, grade: nil, distance: Self.ungraded - resistance)
    self.resistance = resistance
  }

  init(board: Board, solution: Board, grade: Grade?, distance: Int, shareDistance: Int = 0) {
    self.board = board
    self.solution = solution
    self.grade = grade
    self.distance = distance
    self.shareDistance = shareDistance
  }

  /// More than any resistance and any distance that comes of a grade.
  private static let ungraded = 1_000_000
  /// What is added to the distance of a puzzle that is not even measured.
  static let unmeasured = 2_000_000

  /// Whether its distance comes of a grade.
  var isGraded: Bool { grade != nil }

  func isNearer(than other: Attempt) -> Bool {
    (distance, shareDistance) < (other.distance, other.shareDistance)
  }
}
