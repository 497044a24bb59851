import SudokuCore
import SudokuSolver

/// Rates puzzles as Sudoku Explainer 1.2.1 does: ER, EP and ED.
///
/// One step is found, its rating noted, the step carried out, until the board is full. The step is
/// the first one that the first successful search of a fixed order meets, not the easiest there is.
///
/// ```swift
/// let rater = SERater()
/// switch rater.rate(board) {
/// case .rated(let rating): print(rating.erTenths, rating.epTenths, rating.edTenths)
/// case .unrated(let reason, _): print(reason.message)
/// }
/// ```
///
/// Source: Sudoku Explainer 1.2.1 by Nicolas Juillerat, its command line rater by gsf.
package struct SERater: Sendable {
  /// The options of a rating.
  package struct Options: Hashable, Sendable {
    /// The variant of the rules.
    package var search = SEOptions()
    /// True if the rating lists its steps.
    package var keepsSteps = true
    /// True if boards are known to have one solution, which then is not verified.
    package var assumesUniqueSolution = false
    /// The most work for a puzzle, in literals derived by chains.
    ///
    /// The hardest puzzles known (11.9) take up to about 100 million; boards with several solutions
    /// may take any amount.
    package var workLimit = 2_000_000_000
    /// True if a puzzle above the limit is followed up to the step that exceeds it.
    ///
    /// Otherwise searches that can only find such steps are left out, and the figures of the puzzle
    /// end below the limit.
    package var seeksBeyondLimit = true

    /// Creates the default options.
    package init() {}
  }

  /// The options of its ratings.
  package var options: Options
  let searchers: [any SESearcher]
  /// The number of the first search for chains.
  let chainsFrom: Int
  private let solver = Solver()

  package init(options: Options = .init()) {
    self.options = options
    searchers = SEOrder.all.filter { searcher in
      options.search.allowsUniqueness || !searcher.techniques.contains(where: \.assumesUniqueness)
    }
    chainsFrom = searchers.count - SEOrder.chains.count
  }

  /// Rates a board.
  ///
  /// - Parameters:
  ///   - board: The clues.
  ///   - limitTenths: The rating gives up as soon as a step is rated higher.
  ///   - isCancelled: Called from time to time; `true` stops the rating.
  /// - Returns: The rating, or why there is none.
  package func rate(
    _ board: Board, stopAbove limitTenths: Int = .max, isCancelled: (@Sendable () -> Bool)? = nil
  ) -> SEOutcome {
    options.keepsSteps
      ? rate(CandidateGrid(board), stopAbove: limitTenths, isCancelled: isCancelled)
      : rate(.board(board), PlaneGrid(board), limitTenths, isCancelled)
  }

  package func rate(
    _ grid: CandidateGrid, stopAbove limitTenths: Int = .max,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) -> SEOutcome {
    if !options.keepsSteps {
      return rate(.grid(grid), PlaneGrid(grid), limitTenths, isCancelled)
    }
    return rateByStep(grid, limitTenths, isCancelled)
  }

  private func rateByStep(
    _ grid: CandidateGrid, _ limitTenths: Int, _ isCancelled: (@Sendable () -> Bool)?
  ) -> SEOutcome {
    if grid.isFull { return Self.outcome(ofFull: grid.board) }
    var run = Run(
      rater: self, start: .grid(grid), limitTenths: limitTenths, isCancelled: isCancelled)
    run.grid = grid
    let reason = run.solveByStep()
    return run.finish(reason, board: run.grid.board)
  }

  private func rate(
    _ start: Start, _ grid: PlaneGrid, _ limitTenths: Int, _ isCancelled: (@Sendable () -> Bool)?
  ) -> SEOutcome {
    if grid.isFull { return Self.outcome(ofFull: grid.board) }
    var basics = BasicSolver(grid: grid)
    var figures = SEFigures()
    let end = basics.solve(
      &figures, limitTenths: limitTenths, seeksBeyond: options.seeksBeyondLimit)
    let board = basics.grid.board
    if end == .full, board.isSolved {
      // What basic techniques solve has one solution.
      var rating = SERating(figures)
      rating.finalBoard = board
      return .rated(rating)
    }
    if end == .aboveLimit, options.assumesUniqueSolution {
      var rating = SERating(figures)
      rating.finalBoard = board
      return .unrated(.aboveLimit, rating)
    }
    // The rare rest in functions of its own, so that easy puzzles need not make room for it.
    return rateFurther(start, basics, end, figures, limitTenths, isCancelled)
  }

  private func rateFurther(
    _ start: Start, _ basics: BasicSolver, _ end: BasicSolver.End, _ figures: SEFigures,
    _ limitTenths: Int, _ isCancelled: (@Sendable () -> Bool)?
  ) -> SEOutcome {
    var run = Run(rater: self, start: start, limitTenths: limitTenths, isCancelled: isCancelled)
    run.figures = figures
    run.stopsBeforeHarder = !options.seeksBeyondLimit
    var basics = basics
    let reason = run.solve(&basics, end)
    if reason == .noSolution {
      // Which steps such a board allows depends on their order.
      return rateByStep(start.grid, limitTenths, isCancelled)
    }
    return run.finish(reason, board: basics.grid.board)
  }

  private static func outcome(ofFull board: Board) -> SEOutcome {
    .unrated(board.isSolved ? .alreadySolved : .noSolution, SERating())
  }

  /// The start of a rating, as it was given.
  enum Start {
    case board(Board)
    case grid(CandidateGrid)

    var grid: CandidateGrid {
      switch self {
      case .board(let board): CandidateGrid(board)
      case .grid(let grid): grid
      }
    }
  }

  /// Why something cannot be rated, `nil` if it has exactly one solution.
  func solutionFault(of start: Start) -> UnratedReason? {
    let result =
      switch start {
      case .board(let board): solver.solve(board, limit: 2)
      case .grid(let grid): solver.solve(grid, limit: 2)
      }
    return switch result.solutionCount {
    case 0: .noSolution
    case 1: nil
    default: .severalSolutions
    }
  }
}
