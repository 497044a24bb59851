import SudokuCore

/// The last grid in which there was no unique rectangle or loop.
///
/// Which loops two digits have depends on the cells with both. Where these stayed as they were, and
/// had no loop, there is none now; a loop that removed nothing may do so once other cells change.
struct LoopMemory: Sendable {
  private var masks: InlineArray<81, UInt16> = .init(repeating: 0)
  private var isKnown = false
  /// The pairs of digits that had loops.
  private var withLoops: UInt128 = 0

  /// The bit of a pair of digits: the higher one times nine and the lower one.
  @inline(__always)
  static func bit(_ pair: UInt16) -> UInt128 {
    let low = pair.trailingZeroBitCount
    let high = (pair & (pair &- 1)).trailingZeroBitCount
    return 1 &<< UInt128(truncatingIfNeeded: high &* 9 &+ low)
  }

  /// The pairs of digits that may have loops; all of them where that is not known.
  ///
  /// - Parameter grid: The grid to search.
  /// - Returns: The pairs, as `bit` numbers them.
  func openPairs(in grid: CandidateGrid) -> UInt128 {
    guard isKnown else { return .max }
    return grid.withMasks { now in
      var open = withLoops
      for cell in 0..<81 {
        let (old, mask) = (masks[unchecked: cell], now.digits(cell))
        if mask == old { continue }
        if mask & ~old != 0 { return .max }
        open |= Self.pairs(of: old)
      }
      return open
    }
  }

  /// All pairs of some digits.
  private static func pairs(of digits: UInt16) -> UInt128 {
    var pairs: UInt128 = 0
    var highs = digits & (digits &- 1)
    while highs != 0 {
      let high = highs & (0 &- highs)
      highs ^= high
      let lows = UInt128(digits & (high &- 1))
      pairs |= lows &<< UInt128(truncatingIfNeeded: high.trailingZeroBitCount &* 9)
    }
    return pairs
  }

  /// Remembers a grid in which there was nothing.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - pairs: The pairs of digits that have loops.
  mutating func note(_ grid: CandidateGrid, withLoops pairs: UInt128) {
    isKnown = true
    withLoops = pairs
    grid.withMasks { now in
      for cell in 0..<81 { masks[unchecked: cell] = now.digits(cell) }
    }
  }
}
