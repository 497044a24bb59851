import SudokuCore
import Testing

@testable import SudokuTechniques

@Suite struct HiddenSetTests {
  /// Number 1 of the 49,158 puzzles with 17 clues.
  @Test func directHiddenPair() throws {
    try expectStep(
      .directHiddenPair,
      in: ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
      is: "Direct Hidden Pair: r4c1=7",
      text: "In block 4, the digits 2 and 3 have only the places r5c1 and r6c1. These "
        + "cells hold nothing else. That leaves r4c1 as the only place for 7 in block "
        + "4. So r4c1 is 7.")
  }

  /// Number 51 of the 49,158 puzzles with 17 clues.
  @Test func directHiddenTriple() throws {
    try expectStep(
      .directHiddenTriple,
      in: ".................1....23.4........2...5....3...67......3....7...8.9....642..5....",
      is: "Direct Hidden Triple: r6c9=5",
      text: "In block 6, the digits 1, 4 and 6 have only the places r4c7, r5c7 and r6c7. "
        + "These cells hold nothing else. That leaves r6c9 as the only place for 5 in "
        + "block 6. So r6c9 is 5.")
  }

  /// Number 24 of the 49,158 puzzles with 17 clues.
  @Test func hiddenPair() throws {
    try expectStep(
      .hiddenPair,
      in: ".................1.....234.....5......3...6....7.1...8.5...3....9...6...18......5",
      is: "Hidden Pair: r1c5<>7 r1c5<>9 r2c5<>7 r2c5<>9",
      text: "In block 2, the digits 3 and 6 have only the places r1c5 and r2c5. These "
        + "cells hold nothing else. So r1c5 and r2c5 are not 7 or 9.")
  }

  /// Number 725 of the 49,158 puzzles with 17 clues.
  @Test func hiddenTriple() throws {
    try expectStep(
      .hiddenTriple,
      in: ".................1..2..3.4......5.....3.2.....1....6.7...6...5...8...3...6.17....",
      is: "Hidden Triple: r1c6<>2 r1c6<>4 r1c6<>9 r2c6<>2 r2c6<>4 r2c6<>9",
      text: "In block 2, the digits 1, 6 and 7 have only the places r1c6, r2c6 and r3c5. "
        + "These cells hold nothing else. So r1c6 and r2c6 are not 2, 4 or 9.")
  }

  /// A machine-made puzzle (number 6085 of a typical mix).
  @Test func hiddenQuad() throws {
    try expectStep(
      .hiddenQuad,
      in: "9..35.6.41...8.7..4..1...3.7.5.1...........713.....29....47.163...2..5...........",
      is: "Hidden Quad: r8c2<>6 r8c2<>8 r8c2<>9 r8c3<>6 r8c3<>8 r8c3<>9 r9c2<>6 r9c2<>8 "
        + "r9c2<>9 r9c3<>6 r9c3<>8 r9c3<>9",
      text: "In block 7, the digits 1, 3, 4 and 7 have only the places r8c2, r8c3, r9c2 "
        + "and r9c3. These cells hold nothing else. So r8c2, r8c3, r9c2 and r9c3 are "
        + "not 6, 8 or 9.")
  }

  /// A hidden pair needs more than two empty cells in its house, or as many as are asked for.
  @Test func houseMustBeOpen() {
    let pair: UInt16 = 0b11
    for placed in [4, 5, 6] {
      var grid = CandidateGrid {
        DigitSet(rawValue: $0.row == 0 && $0.column > 1 ? ~pair : 0x1FF)
      }
      for column in 0..<placed {
        grid.place(Digit(index: column + 2), at: Cell(row: 0, column: 8 - column))
      }
      let row = House(.row, 0)
      for (least, isFound) in [(nil, true), (5, placed < 5)] {
        let steps = HiddenSet(size: 2, leastEmptyCells: least).allSteps(in: grid)
        #expect(
          steps.contains { $0.pattern.houses.contains(row) } == isFound, "\(placed) placed")
      }
      let direct = HiddenSet(size: 2, isDirect: true).allSteps(in: grid)
        .filter { $0.pattern.houses.contains(row) }
      #expect(direct.isEmpty == (placed < 6), "\(placed) placed")
    }
  }

  @Test(arguments: [2, 3, 4])
  func findsAll(size: Int) {
    let technique: [Technique] = [.hiddenPair, .hiddenTriple, .hiddenQuad]
    expectComplete(HiddenSet(size: size), grids: 1_000) { grid in
      var keys: Set<String> = []
      for house in House.all {
        let digits = DigitSet.all.filter { digit in
          house.cells.filter { grid[$0].contains(digit) }.count > 1
        }
        for chosen in CandidateGrid.slowChoices(size, of: digits) {
          let cells = house.cells.filter { !grid[$0].isDisjoint(with: DigitSet(chosen)) }
          guard cells.count == size else { continue }
          let removed = cells.flatMap { cell in
            DigitSet.all.subtracting(DigitSet(chosen)).map { Candidate(cell, $0) }
          }
          if let key = grid.slowKey(technique[size - 2], cells, removed) { keys.insert(key) }
        }
      }
      return keys
    }
  }
}
