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
    return grid.withMasks { now in
      var changed: UInt128 = 0
      for cell in 0..<81 {
        let (old, mask) = (masks[unchecked: cell], now.digits(cell))
        if mask == old { continue }
        // Another puzzle, or a naked single, which bars the cells that it sees.
        if mask & ~old != 0 || mask != 0 && mask & (mask &- 1) == 0 { return .all }
        changed |= 1 &<< UInt128(truncatingIfNeeded: cell)
      }
      return CellSet(rawValue: changed)
    }
  }

  /// Remembers a grid in which there was nothing.
  mutating func note(_ grid: CandidateGrid) {
    isKnown = true
    grid.withMasks { now in
      for cell in 0..<81 {
        let mask = now.digits(cell)
        masks[unchecked: cell] = mask
        if mask != 0 && mask & (mask &- 1) == 0 { isKnown = false }
      }
    }
  }
}
