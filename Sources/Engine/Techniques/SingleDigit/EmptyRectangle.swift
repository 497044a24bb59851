import SudokuCore

/// An empty rectangle: in a block all places of a digit lie in one row and one column.
///
/// A conjugate pair outside has one end in that row: if its other end is not the digit, the row's
/// part of the block is without it, and the column's part has it. So the digit goes from the cell in
/// that column which sees the pair's other end; and the same with row and column exchanged.
///
/// Order: digit, block, row and column of the block, lines across the row, lines across the column.
package struct EmptyRectangle: PatternSearcher {
  /// The fewest places of the digit in the block.
  package let leastPlaces: Int

  package init(leastPlaces: Int = 2) { self.leastPlaces = leastPlaces }

  package var techniques: [Technique] { [.emptyRectangle] }

  /// A block's row or column that holds the digit, and the one across it.
  private struct Arms {
    var digit: Digit
    var block: House
    /// The line that the conjugate pair starts in.
    var near: House
    /// The line that the victim lies in.
    var far: House
  }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for digit in DigitSet.all {
      for block in 0..<9 {
        let places = grid.places(block, digit.index)
        guard !Tuples.isAtMost(places, leastPlaces - 1) else { continue }
        for row in 0..<3 {
          let rowMask: UInt16 = 0b111 << UInt16(3 * row)
          for column in 0..<3 {
            let columnMask: UInt16 = 0b1_001_001 << UInt16(column)
            guard places & ~(rowMask | columnMask) == 0, places & ~rowMask != 0,
              places & ~columnMask != 0
            else { continue }
            let rowHouse = House(.row, block / 3 * 3 + row)
            let columnHouse = House(.column, block % 3 * 3 + column)
            let house = House(.block, block)
            guard
              emitAll(
                grid, Arms(digit: digit, block: house, near: rowHouse, far: columnHouse), emit),
              emitAll(
                grid, Arms(digit: digit, block: house, near: columnHouse, far: rowHouse), emit)
            else { return }
          }
        }
      }
    }
  }

  private func emitAll(_ grid: CandidateGrid, _ arms: Arms, _ emit: (Step) -> Bool) -> Bool {
    let kind = arms.far.kind
    for place in 0..<9 {
      let near = arms.near.cell(place)
      guard near.house(.block) != arms.block, grid[near].contains(arms.digit) else { continue }
      let line = near.house(kind)
      let ends = grid.cells(of: arms.digit, in: line)
      guard ends.count == 2, let end = ends.first(where: { $0 != near }),
        end.house(.block).cells.isDisjoint(with: arms.near.cells)
      else { continue }
      let victim = arms.far.cell(end.position(in: kind))
      guard grid[victim].contains(arms.digit) else { continue }
      guard emit(step(grid, arms, line, near, end, victim)) else { return false }
    }
    return true
  }

  private func step(
    _ grid: CandidateGrid, _ arms: Arms, _ line: House, _ near: Cell, _ end: Cell, _ victim: Cell
  ) -> Step {
    let cells = grid.cells(of: arms.digit, in: arms.block)
    return Step(
      .emptyRectangle, removing: [Candidate(victim, arms.digit)],
      pattern: StepPattern(
        cells: cells, specialCells: [near, end], houses: [arms.block, line],
        coverHouses: [arms.near, arms.far], digits: DigitSet(arms.digit),
        candidates: cells.union([near, end]).map { Candidate($0, arms.digit) }))
  }
}
