import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct LetterWingTests {
  /// The wing that six candidates in a row are, each two first of which are linked strongly.
  private static func wing(_ way: [Candidate]) -> Technique? {
    let (x, z) = (way[0].digit, way[5].digit)
    func isCell(_ index: Int) -> Bool { way[index].cell == way[index + 1].cell }
    func isHouse(_ index: Int) -> Bool {
      way[index].digit == way[index + 1].digit && way[index].cell != way[index + 1].cell
    }
    // (x=y)a - (y)b = (y-x)c = (x)d, or with z for the last x.
    if isCell(0), isHouse(1), isHouse(2), isCell(3), isHouse(4) { return x == z ? .mWing : .hWing }
    // (x=y)a - (y=z)b - (z)c = (z)d
    if isCell(0), isHouse(1), isCell(2), isHouse(3), isHouse(4), x != z { return .hWing }
    // (x)a = (x)b - (x=y)c - (y)d = (y)e
    if isHouse(0), isHouse(1), isCell(2), isHouse(3), isHouse(4) { return .sWing }
    // (x)a = (x-y)b = (y-z)c = (z)d, or with one of the weak links in a house.
    if isHouse(0), isHouse(2), isHouse(4), isCell(1) || isCell(3) { return .lWing }
    return nil
  }

  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    let all = SlowLogic.candidates(grid)
    var strong: [Candidate: [Candidate]] = [:]
    var weak: [Candidate: [Candidate]] = [:]
    for one in all {
      strong[one] = all.filter { SlowLogic.isStrong(one, $0, grid) }
      weak[one] = all.filter { SlowLogic.exclude(one, $0) }
    }
    var keys: Set<String> = []
    for a in all {
      for b in strong[a] ?? [] {
        for c in weak[b] ?? [] where c.cell != a.cell {
          for d in strong[c] ?? [] where ![a.cell, b.cell].contains(d.cell) {
            for e in weak[d] ?? [] where ![a.cell, b.cell, c.cell].contains(e.cell) {
              for f in strong[e] ?? [] where ![a.cell, b.cell, c.cell, d.cell].contains(f.cell) {
                guard let wing = wing([a, b, c, d, e, f]) else { continue }
                for victim in SlowLogic.excluded(by: [a, f], in: grid) {
                  keys.insert(SlowLogic.key(wing, victim))
                }
              }
            }
          }
        }
      }
    }
    return keys
  }

  @Test func findsAll() {
    expectSameEliminations(
      LetterWing(), in: PencilmarkGrids(twinCount(60), leastPlaced: 25), leastFinds: 20,
      twin: Self.finds)
  }

  /// The L2-Wing of the forum of Sudoku Players ("L2 wings: examples and exemplar", 2014): digit 1 has two
  /// places in columns 2 and 8, digit 2 in block 9.
  @Test func theExemplarOfTheForum() throws {
    let ones = ["r2c2", "r8c2", "r2c8", "r8c8"].compactMap { Cell(parsing: $0) }
    let twos = ["r8c8", "r8c7"].compactMap { Cell(parsing: $0) }
    let grid = CandidateGrid { cell in
      var digits = DigitSet.all
      if cell.column == 1 || cell.column == 7, !ones.contains(cell) {
        digits.remove(Digit(index: 0))
      }
      if cell.block == 8, !twos.contains(cell) { digits.remove(Digit(index: 1)) }
      return digits
    }
    let steps = LetterWing().allSteps(in: grid).filter { $0.technique == .lWing }
    let cells = Set(steps.map(\.pattern.cells))
    #expect(cells.contains(CellSet(ones + twos)), "\(steps)")
  }
}

@Suite struct VWXYZWingTests {
  /// Each five cells of a line and a block with five digits, of which one can be there twice.
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    for line in House.all where line.kind != .block {
      for block in House.all
      where block.kind == .block && !block.cells.isDisjoint(with: line.cells) {
        let cells = line.cells.union(block.cells).filter { grid[$0].count > 1 }
        for wing in CandidateGrid.slowChoices(5, of: cells) {
          keys.formUnion(Self.keys(wing, grid))
        }
      }
    }
    return keys
  }

  private static func keys(_ wing: [Cell], _ grid: CandidateGrid) -> [String] {
    func digits(_ cells: [Cell]) -> DigitSet { cells.reduce(.none) { $0.union(grid[$1]) } }
    guard digits(wing).count == 5 else { return [] }
    for size in 1...4 {
      for part in CandidateGrid.slowChoices(size, of: wing) where digits(part).count <= size {
        return []
      }
    }
    let apart = digits(wing).filter { digit in
      let places = wing.filter { grid[$0].contains(digit) }
      return places.contains { one in places.contains { $0 != one && !$0.sees(one) } }
    }
    guard apart.count == 1, let digit = apart.first else { return [] }
    let places = wing.filter { grid[$0].contains(digit) }.map { Candidate($0, digit) }
    return SlowLogic.excluded(by: places, in: grid).filter { $0.digit == digit }
      .map { SlowLogic.key(.vwxyzWing, $0) }
  }

  @Test func findsAll() {
    expectSameEliminations(
      WXYZWing(size: 5), in: PencilmarkGrids(twinCount(40), seed: 3, leastPlaced: 32),
      leastFinds: 2,
      twin: Self.finds)
  }
}
