import SudokuCore

/// The base cells of an aligned exclusion, with the cells that may exclude combinations.
///
/// Cells and sets are plain numbers here: searches look at some thousand pairs.
struct AlignedBase {
  /// The cells with two or more candidates that see no naked single, in reading order.
  var cells: [Int] = []
  /// The same cells as a set.
  var set: UInt128 = 0
  /// For each cell of the board its peers with few candidates; empty where it is not a base cell.
  var excluders = [UInt128](repeating: 0, count: 81)

  /// Collects the base cells.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - largest: How many candidates an excluder has at most, 2 or 3.
  init(_ grid: CandidateGrid, largest: Int) {
    var small: UInt128 = 0
    var nakedSingles: UInt128 = 0
    var open: UInt128 = 0
    for index in 0..<81 {
      let mask = grid.mask(index)
      let bit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: index)
      if mask == 0 { continue }
      if mask & (mask &- 1) == 0 { nakedSingles |= bit } else { open |= bit }
      if Tuples.isAtMost(mask, largest) { small |= bit }
    }
    small &= open
    let peers = PeerOrder.masks
    while open != 0 {
      let index = open.trailingZeroBitCount
      let bit = open & (0 &- open)
      open &= open &- 1
      let found = peers[index] & small
      guard peers[index] & nakedSingles == 0, found != 0 else { continue }
      cells.append(index)
      set |= bit
      excluders[index] = found
    }
  }

  /// Walks through the pairs of base cells with two common excluders or more.
  ///
  /// - Parameters:
  ///   - changed: Only pairs that are in this set, or seen together by a cell of it, count.
  ///   - body: Takes the two cells, the later one second, and their common excluders, and says
  ///     whether to go on.
  @inline(__always)
  func forPairs(near changed: UInt128, _ body: (Int, Int, UInt128) -> Bool) {
    let peers = PeerOrder.masks
    excluders.withUnsafeBufferPointer { excluders in
      cells.withUnsafeBufferPointer { cells in
        for high in 0..<cells.count {
          let second = cells[high]
          let own = excluders[second]
          let isChanged = changed &>> UInt128(truncatingIfNeeded: second) & 1 != 0
          let near = peers[second] & changed
          for low in 0..<high {
            let first = cells[low]
            let common = own & excluders[first]
            guard common & (common &- 1) != 0 else { continue }
            guard
              isChanged || changed &>> UInt128(truncatingIfNeeded: first) & 1 != 0
                || near & peers[first] != 0
            else { continue }
            if !body(first, second, common) { return }
          }
        }
      }
    }
  }
}
