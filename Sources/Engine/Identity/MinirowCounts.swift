/// The numbers of clues in the minirows of all 18 lines: by these most starts are ruled out.
///
/// The three counts of a line are one number, two bits each, the first in the lowest bits.
struct MinirowCounts {
  private var rows: UInt64 = 0
  private var columns: UInt64 = 0

  /// The counts of an empty board.
  init() {}

  init(_ board: PackedLines) {
    for line in 0..<9 {
      rows |= UInt64(minirowCounts(board.filled(line))) &<< UInt64(6 &* line)
      columns |= UInt64(minirowCounts(board.filled(9 &+ line))) &<< UInt64(6 &* line)
    }
  }

  /// Counts the filled cells of 18 lines.
  init(_ filled: UnsafePointer<UInt16>) {
    for line in 0..<9 {
      rows |= UInt64(minirowCounts(Int(filled[line]))) &<< UInt64(6 &* line)
      columns |= UInt64(minirowCounts(Int(filled[9 &+ line]))) &<< UInt64(6 &* line)
    }
  }

  /// The least counts of any line, in ascending order, and the lines that have them as bits.
  var least: (counts: Int, lines: Int) {
    var least = (counts: Int.max, lines: 0)
    var rest = (rows, columns)
    for line in 0..<9 {
      let counts = leastWord(Int(truncatingIfNeeded: rest.0 & 63))
      if counts < least.counts { least = (counts, 0) }
      if counts == least.counts { least.lines |= 1 &<< line }
      let ofColumn = leastWord(Int(truncatingIfNeeded: rest.1 & 63))
      if ofColumn < least.counts { least = (ofColumn, 0) }
      if ofColumn == least.counts { least.lines |= 0x200 &<< line }
      rest = (rest.0 &>> 6, rest.1 &>> 6)
    }
    return least
  }

  /// The counts of a line, in `0..<18`.
  @inline(__always)
  subscript(line: Int) -> Int {
    let packed = line < 9 ? rows : columns
    let shift = 6 &* (line < 9 ? line : line &- 9)
    return Int(truncatingIfNeeded: packed &>> UInt64(truncatingIfNeeded: shift) & 63)
  }
}

/// The clues in each of a row's three minirows, two bits each, the first in the lowest bits.
@inline(__always)
private func minirowCounts(_ filled: Int) -> Int {
  // In each group of three bits: the sum of its bits, as in the usual count of bits.
  let sums = (filled & 0o111) &+ (filled &>> 1 & 0o111) &+ (filled &>> 2 & 0o111)
  return sums & 3 | sums &>> 1 & 12 | sums &>> 2 & 48
}

/// Minirow counts in another order of the stacks, the first in the highest bits.
@inline(__always)
func shuffledCounts(_ counts: Int, _ order: Int) -> Int {
  (0..<3).reduce(0) { $0 &<< 2 | counts &>> (permutation(order, $1) &* 2) & 3 }
}

/// Minirow counts in ascending order, the least in the highest bits.
@inline(__always)
func leastWord(_ counts: Int) -> Int {
  let (x, y, z) = (counts & 3, counts &>> 2 & 3, counts &>> 4)
  let (low, high) = (min(x, y, z), max(x, y, z))
  return low &<< 4 | (x &+ y &+ z &- low &- high) &<< 2 | high
}
