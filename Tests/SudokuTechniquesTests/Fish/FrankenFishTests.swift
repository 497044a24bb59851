import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct FrankenFishTests {
  @Test func examples() throws {
    try expectExamples(of: .finnedFrankenSwordfish, FrankenFish(size: 3, isFinned: true))
  }

  private static func combinations(_ size: Int, _ houses: [House]) -> [[House]] {
    guard size > 0 else { return [[]] }
    return houses.indices.flatMap { index in
      combinations(size - 1, Array(houses[(index + 1)...])).map { [houses[index]] + $0 }
    }
  }

  private static func finds(
    _ grid: CandidateGrid, _ digit: Digit, _ kind: House.Kind, _ size: Int, isFinned: Bool
  ) -> Set<String> {
    var keys: Set<String> = []
    let places = CellSet(grid.slowCells(digit))
    let across: House.Kind = kind == .row ? .column : .row
    let blocks = (0..<9).map { House(.block, $0) }
    let houses = ((0..<9).map { House(kind, $0) } + blocks)
      .filter { !$0.cells.isDisjoint(with: places) }
    let others = ((0..<9).map { House(across, $0) } + blocks)
      .filter { !$0.cells.isDisjoint(with: places) }
    for base in combinations(size, houses) {
      var cells = CellSet()
      var endo = CellSet()
      for house in base {
        let own = house.cells.intersection(places)
        endo = endo.union(cells.intersection(own))
        cells = cells.union(own)
      }
      guard endo.count <= (isFinned ? 2 : 0) else { continue }
      let near = others.filter { !base.contains($0) && !$0.cells.isDisjoint(with: cells) }
      for cover in combinations(size, near) {
        guard (base + cover).contains(where: { $0.kind == .block }) else { continue }
        var covered = CellSet()
        var twice = CellSet()
        for house in cover {
          let own = house.cells.intersection(places)
          twice = twice.union(covered.intersection(own))
          covered = covered.union(own)
        }
        let fins = cells.subtracting(covered).union(endo)
        guard isFinned ? 1...5 ~= fins.count : fins.isEmpty else { continue }
        let victims = covered.subtracting(cells).union(twice)
          .intersection(fins.isEmpty ? .all : fins.commonPeers)
        guard !victims.isEmpty else { continue }
        keys.insert("\(digit) \(HouseSet(base)) \(HouseSet(cover)) \(victims)")
      }
    }
    return keys
  }

  @Test(arguments: [(2, 240), (3, 60)], [false, true])
  func findsAll(fish: (size: Int, grids: Int), isFinned: Bool) {
    expectComplete(
      FrankenFish(size: fish.size, isFinned: isFinned), grids: fish.grids, leastPlaced: 40,
      leastFinds: 5,
      key: { step in
        "\(step.eliminations[0].digit) \(step.pattern.houses) \(step.pattern.coverHouses) "
          + "\(CellSet(step.eliminations.map(\.cell)))"
      }
    ) { grid in
      var keys: Set<String> = []
      for digit in DigitSet.all {
        for kind in [House.Kind.row, .column] {
          keys.formUnion(Self.finds(grid, digit, kind, fish.size, isFinned: isFinned))
        }
      }
      return keys
    }
  }
}
