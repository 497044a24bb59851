import SudokuCore

extension SERater {
  /// Says whether the ER of a board reaches a rating, as early as that can be proven.
  ///
  /// ```swift
  /// SERater().decide(board, atLeast: 105)     // .yes: 10.5 or more
  /// ```
  ///
  /// It agrees with `rate(_:)`, but stops as soon as
  ///
  /// * a step with that rating is needed, or no search is left that finds any rated lower (then
  ///   the harder ones, which take longest, are not begun),
  /// * or steps rated lower whose order does not matter solve the board.
  package func decide(
    _ board: Board, atLeast tenths: Int, isCancelled: (@Sendable () -> Bool)? = nil
  ) -> SEDecision {
    let start = PlaneGrid(board)
    if start.isFull { return .unrated(board.isSolved ? .alreadySolved : .noSolution) }
    let limit = max(0, tenths - 1)
    // What is rated up to the limit may be used as if the rating had reached it.
    var figures = SEFigures(reached: limit)
    var basics = BasicSolver(grid: start)
    let end = basics.solve(&figures, limitTenths: limit)
    if end == .full, basics.grid.board.isSolved { return .no }
    var run = Run(
      rater: self, start: .board(board), limitTenths: limit, isCancelled: isCancelled)
    run.figures = figures
    run.stopsBeforeHarder = true
    switch run.solve(&basics, end) {
    case nil: return .no
    case .aboveLimit, .needsChains, .beyondTechniques:
      if !run.isProven, let fault = solutionFault(of: run.start) { return .unrated(fault) }
      return .yes
    case .some(let reason): return .unrated(reason)
    }
  }
}

extension SERater {
  /// True if steps rated below a rating, whose order does not matter, solve a board.
  ///
  /// If so its ER is lower. If not it may be lower all the same: steps whose order matters may help.
  package func isSolved(_ board: Board, below tenths: Int) -> Bool {
    let limit = max(0, tenths - 1)
    var figures = SEFigures(reached: limit)
    var basics = BasicSolver(grid: PlaneGrid(board))
    switch basics.solve(&figures, limitTenths: limit, seeksBeyond: false) {
    case .full: return basics.grid.board.isSolved
    case .aboveLimit: return false
    case .stuck: break
    }
    guard limit >= Self.chainTenths else { return false }
    var context = SEContext(options: options.search, needsPatterns: false)
    let solution = try? OrderFreeSolver.solution(
      of: basics.grid, isStuck: true, chains: SEScale.chainLimits(upTo: limit), context: &context)
    return solution?.board.isSolved ?? false
  }
}

/// The result of comparing a puzzle with a rating.
package enum SEDecision: Hashable, Sendable {
  /// It is: its ER is that high or higher, or more than all techniques is needed.
  case yes
  /// It is not: its ER is lower.
  case no
  /// Unknown, with the reason.
  case unrated(UnratedReason)
}
