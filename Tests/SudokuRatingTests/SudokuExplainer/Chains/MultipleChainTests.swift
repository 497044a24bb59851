import SudokuCore
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// Nishio, and chains from all digits of a cell or all places of a digit.
@Suite struct MultipleChainTests {
  /// Number 2 of the list `magictour-1465`.
  @Test func nishio() throws {
    try expectStep(
      .nishio,
      in: "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
      is: "Nishio Forcing Chains: r9c2<>2",
      text: "Suppose r9c2 is 2: then r9c7 is not 2 (row 9), r1c2 is not 2 (column 2), so r1c9 "
        + "is 2 (row 1). So r3c7 is not 2 (block 3). As r3c7 and r9c7 are not 2, r7c7 is 2 "
        + "(column 7). Then also r7c1, r8c1 and r9c1 are not 2 (block 7), r9c5 is not 2 "
        + "(row 9). As r7c1, r8c1 and r9c1 are not 2, r6c1 is 2 (column 1), so r6c5 is not "
        + "2 (row 6). As r6c5 and r9c5 are not 2, r7c5 is 2 (column 5), so r7c7 is not 2 "
        + "(row 7). r7c7 can't both be 2 and not be 2, so the assumption is wrong. So r9c2 "
        + "is not 2.",
      searchers: SEOrder.all)
  }

  /// Number 2 of the list `magictour-1465`.
  @Test func cellForcingChains() throws {
    try expectStep(
      .cellForcingChains,
      in: "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
      is: "Cell Forcing Chains: r7c3<>1",
      text: "Suppose r7c5 is 1: then r7c3 is not 1 (row 7). Suppose r7c5 is 2: then r7c1 is "
        + "not 2 (row 7), so r7c1 is 1 (same cell), so r7c3 is not 1 (block 7). Suppose "
        + "r7c5 is 5: then r2c5 is not 5 (column 5), so r2c8 is 5 (row 2), so r2c8 is not 7 "
        + "(same cell). So r2c7 is 7 (block 3), so r7c7 is not 7 (column 7), so r7c3 is 7 "
        + "(row 7). So r7c3 is not 1 (same cell). Whichever digit r7c5 holds, 1, 2 or 5, "
        + "the same follows. So r7c3 is not 1.",
      searchers: SEOrder.all)
  }

  /// Number 1 of the list `magictour-1465`.
  @Test func regionForcingChains() throws {
    try expectStep(
      .regionForcingChains,
      in: "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
      is: "Region Forcing Chains: r1c6<>9",
      text: "Suppose r1c4 is 9: then r1c6 is not 9 (block 2). Suppose r3c4 is 9: then r1c6 is "
        + "not 9 (block 2). Suppose r5c4 is 9: then r5c4 is not 4 (same cell), so r5c6 is 4 "
        + "(block 5), so r2c6 is not 4 (column 6). So r2c9 is 4 (row 2), so r2c9 is not 9 "
        + "(same cell), so r1c9 is 9 (block 3). So r1c6 is not 9 (row 1). Wherever 9 goes "
        + "in column 4, r1c4, r3c4 or r5c4, the same follows. So r1c6 is not 9.",
      searchers: SEOrder.all)
  }
}
