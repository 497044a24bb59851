import SudokuCore

/// A quad firework: two digits each of two crossings that share their cells in row and column.
///
/// The four cells are the corners of a rectangle in four blocks. As in a triple firework, a digit that the
/// lines of a crossing have room for in the crossing's block and in the two corners beside it only is in one
/// of these three cells. Two such digits of a crossing and two others of the opposite one are four digits in
/// four cells, so nothing else is in them; and a crossing holds one of its own two digits, for the two other
/// corners can't hold both these and a digit of the opposite crossing.
///
/// Order: first crossing, opposite crossing, digits of the first, digits of the other.
///
/// Source: "fireworks", found by "shye" on the forum of New Sudoku Players, 2021.
struct FireworkQuad: PatternSearcher {
  var techniques: [Technique] { [.fireworkQuad] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let empty = grid.emptyCells
    for first in empty {
      for second in empty where first < second && Self.areApart(first, second) {
        let corners = [
          Cell(row: first.row, column: second.column), Cell(row: second.row, column: first.column),
        ]
        guard corners.allSatisfy(empty.contains) else { continue }
        let one = grid.fireworkDigits(first, inRow: corners[0], inColumn: corners[1])
        guard one.count >= 2 else { continue }
        let other = grid.fireworkDigits(second, inRow: corners[1], inColumn: corners[0])
        guard emitAll(grid, (first, one), (second, other), CellSet(corners), emit) else { return }
      }
    }
  }

  /// True if two cells have no block, band or stack in common.
  private static func areApart(_ one: Cell, _ other: Cell) -> Bool {
    one.row / 3 != other.row / 3 && one.column / 3 != other.column / 3
  }

  /// The steps of two crossings, by two digits of each.
  private func emitAll(
    _ grid: CandidateGrid, _ first: (cell: Cell, digits: DigitSet),
    _ second: (cell: Cell, digits: DigitSet), _ corners: CellSet, _ emit: (Step) -> Bool
  ) -> Bool {
    for one in first.digits.pairs {
      for other in second.digits.subtracting(one).pairs {
        let kept = [
          (CellSet(first.cell), one), (CellSet(second.cell), other), (corners, one.union(other)),
        ]
        let victims = kept.flatMap { grid.candidates(DigitSet.all.subtracting($1), in: $0) }
        guard !victims.isEmpty else { continue }
        let step = Self.step(
          grid, (first.cell, one), (second.cell, other), corners, victims.sorted())
        guard emit(step) else { return false }
      }
    }
    return true
  }

  private static func step(
    _ grid: CandidateGrid, _ first: (cell: Cell, digits: DigitSet),
    _ second: (cell: Cell, digits: DigitSet), _ corners: CellSet, _ victims: [Candidate]
  ) -> Step {
    let crossings: CellSet = [first.cell, second.cell]
    let houses = crossings.flatMap { cell in House.Kind.allCases.map { cell.house($0) } }
    let digits = first.digits.union(second.digits)
    return Step(
      .fireworkQuad, removing: victims,
      pattern: StepPattern(
        cells: corners.union(crossings), specialCells: crossings, houses: HouseSet(houses),
        digits: digits, candidates: grid.candidates(digits, in: corners.union(crossings)),
        sets: [first, second].map { .init(corners.union([$0.cell]), link: $0.digits) }))
  }
}

extension DigitSet {
  fileprivate var pairs: [DigitSet] {
    flatMap { low in filter { low < $0 }.map { [low, $0] } }
  }
}
