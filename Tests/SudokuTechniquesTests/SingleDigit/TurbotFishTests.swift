import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct TurbotFishTests {
  @Test func examples() throws {
    try expectExamples(of: .skyscraper, TurbotFish(.skyscraper))
    try expectExamples(of: .twoStringKite, TurbotFish(.twoStringKite))
    try expectExamples(of: .turbotFish, TurbotFish(.turbotFish))
  }

  /// Two conjugate pairs by definition: four cells, the second and the third seeing each other.
  private struct Linked {
    var cells: [Cell]
    var kinds: (House.Kind, House.Kind)
  }

  /// A pair counts with its line, and with its block only where no line says the same.
  private static func kind(_ houses: [House]) -> House.Kind? {
    houses.map(\.kind).first { $0 != .block } ?? houses.first?.kind
  }

  private static func linked(_ grid: CandidateGrid, _ digit: Digit) -> [Linked] {
    let cells = grid.slowCells(digit)
    var pairs: [(Cell, Cell, House.Kind)] = []
    for one in cells {
      for two in cells {
        if let kind = kind(grid.slowLinks(digit, one, two)) { pairs.append((one, two, kind)) }
      }
    }
    var all: [Linked] = []
    for (start, near, one) in pairs {
      for (far, end, two) in pairs
      where Set([start, near, far, end]).count == 4 && near.sees(far) {
        all.append(Linked(cells: [start, near, far, end], kinds: (one, two)))
      }
    }
    return all
  }

  private static func isOfForm(_ form: TurbotFish.Form, _ linked: Linked) -> Bool {
    let cells = linked.cells
    let isParallel = linked.kinds.0 == linked.kinds.1 && linked.kinds.0 != .block
    let nearAcross =
      linked.kinds.0 == .row
      ? cells[1].column == cells[2].column : cells[1].row == cells[2].row
    let endsAcross =
      linked.kinds.0 == .row
      ? cells[0].column == cells[3].column : cells[0].row == cells[3].row
    switch form {
    case .skyscraper: return isParallel && nearAcross && !endsAcross
    case .twoStringKite:
      return Set([linked.kinds.0, linked.kinds.1]) == [.row, .column]
        && cells[1].block == cells[2].block
    case .turbotFish:
      if isParallel { return !nearAcross }
      return linked.kinds.0 == .block || linked.kinds.1 == .block
    }
  }

  private static func key(_ digit: Digit, _ ends: [Cell], _ cells: [Cell]) -> String {
    "\(digit) \(CellSet(ends)) \(CellSet(cells))"
  }

  @Test(arguments: TurbotFish.Form.allCases)
  func findsAll(form: TurbotFish.Form) {
    expectComplete(
      TurbotFish(form), grids: 1_000,
      key: { step in
        "\(Self.key(step.eliminations[0].digit, Array(step.pattern.specialCells), Array(step.pattern.cells))) "
          + "\(step.eliminations)"
      }
    ) { grid in
      var keys: Set<String> = []
      for digit in DigitSet.all {
        for linked in Self.linked(grid, digit) where Self.isOfForm(form, linked) {
          let ends = [linked.cells[0], linked.cells[3]]
          let victims = grid.slowVictims(digit, seeing: ends)
          if !victims.isEmpty { keys.insert("\(Self.key(digit, ends, linked.cells)) \(victims)") }
        }
      }
      return keys
    }
  }

  /// The step has a chain through both pairs: strong, weak, strong.
  @Test func chain() throws {
    for (grid, _) in PencilmarkGrids(200) {
      for step in TurbotFish(.skyscraper).allSteps(in: grid) {
        let branch = try #require(step.pattern.branches.first)
        #expect(branch.links.map(\.conclusion.isOn) == [true, false, true])
        let houses = branch.links.compactMap { link -> House? in
          guard case .house(let house) = link.reason else { return nil }
          return house
        }
        #expect(HouseSet(houses[0]).union(HouseSet(houses[2])) == step.pattern.houses)
        #expect(HouseSet(houses[1]) == step.pattern.coverHouses)
        #expect(houses[1].kind != houses[0].kind && houses[0].kind == houses[2].kind)
      }
    }
  }
}
