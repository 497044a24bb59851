import SudokuCore
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// Dynamic chains with chains inside.
@Suite struct NestedChainTests {
  /// One of the 375 hardest puzzles known in 2011.
  @Test func dynamicForcingContradiction() throws {
    try expectStep(
      .dynamicForcingContradiction,
      in: ".....5..4.9.....2...6.7.3.....7..8....86.....13..8......3.1.6...2......54......9.",
      is: "Dynamic Contradiction Forcing Chains (+ Forcing Chains): r1c8<>7",
      searchers: SEOrder.all)
  }

  /// One of the 375 hardest puzzles known in 2011.
  @Test func dynamicForcingDouble() throws {
    try expectStep(
      .dynamicForcingDouble,
      in: "........5..8..79...6..1..4....1.2.7.4...7...3.7.6......3..2..6...5...8..9.......7",
      is: "Dynamic Double Forcing Chains (+ Forcing Chains): r5c3<>9",
      searchers: SEOrder.all)
  }

  /// One of the 375 hardest puzzles known in 2011.
  @Test func dynamicForcingCell() throws {
    try expectStep(
      .dynamicForcingCell,
      in: "........5..8..79...6..1..4....1.2.7.4...7...3.7.6......3..2..6...5...8..9.......7",
      is: "Dynamic Cell Forcing Chains (+ Forcing Chains): r6c8<>2",
      searchers: SEOrder.all)
  }

  /// One of the 375 hardest puzzles known in 2011.
  @Test func dynamicForcingRegion() throws {
    try expectStep(
      .dynamicForcingRegion,
      in: "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3",
      is: "Dynamic Region Forcing Chains (+ Forcing Chains): r6c5<>4",
      searchers: SEOrder.all)
  }

  /// One of the 375 hardest puzzles known in 2011.
  @Test func dynamicMultipleContradiction() throws {
    try expectStep(
      .dynamicMultipleContradiction,
      in: ".....5..4.9.....2...6.7.3.....7..8....86.....13..8......3.1.6...2......54......9.",
      is: "Dynamic Contradiction Forcing Chains (+ Multiple Forcing Chains): r5c7<>7",
      searchers: SEOrder.all)
  }

  /// One of the 375 hardest puzzles known in 2011.
  @Test func dynamicMultipleCell() throws {
    try expectStep(
      .dynamicMultipleCell,
      in: "1....6.8....7..1....9.....4.......5..18..5...5..36....6.5..8.3.8....3.1.....2...8",
      is: "Dynamic Cell Forcing Chains (+ Multiple Forcing Chains): r4c9<>3",
      searchers: SEOrder.all)
  }

  /// One of the 48,766 puzzles said to rate 11 or more.
  @Test func dynamicMultipleDouble() throws {
    try expectStep(
      .dynamicMultipleDouble,
      in: "..............1..2..3.4.56...47.58...6..8.45.8.5........6.....9.38...2..4...3..8.",
      is: "Dynamic Double Forcing Chains (+ Multiple Forcing Chains): r3c1<>7",
      searchers: SEOrder.all)
  }

  /// One of the 375 hardest puzzles known in 2011.
  @Test func dynamicMultipleRegion() throws {
    try expectStep(
      .dynamicMultipleRegion,
      in: ".2...6.8....7..1....92..........43....5..8....4.6...7..7..6..2.5.......3..1...9..",
      is: "Dynamic Region Forcing Chains (+ Multiple Forcing Chains): r9c5<>3",
      searchers: SEOrder.all)
  }

  /// One of the 375 hardest puzzles known in 2011.
  @Test(
    arguments: [
      (
        Technique.dynamicDynamicContradiction,
        "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains): r1c3<>4"
      ),
      (
        .dynamicDynamicCell,
        "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains): r2c6<>9"
      ),
      (
        .dynamicDynamicRegion,
        "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains): r6c2<>1"
      ),
    ].sized(1))
  func dynamicDynamic(_ technique: Technique, _ description: String) throws {
    try expectStep(
      technique,
      in: "3.......8.7.5...1...6...4...9.2.1.......4.......97..2.4.....3...5...2.7...8.....6",
      is: description,
      searchers: TestSize.isFull ? SEOrder.all : [ChainSearcher(.dynamicDynamic)])
  }

  /// One of the 375 hardest puzzles known in 2011.
  @Test(.enabled(if: TestSize.isFull)) func dynamicDynamicDouble() throws {
    try expectStep(
      .dynamicDynamicDouble,
      in: "1.......2.9.4...5...6...7...5.3.4......96.........8.4...2...6...3...9.8.7.......1",
      is: "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains): r3c5<>2",
      searchers: SEOrder.all)
  }

  /// Number 2 of the 20,000 typical puzzles, with the last search next after basic techniques.
  ///
  /// No puzzle of our sets takes that search where the others come first.
  @Test(
    arguments: [
      (
        Technique.dynamicNestedDouble,
        "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains)): r1c3<>9"
      ),
      (
        .dynamicNestedRegion,
        "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains)): r9c1<>3"
      ),
      (
        .dynamicNestedCell,
        "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains)): r1c6<>7"
      ),
    ].sized(1))
  func dynamicNested(_ technique: Technique, _ description: String) throws {
    let basics = SEOrder.all.prefix(OrderFreeSolver.basicCount)
    try expectStep(
      technique,
      in: ".6....3.....4.3.1..1.....896....8.4.5...2..3..91...87.47...2.5.....6.......8.4...",
      is: description, searchers: basics + [ChainSearcher(.dynamicNested)])
  }
}
