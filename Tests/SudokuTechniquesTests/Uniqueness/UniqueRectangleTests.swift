import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct UniqueRectangleTests {
  private static let across = UniqueRectangle(
    techniques: [.uniqueRectangle5, .uniqueRectangle6])

  @Test func examples() throws {
    try expectExamples(of: .uniqueRectangle6, Self.across)
  }

  /// Type 5: 1 and 2 in rows 1 and 2, and 3 in two cells across ("Unique Rectangle Type 5" of HoDoKu's guide).
  @Test func anExtraDigitAcross() throws {
    let words = ["r1c1": "12", "r1c4": "123", "r2c1": "123", "r2c4": "12"]
    var marks: [Cell: DigitSet] = [:]
    for (cell, digits) in words {
      marks[try #require(Cell(parsing: cell))] = DigitSet(
        digits.compactMap { $0.wholeNumberValue.flatMap(Digit.init) })
    }
    let grid = CandidateGrid { marks[$0] ?? .all }
    let steps = Self.across.allSteps(in: grid)
    #expect(steps.map(\.technique) == [.uniqueRectangle5])
    #expect(steps.map(\.result) == ["r1c2<>3 r1c3<>3 r2c5<>3 r2c6<>3"])
    #expect(steps[0].explanation.text.contains("Only 3 in r1c4 or r2c1 prevents that"))
  }

  @Test func findsAll() {
    expectComplete(Self.across, grids: 4_000, leastFinds: 15, isSound: false) { grid in
      var keys: Set<String> = []
      SlowRectangles.forEach(in: grid) { cells, digits in
        guard cells.contains(where: { grid[$0] == digits }) else { return }
        let extra = cells.filter { !grid[$0].isSubset(of: digits) }
        let others = extra.reduce(DigitSet.none) { $0.union(grid[$1]) }.subtracting(digits)
        let isAcross =
          extra.count == 2 && extra[0].row != extra[1].row && extra[0].column != extra[1].column
        guard isAcross || extra.count == 3 else { return }
        if others.count == 1, let digit = others.first {
          let victims = grid.slowVictims(digit, seeing: extra)
          if !victims.isEmpty { keys.insert("unique-rectangle-5 \(CellSet(cells)) \(victims)") }
        }
        for digit in digits where isAcross {
          let isLocked = [House.Kind.row, .column].contains { kind in
            Set(cells.map { $0.house(kind) }).allSatisfy { house in
              house.cells.filter { grid[$0].contains(digit) }.allSatisfy(cells.contains)
            }
          }
          if isLocked {
            let victims = extra.map { Candidate($0, digit) }.filter(grid.contains)
            guard !victims.isEmpty else { continue }
            keys.insert("unique-rectangle-6 \(CellSet(cells)) \(victims)")
          }
        }
      }
      return keys
    }
  }
}

@Suite struct HiddenRectangleTests {
  @Test func examples() throws {
    try expectExamples(of: .hiddenRectangle, UniqueRectangle(techniques: [.hiddenRectangle]))
  }

  @Test func findsAll() {
    expectComplete(UniqueRectangle(techniques: [.hiddenRectangle]), grids: 2_000, isSound: false) {
      grid in
      var keys: Set<String> = []
      SlowRectangles.forEach(in: grid) { cells, digits in
        guard cells.contains(where: { grid[$0] == digits }) else { return }
        for corner in cells where grid[corner].isSubset(of: digits) {
          for cell in cells where cell.row != corner.row && cell.column != corner.column {
            for digit in digits {
              let places = grid.slowCells(digit).filter {
                $0.row == cell.row || $0.column == cell.column
              }
              guard places.allSatisfy(cells.contains) else { continue }
              let victims = digits.filter { $0 != digit }.map { Candidate(cell, $0) }
                .filter(grid.contains)
              guard !victims.isEmpty else { continue }
              keys.insert("hidden-rectangle \(CellSet(cells)) \(victims)")
            }
          }
        }
      }
      return keys
    }
  }
}

/// Rectangles by definition: two rows, two columns, two blocks, two digits that no cell sees placed.
enum SlowRectangles {
  /// Hands over each rectangle: its cells in reading order, and the digits.
  static func forEach(in grid: CandidateGrid, _ body: ([Cell], DigitSet) -> Void) {
    for (top, bottom) in pairs {
      for (left, right) in pairs {
        let cells = [(top, left), (top, right), (bottom, left), (bottom, right)]
          .map { Cell(row: $0.0, column: $0.1) }
        guard Set(cells.map(\.block)).count == 2 else { continue }
        guard cells.allSatisfy({ grid.board[$0] == nil }) else { continue }
        // A cell may lack a digit unless it sees it placed.
        let common = cells.reduce(DigitSet.all) { digits, cell in
          digits.subtracting(DigitSet(cell.peers.compactMap { grid.board[$0] }))
        }
        for (low, high) in pairs {
          let digits = DigitSet([Digit(index: low), Digit(index: high)])
          if digits.isSubset(of: common) { body(cells, digits) }
        }
      }
    }
  }

  private static let pairs = (0..<9).flatMap { high in (0..<high).map { ($0, high) } }
}
