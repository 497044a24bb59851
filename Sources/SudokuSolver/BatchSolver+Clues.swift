import SudokuCore

extension BatchSolver {
  /// The clues of a board that can go: without any one of them it still has the same one solution.
  ///
  /// One question for each clue. A board is minimal where the set is empty.
  ///
  /// ```swift
  /// BatchSolver().redundantClues(of: board).isEmpty    // whether the board is minimal
  /// ```
  ///
  /// - Parameter board: A board with exactly one solution; for others the set means nothing.
  /// - Returns: Each clue that can be taken out alone. Of several at most one can go for sure.
  public func redundantClues(of board: Board) -> CellSet {
    let clues = Array(board.filledCells)
    let boards = clues.map { clue in
      var fewer = board
      fewer[clue] = nil
      return fewer
    }
    var redundant = CellSet()
    for (clue, count) in zip(clues, solutionCounts(of: boards)) where count == 1 {
      redundant.insert(clue)
    }
    return redundant
  }
}
