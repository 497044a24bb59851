import SudokuCore
import Testing

@testable import SudokuTechniques

@Suite struct BasicFishTests {
  /// Number 1340 of the 49,158 puzzles with 17 clues.
  @Test func xWing() throws {
    try expectStep(
      .xWing,
      in: ".................1..2.34........234..1....5..6..7........18...6..4.......7.5.....",
      is: "X-Wing: r1c3<>9 r1c8<>9 r2c3<>9 r2c8<>9 r4c3<>9 r9c8<>9",
      text: "In rows 6 and 7, all places for 9 lie in columns 3 and 8: r6c3, r6c8, r7c3 "
        + "and r7c8. Columns 3 and 8 get their 9s there and nowhere else. So r1c3, "
        + "r1c8, r2c3, r2c8, r4c3 and r9c8 are not 9.")
  }

  /// Number 1710 of the 49,158 puzzles with 17 clues.
  @Test func swordfish() throws {
    try expectStep(
      .swordfish,
      in: ".................1..2.34.5.......32....6......7.1.........2.4...6..5....81......6",
      is: "Swordfish: r5c5<>8",
      text: "In rows 3, 4 and 6, all places for 8 lie in columns 2, 5 and 9: r3c2, r3c9, "
        + "r4c2, r4c5, r4c9, r6c5 and r6c9. Columns 2, 5 and 9 get their 8s there and "
        + "nowhere else. So r5c5 is not 8.")
  }

  /// Number 8416 of the 49,158 puzzles with 17 clues.
  @Test func jellyfish() throws {
    try expectStep(
      .jellyfish,
      in: "................12..3.45................567..18......9.....35...2.......91.2.....",
      is: "Jellyfish: r2c4<>7 r3c8<>7",
      text: "In columns 1, 2, 6 and 9, all places for 7 lie in rows 2, 3, 7 and 8. These "
        + "are r2c1, r2c6, r3c2, r3c9, r7c1, r7c2, r8c6 and r8c9. Rows 2, 3, 7 and 8 get their "
        + "7s there and nowhere else. So r2c4 and r3c8 are not 7.")
  }

  /// Columns as base come before rows; both views of one X-Wing remove different candidates.
  @Test func columnsFirst() throws {
    let one = try #require(Digit(1))
    let without = DigitSet.all.subtracting(DigitSet(one))
    let grid = CandidateGrid { cell in
      [1, 5].contains(cell.column) && ![2, 7].contains(cell.row) ? without : .all
    }
    let steps = BasicFish(size: 2).allSteps(in: grid)
    #expect(steps.count == 1)
    #expect(steps.first?.pattern.houses == [House(.column, 1), House(.column, 5)])
    #expect(steps.first?.pattern.coverHouses == [House(.row, 2), House(.row, 7)])
    #expect(steps.first?.eliminations.count == 14)
  }

  @Test(arguments: [2, 3, 4])
  func findsAll(size: Int) {
    let technique: [Technique] = [.xWing, .swordfish, .jellyfish]
    expectComplete(BasicFish(size: size), grids: 1_000) { grid in
      var keys: Set<String> = []
      for digit in DigitSet.all {
        for (base, cover) in [(House.Kind.row, House.Kind.column), (.column, .row)] {
          let lines = (0..<9).map { House(base, $0).cells.filter { grid[$0].contains(digit) } }
            .filter { $0.count > 1 }
          for chosen in CandidateGrid.slowChoices(size, of: lines) {
            let cells = chosen.flatMap { $0 }
            let covers = Set(cells.map { $0.house(cover) })
            guard covers.count == size else { continue }
            let removed = covers.flatMap(\.cells).filter { !cells.contains($0) }
              .map { Candidate($0, digit) }
            if let key = grid.slowKey(technique[size - 2], cells, removed) { keys.insert(key) }
          }
        }
      }
      return keys
    }
  }
}
