import SudokuCore
import SudokuExplainer
import SudokuRating
import SudokuSolver

/// Makes puzzles with one solution.
///
/// Puzzle `i` of a seed is a function of seed, options and `i` alone. So any number of threads may
/// share the work, and a part of the sequence can be made anywhere.
///
/// ```swift
/// var options = GeneratorOptions()
/// options.level = .hard
/// let generator = Generator(seed: 7, options: options)
/// if let puzzle = generator.puzzle(at: 0).puzzle { print(puzzle.board.line) }
/// ```
///
/// A full grid is drawn, then clues go in random order as long as the solution stays the only one.
/// A puzzle that is too hard gets clues back (unless it must be minimal); one that is too easy is
/// dropped and another grid is tried.
public struct Generator: Sendable {
  /// Name and version of the sequence of puzzles: the same seed gives the same puzzles.
  public static let version = "generator-1"

  /// The seed.
  public let seed: UInt64
  /// What puzzles are made.
  public let options: GeneratorOptions
  private let solver = Solver()
  private let rater: SERater
  private let orbits: [CellSet]

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - seed: Any number.
  ///   - options: What puzzles to make.
  public init(seed: UInt64, options: GeneratorOptions = .init()) {
    self.seed = seed
    self.options = options
    orbits = options.symmetry.orbits
    var raterOptions = SERater.Options()
    raterOptions.keepsSteps = false
    raterOptions.assumesUniqueSolution = true
    raterOptions.workLimit = options.ratingWorkLimit
    rater = SERater(options: raterOptions)
  }

  /// Makes one puzzle.
  ///
  /// - Parameters:
  ///   - index: The number of the puzzle, from 0.
  ///   - isCancelled: Asked before each attempt; stops where it says `true`.
  /// - Returns: The puzzle, or the closest one if the attempts were used up.
  /// - Complexity: A random minimal puzzle takes some forty calls of the solver; one of a rare
  ///   level as many attempts as it is rare.
  public func puzzle(
    at index: Int, isCancelled: (@Sendable () -> Bool)? = nil
  ) -> GenerationOutcome {
    var random = SeededRandom(seed: seed, stream: UInt64(bitPattern: Int64(index)))
    var best: Attempt?
    for _ in 0..<max(1, options.attemptLimit) {
      if isCancelled?() == true { break }
      let candidate = attempt(using: &random, isCancelled: isCancelled)
      if candidate.distance == 0 { return .made(generated(candidate, index)) }
      if best.map({ candidate.distance < $0.distance }) ?? true { best = candidate }
    }
    return .exhausted(best: best.map { generated($0, index) })
  }

  private func generated(_ candidate: Attempt, _ index: Int) -> GeneratedPuzzle {
    GeneratedPuzzle(
      board: candidate.board, solution: candidate.solution, outcome: candidate.outcome,
      seed: seed, index: index)
  }
}

extension Generator {
  /// A puzzle on the way, and how far it is from what is asked for.
  private struct Attempt {
    var board: Board
    var solution: Board
    var outcome: SEOutcome?
    /// 0 where it is as asked for; more the further away it is.
    var distance: Int
  }

  /// Tries one grid.
  private func attempt(
    using random: inout SeededRandom, isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt {
    let solution = RandomGrid.draw(using: &random)
    var order = orbits
    random.shuffle(&order)
    var removal = ClueRemoval(solution: solution, order: order, solver: solver)
    removal.run()
    if options.isMinimal, options.symmetry != .none, !removal.isMinimal {
      return Attempt(board: removal.board, solution: solution, outcome: nil, distance: 100_000)
    }
    if let clues = options.clues {
      if !options.isMinimal { removal.addBack(to: clues, using: &random) }
      let count = removal.kept.count
      let gap = max(count - clues.upperBound, clues.lowerBound - count)
      if gap > 0 {
        return Attempt(
          board: removal.board, solution: solution, outcome: nil, distance: 1_000 * gap)
      }
    }
    guard let wanted = options.wantedTenths else {
      return Attempt(board: removal.board, solution: solution, outcome: nil, distance: 0)
    }
    return adjusted(&removal, to: wanted, isCancelled: isCancelled)
  }

  /// Rates a puzzle; gives clues back while it is too hard and may have more.
  private func adjusted(
    _ removal: inout ClueRemoval, to wanted: Range<Int>, isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt {
    let limit = wanted.upperBound == .max ? wanted.lowerBound - 1 : wanted.upperBound - 1
    while true {
      let outcome = rater.rate(removal.board, stopAbove: limit, isCancelled: isCancelled)
      let distance = distance(of: outcome, from: wanted)
      let isTooHard = distance > 0 && outcome.partialRating.erTenths >= wanted.lowerBound
      if isTooHard, !options.isMinimal, removal.addBack(upTo: options.clues?.upperBound ?? 81) {
        continue
      }
      return Attempt(
        board: removal.board, solution: removal.solution, outcome: outcome, distance: distance)
    }
  }

  /// How many tenths a rating is outside the range.
  private func distance(of outcome: SEOutcome, from wanted: Range<Int>) -> Int {
    let tenths = outcome.partialRating.erTenths
    if wanted.upperBound == .max {
      // The range is open above: everything beyond its start will do, rated or not.
      let isAbove = outcome.unratedReason == .needsChains || tenths >= wanted.lowerBound
      return isAbove ? 0 : wanted.lowerBound - tenths
    }
    switch outcome {
    case .rated:
      if wanted.contains(tenths) { return 0 }
      return tenths < wanted.lowerBound
        ? wanted.lowerBound - tenths : tenths - wanted.upperBound + 1
    case .unrated: return max(1, tenths - wanted.upperBound + 1)
    }
  }
}
