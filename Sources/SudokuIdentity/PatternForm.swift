import SudokuCore

/// The form with the smallest pattern of clues, and among those the smallest digits.
///
/// First only which cells hold a clue counts. Row by row, breadth first, a candidate keeps for each
/// stack the set of column orders that are still open as six bits; a table says what a minirow's
/// smallest pattern is under such a set and which orders reach it. The digits are compared at the
/// end, over all symmetries that reach the smallest pattern.
struct PatternForm {
  private struct Candidate {
    var firstLine = 0
    var rows: UInt64 = 0
    var placed = 0
    var stackOrder = 0
    /// For each stack the column orders that are still open, as bits.
    var orders: SIMD4<UInt8> = [63, 63, 63, 0]
  }

  /// The smallest form.
  private(set) var form = FormRows()
  /// Every symmetry that leads to it.
  private(set) var arrangements: [Arrangement] = []
  private var candidates: [Candidate] = []
  private var nextCandidates: [Candidate] = []

  /// For a minirow's pattern and a set of column orders: the smallest pattern, and from bit 3 on
  /// the orders that reach it.
  private let narrowing: [UInt16] = (0..<512).map { entry in
    let (pattern, orders) = (entry >> 6, entry & 63)
    var best = 8
    var reaching = 0
    for order in 0..<6 where orders >> order & 1 == 1 {
      let value = (0..<3).reduce(0) { $0 << 1 | pattern >> permutation(order, $1) & 1 }
      if value < best { (best, reaching) = (value, 0) }
      if value == best { reaching |= 1 << order }
    }
    return UInt16(best & 7 | reaching << 3)
  }

  /// Finds the form.
  mutating func search(_ board: PackedLines) {
    var patterns = InlineArray<18, Int>(repeating: 0)
    for line in 0..<18 {
      for cell in 0..<9 where nibble(board[line], cell) != 0 { patterns[line] |= 1 << cell }
    }
    searchPattern(patterns)
    form = FormRows()
    arrangements.removeAll(keepingCapacity: true)
    for candidate in candidates { compareDigits(candidate, board) }
  }

  private mutating func searchPattern(_ patterns: borrowing InlineArray<18, Int>) {
    candidates.removeAll(keepingCapacity: true)
    for stackOrder in 0..<6 {
      candidates.append(Candidate(firstLine: 0, stackOrder: stackOrder))
      candidates.append(Candidate(firstLine: 9, stackOrder: stackOrder))
    }
    for level in 0..<9 {
      var best = Int.max
      nextCandidates.removeAll(keepingCapacity: true)
      for candidate in candidates {
        var open = 0x1FF & ~candidate.placed
        if level % 3 != 0 { open &= 7 << (nibble(candidate.rows, level - 1) / 3 * 3) }
        while open != 0 {
          let row = open.trailingZeroBitCount
          open &= open &- 1
          var next = candidate
          let key = narrow(&next, patterns[unchecked: candidate.firstLine &+ row])
          if key > best { continue }
          if key < best {
            best = key
            nextCandidates.removeAll(keepingCapacity: true)
          }
          next.placed |= 1 &<< row
          next.rows |= atNibble(row, level)
          nextCandidates.append(next)
        }
      }
      swap(&candidates, &nextCandidates)
    }
  }

  /// The smallest pattern that a row can take; the candidate keeps the column orders that reach it.
  @inline(__always)
  private func narrow(_ candidate: inout Candidate, _ pattern: Int) -> Int {
    var key = 0
    for stack in 0..<3 {
      let cells = pattern &>> (permutation(candidate.stackOrder, stack) &* 3) & 7
      let entry = Int(narrowing[cells &<< 6 | Int(candidate.orders[stack])])
      key = key &<< 3 | entry & 7
      candidate.orders[stack] = UInt8(truncatingIfNeeded: entry &>> 3)
    }
    return key
  }

  /// Compares the digits under every symmetry that a candidate leaves open.
  private mutating func compareDigits(_ candidate: Candidate, _ board: PackedLines) {
    for first in 0..<6 where candidate.orders[0] >> first & 1 == 1 {
      for second in 0..<6 where candidate.orders[1] >> second & 1 == 1 {
        for third in 0..<6 where candidate.orders[2] >> third & 1 == 1 {
          var columns: UInt64 = 0
          for place in 0..<9 {
            let order = place < 3 ? first : place < 6 ? second : third
            let stack = permutation(candidate.stackOrder, place / 3)
            columns |= atNibble(stack * 3 + permutation(order, place % 3), place)
          }
          compareDigits(
            Arrangement(firstLine: candidate.firstLine, rows: candidate.rows, columns: columns),
            board)
        }
      }
    }
  }

  /// Names the digits in the order they appear and compares with the smallest form so far.
  private mutating func compareDigits(_ start: Arrangement, _ board: PackedLines) {
    var arrangement = start
    var name = 1
    var isSmaller = false
    for row in 0..<9 {
      let line = board[start.firstLine &+ nibble(start.rows, row)]
      var key: UInt64 = 0
      for place in 0..<9 {
        let value = nibble(line, nibble(start.columns, place))
        if value != 0 && nibble(arrangement.digits, value) == 0 {
          arrangement.digits |= atNibble(name, value)
          name &+= 1
        }
        key = key &<< 4 | UInt64(truncatingIfNeeded: nibble(arrangement.digits, value))
      }
      if !isSmaller {
        if key > form.rows[unchecked: row] { return }
        isSmaller = key < form.rows[unchecked: row]
      }
      form.rows[unchecked: row] = key
    }
    if isSmaller { arrangements.removeAll(keepingCapacity: true) }
    arrangements.append(arrangement)
  }
}
