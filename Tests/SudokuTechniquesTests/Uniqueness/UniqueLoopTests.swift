import SudokuCore
import SudokuRating
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct UniqueLoopTests {
  /// Number 22 of the 49,158 puzzles with 17 clues.
  @Test func uniqueRectangle1() throws {
    try expectStep(
      .uniqueRectangle1,
      in: ".................1.....2.34.....56....7....8..8..1.7.....8.....3..6.....9.5.....3",
      is: "Unique Rectangle type 1: r4c3<>2 r4c3<>9",
      text: "If r4c3, r4c9, r6c3 and r6c9 held only 2 and 9, the two digits could be "
        + "swapped in all of them. The puzzle would then have two solutions. Only 3 or "
        + "4 in r4c3 prevents that. So r4c3 is not 2 or 9.")
  }

  /// Number 1666 of the 49,158 puzzles with 17 clues.
  @Test func uniqueRectangle2() throws {
    try expectStep(
      .uniqueRectangle2,
      in: ".................1..2.34.5.............6.1....45...7......7.4..1...52...6.......8",
      is: "Unique Rectangle type 2: r1c9<>3 r4c7<>3 r4c8<>3 r5c8<>3",
      text: "If r4c5, r4c9, r5c5 and r5c9 held only 2 and 4, the two digits could be swapped "
        + "in all of them. The puzzle would then have two solutions. Only 3 in r4c9 or r5c9 "
        + "prevents that. A cell that sees both can't be 3. So r1c9, r4c7, r4c8 and r5c8 "
        + "are not 3.")
  }

  /// Number 987 of the 49,158 puzzles with 17 clues.
  @Test func uniqueRectangle3Naked() throws {
    try expectStep(
      .uniqueRectangle3Naked,
      in: ".................1..2.34.................526..7.8........98...7..6....3.2.51.....",
      is: "Unique Rectangle type 3 (naked set): r2c2<>3 r2c2<>4",
      text: "If r1c2, r1c4, r3c2 and r3c4 held only 5 and 6, the two digits could be swapped "
        + "in all of them. The puzzle would then have two solutions. So at least one of "
        + "r1c2 and r3c2 holds another of its digits. That cell, r5c2 and r7c2 hold 1, 3 "
        + "and 4 between them. No other cell of column 2 can hold 1, 3 or 4. So r2c2 is not "
        + "3 or 4.")
  }

  /// Number 488 of the 49,158 puzzles with 17 clues.
  @Test func uniqueRectangle3Hidden() throws {
    try expectStep(
      .uniqueRectangle3Hidden,
      in: ".................1..2..3.4.......52..1..6.....7..8.9.....4.5.....3..2....6......3",
      is: "Unique Rectangle type 3 (hidden set): r5c8<>8",
      text: "If r1c2, r1c8, r2c2 and r2c8 held only 3 and 5, the two digits could be swapped "
        + "in all of them. The puzzle would then have two solutions. So only one of r1c8 "
        + "and r2c8 takes 3 or 5. In column 8, the digits 3 and 5 have no other places but "
        + "r5c8. So r5c8 is not 8.")
  }

  /// Number 338 of the 49,158 puzzles with 17 clues.
  @Test func uniqueRectangle4() throws {
    try expectStep(
      .uniqueRectangle4,
      in: ".................1..2..3.4.........5..3..4....6..1...7.....823..1.6...8..5.......",
      is: "Unique Rectangle type 4: r1c1<>7 r1c3<>7",
      text: "If r1c1, r1c3, r7c1 and r7c3 held only 6 and 7, the two digits could be "
        + "swapped in all of them. The puzzle would then have two solutions. In block "
        + "1, r1c1 and r1c3 are the only places for 6, so one of them is 6. If the "
        + "other were 7, the two digits could be swapped. So r1c1 and r1c3 are not 7.")
  }

  /// Number 4565 of the 49,158 puzzles with 17 clues.
  @Test func uniqueLoop1() throws {
    try expectStep(
      .uniqueLoop1,
      in: "................12..3..4.........5......31....6.2....7.....843..5.......72.6.....",
      is: "Unique Loop type 1: r2c7<>6 r2c7<>7",
      text: "If r2c6, r2c7, r3c5, r3c7, r4c5 and r4c6 held only 6 and 7, the two digits "
        + "could be swapped in all of them. The puzzle would then have two solutions. "
        + "Only 8 or 9 in r2c7 prevents that. So r2c7 is not 6 or 7.")
  }

  /// Number 1327 of the 49,158 puzzles with 17 clues.
  @Test func uniqueLoop2() throws {
    try expectStep(
      .uniqueLoop2,
      in: ".................1..2.34........2.5...31......6.....3......7..2.8....4..53..6....",
      is: "Unique Loop type 2: r1c7<>8 r2c7<>8 r6c9<>8",
      text: "If r3c8, r3c9, r5c7, r5c8, r9c7 and r9c9 held only 7 and 9, the two digits could "
        + "be swapped in all of them. The puzzle would then have two solutions. Only 8 in "
        + "r3c9 or r5c7 prevents that. A cell that sees both can't be 8. So r1c7, r2c7 and "
        + "r6c9 are not 8.")
  }

  /// Number 11415 of the 49,158 puzzles with 17 clues.
  @Test func uniqueLoop3Naked() throws {
    try expectStep(
      .uniqueLoop3Naked,
      in: "................12..3.45.........4.....6......7.1.2......7...6...4.8.3..8.5......",
      is: "Unique Loop type 3 (naked set): r4c9<>1",
      text: "If r4c5, r4c8, r5c5, r5c9, r9c8 and r9c9 held only 7 and 9, the two digits could "
        + "be swapped in all of them. The puzzle would then have two solutions. So at least "
        + "one of r4c8 and r5c9 holds another of its digits. That cell and r5c7 hold 1 and "
        + "2 between them. No other cell of block 6 can hold 1 or 2. So r4c9 is not 1.")
  }

  /// Number 6649 of the 49,158 puzzles with 17 clues.
  @Test func uniqueLoop3Hidden() throws {
    try expectStep(
      .uniqueLoop3Hidden,
      in: "................12..3..4........56.7.8.......21...........2.....7.6..4..5.4...3..",
      is: "Unique Loop type 3 (hidden set): r2c5<>9",
      text: "If r1c8, r1c9, r5c5, r5c8, r6c5 and r6c9 held only 3 and 4, the two digits could "
        + "be swapped in all of them. The puzzle would then have two solutions. So only one "
        + "of r5c5 and r6c5 takes 3 or 4. In column 5, the digits 3 and 4 have no other "
        + "places but r2c5. So r2c5 is not 9.")
  }

  /// Number 12013 of the 49,158 puzzles with 17 clues.
  @Test func uniqueLoop4() throws {
    try expectStep(
      .uniqueLoop4,
      in: "................12..3.45.........4.3.1.......6..7........1..5....4...8..7..26....",
      is: "Unique Loop type 4: r5c3<>9 r5c8<>9",
      text: "If r3c8, r3c9, r5c3, r5c8, r6c3 and r6c9 held only 8 and 9, the two digits "
        + "could be swapped in all of them. The puzzle would then have two solutions. "
        + "In row 5, r5c3 and r5c8 are the only places for 8, so one of them is 8. If "
        + "the other were 9, the two digits could be swapped. So r5c3 and r5c8 are not "
        + "9.")
  }

  /// A rectangle in four blocks has no unique solution to protect: its blocks hold one cell each.
  @Test func fourBlocksAreNoLoop() throws {
    let pair: UInt16 = 0b11
    let cells = [Cell(row: 0, column: 0), Cell(row: 0, column: 4), Cell(row: 4, column: 0)]
    let grid = CandidateGrid { cell in
      DigitSet(rawValue: cells.contains(cell) ? pair : 0x1FF)
    }
    var budget = SearchBudget(workLimit: 10_000_000)
    let steps = try UniqueLoop().steps(in: grid, budget: &budget)
    #expect(
      steps.allSatisfy {
        !$0.pattern.cells.contains(cells[0]) || $0.pattern.cells.count > 4
      })
  }

  /// Shorter loops come before longer ones.
  @Test func rectanglesFirst() throws {
    var compared = 0
    for line in [
      "................12..3..4.........5......31....6.2....7.....843..5.......72.6.....",
      "................12..3.45.........4.3.1.......6..7........1..5....4...8..7..26....",
    ] {
      var grid = CandidateGrid(try Board(line: line))
      while let step = SEStepFinder(searchers: SEOrder.patterns).firstStep(in: grid) {
        var budget = SearchBudget()
        let counts = try UniqueLoop().steps(in: grid, budget: &budget).map(\.pattern.cells.count)
        #expect(counts == counts.sorted())
        compared += counts.count
        step.apply(to: &grid)
      }
    }
    #expect(compared > 0)
  }

  /// A walk through a grid of many candidates ends at its limit.
  @Test func workIsLimited() throws {
    let grid = CandidateGrid { DigitSet(rawValue: $0.index == 0 ? 0b11 : 0b111) }
    var budget = SearchBudget(workLimit: 1_000)
    #expect(throws: SearchInterruption.budgetExhausted) {
      _ = try UniqueLoop().steps(in: grid, budget: &budget)
    }
    #expect(budget.work < 2_000)
  }

  /// Rectangles of types 1, 2 and 4 by definition.
  private static func rectangles(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    for rows in CandidateGrid.slowChoices(2, of: Array(0..<9)) {
      for columns in CandidateGrid.slowChoices(2, of: Array(0..<9)) {
        let cells = rows.flatMap { row in columns.map { Cell(row: row, column: $0) } }
        guard Set(cells.map(\.block)).count == 2 else { continue }
        let common = cells.reduce(DigitSet.all) { $0.intersection(grid[$1]) }
        for pair in CandidateGrid.slowChoices(2, of: Array(common)) {
          let extra = cells.filter { grid[$0] != DigitSet(pair) }
          guard extra.count < 4 else { continue }
          for key in finds(grid, cells, pair, extra) { keys.insert(key) }
        }
      }
    }
    return keys
  }

  private static func finds(
    _ grid: CandidateGrid, _ cells: [Cell], _ pair: [Digit], _ extra: [Cell]
  ) -> [String] {
    func all(_ digits: [Digit], _ cells: [Cell]) -> [Candidate] {
      cells.flatMap { cell in digits.map { Candidate(cell, $0) } }
    }
    let digits = extra.reduce(DigitSet.none) { $0.union(grid[$1]) }.subtracting(DigitSet(pair))
    var keys: [String?] = []
    if extra.count == 1 {
      keys.append(grid.slowKey(.uniqueRectangle1, cells, all(pair, extra)))
    } else if digits.count == 1, let digit = digits.first {
      keys.append(
        grid.slowKey(.uniqueRectangle2, cells, grid.slowVictims(digit, seeing: extra)))
    }
    if extra.count == 2 {
      let houses = House.all.filter { house in extra.allSatisfy { house.cells.contains($0) } }
      for (locked, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
        let isLocked = houses.contains { house in
          house.cells.allSatisfy { extra.contains($0) || !grid[$0].contains(locked) }
        }
        guard isLocked else { continue }
        keys.append(grid.slowKey(.uniqueRectangle4, cells, all([other], extra)))
        break
      }
    }
    return keys.compactMap { $0 }
  }

  @Test func findsAllRectangles() {
    let techniques: Set<Technique> = [.uniqueRectangle1, .uniqueRectangle2, .uniqueRectangle4]
    expectComplete(
      UniqueLoop(), grids: 1_000, leastPlaced: 30, isSound: false,
      counts: { techniques.contains($0.technique) }, twin: Self.rectangles)
  }
}
