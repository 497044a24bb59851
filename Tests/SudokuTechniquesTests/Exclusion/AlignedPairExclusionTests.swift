import SudokuCore
import Testing

@testable import SudokuTechniques

@Suite struct AlignedPairExclusionTests {
  /// Number 628 of the 49,158 puzzles with 17 clues.
  @Test func alignedPairExclusion() throws {
    try expectStep(
      .alignedPairExclusion,
      in: ".................1..2..3.4......25...1......67..........5...38...8.6.....4.17....",
      is: "Aligned Pair Exclusion: r1c8<>9")
  }

  /// Excluders 1 2 and 1 3 seen by r1c1 and r1c2: if r1c1 were 1, r1c2 could be neither 2 nor 3.
  @Test func handMade() {
    let sets: [Int: UInt16] = [0: 0b0111, 1: 0b0110, 9: 0b011, 10: 0b101]
    let grid = CandidateGrid { DigitSet(rawValue: sets[$0.index] ?? 0x1FF) }
    let steps = AlignedPairExclusion().allSteps(in: grid)
    let pair: CellSet = [Cell(index: 0), Cell(index: 1)]
    let step = steps.first { $0.pattern.cells == pair }
    #expect(step?.description == "Aligned Pair Exclusion: r1c1<>1")
    #expect(
      step?.explanation.text
        == "Try all combinations of digits in r1c1 and r1c2. Cells that see each other hold different digits. A "
        + "combination is wrong if it leaves another cell without a digit. r1c1 can't be 1: with 2 in "
        + "r1c2, r2c1 has no digit left. With 3, r2c2 has none. So r1c1 is not 1.")
  }

  @Test func findsAll() {
    expectComplete(AlignedPairExclusion(), grids: 300, leastPlaced: 20, leastFinds: 15) { grid in
      var keys: Set<String> = []
      let cells = CellSet.all.filter { cell in
        grid[cell].count > 1 && !cell.peers.contains { grid[$0].count == 1 }
      }
      for base in CandidateGrid.slowChoices(2, of: cells) {
        let excluders = base[0].peers.intersection(base[1].peers).filter { grid[$0].count == 2 }
        // With a single excluder it is a naked pair.
        guard excluders.count > 1 else { continue }
        func isPossible(_ one: Digit, _ two: Digit) -> Bool {
          (one != two || !base[0].sees(base[1]))
            && excluders.allSatisfy { !grid[$0].subtracting([one, two]).isEmpty }
        }
        let removed =
          grid[base[0]].filter { one in !grid[base[1]].contains { isPossible(one, $0) } }
          .map { Candidate(base[0], $0) }
          + grid[base[1]].filter { two in !grid[base[0]].contains { isPossible($0, two) } }
          .map { Candidate(base[1], $0) }
        if let key = grid.slowKey(.alignedPairExclusion, base, removed) { keys.insert(key) }
      }
      return keys
    }
  }
}
