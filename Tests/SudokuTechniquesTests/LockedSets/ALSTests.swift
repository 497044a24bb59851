import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

/// Almost locked sets by definition.
struct SlowLockedSets {
  /// Cells of a house with one candidate more than cells.
  var sets: [CellSet] = []
  let grid: CandidateGrid

  init(_ grid: CandidateGrid) {
    self.grid = grid
    var known: Set<CellSet> = []
    for house in House.all {
      let cells = house.cells.filter { grid.board[$0] == nil }
      for mask in 1..<(1 << cells.count) {
        let chosen = CellSet(cells.indices.filter { mask >> $0 & 1 == 1 }.map { cells[$0] })
        if digits(chosen).count == chosen.count + 1 { known.insert(chosen) }
      }
    }
    sets = Array(known)
  }

  func digits(_ cells: CellSet) -> DigitSet {
    cells.reduce(DigitSet.none) { $0.union(grid[$1]) }
  }

  func places(_ digit: Digit, _ cells: CellSet) -> CellSet {
    CellSet(cells.filter { grid[$0].contains(digit) })
  }

  /// The digits of which all places in one set see all places in the other.
  func restricted(_ one: CellSet, _ two: CellSet) -> [Digit] {
    digits(one).intersection(digits(two)).filter { digit in
      places(digit, one).allSatisfy { cell in
        places(digit, two).allSatisfy { $0.sees(cell) }
      }
    }
  }

  /// What sees all places of a digit in some cells.
  func victims(_ digit: Digit, _ cells: CellSet) -> [Candidate] {
    grid.slowVictims(digit, seeing: Array(places(digit, cells)))
  }

  /// Each two sets without a common cell that have restricted common digits.
  func links() -> [(one: CellSet, two: CellSet, digits: [Digit])] {
    var links: [(one: CellSet, two: CellSet, digits: [Digit])] = []
    for (index, one) in sets.enumerated() {
      for two in sets[..<index] where one.isDisjoint(with: two) {
        guard !digits(one).isDisjoint(with: digits(two)) else { continue }
        let found = restricted(one, two)
        if !found.isEmpty { links.append((one, two, found)) }
      }
    }
    return links
  }
}

@Suite struct ALSXZTests {
  @Test func examples() throws {
    try expectExamples(of: .alsXZ, ALSXZ())
  }

  @Test func findsAll() {
    expectComplete(
      ALSXZ(), grids: 600, leastPlaced: 70,
      key: { step in
        "\(Set([step.pattern.cells, step.pattern.specialCells]).map { "\($0)" }.sorted()) "
          + "\(step.eliminations)"
      }
    ) { grid in
      var keys: Set<String> = []
      let slow = SlowLockedSets(grid)
      for link in slow.links() {
        var victims: Set<Candidate> = []
        let common = slow.digits(link.one).intersection(slow.digits(link.two))
        for x in link.digits {
          for z in common where z != x {
            victims.formUnion(slow.victims(z, link.one.union(link.two)))
          }
        }
        if link.digits.count > 1 {
          for (set, other) in [(link.one, link.two), (link.two, link.one)] {
            for digit in slow.digits(set) where !link.digits.contains(digit) {
              victims.formUnion(slow.victims(digit, set).filter { !other.contains($0.cell) })
            }
          }
        }
        guard !victims.isEmpty else { continue }
        keys.insert("\([link.one, link.two].map { "\($0)" }.sorted()) \(victims.sorted())")
      }
      return keys
    }
  }
}

@Suite struct ALSXYWingTests {
  @Test func examples() throws {
    try expectExamples(of: .alsXYWing, ALSXYWing())
  }

  @Test func findsAll() {
    expectComplete(
      ALSXYWing(), grids: 600, leastPlaced: 85,
      key: { step in
        "\(step.pattern.cells) \(step.pattern.specialCells) \(step.eliminations)"
      }
    ) { grid in
      var keys: Set<String> = []
      let slow = SlowLockedSets(grid)
      let links = slow.links().flatMap { [$0, (one: $0.two, two: $0.one, digits: $0.digits)] }
      for first in links {
        for second in links where second.one == first.one && second.two != first.two {
          guard first.two.isDisjoint(with: second.two),
            first.digits.contains(where: { x in second.digits.contains { $0 != x } })
          else { continue }
          var victims: Set<Candidate> = []
          for z in slow.digits(first.two).intersection(slow.digits(second.two))
          where !first.digits.contains(z) && !second.digits.contains(z) {
            victims.formUnion(slow.victims(z, first.two.union(second.two)))
          }
          guard !victims.isEmpty else { continue }
          keys.insert("\(first.two.union(second.two)) \(first.one) \(victims.sorted())")
        }
      }
      return keys
    }
  }
}
