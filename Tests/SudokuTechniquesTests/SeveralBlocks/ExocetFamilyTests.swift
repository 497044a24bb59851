import SudokuCore
import SudokuRating
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuTechniques

/// Double and senior exocets by definition, from the cells alone.
private struct SlowExocets {
  let grid: CandidateGrid
  let along: House.Kind
  let across: House.Kind
  /// The cells of the band.
  let band: [Cell]

  init(_ grid: CandidateGrid, _ along: House.Kind, _ number: Int) {
    self.grid = grid
    self.along = along
    across = along == .row ? .column : .row
    band = CellSet.all.filter { $0.house(along).number / 3 == number }
  }

  static func all(_ grid: CandidateGrid) -> [SlowExocets] {
    [House.Kind.row, .column].flatMap { kind in (0..<3).map { SlowExocets(grid, kind, $0) } }
  }

  func holds(_ cell: Cell, _ digit: Digit) -> Bool {
    grid.board[cell] == digit || grid[cell].contains(digit)
  }

  /// Two base cells, their digits, and the crossing line beside them.
  var bases: [(cells: [Cell], digits: DigitSet, escape: House)] {
    CandidateGrid.slowChoices(2, of: band).compactMap { cells in
      guard cells[0].block == cells[1].block, cells[0].house(along) == cells[1].house(along),
        cells.allSatisfy({ grid.board[$0] == nil }),
        let beside = band.first(where: {
          $0.block == cells[0].block && $0.house(along) == cells[0].house(along)
            && !cells.contains($0)
        })
      else { return nil }
      return (cells, grid[cells[0]].union(grid[cells[1]]), beside.house(across))
    }
  }

  /// The cells of the band in a line across, off the base's line.
  func off(_ base: [Cell], in line: House) -> [Cell] {
    band.filter { line.cells.contains($0) && $0.house(along) != base[0].house(along) }
  }

  /// Cells of the band that can be targets: the other cell of the line and block lacks the digits.
  func targets(_ base: [Cell], _ digits: DigitSet) -> [Cell] {
    band.filter { cell in
      cell.block != base[0].block && cell.house(along) != base[0].house(along)
        && grid.board[cell] == nil && digits.contains { holds(cell, $0) }
        && off(base, in: cell.house(across)).allSatisfy { other in
          other == cell || !digits.contains { holds(other, $0) }
        }
    }
  }

  /// The lines along the band, outside it, with room for a digit in some lines across.
  func rows(_ digit: Digit, _ lines: [House], without far: Cell? = nil) -> Set<House> {
    Set(
      CellSet.all.filter { cell in
        !band.contains(cell) && cell != far && lines.contains(cell.house(across))
          && holds(cell, digit)
      }.map { $0.house(along) })
  }
}

@Suite struct DoubleExocetTests {
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    for slow in SlowExocets.all(grid) {
      var exocets: [(base: [Cell], digits: DigitSet, targets: [Cell], lines: Set<House>)] = []
      for base in slow.bases where base.digits.count == 4 {
        for targets in CandidateGrid.slowChoices(2, of: slow.targets(base.cells, base.digits))
        where targets[0].block != targets[1].block {
          let lines = targets.map { $0.house(slow.across) } + [base.escape]
          if base.digits.allSatisfy({ slow.rows($0, lines).count <= 2 }) {
            exocets.append((base.cells, base.digits, targets, Set(lines)))
          }
        }
      }
      for pair in CandidateGrid.slowChoices(2, of: exocets) {
        let (one, other) = (pair[0], pair[1])
        guard one.base[0].block != other.base[0].block, one.digits == other.digits,
          one.base[0].house(slow.along) != other.base[0].house(slow.along),
          one.lines == other.lines,
          Set(one.base + other.base + one.targets + other.targets).count == 8
        else { continue }
        for digit in one.digits {
          for cells in [one.base + other.base, one.targets + other.targets] {
            let places = cells.filter { grid[$0].contains(digit) }.map { Candidate($0, digit) }
            for victim in SlowLogic.excluded(by: places, in: grid) where victim.digit == digit {
              keys.insert(SlowLogic.key(.doubleExocet, victim))
            }
          }
          let rows = slow.rows(digit, Array(one.lines))
          for cell in rows.flatMap({ Array($0.cells) })
          where rows.count == 2 && !one.lines.contains(cell.house(slow.across))
            && grid[cell].contains(digit)
          {
            keys.insert(SlowLogic.key(.doubleExocet, Candidate(cell, digit)))
          }
        }
      }
    }
    return keys
  }

  /// The first positions of the hardest puzzles, and puzzles that are known to have one on the way.
  @Test func findsAll() throws {
    let known = try DataSets.ownLines("techniques/explained.tsv").filter {
      $0.hasPrefix("double-exocet\t")
    }.compactMap { line in
      let board = try Board(line: line.suffix(81))
      return Solver().uniqueSolution(of: board).map { (board, $0) }
    }
    let boards =
      try known
      + DataSets.sample("puzzles/hardest.txt", every: 1).prefix(
        twinCount(sized(12, full: 120)))
    let finder = SEStepFinder(
      searchers: Array(SEOrder.all.prefix(OrderFreeSolver.basicCount)))
    let grids = boards.flatMap { board, solution in
      var grid = CandidateGrid(board)
      var grids = [grid]
      while let step = finder.firstStep(in: grid) {
        step.apply(to: &grid)
        grids.append(grid)
      }
      return grids.map { ($0, solution) }
    }
    expectSameEliminations(DoubleExocet(), in: grids, leastFinds: 1, twin: Self.finds)
  }
}

