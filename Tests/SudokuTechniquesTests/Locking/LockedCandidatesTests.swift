import SudokuCore
import SudokuTechniques
import Testing

@Suite struct LockedCandidatesTests {
  /// Number 7 of the 49,158 puzzles with 17 clues.
  @Test func directPointing() throws {
    try expectStep(
      .directPointing,
      in: ".................1.....2.3.....4...5..2.1...6..3..78.....9.32...1.....4..5.......",
      is: "Direct Pointing: r8c5=6",
      text: "In block 9, all places for 6 lie in row 9: r9c7 and r9c8. So no other cell of "
        + "row 9 holds 6. That leaves r8c5 as the only place for 6 in block 8. So r8c5 is "
        + "6.")
  }

  /// Number 1 of the 49,158 puzzles with 17 clues.
  @Test func pointing() throws {
    try expectStep(
      .pointing,
      in: ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
      is: "Pointing: r7c1<>8",
      text: "In block 1, all places for 8 lie in column 1: r1c1, r2c1 and r3c1. So no other "
        + "cell of column 1 holds 8. So r7c1 is not 8.")
  }

  /// Number 24 of the 49,158 puzzles with 17 clues.
  @Test func claiming() throws {
    try expectStep(
      .claiming,
      in: ".................1.....234.....5......3...6....7.1...8.5...3....9...6...18......5",
      is: "Claiming: r7c5<>4 r8c5<>4",
      text: "In row 9, all places for 4 lie in block 8: r9c4 and r9c5. So no other cell of "
        + "block 8 holds 4. So r7c5 and r8c5 are not 4.")
  }

  /// One place only is a single, not locked candidates.
  @Test func onePlaceIsNotLocked() throws {
    let one = try #require(Digit(1))
    let all = DigitSet.all
    let corner = House(.block, 0).cells
    let kept = CellSet(Cell(0))
    let grid = CandidateGrid {
      corner.contains($0) && !kept.contains($0) ? all.subtracting(DigitSet(one)) : all
    }
    #expect(LockedCandidates(isDirect: false).allSteps(in: grid).isEmpty)
  }
}
