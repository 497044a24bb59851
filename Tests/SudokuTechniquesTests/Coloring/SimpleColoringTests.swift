import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct SimpleColoringTests {
  @Test func examples() throws {
    try expectExamples(of: .simpleColorTrap, SimpleColoring())
  }

  /// Wrap: along rows 1 and 5 and columns 5 and 2, r1c1 and r3c2 have the same colour, and see each other.
  @Test func twoCellsOfOneColour() throws {
    let five = try #require(Digit(5))
    let places: [House: [Int]] = [
      House(.row, 0): [0, 4], House(.column, 4): [0, 4], House(.row, 4): [1, 4],
      House(.column, 1): [2, 4],
    ]
    let grid = CandidateGrid { cell in
      let isGone = places.contains { house, open in
        house.cells.contains(cell) && !open.map { house.cell($0) }.contains(cell)
      }
      return isGone ? DigitSet.all.subtracting([five]) : .all
    }
    let steps = SimpleColoring().allSteps(in: grid).filter { $0.technique == .simpleColorWrap }
    #expect(steps.map(\.result) == ["r1c1<>5 r3c2<>5 r5c5<>5"])
    #expect(
      steps[0].explanation.text.contains("r1c1 and r3c2 have the same colour and see each other"))
  }

  @Test func findsAll() {
    expectComplete(
      SimpleColoring(), grids: 500, key: { "\($0.technique) \($0.eliminations)" }
    ) { grid in
      var keys: Set<String> = []
      for digit in DigitSet.all {
        let cells = grid.slowCells(digit)
        for colors in SlowColors.clusters(grid, digit) {
          let cluster = colors[0].union(colors[1])
          let trapped = cells.filter { cell in
            !cluster.contains(cell) && colors.allSatisfy { $0.contains { $0.sees(cell) } }
          }
          if !trapped.isEmpty {
            keys.insert("simple-color-trap \(trapped.map { Candidate($0, digit) })")
          }
          for color in colors
          where color.contains(where: { one in color.contains { $0 != one && $0.sees(one) } }) {
            keys.insert("simple-color-wrap \(color.sorted().map { Candidate($0, digit) })")
          }
        }
      }
      return keys
    }
  }
}

/// Clusters by definition: from a place, whatever is an odd and an even number of pairs away.
enum SlowColors {
  /// The two colours of each cluster of a digit; rings of an odd number of pairs are left out.
  static func clusters(_ grid: CandidateGrid, _ digit: Digit) -> [[Set<Cell>]] {
    let cells = grid.slowCells(digit)
    var clusters: [[Set<Cell>]] = []
    for start in cells where !clusters.contains(where: { $0.contains { $0.contains(start) } }) {
      var colors: [Set<Cell>] = [[start], []]
      var count = 0
      while count != colors[0].count + colors[1].count {
        count = colors[0].count + colors[1].count
        for cell in cells {
          for color in 0..<2
          where colors[1 - color].contains(where: { !grid.slowLinks(digit, $0, cell).isEmpty }) {
            colors[color].insert(cell)
          }
        }
      }
      if !colors[1].isEmpty, colors[0].isDisjoint(with: colors[1]) { clusters.append(colors) }
    }
    return clusters
  }
}
