import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct ALSChainTests {
  /// A set that lacks a digit.
  private struct State: Hashable {
    var set: CellSet
    var digit: Digit
  }

  /// For each candidate that a chain removes the fewest sets that do, by definition.
  private static func shortest(_ grid: CandidateGrid, _ slow: SlowLockedSets) -> [Candidate: Int] {
    var links: [CellSet: [(other: CellSet, digits: [Digit])]] = [:]
    for link in slow.links() {
      links[link.one, default: []].append((link.two, link.digits))
      links[link.two, default: []].append((link.one, link.digits))
    }
    var shortest: [Candidate: Int] = [:]
    for cell in grid.emptyCells {
      for digit in grid[cell] {
        let victim = Candidate(cell, digit)
        let ends = Set(
          slow.sets.filter {
            slow.digits($0).contains(digit) && slow.victims(digit, $0).contains(victim)
          })
        var last = Set(ends.map { State(set: $0, digit: digit) })
        var known = last
        var count = 1
        while !last.isEmpty, count < ALSChain.mostSets, shortest[victim] == nil {
          count += 1
          var next: Set<State> = []
          for state in last {
            for link in links[state.set] ?? [] {
              for lacked in link.digits where lacked != state.digit {
                next.insert(State(set: link.other, digit: lacked))
              }
            }
          }
          if next.contains(where: { ends.contains($0.set) && $0.digit != digit }) {
            shortest[victim] = count
          }
          last = next.subtracting(known)
          known.formUnion(next)
        }
      }
    }
    return shortest
  }

  /// Why a step is no chain of sets, by definition; `nil` if it is one.
  private static func fault(_ step: Step, _ slow: SlowLockedSets) -> String? {
    let sets = step.pattern.sets
    guard 4...ALSChain.mostSets ~= sets.count, let digit = step.eliminations.first?.digit,
      sets.allSatisfy({ slow.sets.contains($0.cells) })
    else { return "no sets" }
    var lacked = digit
    for (one, two) in zip(sets, sets.dropFirst()) {
      guard let next = one.link.first, one.link.count == 1, next != lacked,
        one.cells.isDisjoint(with: two.cells),
        slow.restricted(one.cells, two.cells).contains(next)
      else { return "no link" }
      lacked = next
    }
    let ends = sets[0].cells.union(sets[sets.count - 1].cells)
    guard lacked != digit, slow.victims(digit, ends) == step.eliminations else {
      return "no victims"
    }
    let cells = step.pattern.cells.union(step.pattern.specialCells)
    return sets.allSatisfy { $0.cells.isSubset(of: cells) } ? nil : "cells are missing"
  }

  @Test func findsAll() throws {
    var stepCount = 0
    let count = sized(64, full: 500)
    let grids = PencilmarkGrids(twinCount(count), seed: 5, leastPlaced: 65)
    for (number, (grid, solution)) in grids.enumerated() {
      if isEnough(number, of: count, finds: stepCount, least: 20) { break }
      var budget = SearchBudget()
      let steps = try ALSChain().steps(in: grid, budget: &budget)
      stepCount += steps.count
      let slow = SlowLockedSets(grid)
      let wanted = Self.shortest(grid, slow).filter { $0.value > 3 }
      var removed: Set<Candidate> = []
      for step in steps {
        #expect(Self.fault(step, slow) == nil, "grid \(number): \(step)")
        #expect(step.fault(in: grid, solution: solution) == nil, "grid \(number): \(step)")
        let isNew = step.eliminations.contains {
          wanted[$0] == step.pattern.sets.count && !removed.contains($0)
        }
        #expect(isNew, "grid \(number): \(step)")
        removed.formUnion(step.eliminations)
      }
      #expect(removed.isSuperset(of: wanted.keys), "grid \(number)")
    }
    #expect(stepCount >= leastFinds(20), "the grids hardly have the pattern")
  }
}
