import SudokuCore
import Testing

@testable import SudokuTechniques

@Suite struct BivalueGraveTests {
  /// Number 822 of the 49,158 puzzles with 17 clues.
  @Test func bivalueGrave1() throws {
    try expectStep(
      .bug1,
      in: ".................1..2..3.4......52.6.1......7.8...2.......1..8....7.......59..6..",
      is: "Bivalue Universal Grave type 1: r6c3<>6 r6c3<>9",
      text: "Without 3 in r6c3, every empty cell would have two candidates. Every digit would "
        + "have two places or none in each row, column and block. Such a board never has "
        + "exactly one solution. So r6c3 is 3, not 6 or 9.")
  }

  /// Number 2881 of the 49,158 puzzles with 17 clues.
  @Test func bivalueGrave2() throws {
    try expectStep(
      .bug2,
      in: "................12....34..5.....63....2........78........1....7.6....4..43.2.....",
      is: "Bivalue Universal Grave type 2: r2c7<>9 r3c4<>9",
      text: "Without 9 in r2c5 or 9 in r3c7, every empty cell would have two candidates. "
        + "Every digit would have two places or none in each row, column and block. Such a "
        + "board never has exactly one solution. So at least one of r2c5 and r3c7 is 9. A "
        + "cell that sees both can't be 9. So r2c7 and r3c4 are not 9.")
  }

  /// Number 20358 of the 49,158 puzzles with 17 clues.
  @Test func bivalueGrave3() throws {
    try expectStep(
      .bug3,
      in: "..............1..2..3....45..........56.4....7.....12......8......63.7..24.......",
      is: "Bivalue Universal Grave type 3: r1c9<>8",
      text: "Without 8 in r1c2, 9 in r1c3 or 8 in r1c7, every empty cell would have two "
        + "candidates. Every digit would have two places or none in each row, column and "
        + "block. Such a board never has exactly one solution. So at least one of r1c2, "
        + "r1c3 and r1c7 takes its extra digit. That cell and r1c5 hold 8 and 9 between "
        + "them. No other cell of row 1 can hold 8 or 9. So r1c9 is not 8.")
  }

  /// Number 15272 of the 49,158 puzzles with 17 clues.
  @Test func bivalueGrave4() throws {
    try expectStep(
      .bug4,
      in: "................12..3.45........65...1.......62.3........2...6...5...4...7...8...",
      is: "Bivalue Universal Grave type 4: r6c7<>7 r6c9<>8",
      text: "Without 8 in r6c7 or 7 in r6c9, every empty cell would have two candidates. "
        + "Every digit would have two places or none in each row, column and block. Such a "
        + "board never has exactly one solution. One of r6c7 and r6c9 is 9, since block 6 "
        + "has no other place for it. The other takes an extra digit. So r6c7 is not 7, and "
        + "r6c9 is not 8.")
  }

  /// A fresh board is not a grave.
  @Test func freshBoard() {
    #expect(BivalueGrave().allSteps(in: CandidateGrid(Board())).isEmpty)
  }
}