@Suite struct SeniorExocetTests {
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    for slow in SlowExocets.all(grid) {
      for base in slow.bases where 3...4 ~= base.digits.count {
        for near in slow.targets(base.cells, base.digits) {
          let lines = House.all.filter { line in
            guard line.kind == slow.across,
              let block = slow.off(base.cells, in: line).first?.block
            else { return false }
            return ![base.cells[0].block, near.block].contains(block)
              && slow.off(base.cells, in: line).allSatisfy { cell in
                !base.digits.contains { slow.holds(cell, $0) }
              }
          }
          for line in lines {
            let all = [base.escape, near.house(slow.across), line]
            for far in base.escape.cells.union(line.cells)
            where !slow.band.contains(far) && grid.board[far] == nil
              && !grid[far].isDisjoint(with: base.digits)
              && base.digits.allSatisfy({ slow.rows($0, all, without: far).count <= 2 })
            {
              for cell in [near, far] {
                for digit in grid[cell].subtracting(base.digits) {
                  keys.insert(SlowLogic.key(.seniorExocet, Candidate(cell, digit)))
                }
              }
              for cell in base.cells {
                for digit in grid[cell]
                where ![near, far].contains(where: { grid[$0].contains(digit) }) {
                  keys.insert(SlowLogic.key(.seniorExocet, Candidate(cell, digit)))
                }
              }
            }
          }
        }
      }
    }
    return keys
  }

  /// Solutions with a base, a target beside it and one outside the band, marked so that the digits have room in
  /// two lines outside.
  @Test func findsAll() {
    var grids = PlantedGrids(seed: 6)
    var planted: [(grid: CandidateGrid, solution: Board)] = []
    for _ in 0..<twinCount(400) {
      let solution = grids.solution()
      let base = [Cell(row: 0, column: 0), Cell(row: 0, column: 1)]
      let digits = base.compactMap { solution[$0] }
      let near = CellSet.all.first { cell in
        cell.row / 3 == 0 && cell.row > 0 && cell.column / 3 == 1 && solution[cell] == digits[0]
      }
      guard let near else { continue }
      let line = 6 + grids.random.next(below: 3)
      let far = CellSet.all.first { cell in
        cell.row > 2 && cell.column == line && solution[cell] == digits[1]
      }
      guard let far,
        ![1, 2].contains(where: { row in
          solution[Cell(row: row, column: line)].map(digits.contains) == true
        })
      else { continue }
      let third = DigitSet.all.subtracting(DigitSet(digits)).first ?? digits[0]
      let all = DigitSet(digits + [third])
      let lines = [2, near.column, line]
      let grid = grids.grid(solution, chance: 4) { cell in
        if base.contains(cell) { return all }
        if cell == near || cell == far { return .all }
        return lines.contains(cell.column) ? DigitSet.all.subtracting(all) : .all
      }
      planted.append((grid, solution))
    }
    expectSameEliminations(SeniorExocet(), in: planted, leastFinds: 5, twin: Self.finds)
  }
}
