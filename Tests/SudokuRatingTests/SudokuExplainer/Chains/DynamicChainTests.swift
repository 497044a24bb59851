import SudokuCore
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// Dynamic chains, without and with patterns inside.
@Suite struct DynamicChainTests {
  /// Number 1 of the list `magictour-1465`.
  @Test func dynamicContradiction() throws {
    try expectStep(
      .dynamicContradiction,
      in: "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
      is: "Dynamic Contradiction Forcing Chains: r2c9<>7",
      searchers: SEOrder.all)
  }

  /// Number 2 of the list `magictour-1465`.
  @Test func dynamicDouble() throws {
    try expectStep(
      .dynamicDouble,
      in: "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
      is: "Dynamic Double Forcing Chains: r2c9<>7",
      text: "Suppose r2c9 is 8: then r2c9 is not 7 (same cell). Suppose r2c9 is not 8: then "
        + "r2c8 is 8 (block 3), r9c9 is 8 (column 9). As r2c8 is 8, r2c8 is not 5 (same "
        + "cell). As r9c9 is 8, r9c4 is not 8 (row 9), so r3c4 is 8 (column 4), so r3c4 is "
        + "not 7 (same cell). So r4c4 is 7 (column 4), so r4c4 is not 3 or 5 (same cell). "
        + "As r4c4 is not 3, r4c6 is 3 (block 5), so r4c6 is not 5 (same cell). As r4c4 and "
        + "r4c6 are not 5, r4c5 is 5 (block 5), so r2c5 is not 5 (column 5). As r2c5 and "
        + "r2c8 are not 5, r2c9 is 5 (row 2), so r2c9 is not 7 (same cell). Whether r2c9 is "
        + "8 or not, the same follows. So r2c9 is not 7.",
      searchers: SEOrder.all)
  }

  /// Number 1 of the list `magictour-1465`.
  @Test func dynamicCell() throws {
    try expectStep(
      .dynamicCell,
      in: "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
      is: "Dynamic Cell Forcing Chains: r3c6<>5",
      searchers: SEOrder.all)
  }

  /// Number 1 of the list `magictour-1465`.
  @Test func dynamicRegion() throws {
    try expectStep(
      .dynamicRegion,
      in: "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
      is: "Dynamic Region Forcing Chains: r3c7<>2",
      searchers: SEOrder.all)
  }

  /// Number 77 of the list `magictour-1465`.
  @Test func dynamicPlusContradiction() throws {
    try expectStep(
      .dynamicPlusContradiction,
      in: "7.....4...2..7..8...3..8..9...5..3...6..2..9...1..7..6...3..9...3..4..6...9..1..5",
      is: "Dynamic Contradiction Forcing Chains (+): r3c7<>5",
      searchers: SEOrder.all)
  }

  /// Number 2 of the list `magictour-1465`.
  @Test func dynamicPlusDouble() throws {
    try expectStep(
      .dynamicPlusDouble,
      in: "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
      is: "Dynamic Double Forcing Chains (+): r5c2<>7",
      searchers: SEOrder.all)
  }

  /// One of the 375 hardest puzzles known in 2011.
  @Test func dynamicPlusCell() throws {
    try expectStep(
      .dynamicPlusCell,
      in: ".....5..4.9.....2...6.7.3.....7..8....86.....13..8......3.1.6...2......54......9.",
      is: "Dynamic Cell Forcing Chains (+): r6c3<>4",
      searchers: SEOrder.all)
  }

  /// Number 2 of the list `magictour-1465`.
  @Test func dynamicPlusRegion() throws {
    try expectStep(
      .dynamicPlusRegion,
      in: "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
      is: "Dynamic Region Forcing Chains (+): r5c6<>7",
      text: "Suppose r6c5 is 4: then r6c5 is not 2 or 6 (same cell). As r6c5 is not 2 or "
        + "6, r5c6 is not 7 (Hidden Pair). Suppose r6c6 is 4: then r6c6 is not 2 or 6 "
        + "(same cell). As r6c6 is not 2 or 6, r5c6 is not 7 (Hidden Pair). Suppose "
        + "r6c7 is 4: then r6c7 is not 7 or 8 (same cell). As r6c7 is not 8, r4c7 is 8 "
        + "(block 6), so r4c7 is not 7 (same cell). As r4c7 and r6c7 are not 7, r5c6 "
        + "is not 7 (Pointing). Wherever 4 goes in row 6, r6c5, r6c6 or r6c7, the same "
        + "follows. So r5c6 is not 7.",
      searchers: SEOrder.all)
  }
}
