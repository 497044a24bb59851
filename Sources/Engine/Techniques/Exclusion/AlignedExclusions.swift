import SudokuCore

/// The base cells of an aligned exclusion, with the cells that may exclude combinations.
///
/// Cells and sets are plain numbers here: searches look at some thousand pairs.
struct AlignedBase {
  /// The cells with two or more candidates that see no naked single.
  private(set) var set: UInt128 = 0
  /// The cells with few candidates.
  private let small: UInt128

  /// Collects the base cells.
  init(_ masks: CandidateGrid.Masks, largest: Int) {
    var small: UInt128 = 0
    var nakedSingles: UInt128 = 0
    var open: UInt128 = 0
    for index in 0..<81 {
      let mask = masks.digits(index)
      let bit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: index)
      if mask == 0 { continue }
      if mask & (mask &- 1) == 0 { nakedSingles |= bit } else { open |= bit }
      if Tuples.isAtMost(mask, largest) { small |= bit }
    }
    self.small = small & open
    while open != 0 {
      let bit = open & (0 &- open)
      let seen = CellBits.peers[open.trailingZeroBitCount]
      open ^= bit
      if seen & nakedSingles == 0, seen & self.small != 0 { set |= bit }
    }
  }

  /// The peers of a base cell with few candidates.
  @inline(__always)
  func excluders(_ cell: Int) -> UInt128 { CellBits.peers[cell] & small }

  /// True if a cell has few candidates.
  @inline(__always)
  func isSmall(_ cell: Int) -> Bool { small &>> UInt128(truncatingIfNeeded: cell) & 1 != 0 }

  /// The base cells that two or more of some excluders see.
  @inline(__always)
  func cellsSeenTwice(by excluders: UInt128) -> UInt128 {
    let peers = CellBits.peers
    var once: UInt128 = 0
    var twice: UInt128 = 0
    var rest = excluders
    while rest != 0 {
      let seen = peers[rest.trailingZeroBitCount]
      rest &= rest &- 1
      twice |= once & seen
      once |= seen
    }
    return twice & set
  }

  /// Walks through the pairs of base cells with two common excluders or more.
  @inline(__always)
  func forPairs(near changed: UInt128, _ body: (Int, Int, UInt128) -> Bool) {
    let peers = CellBits.peers
    var seconds = set
    while seconds != 0 {
      let second = seconds.trailingZeroBitCount
      let bit = seconds & (0 &- seconds)
      seconds ^= bit
      let own = excluders(second)
      var firsts = cellsSeenTwice(by: own) & (bit &- 1)
      if changed & bit == 0 {
        var near = changed
        // A cell that still has many candidates excluded nothing before and excludes nothing now.
        var rest = own & changed
        while rest != 0 {
          near |= peers[rest.trailingZeroBitCount]
          rest &= rest &- 1
        }
        firsts &= near
      }
      while firsts != 0 {
        let first = firsts.trailingZeroBitCount
        firsts &= firsts &- 1
        if !body(first, second, own & excluders(first)) { return }
      }
    }
  }
}
