import SudokuCore

/// The last grid in which an aligned exclusion found nothing.
///
/// Whether base cells exclude anything depends on their own candidates and on those of the cells
/// that see them all. So after a step only cells near a change need to be looked at again.
struct ExclusionMemory: Sendable {
  private var masks: InlineArray<81, UInt16> = .init(repeating: 0)
  private var isKnown = false

  /// The cells whose candidates changed since; all cells where that is not known.
  ///
  /// - Parameter grid: The grid to search.
  /// - Returns: The cells.
  func changedCells(in grid: CandidateGrid) -> CellSet {
    guard isKnown else { return .all }
    var changed = CellSet()
    for cell in 0..<81 {
      let mask = grid[Cell(unchecked: cell)].rawValue
      if mask != masks[cell] {
        // Another puzzle, or a naked single, which bars the cells that it sees.
        if mask & ~masks[cell] != 0 { return .all }
        changed.insert(Cell(unchecked: cell))
      }
      if mask != 0 && mask & (mask &- 1) == 0 { return .all }
    }
    return changed
  }

  /// Remembers a grid in which there was nothing.
  mutating func note(_ grid: CandidateGrid) {
    isKnown = true
    for cell in 0..<81 {
      let mask = grid[Cell(unchecked: cell)].rawValue
      masks[cell] = mask
      if mask != 0 && mask & (mask &- 1) == 0 { isKnown = false }
    }
  }
}
