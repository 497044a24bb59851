import SudokuCore
import SudokuRating
import SudokuSolver

/// Makes puzzles with one solution.
///
/// Puzzle `i` of a seed is a function of seed, options and `i` alone. So any number of threads may
/// share the work, and a part of the sequence can be made anywhere.
///
/// ```swift
/// var options = GeneratorOptions()
/// options.level = options.scale.level(named: "hard")
/// let generator = try Generator(seed: 7, options: options)
/// if let puzzle = generator.puzzle(at: 0).puzzle { print(puzzle.board.line) }
/// ```
///
/// A full grid is drawn, then clues go in random order as long as the solution stays the only one.
/// A puzzle that is too hard gets clues back (unless it must be minimal); one that is too easy is
/// dropped and another grid is tried.
public struct Generator: Sendable {
  /// Name and version of the sequence of puzzles: the same seed gives the same puzzles.
  public static let version = "generator-2"

  /// How long one grid is worth searching for a puzzle that is minimal and symmetric.
  private static let symmetricMoves = 40

  /// The seed.
  public let seed: UInt64
  /// What puzzles are made.
  public let options: GeneratorOptions
  private let solver = Solver()
  private let gradeOptions: GradeOptions
  private let targets: [any GeneratorTarget]
  private let wantedClues: ClosedRange<Int>?
  private let orbits: [CellSet]
  private let climb: PatternClimb?

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - seed: Any number.
  ///   - options: What puzzles to make.
  /// - Throws: `ContradictoryTargets` where no puzzle can be as asked for.
  public init(
    seed: UInt64, options: GeneratorOptions = .init()
  ) throws(ContradictoryTargets) {
    try options.check()
    self.seed = seed
    self.options = options
    orbits = options.symmetry.orbits
    targets = options.allTargets
    wantedClues = options.wantedClues
    climb = options.pattern.map { PatternClimb($0) }
    var gradeOptions = GradeOptions()
    gradeOptions.keepsSteps = targets.contains(where: \.needsSteps)
    gradeOptions.assumesUniqueSolution = true
    gradeOptions.workLimit = options.gradingWorkLimit
    if let wanted = options.wantedScores {
      // Where the range is open above, nothing needs to be known beyond its start.
      let end = wanted.upperBound == .max ? wanted.lowerBound : wanted.upperBound
      gradeOptions.stopsAboveTenths = end - 1
    }
    self.gradeOptions = gradeOptions
  }

  /// Makes one puzzle.
  ///
  /// - Parameters:
  ///   - index: The number of the puzzle, from 0.
  ///   - isCancelled: Asked before each attempt; stops where it says `true`.
  /// - Returns: The puzzle, or the closest one if the attempts were used up or the caller stopped.
  /// - Complexity: A random minimal puzzle takes some thirty questions, of which the solver is asked
  ///   those that known unavoidable sets leave open; one of a rare level as many attempts as it is rare.
  public func puzzle(
    at index: Int, isCancelled: (@Sendable () -> Bool)? = nil
  ) -> GenerationOutcome {
    var random = SeededRandom(seed: seed, stream: UInt64(bitPattern: Int64(index)))
    var best: Attempt?
    for _ in 0..<max(1, options.attemptLimit) {
      if isCancelled?() == true { break }
      guard let candidate = attempt(using: &random, isCancelled: isCancelled) else { continue }
      if candidate.distance == 0 { return .made(generated(candidate, index)) }
      if best.map({ candidate.distance < $0.distance }) ?? true { best = candidate }
    }
    return .exhausted(best: best.map { generated($0, index) })
  }

  private func generated(_ candidate: Attempt, _ index: Int) -> GeneratedPuzzle {
    GeneratedPuzzle(
      board: candidate.board, solution: candidate.solution, grade: candidate.grade,
      seed: seed, index: index)
  }
}

extension Generator {
  /// A puzzle on the way, and how far it is from what is asked for.
  private struct Attempt {
    var board: Board
    var solution: Board
    var grade: Grade?
    /// 0 where it is as asked for; more the further away it is.
    var distance: Int
  }

  /// Tries one grid; `nil` where it gives no puzzle.
  private func attempt(
    using random: inout SeededRandom, isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt? {
    if let climb { return attempt(climb, using: &random, isCancelled: isCancelled) }
    let solution = RandomGrid.draw(using: &random)
    var order = orbits
    random.shuffle(&order)
    var removal = ClueRemoval(solution: solution, order: order, solver: solver)
    removal.run()
    if options.isMinimal, options.symmetry != .none,
      !removal.makeMinimal(moves: Self.symmetricMoves, using: &random)
    {
      return Attempt(board: removal.board, solution: solution, grade: nil, distance: 100_000)
    }
    if let clues = wantedClues {
      if !options.isMinimal { removal.addBack(to: clues, using: &random) }
      let distance = ClueTarget(clues).distance(of: removal.board, nil).amount
      if distance > 0 {
        return Attempt(
          board: removal.board, solution: solution, grade: nil, distance: distance)
      }
    }
    guard targets.contains(where: \.needsGrade) else {
      let distance = distance(of: removal.board, nil).amount
      return Attempt(board: removal.board, solution: solution, grade: nil, distance: distance)
    }
    return adjusted(&removal, isCancelled: isCancelled)
  }

  /// Tries to get a puzzle of the pattern from one grid.
  private func attempt(
    _ climb: PatternClimb, using random: inout SeededRandom,
    isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt? {
    guard let (board, solution) = climb.climb(using: &random) else { return nil }
    if options.isMinimal, !BatchSolver(threads: 1).redundantClues(of: board).isEmpty { return nil }
    let grade =
      targets.contains(where: \.needsGrade)
      ? options.scale.grade(board, options: gradeOptions, isCancelled: isCancelled) : nil
    return Attempt(
      board: board, solution: solution, grade: grade, distance: distance(of: board, grade).amount)
  }

  /// Grades a puzzle; gives clues back while it is too hard and may have more.
  private func adjusted(
    _ removal: inout ClueRemoval, isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt {
    while true {
      let board = removal.board
      let grade = options.scale.grade(board, options: gradeOptions, isCancelled: isCancelled)
      let distance = distance(of: board, grade)
      if distance.isTooHard, !options.isMinimal,
        removal.addBack(upTo: wantedClues?.upperBound ?? 81)
      {
        continue
      }
      return Attempt(
        board: board, solution: removal.solution, grade: grade, distance: distance.amount)
    }
  }

  /// How far a puzzle is from all targets: scores count as one, the farthest of them.
  private func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    var scores = 0
    var others = 0
    var isTooHard = false
    for target in targets {
      let distance = target.distance(of: board, grade)
      isTooHard = isTooHard || distance.isTooHard
      if target.wantedScores != nil {
        scores = max(scores, distance.amount)
      } else {
        others += distance.amount
      }
    }
    return TargetDistance(scores + others, isTooHard: isTooHard)
  }
}
