import SudokuCore
import SudokuRating
import Testing

@testable import SudokuTechniques

/// Aligned triples come between the forcing chains.
@Suite struct AlignedTripleExclusionTests {
  /// Number 21 of the list `magictour-1465`.
  @Test func alignedTripleExclusion() throws {
    try expectStep(
      .alignedTripleExclusion,
      in: "....2..4..7...6....1.5.....2......8....3..7..4.9.........6..1.38...9..........5..",
      is: "Aligned Triple Exclusion: r9c2<>9",
      searchers: SEOrder.all)
  }

  /// Excluders 1 2, 1 3 and 1 2 3 seen by three cells of a block.
  @Test func handMade() {
    let sets: [Int: UInt16] = [
      0: 0b0111, 1: 0b0110, 2: 0b0110, 9: 0b011, 10: 0b101, 11: 0b111,
    ]
    let grid = CandidateGrid { DigitSet(rawValue: sets[$0.index] ?? 0x1FF) }
    let base: CellSet = [Cell(index: 0), Cell(index: 1), Cell(index: 2)]
    let step = AlignedTripleExclusion().allSteps(in: grid).first { $0.pattern.cells == base }
    #expect(step?.eliminations.contains(Candidate(Cell(index: 0), Digit(index: 1))) == true)
    #expect(step?.pattern.specialCells.contains(Cell(index: 9)) == true)
  }
}
