import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct AlternatingChainTests {
  @Test func examples() throws {
    try expectExamples(of: .alternatingChain, AlternatingChain())
  }

  /// The candidates that are right and wrong if one is wrong, until nothing new follows.
  private static func consequences(_ grid: CandidateGrid, _ all: [Candidate], _ start: Candidate)
    -> Set<Candidate>
  {
    func excludes(_ one: Candidate, _ two: Candidate) -> Bool {
      one != two
        && (one.cell == two.cell || one.digit == two.digit && one.cell.sees(two.cell))
    }
    func needs(_ one: Candidate, _ two: Candidate) -> Bool {
      one.cell == two.cell
        ? one != two && grid[one.cell].count == 2
        : one.digit == two.digit && !grid.slowLinks(one.digit, one.cell, two.cell).isEmpty
    }
    var on: Set<Candidate> = []
    var off: Set<Candidate> = [start]
    var newOff: Set<Candidate> = [start]
    while !newOff.isEmpty {
      let newOn = Set(
        all.filter { candidate in
          !on.contains(candidate) && newOff.contains { needs($0, candidate) }
        })
      on.formUnion(newOn)
      newOff = Set(
        all.filter { candidate in
          !off.contains(candidate) && newOn.contains { excludes($0, candidate) }
        })
      off.formUnion(newOff)
    }
    // A single strong link is not a chain.
    return on.filter { !needs(start, $0) }
  }

  @Test func findsAll() {
    expectComplete(
      AlternatingChain(), grids: 600, leastPlaced: 60,
      // What a chain removes alone is said as a loop, too.
      counts: { $0.placesDigit || $0.technique == .alternatingChain },
      key: { step in
        let branch = step.pattern.branches[0]
        return "\(branch.assumption.candidate) \(branch.target.candidate) \(step)"
      }
    ) { grid in
      var keys: Set<String> = []
      let all = grid.emptyCells.flatMap { cell in grid[cell].map { Candidate(cell, $0) } }
      for start in all {
        for end in Self.consequences(grid, all, start) where end >= start {
          if end == start {
            keys.insert("\(start) \(end) Discontinuous Nice Loop: \(start)")
            continue
          }
          let victims = all.filter { victim in
            [start, end].allSatisfy { one in
              one != victim
                && (one.cell == victim.cell
                  || one.digit == victim.digit && one.cell.sees(victim.cell))
            }
          }
          guard !victims.isEmpty else { continue }
          let removed = victims.map { "\($0.cell)<>\($0.digit)" }.joined(separator: " ")
          keys.insert("\(start) \(end) AIC: \(removed)")
        }
      }
      return keys
    }
  }
}
