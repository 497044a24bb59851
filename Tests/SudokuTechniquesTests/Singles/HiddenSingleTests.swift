import SudokuCore
import Testing

@testable import SudokuTechniques

@Suite struct HiddenSingleTests {
  /// Number 1 of the 49,158 puzzles with 17 clues.
  @Test func fullHouse() throws {
    try expectStep(
      .fullHouse,
      in: ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
      is: "Full House: r6c9=8",
      text: "r6c9 is the last empty cell of column 9. So r6c9 is 8.")
  }

  /// Number 1 of the 49,158 puzzles with 17 clues.
  @Test func hiddenSingleBlock() throws {
    try expectStep(
      .hiddenSingleBlock,
      in: ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
      is: "Hidden Single (block): r9c4=4",
      text: "In block 8, r9c4 is the only place for 4. So r9c4 is 4.")
  }

  /// Number 1 of the 49,158 puzzles with 17 clues.
  @Test func hiddenSingleLine() throws {
    try expectStep(
      .hiddenSingleLine,
      in: ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
      is: "Hidden Single (line): r1c9=2",
      text: "In column 9, r1c9 is the only place for 2. So r1c9 is 2.")
  }

  /// A house with one empty cell comes before hidden singles in other houses.
  @Test func lastCellsFirst() throws {
    let board = try Board(line: "12345678." + String(repeating: ".", count: 72))
    let steps = HiddenSingle().allSteps(in: CandidateGrid(board))
    #expect(steps.map(\.description) == ["Full House: r1c9=9"])
  }
}
