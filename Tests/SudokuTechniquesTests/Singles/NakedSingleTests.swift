import SudokuCore
import Testing

@testable import SudokuTechniques

@Suite struct NakedSingleTests {
  /// Number 22 of the 49,158 puzzles with 17 clues.
  @Test func nakedSingle() throws {
    try expectStep(
      .nakedSingle,
      in: ".................1.....2.34.....56....7....8..8..1.7.....8.....3..6.....9.5.....3",
      is: "Naked Single: r9c8=2",
      text: "r9c8 can hold nothing but 2. So r9c8 is 2.")
  }

  /// Cells in reading order; a placed cell is none.
  @Test func readingOrder() throws {
    let one = try #require(Digit(1))
    let grid = CandidateGrid { [3, 60].contains($0.index) ? DigitSet(one) : .all }
    let cells = NakedSingle().allSteps(in: grid).compactMap(\.placement?.cell.index)
    #expect(cells == [3, 60])
  }
}
