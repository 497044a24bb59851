import SudokuCore
import TestSupport
import Testing

@testable import SudokuSolver

/// What masks tell of a puzzle's clues, against boards and candidates.
struct PuzzleCluesTests {
  @Test func singlesAreTheCluesThatOthersPlaceAtOnce() throws {
    let sets = ["easy", "typical", "few-clues", "hardest"]
    var boards = try sets.flatMap { try DataSets.boards("puzzles/\($0).txt").prefix(200) }
    boards += boards.compactMap { Solver().uniqueSolution(of: $0) }.prefix(3)
    var found = 0
    for board in boards {
      let singles = board.withUnsafeValues { PuzzleClues($0).singles }
      #expect(singles == CellSet(board.filledCells.filter { Self.isSingle($0, board) }))
      #expect(board.withUnsafeValues { PuzzleClues($0).cells } == CellSet(board.filledCells))
      found += singles.count
    }
    #expect(found > 1000)
  }

  /// Whether a clue is a naked or hidden single of the board without it.
  private static func isSingle(_ clue: Cell, _ board: Board) -> Bool {
    var fewer = board
    fewer[clue] = nil
    let candidates = CandidateGrid(fewer)
    guard let digit = board[clue], candidates[clue].contains(digit) else { return false }
    return candidates[clue].count == 1
      || clue.houses.contains { candidates.places(of: digit, in: $0).nonzeroBitCount == 1 }
  }

  @Test func openCluesComeInTheOrderOfTheirScores() {
    var open = OpenClues()
    open.append(CellSet([3, 40, 41, 80].map { Cell(index: $0) })) { $0 == 41 ? 18 : $0 / 40 }
    open.endBoard()
    open.endBoard()
    open.append(CellSet([Cell(index: 7)]))
    open.endBoard()
    #expect((0..<3).map { Array(open[$0]) } == [[41, 80, 40, 3], [], [7]])
  }
}
