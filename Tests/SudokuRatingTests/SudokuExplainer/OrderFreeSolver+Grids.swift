import SudokuCore

@testable import SudokuRating
@testable import SudokuTechniques

extension OrderFreeSolver {
  /// Draws all conclusions of the basic techniques.
  static func applyBasics(to grid: inout CandidateGrid, context: inout SEContext) {
    var basics = BasicSolver(grid: PlaneGrid(grid))
    var figures = SEFigures.beyondBasics
    _ = basics.solve(&figures)
    grid = CandidateGrid(basics.grid)
  }

  /// Solves a grid by basic techniques and chains of single conclusions, none of them too long.
  static func solution(
    of grid: CandidateGrid, chains limits: ChainLimits, context: inout SEContext
  ) throws(SearchInterruption) -> CandidateGrid? {
    let solved = try solution(of: PlaneGrid(grid), chains: limits, context: &context)
    return solved.map { CandidateGrid($0) }
  }
}
