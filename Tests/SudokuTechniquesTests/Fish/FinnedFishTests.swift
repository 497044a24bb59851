import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

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

  @Test(
    arguments: [(2, 200), (3, 60), (4, 20), (5, 20), (6, 20), (7, 30)].prefix(sized(3, full: 6)),
    [false, true])
  func findsAll(fish: (size: Int, grids: Int), isSashimi: Bool) {
    expectComplete(
      FinnedFish(size: fish.size, isSashimi: isSashimi), grids: fish.grids,
      leastFinds: fish.size == 7 ? 0 : fish.size == 6 ? 1 : 5,
      key: { step in
        let kind = step.pattern.houses.first?.kind ?? .block
        return "\(step.eliminations[0].digit) \(kind) \(step.pattern.cells) "
          + "\(step.pattern.specialCells) \(CellSet(step.eliminations.map(\.cell)))"
      }
    ) { Self.finds($0, fish.size, isSashimi: isSashimi) }
  }

  /// The lines across that are no cover lines, in the lines that are no base lines, make a fish with the
  /// same fins that removes the same: so from five lines on no fish with fins, and none without, says
  /// anything that a smaller one doesn't.
  @Test(arguments: [5, 6, 7].suffix(sized(1, full: 3))) func largeFishHaveSmallerComplements(
    size: Int
  ) {
    var count = 0
    for (grid, _) in PencilmarkGrids(sized(2, full: 12), seed: 5) {
      for digit in DigitSet.all {
        let all = CellSet(grid.slowCells(digit))
        for (kind, across) in [(House.Kind.row, House.Kind.column), (.column, .row)] {
          func open(_ kind: House.Kind) -> [House] {
            (0..<9).map { House(kind, $0) }.filter { !$0.cells.isDisjoint(with: all) }
          }
          func places(_ houses: [House]) -> CellSet {
            houses.reduce(CellSet()) { $0.union($1.cells) }.intersection(all)
          }
          let (lines, crossing) = (open(kind), open(across))
          // A digit that has found its place leaves as many lines of both kinds.
          guard lines.count == crossing.count, lines.count > size else { continue }
          for base in CandidateGrid.slowChoices(size, of: lines) {
            for cover in CandidateGrid.slowChoices(size, of: crossing) {
              let fins = places(base).subtracting(places(cover))
              let victims = places(cover).subtracting(places(base))
                .intersection(fins.isEmpty ? .all : fins.commonPeers)
              guard !victims.isEmpty else { continue }
              let otherBase = crossing.filter { !cover.contains($0) }
              let otherCover = lines.filter { !base.contains($0) }
              let otherFins = places(otherBase).subtracting(places(otherCover))
              let otherVictims = places(otherCover).subtracting(places(otherBase))
                .intersection(otherFins.isEmpty ? .all : otherFins.commonPeers)
              #expect(otherBase.count == lines.count - size && otherBase.count <= 4)
              #expect(otherFins == fins && otherVictims == victims)
              count += 1
            }
          }
        }
      }
    }
    #expect(count > 0)
  }
}
