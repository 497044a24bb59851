import SudokuCore
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// Cycles and chains of single conclusions.
@Suite struct ForcingChainTests {
  /// Number 181 of the list `magictour-1465`.
  @Test func bidirectionalXCycle() throws {
    try expectStep(
      .bidirectionalXCycle,
      in: "5..7.........3..7...8..5..36..1..4...8..2..9...9..8..1...4..3...6..9..4...2..6..9",
      is: "X-Cycle: r7c5<>7",
      text: "Suppose r5c6 is 7: then r5c9 is not 7 (row 5), so r6c7 is 7 (block 6), so r9c7 "
        + "is not 7 (column 7). So r9c5 is 7 (row 9), so r4c5 is not 7 (column 5), so r5c6 "
        + "is 7 (block 5). The cycle can be walked both ways: either all its statements "
        + "hold, or all their opposites do. A candidate that is ruled out both ways is "
        + "impossible. So r7c5 is not 7.",
      searchers: SEOrder.all)
  }

  /// Number 7 of the list `magictour-1465`.
  @Test func bidirectionalYCycle() throws {
    try expectStep(
      .bidirectionalYCycle,
      in: ".4..1.2.......9.7..1..........43.6..8......5....2.....7.5..8......6..3..9........",
      is: "XY-Cycle: r2c7<>4 r3c7<>4 r5c2<>7 r7c8<>1 r7c9<>1",
      text: "Suppose r5c4 is 7: then r5c7 is not 7 (row 5), so r5c7 is 4 (same cell), so r7c7 "
        + "is not 4 (column 7). So r7c7 is 1 (same cell), so r7c4 is not 1 (row 7), so r7c4 "
        + "is 9 (same cell). So r5c4 is not 9 (column 4), so r5c4 is 7 (same cell). The "
        + "cycle can be walked both ways: either all its statements hold, or all their "
        + "opposites do. A candidate that is ruled out both ways is impossible. So r7c8 and "
        + "r7c9 are not 1, r2c7 and r3c7 are not 4, and r5c2 is not 7.",
      searchers: SEOrder.all)
  }

  /// Number 1 of the list `magictour-1465`.
  @Test func forcingXChain() throws {
    try expectStep(
      .forcingXChain,
      in: "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
      is: "X-Chain: r5c9<>4",
      text: "Suppose r5c9 is 4: then r6c7 is not 4 (block 6), so r3c7 is 4 (column 7), so "
        + "r3c4 is not 4 (row 3). So r5c4 is 4 (column 4), so r5c9 is not 4 (row 5). The "
        + "assumption leads to its own opposite, so the assumption is wrong. So r5c9 is not "
        + "4.",
      searchers: SEOrder.all)
  }

  /// Number 12 of the list `magictour-1465`.
  @Test func bidirectionalCycle() throws {
    try expectStep(
      .bidirectionalCycle,
      in: "8.9...3.....7.1...5.........7.....263...9.......1...4..6.2....4....8.5...........",
      is: "Nice Loop: r8c1<>1 r8c9<>1",
      text: "Suppose r3c2 is 4: then r5c2 is not 4 (column 2), so r5c3 is 4 (block 4), so "
        + "r5c3 is not 1 (same cell). So r8c3 is 1 (column 3), so r8c8 is not 1 (row 8), so "
        + "r8c8 is 6 (same cell). So r9c7 is not 6 (block 9), so r3c7 is 6 (column 7), so "
        + "r3c7 is not 4 (same cell). So r3c2 is 4 (row 3). The cycle can be walked both "
        + "ways: either all its statements hold, or all their opposites do. A candidate "
        + "that is ruled out both ways is impossible. So r8c1 and r8c9 are not 1.",
      searchers: SEOrder.all)
  }

  /// Number 1 of the list `magictour-1465`.
  @Test func forcingChain() throws {
    try expectStep(
      .forcingChain,
      in: "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
      is: "AIC: r1c6<>5",
      text: "Suppose r1c6 is 5: then r1c7 is not 5 (row 1), so r1c7 is 2 (same cell), so r4c7 "
        + "is not 2 (column 7). So r4c7 is 3 (same cell), so r4c4 is not 3 (row 4), so r9c4 "
        + "is 3 (column 4). So r9c4 is not 5 (same cell), so r9c6 is 5 (block 8), so r1c6 "
        + "is not 5 (column 6). The assumption leads to its own opposite, so the assumption "
        + "is wrong. So r1c6 is not 5.",
      searchers: SEOrder.all)
  }
}
