import SudokuCore
import SudokuTechniques

extension Step {
  /// Where to look for the step: a cell of it, and a house that holds the cell.
  ///
  /// A chain is looked for where it starts, as what follows from it may be far away. Any other step that
  /// places a digit is looked for where the digit goes; one that removes candidates in the first house
  /// of its pattern, or at the cell that its pattern turns on.
  public var focus: (house: House, cell: Cell) {
    if let start = pattern.branches.first?.assumption.candidate.cell {
      return (pattern.houses.first { $0.cells.contains(start) } ?? start.house(.block), start)
    }
    if let cell = placement?.cell {
      return (pattern.houses.first { $0.cells.contains(cell) } ?? cell.house(.block), cell)
    }
    let victims = CellSet(eliminations.map(\.cell))
    if let house = pattern.houses.first {
      let cell =
        house.cells.intersection(victims).first ?? house.cells.intersection(pattern.cells).first
      if let cell { return (house, cell) }
    }
    let cell = pattern.specialCells.first ?? pattern.cells.first ?? victims.first
    return cell.map { ($0.house(.block), $0) } ?? (House(.block, 0), House(.block, 0).cell(0))
  }
}
