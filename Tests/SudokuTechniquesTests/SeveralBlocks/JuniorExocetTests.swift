import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct JuniorExocetTests {
  /// All exocets by definition, from the cells alone.
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    func holds(_ cell: Cell, _ digit: Digit) -> Bool {
      grid.board[cell] == digit || grid[cell].contains(digit)
    }
    let open = CellSet(CellSet.all.filter { grid.board[$0] == nil })
    for (along, across) in [(House.Kind.row, House.Kind.column), (.column, .row)] {
      for one in open {
        for two in open
        where one < two && one.house(along) == two.house(along) && one.block == two.block {
          let digits = grid[one].union(grid[two])
          guard 2...4 ~= digits.count else { continue }
          let chute = CellSet(
            CellSet.all.filter { $0.house(along).number / 3 == one.house(along).number / 3 })
          let beside = House(.block, one.block).cells.first {
            $0.house(along) == one.house(along) && $0 != one && $0 != two
          }
          let targets = chute.filter { target in
            guard open.contains(target), target.block != one.block,
              target.house(along) != one.house(along),
              !grid[target].isDisjoint(with: digits)
            else { return false }
            let companions = target.house(across).cells.filter {
              chute.contains($0) && $0 != target && $0.house(along) != one.house(along)
            }
            return companions.allSatisfy { cell in !digits.contains { holds(cell, $0) } }
          }
          for first in targets {
            for second in targets where first.block < second.block {
              let lines = ([beside, first, second].compactMap { $0 }).map { $0.house(across) }
              let isCovered = digits.allSatisfy { digit in
                let used = House.all.filter { house in
                  house.kind == along
                    && house.cells.contains { cell in
                      !chute.contains(cell) && lines.contains(cell.house(across))
                        && holds(cell, digit)
                    }
                }
                return used.count <= 2
              }
              guard isCovered else { continue }
              var victims = [first, second].flatMap { cell in
                grid[cell].subtracting(digits).map { Candidate(cell, $0) }
              }
              for cell in [one, two] {
                victims += grid[cell].filter {
                  !grid[first].contains($0) && !grid[second].contains($0)
                }.map { Candidate(cell, $0) }
              }
              if victims.isEmpty { continue }
              keys.insert("\(CellSet([one, two])) \(CellSet([first, second])) \(victims.sorted())")
            }
          }
        }
      }
    }
    return keys
  }

  private static func key(_ step: Step) -> String {
    "\(step.pattern.cells) \(step.pattern.specialCells) \(step.eliminations)"
  }

  /// Solutions with two cells and two targets of the same digits, marked so that the digits have room
  /// in two lines outside.
  @Test func findsAll() {
    var grids = PlantedGrids(seed: 5)
    var findCount = 0
    for _ in 0..<twinCount(sized(100, full: 400)) {
      let solution = grids.solution()
      let line = grids.random.next(below: 9)
      let cells = (0..<2).map { Cell(row: line, column: $0) }
      let digits = DigitSet(cells.compactMap { solution[$0] })
      let band = CellSet(CellSet.all.filter { $0.row / 3 == line / 3 })
      let targets = band.filter { cell in
        cell.row != line && cell.column >= 3 && solution[cell].map(digits.contains) == true
      }
      guard let first = targets.first(where: { $0.column < 6 }),
        let second = targets.first(where: { $0.column >= 6 && solution[$0] != solution[first] })
      else { continue }
      let lines = [2, first.column, second.column]
      let grid = grids.grid(solution, chance: 4) { cell in
        if cells.contains(cell) { return digits }
        if lines.contains(cell.column), cell != first, cell != second {
          return DigitSet.all.subtracting(digits)
        }
        return .all
      }
      findCount += expectComplete(
        JuniorExocet(), in: grid, of: solution, key: Self.key, twin: Self.finds)
    }
    #expect(findCount >= leastFinds(10), "the grids hardly have the pattern")
  }

  /// On pencilmarks without anything planted.
  @Test func findsAllAnywhere() {
    expectComplete(
      JuniorExocet(), grids: 300, leastPlaced: 20, leastFinds: 1, key: Self.key, twin: Self.finds)
  }
}
