import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct WXYZWingTests {
  /// All places of a digit in some cells, and whether they all see each other.
  private static func places(
    _ digit: Digit, _ cells: [Cell], _ grid: CandidateGrid
  ) -> (cells: [Cell], areTogether: Bool) {
    let places = cells.filter { grid[$0].contains(digit) }
    let areTogether = places.allSatisfy { one in places.allSatisfy { $0 == one || $0.sees(one) } }
    return (places, areTogether)
  }

  /// All WXYZ-Wings by definition: each four cells of a line and a block that crosses it.
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    for line in House.all where line.kind != .block {
      for block in House.all
      where block.kind == .block && !block.cells.isDisjoint(with: line.cells) {
        let cells = line.cells.union(block.cells).filter { grid.board[$0] == nil }
        for mask in 0..<(1 << cells.count) where mask.nonzeroBitCount == 4 {
          let wing = cells.indices.filter { mask >> $0 & 1 == 1 }.map { cells[$0] }
          if let key = key(wing, grid) { keys.insert(key) }
        }
      }
    }
    return keys
  }

  private static func key(_ wing: [Cell], _ grid: CandidateGrid) -> String? {
    func digits(_ cells: [Cell]) -> Set<Digit> { Set(cells.flatMap { Array(grid[$0]) }) }
    guard digits(wing).count == 4 else { return nil }
    for mask in 1..<15 {
      let part = wing.indices.filter { mask >> $0 & 1 == 1 }.map { wing[$0] }
      if digits(part).count <= part.count { return nil }
    }
    let apart = digits(wing).filter { !places($0, wing, grid).areTogether }
    guard apart.count == 1, let digit = apart.first else { return nil }
    let victims = grid.slowVictims(digit, seeing: places(digit, wing, grid).cells)
    return victims.isEmpty ? nil : "wxyz-wing \(CellSet(wing)) \(victims)"
  }

  @Test func findsAll() {
    expectComplete(WXYZWing(), grids: 80, leastPlaced: 25, leastFinds: 5, twin: Self.finds)
  }

  /// A hinge with three pincers, as it is first met in books.
  @Test func aHingeWithThreePincers() throws {
    let words = ["r1c1": "1234", "r1c5": "14", "r1c8": "24", "r2c2": "34"]
    var wing: [Cell: DigitSet] = [:]
    for (cell, digits) in words { wing[try #require(Cell(parsing: cell))] = Self.digits(digits) }
    var random = SeededRandom(seed: 1)
    let grid = CandidateGrid { cell in
      let others = DigitSet.all.filter { _ in random.next(below: 10) < 9 }
      return wing[cell] ?? DigitSet(others).union(Self.digits("49"))
    }
    let steps = WXYZWing().allSteps(in: grid).filter { $0.pattern.cells == CellSet(wing.keys) }
    let step = try #require(steps.first)
    #expect(steps.count == 1)
    #expect(step.eliminations.allSatisfy { $0.digit == Self.digits("4").first })
    #expect(step.eliminations.map(\.cell.description) == ["r1c2", "r1c3"])
    #expect(
      step.explanation.text.contains(
        "have four digits, 1, 2, 3 and 4. Each of 1, 2 and 3 can be in only one of these cells"))
  }

  private static func digits(_ text: String) -> DigitSet {
    DigitSet(text.compactMap { $0.wholeNumberValue.flatMap(Digit.init) })
  }
}
