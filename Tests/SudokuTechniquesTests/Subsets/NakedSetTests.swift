import SudokuCore
import Testing

@testable import SudokuTechniques

@Suite struct NakedSetTests {
  /// Number 24 of the 49,158 puzzles with 17 clues.
  @Test func nakedPair() throws {
    try expectStep(
      .nakedPair,
      in: ".................1.....234.....5......3...6....7.1...8.5...3....9...6...18......5",
      is: "Naked Pair: r1c9<>7 r1c9<>9 r7c9<>9 r8c9<>7",
      text: "In column 9, r3c9 and r5c9 hold 7 and 9 between them. No other cell of "
        + "column 9 can hold 7 or 9. So r1c9 and r8c9 are not 7, and r1c9 and r7c9 are "
        + "not 9.")
  }

  /// Number 732 of the 49,158 puzzles with 17 clues.
  @Test func nakedTriple() throws {
    try expectStep(
      .nakedTriple,
      in: ".................1..2..3.4......5....1.....673...28.......1......9...2...5.7..8..",
      is: "Naked Triple: r7c4<>9 r8c4<>4 r8c5<>4",
      text: "In block 8, r7c6, r8c6 and r9c5 hold 4, 6 and 9 between them. No other cell "
        + "of block 8 can hold 4, 6 or 9. So r8c4 and r8c5 are not 4, and r7c4 is not "
        + "9.")
  }

  /// Number 1110 of the 49,158 puzzles with 17 clues.
  @Test func nakedQuad() throws {
    try expectStep(
      .nakedQuad,
      in: ".................1..2.34..........2..5.....346..1........62.7.....8...5..74......",
      is: "Naked Quad: r1c2<>3 r1c3<>5",
      text: "In row 1, r1c1, r1c4, r1c7 and r1c9 hold 2, 3, 4 and 5 between them. No "
        + "other cell of row 1 can hold 2, 3, 4 or 5. So r1c2 is not 3, and r1c3 is "
        + "not 5.")
  }

  /// A set may hold fewer digits in each cell than it has in all, but never one.
  @Test func cellsWithSubsets() {
    let row = House(.row, 4).cells
    let sets: [Int: UInt16] = [36: 0b011, 40: 0b110, 44: 0b101]
    let grid = CandidateGrid { DigitSet(rawValue: sets[$0.index] ?? 0x1FF) }
    let steps = NakedSet(size: 3).allSteps(in: grid)
    #expect(steps.count == 1)
    #expect(steps.first?.pattern.cells == [Cell(index: 36), Cell(index: 40), Cell(index: 44)])
    #expect(steps.first?.eliminations.count == 18)
    #expect(steps.first.map { CellSet($0.eliminations.map(\.cell)).isSubset(of: row) } == true)
  }

  /// A pair is found in a house of three empty cells, unless more are asked for.
  @Test func houseMustBeOpen() throws {
    let board = try Board(line: "123456..." + String(repeating: ".", count: 72))
    var grid = CandidateGrid(board)
    let nine = try #require(Digit(9))
    grid.remove(nine, from: Cell(index: 6))
    grid.remove(nine, from: Cell(index: 7))
    for (least, isFound) in [(nil, true), (3, true), (4, false)] {
      let steps = NakedSet(size: 2, leastEmptyCells: least).allSteps(in: grid)
      #expect(steps.contains { $0.pattern.houses.contains(House(.row, 0)) } == isFound)
    }
  }

  @Test(arguments: [2, 3, 4])
  func findsAll(size: Int) {
    let technique: [Technique] = [.nakedPair, .nakedTriple, .nakedQuad]
    expectComplete(NakedSet(size: size), grids: 1_000) { grid in
      var keys: Set<String> = []
      for house in House.all {
        let cells = house.cells.filter { grid[$0].count > 1 }
        for chosen in CandidateGrid.slowChoices(size, of: cells) {
          let digits = chosen.reduce(DigitSet.none) { $0.union(grid[$1]) }
          guard digits.count == size else { continue }
          let removed = house.cells.filter { !chosen.contains($0) }
            .flatMap { cell in digits.map { Candidate(cell, $0) } }
          if let key = grid.slowKey(technique[size - 2], chosen, removed) { keys.insert(key) }
        }
      }
      return keys
    }
  }
}
