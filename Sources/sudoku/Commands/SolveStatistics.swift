/// What `solve` counts.
struct SolveTally: Sendable {
  var puzzles = 0
  var unique = 0
  var none = 0
  var multiple = 0
  var invalid = 0
  var guesses = 0
  /// How many boards have as many solutions as were looked for, or more.
  var limited = 0

  /// Counts a board by its number of solutions.
  mutating func count(solutions: Int) {
    switch solutions {
    case 0: none += 1
    case 1: unique += 1
    default: multiple += 1
    }
  }

  /// Adds the counts of another part of the input.
  mutating func add(_ other: SolveTally) {
    puzzles += other.puzzles
    unique += other.unique
    none += other.none
    multiple += other.multiple
    invalid += other.invalid
    guesses += other.guesses
    limited += other.limited
  }
}

/// The object that `solve --stats` writes.
struct SolveStatistics: Encodable, Sendable {
  let puzzles: Int
  let unique: Int
  let none: Int
  let multiple: Int
  let invalid: Int
  let guesses: Int
  let wallSeconds: Double
  let cpuSeconds: Double
  let puzzlesPerSecond: Int

  init(tally: SolveTally, time: Stopwatch.Reading) {
    puzzles = tally.puzzles
    unique = tally.unique
    none = tally.none
    multiple = tally.multiple
    invalid = tally.invalid
    guesses = tally.guesses
    wallSeconds = time.roundedWallSeconds
    cpuSeconds = time.roundedCPUSeconds
    puzzlesPerSecond = time.wallSeconds > 0 ? Int(Double(tally.puzzles) / time.wallSeconds) : 0
  }
}
