import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct ChuteRemotePairTests {
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    let pairs = CellSet.all.filter { grid[$0].count == 2 }
    for kind in [House.Kind.row, .column] {
      for one in pairs {
        for other in pairs where one < other && grid[one] == grid[other] && !one.sees(other) {
          let chute = CellSet.all.filter { $0.house(kind).number / 3 == one.house(kind).number / 3 }
          guard chute.contains(other) else { continue }
          let yellow = chute.filter {
            ![one.block, other.block].contains($0.block)
              && ![one.house(kind), other.house(kind)].contains($0.house(kind))
          }
          #expect(yellow.count == 3)
          for digit in grid[one]
          where !yellow.contains(where: { grid[$0].contains(digit) || grid.board[$0] == digit }) {
            let other2 = grid[one].first { $0 != digit }
            for victim in grid.slowVictims(other2 ?? digit, seeing: [one, other]) {
              keys.insert(SlowLogic.key(.chuteRemotePair, victim))
            }
          }
        }
      }
    }
    return keys
  }

  @Test func findsAll() {
    expectSameEliminations(
      ChuteRemotePair(), in: PencilmarkGrids(twinCount(1_500), leastPlaced: 10), twin: Self.finds)
  }
}

@Suite struct MultivalueXWingTests {
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    let pairs = CellSet.all.filter { grid[$0].count == 2 }
    for a in pairs {
      for b in pairs where a != b {
        for (x, linked) in grid[a].flatMap({ x in grid[b].map { (x, $0) } })
        where x == linked && !grid.slowLinks(x, a, b).isEmpty {
          for c in pairs where c.sees(a) && c != b {
            for d in pairs where d.sees(b) && ![a, c].contains(d) {
              for y in grid[c].intersection(grid[d])
              where y > x && !grid.slowLinks(y, c, d).isEmpty {
                let (v, w) = (grid[a].subtracting([x]), grid[b].subtracting([x]))
                guard grid[c] == v.union([y]), grid[d] == w.union([y]), v != w,
                  !v.contains(y), !w.contains(y),
                  !House.all.contains(where: { CellSet([a, b, c, d]).isSubset(of: $0.cells) })
                else { continue }
                for (digit, ends) in [(v, [a, c]), (w, [b, d])] {
                  for victim in digit.flatMap({ grid.slowVictims($0, seeing: ends) }) {
                    keys.insert(SlowLogic.key(.multivalueXWing, victim))
                  }
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
      MultivalueXWing(), in: PencilmarkGrids(twinCount(3_000), leastPlaced: 30), leastFinds: 2,
      twin: Self.finds)
  }
}

@Suite struct TwinnedXYChainTests {
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    for kind in [House.Kind.row, .column] {
      for lines in CandidateGrid.slowChoices(2, of: Array(0..<9)) {
        for places in CandidateGrid.slowChoices(3, of: Array(0..<9)) {
          let cells = lines.flatMap { line in places.map { House(kind, line).cell($0) } }
          guard cells.allSatisfy({ 2...3 ~= grid[$0].count }) else { continue }
          func digits(_ cells: [Cell]) -> DigitSet { cells.reduce(.none) { $0.union(grid[$1]) } }
          guard digits(cells).count == 6, Set(cells.map(\.block)).count > 1,
            !(1...5).contains(where: { size in
              CandidateGrid.slowChoices(size, of: cells).contains { digits($0).count <= size }
            })
          else { continue }
          let sets = digits(cells).map { digit in
            cells.filter { grid[$0].contains(digit) }.map { Candidate($0, digit) }
          }
          guard
            sets.allSatisfy({ set in
              set.allSatisfy { one in set.allSatisfy { $0 == one || SlowLogic.exclude($0, one) } }
            })
          else { continue }
          for set in sets {
            for victim in SlowLogic.excluded(by: set, in: grid)
            where victim.digit == set[0].digit && !cells.contains(victim.cell) {
              keys.insert(SlowLogic.key(.twinnedXYChain, victim))
            }
          }
        }
      }
    }
    return keys
  }

  /// Grids with six cells round a ring of six digits, each in two neighbours.
  @Test func findsAll() {
    var random = SeededRandom(seed: 8)
    let planted = (0..<twinCount(20)).map { _ -> (grid: CandidateGrid, solution: Board) in
      var digits = Array(DigitSet.all)
      random.shuffle(&digits)
      let kind = random.next(below: 2) == 0 ? House.Kind.row : .column
      let lines = [random.next(below: 4), 4 + random.next(below: 5)].map { House(kind, $0) }
      let places = (0..<3).map { 3 * $0 + random.next(below: 3) }
      let ring = places.map { lines[0].cell($0) } + places.reversed().map { lines[1].cell($0) }
      let grid = CandidateGrid { cell in
        guard let index = ring.firstIndex(of: cell) else { return .all }
        return [digits[index], digits[(index + 1) % 6]]
      }
      return (grid, Board())
    }
    expectSameEliminations(TwinnedXYChain(), in: planted, isSound: false, twin: Self.finds)
  }
}
