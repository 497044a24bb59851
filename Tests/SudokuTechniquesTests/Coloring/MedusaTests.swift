import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct MedusaTests {
  /// The two colours of each cluster of candidates; those that contradict themselves are left out.
  private static func clusters(_ grid: CandidateGrid) -> [[Set<Candidate>]] {
    let all = SlowLogic.candidates(grid)
    var strong: [Candidate: [Candidate]] = [:]
    for one in all { strong[one] = all.filter { SlowLogic.isStrong(one, $0, grid) } }
    var clusters: [[Set<Candidate>]] = []
    for start in all where !clusters.contains(where: { $0.contains { $0.contains(start) } }) {
      var colors: [Set<Candidate>] = [[start], []]
      var count = 0
      while count != colors[0].count + colors[1].count {
        count = colors[0].count + colors[1].count
        for color in 0..<2 {
          for one in colors[color] { colors[1 - color].formUnion(strong[one] ?? []) }
        }
      }
      if !colors[1].isEmpty { clusters.append(colors) }
    }
    return clusters.filter { $0[0].isDisjoint(with: $0[1]) }
  }

  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    let all = SlowLogic.candidates(grid)
    var keys: Set<String> = []
    for colors in clusters(grid) {
      guard Set(colors[0].union(colors[1]).map(\.digit)).count > 1 else { continue }
      func isExcluded(_ victim: Candidate, _ color: Int) -> Bool {
        colors[color].contains { SlowLogic.exclude($0, victim) }
      }
      for victim in all
      where !colors[0].contains(victim) && !colors[1].contains(victim)
        && isExcluded(victim, 0) && isExcluded(victim, 1)
      {
        keys.insert(SlowLogic.key(.medusaTrap, victim))
      }
      for color in 0..<2 {
        let clashes = colors[color].contains { isExcluded($0, color) }
        let empties = CellSet.all.contains { cell in
          !grid[cell].isEmpty && grid[cell].allSatisfy { isExcluded(Candidate(cell, $0), color) }
        }
        guard clashes || empties else { continue }
        keys.formUnion(colors[color].map { SlowLogic.key(.medusaWrap, $0) })
      }
    }
    return keys
  }

  @Test func findsAll() {
    expectSameEliminations(
      Medusa(), in: PencilmarkGrids(twinCount(60), leastPlaced: 20), leastFinds: 20,
      twin: Self.finds)
  }

  /// Each candidate of the pattern has one colour in the drawing.
  @Test func rolesNameTheColors() throws {
    var count = 0
    for (grid, _) in PencilmarkGrids(40, leastPlaced: 25) {
      for step in Medusa().allSteps(in: grid) {
        let colored = step.roles.flatMap { role in role.cells.map { "\($0) \(role.name.suffix(1))" }
        }
        #expect(Set(colored) == Set(step.pattern.candidates.map { "\($0.cell) \($0.digit)" }))
        #expect(colored.count == step.pattern.candidates.count)
        count += 1
      }
    }
    #expect(count > 5)
  }
}
