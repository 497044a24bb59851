import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct GuardiansTests {
  /// Whether places in houses that have just two of them can't hold the digit in one of the two each.
  private static func isOdd(_ places: [Cell]) -> Bool {
    let pairs = House.all.map { house in places.filter { house.cells.contains($0) } }
      .filter { $0.count == 2 }
    var colors: [Cell: Bool] = [:]
    for start in places where colors[start] == nil {
      colors[start] = true
      var changes = true
      while changes {
        changes = false
        for pair in pairs + pairs.map({ $0.reversed() }) {
          guard let color = colors[pair[0]] else { continue }
          if colors[pair[1]] == color { return true }
          if colors[pair[1]] == nil {
            colors[pair[1]] = !color
            changes = true
          }
        }
      }
    }
    return false
  }

  /// A place goes if all others that it does not see have an odd ring.
  private static func finds(_ grid: CandidateGrid) -> Set<Candidate> {
    var victims: Set<Candidate> = []
    for digit in DigitSet.all {
      let places = grid.slowCells(digit)
      for victim in places
      where isOdd(places.filter { $0 != victim && !$0.sees(victim) }) {
        victims.insert(Candidate(victim, digit))
      }
    }
    return victims
  }

  @Test func findsAll() {
    var findCount = 0
    for (number, (grid, solution)) in PencilmarkGrids(twinCount(200)).enumerated() {
      if isEnough(number, of: 200, finds: findCount, least: 1) { break }
      let steps = Guardians().allSteps(in: grid)
      findCount += steps.count
      // A guardian that is right takes the digit from the cells that see it.
      let removed = steps.flatMap { step in
        step.placement.map { grid.slowVictims($0.digit, seeing: [$0.cell]) } ?? step.eliminations
      }
      let slow = Self.finds(grid)
      #expect(Set(removed).isSuperset(of: slow))
      for step in steps {
        for victim in step.eliminations {
          #expect(step.pattern.specialCells.isSubset(of: victim.cell.peers))
        }
        #expect(step.fault(in: grid, solution: solution) == nil)
        #expect(step.pattern.cells.count % 2 == 1 && step.pattern.cells.count >= 5)
        for house in step.pattern.houses {
          let places = grid.cells(of: step.pattern.digits.first ?? Digit(index: 0), in: house)
          #expect(places.subtracting(step.pattern.specialCells).count == 2)
        }
      }
    }
    #expect(findCount >= sized(1, full: 3))
  }
}
