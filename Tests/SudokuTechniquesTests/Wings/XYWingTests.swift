import SudokuCore
import Testing

@testable import SudokuTechniques

@Suite struct XYWingTests {
  /// Number 61 of the 49,158 puzzles with 17 clues.
  @Test func xyWing() throws {
    try expectStep(
      .xyWing,
      in: ".................1....23.4......4.2...5........67..1...4........8.1..9..32....8..",
      is: "XY-Wing: r7c9<>6",
      text: "r6c8 is 5 or 8. If it is 5, then r9c8 is 6. If it is 8, then r5c9 is 6. In "
        + "any case at least one of r5c9 and r9c8 is 6. A cell that sees both can't be "
        + "6. So r7c9 is not 6.")
  }

  /// Number 24 of the 49,158 puzzles with 17 clues.
  @Test func xyzWing() throws {
    try expectStep(
      .xyzWing,
      in: ".................1.....234.....5......3...6....7.1...8.5...3....9...6...18......5",
      is: "XYZ-Wing: r2c8<>9",
      text: "r2c7 is 7, 8 or 9. If it is 7, then r3c9 is 9. If it is 8, then r2c3 is 9. "
        + "In any case at least one of r2c3, r2c7 and r3c9 is 9. A cell that sees them "
        + "all can't be 9. So r2c8 is not 9.")
  }

  /// Pivot 1 2 in r1c1, pincers 1 3 in r1c9 and 2 3 in r9c1: 3 goes from r9c9 alone.
  @Test func handMade() throws {
    let sets: [Int: UInt16] = [0: 0b011, 8: 0b101, 72: 0b110]
    let grid = CandidateGrid { DigitSet(rawValue: sets[$0.index] ?? 0x1FF) }
    let steps = XYWing(isXYZ: false).allSteps(in: grid)
    // The pincers may come in either order.
    #expect(steps.map(\.description) == ["XY-Wing: r9c9<>3", "XY-Wing: r9c9<>3"])
    #expect(XYWing(isXYZ: true).allSteps(in: grid).isEmpty)
  }

  @Test(arguments: [false, true])
  func findsAll(isXYZ: Bool) {
    expectComplete(XYWing(isXYZ: isXYZ), grids: 2_000) { grid in
      var keys: Set<String> = []
      for pivot in CellSet.all where grid[pivot].count == (isXYZ ? 3 : 2) {
        let near = pivot.peers.filter { grid[$0].count == 2 }
        for chosen in CandidateGrid.slowChoices(2, of: Array(near)) {
          let (one, two) = (grid[chosen[0]], grid[chosen[1]])
          let common = one.intersection(two)
          guard common.count == 1, let digit = common.first,
            grid[pivot].contains(digit) == isXYZ,
            one.union(two).subtracting(common).isSubset(of: grid[pivot])
          else { continue }
          let cells = [pivot] + chosen
          let removed = grid.slowVictims(digit, seeing: isXYZ ? cells : chosen)
            .filter { $0.cell != pivot }
          let technique: Technique = isXYZ ? .xyzWing : .xyWing
          if let key = grid.slowKey(technique, cells, removed) { keys.insert(key) }
        }
      }
      return keys
    }
  }
}
