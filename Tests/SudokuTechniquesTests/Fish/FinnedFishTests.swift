import SudokuCore
import SudokuTechniques
import TestSupport
import Testing

@Suite struct FinnedFishTests {
  @Test func examples() throws {
    try expectExamples(of: .finnedXWing, FinnedFish(size: 2, isSashimi: false))
    try expectExamples(of: .sashimiXWing, FinnedFish(size: 2, isSashimi: true))
    try expectExamples(of: .finnedSwordfish, FinnedFish(size: 3, isSashimi: false))
    try expectExamples(of: .sashimiSwordfish, FinnedFish(size: 3, isSashimi: true))
    try expectExamples(of: .finnedJellyfish, FinnedFish(size: 4, isSashimi: false))
  }

  /// All combinations of `size` of nine lines.
  private static func combinations(_ size: Int) -> [[Int]] {
    (0..<512).filter { $0.nonzeroBitCount == size }.map { mask in
      (0..<9).filter { mask >> $0 & 1 == 1 }
    }
  }

  private static func finds(_ grid: CandidateGrid, _ size: Int, isSashimi: Bool) -> Set<String> {
    var keys: Set<String> = []
    let combinations = combinations(size)
    for kind in [House.Kind.row, .column] {
      let across: House.Kind = kind == .row ? .column : .row
      for digit in DigitSet.all {
        let all = CellSet(grid.slowCells(digit))
        let lines = (0..<9).map { House(kind, $0).cells.intersection(all) }
        let covers = (0..<9).map { House(across, $0).cells }
        for base in combinations where base.allSatisfy({ !lines[$0].isEmpty }) {
          let baseCells = base.reduce(CellSet()) { $0.union(lines[$1]) }
          for cover in combinations {
            guard cover.allSatisfy({ !covers[$0].isDisjoint(with: baseCells) }) else { continue }
            let coverCells = cover.reduce(CellSet()) { $0.union(covers[$1]) }
            let fins = baseCells.subtracting(coverCells)
            guard Set(fins.map(\.block)).count == 1 else { continue }
            let victims = coverCells.intersection(all).subtracting(baseCells)
              .intersection(fins.commonPeers)
            guard !victims.isEmpty else { continue }
            let isDegenerate = base.contains { lines[$0].intersection(coverCells).count < 2 }
            guard isDegenerate == isSashimi else { continue }
            keys.insert("\(digit) \(kind) \(baseCells) \(fins) \(victims)")
          }
        }
      }
    }
    return keys
  }

  @Test(arguments: [(2, 600), (3, 100), (4, 30)], [false, true])
  func findsAll(fish: (size: Int, grids: Int), isSashimi: Bool) {
    expectComplete(
      FinnedFish(size: fish.size, isSashimi: isSashimi), grids: fish.grids,
      key: { step in
        let kind = step.pattern.houses.first?.kind ?? .block
        return "\(step.eliminations[0].digit) \(kind) \(step.pattern.cells) "
          + "\(step.pattern.specialCells) \(CellSet(step.eliminations.map(\.cell)))"
      }
    ) { Self.finds($0, fish.size, isSashimi: isSashimi) }
  }
}
