/// The form with the smallest pattern of clues, and among those the smallest digits.
///
/// First only which cells hold a clue counts. Row by row, breadth first, a candidate keeps for each
/// stack the set of column orders that are still open as six bits; a table gives what a minirow's
/// smallest pattern is under such a set and which orders reach it. The digits are compared at the
/// end, over all symmetries that reach the smallest pattern.
struct PatternForm {
  fileprivate struct Candidate {
    var firstLine = 0
    var rows: UInt64 = 0
    var placed = 0
    var stackOrder = 0
    /// For each stack the column orders that are still open, as bits.
    var orders = PerStack(repeating: 63)
  }

  private(set) var form = FormRows()
  /// Every symmetry that leads to it.
  private(set) var arrangements = WorkList<Arrangement>()
  private var candidates = WorkList<Candidate>()
  private var nextCandidates = WorkList<Candidate>()

  /// A candidate and the source row that comes next.
  private struct Branch {
    let index: Int
    let row: Int
  }

  private var branches = WorkList<Branch>()
  /// The smallest pattern: nine bits for each row, the first cell on top.
  private var patterns = InlineArray<9, Int>(repeating: 0)

  mutating func search(_ board: PackedLines) {
    let filled = FilledLines(board)
    filled.withPointer { filled in
      narrowings.withUnsafeBufferPointer { searchPattern(filled, $0) }
    }
    form = FormRows()
    arrangements.removeAll()
    for index in 0..<candidates.count { compareDigits(candidates[index], board) }
  }

  private mutating func searchPattern(
    _ filled: UnsafePointer<UInt16>, _ narrowings: UnsafeBufferPointer<UInt16>
  ) {
    findStarts(filled, narrowings)
    for level in 1..<9 {
      keepLeastBranches(level, filled, narrowings)
      nextCandidates.removeAll()
      for place in 0..<branches.count {
        let branch = branches[place]
        var next = candidates[branch.index]
        patterns[unchecked: level] = next.place(
          branch.row, level, Int(filled[next.firstLine &+ branch.row]), narrowings)
        nextCandidates.append(next)
      }
      swap(&candidates, &nextCandidates)
    }
  }

  /// Finds the first rows: the ones whose counts of clues in their minirows are least, in the orders of
  /// the stacks that sort them.
  private mutating func findStarts(
    _ filled: UnsafePointer<UInt16>, _ narrowings: UnsafeBufferPointer<UInt16>
  ) {
    let counts = MinirowCounts(filled)
    let least = counts.least
    candidates.removeAll()
    var lines = InlineArray<6, Int>(repeating: 0)
    var rest = least.lines
    while rest != 0 {
      let line = rest.trailingZeroBitCount
      rest &= rest &- 1
      var orders = Int(narrowings[512 &+ counts[line]])
      while orders != 0 {
        lines[unchecked: orders.trailingZeroBitCount] |= 1 &<< line
        orders &= orders &- 1
      }
    }
    for stackOrder in 0..<6 {
      var open = lines[unchecked: stackOrder]
      while open != 0 {
        let line = open.trailingZeroBitCount
        open &= open &- 1
        let firstLine = line < 9 ? 0 : 9
        var start = Candidate(firstLine: firstLine, stackOrder: stackOrder)
        patterns[0] = start.place(line &- firstLine, 0, Int(filled[line]), narrowings)
        candidates.append(start)
      }
    }
  }

  /// Collects the branches with the least next row.
  private mutating func keepLeastBranches(
    _ level: Int, _ filled: UnsafePointer<UInt16>, _ narrowings: UnsafeBufferPointer<UInt16>
  ) {
    if candidates.count == 1 {
      let open = candidates[0].openRows(level)
      if open & (open &- 1) == 0 {
        branches.removeAll()
        return branches.append(Branch(index: 0, row: open.trailingZeroBitCount))
      }
    }
    branches.refill(atMost: 9 &* candidates.count, filler: Branch(index: 0, row: 0)) { branches in
      candidates.withElements {
        PatternForm.collectBranches(of: $0, $1, level, filled, narrowings, branches)
      } ?? 0
    }
  }

  /// Writes the branches of candidates that have the least next row.
  private static func collectBranches(
    of candidates: UnsafePointer<Candidate>, _ count: Int, _ level: Int,
    _ filled: UnsafePointer<UInt16>,
    _ narrowings: UnsafeBufferPointer<UInt16>, _ branches: UnsafeMutablePointer<Branch>
  ) -> Int {
    var least = Int.max
    var found = 0
    for index in 0..<count {
      let candidate = candidates[index]
      var open = candidate.openRows(level)
      let (x, y, z) = (candidate.source(0), candidate.source(1), candidate.source(2))
      let orders = candidate.orders
      while open != 0 {
        let row = open.trailingZeroBitCount
        open &= open &- 1
        let cells = Int(filled[candidate.firstLine &+ row])
        let first = narrowings[(cells &>> x & 7) &<< 6 | orders[0]] & 7
        let second = narrowings[(cells &>> y & 7) &<< 6 | orders[1]] & 7
        let third = narrowings[(cells &>> z & 7) &<< 6 | orders[2]] & 7
        let key = Int(first) &<< 6 | Int(second) &<< 3 | Int(third)
        if key > least { continue }
        if key < least { (least, found) = (key, 0) }
        branches[found] = Branch(index: index, row: row)
        found &+= 1
      }
    }
    return found
  }

  /// Compares the digits under every symmetry that a candidate leaves open.
  private mutating func compareDigits(_ candidate: Candidate, _ board: PackedLines) {
    for first in 0..<6 where candidate.orders[0] &>> first & 1 == 1 {
      let columns = candidate.columns(0, first)
      for second in 0..<6 where candidate.orders[1] &>> second & 1 == 1 {
        let columns = columns | candidate.columns(1, second)
        for third in 0..<6 where candidate.orders[2] &>> third & 1 == 1 {
          compareDigits(
            Arrangement(
              firstLine: candidate.firstLine, rows: candidate.rows,
              columns: columns | candidate.columns(2, third)),
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
      var open = patterns[unchecked: row]
      while open != 0 {
        // The first cell has the highest bit.
        let place = open.leadingZeroBitCount &- (Int.bitWidth - 9)
        open &= ~(0x100 &>> place)
        let value = nibble(line, nibble(start.columns, place))
        if nibble(arrangement.digits, value) == 0 {
          arrangement.digits |= atNibble(name, value)
          name &+= 1
        }
        key |= atNibble(nibble(arrangement.digits, value), 8 &- place)
      }
      if !isSmaller {
        if key > form.rows[unchecked: row] { return }
        isSmaller = key < form.rows[unchecked: row]
      }
      form.rows[unchecked: row] = key
    }
    if isSmaller { arrangements.removeAll() }
    arrangements.append(arrangement)
  }
}

extension PatternForm.Candidate {
  /// Places a source row, of which only the column orders are kept that make its pattern least.
  @inline(__always)
  fileprivate mutating func place(
    _ row: Int, _ level: Int, _ pattern: Int, _ narrowings: UnsafeBufferPointer<UInt16>
  ) -> Int {
    placed |= 1 &<< row
    rows |= atNibble(row, level)
    var least = 0
    for stack in 0..<3 {
      let entry = Int(narrowings[narrowing(stack, pattern)])
      least = least &<< 3 | entry & 7
      orders[stack] = entry &>> 3
    }
    return least
  }

  /// The source rows that may come next, as bits.
  @inline(__always)
  fileprivate func openRows(_ level: Int) -> Int {
    let open = 0x1FF & ~placed
    return level % 3 == 0 ? open : open & 7 &<< (nibble(rows, level &- 1) / 3 &* 3)
  }

  /// The first source column of a stack.
  @inline(__always)
  fileprivate func source(_ stack: Int) -> Int { permutation(stackOrder, stack) &* 3 }

  /// The index in `narrowings` for a source row's cells in a stack.
  @inline(__always)
  fileprivate func narrowing(_ stack: Int, _ pattern: Int) -> Int {
    (pattern &>> source(stack) & 7) &<< 6 | orders[stack]
  }

  /// The source columns of a stack in an order, as packed list at their places.
  fileprivate func columns(_ stack: Int, _ order: Int) -> UInt64 {
    (0..<3).reduce(0) {
      $0 | atNibble(source(stack) &+ permutation(order, $1), stack &* 3 &+ $1)
    }
  }
}

/// The result of sorting a minirow's pattern under a set of column orders.
///
/// The smallest pattern, and from bit 3 on the orders that reach it. Behind these 512 entries, for the
/// counts of clues in a row's minirows, the orders of the stacks in which they ascend, as bits.
private let narrowings: [UInt16] = (0..<512).map(narrowing) + (0..<64).map(ascendingOrders)

private func narrowing(_ entry: Int) -> UInt16 {
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

private func ascendingOrders(_ counts: Int) -> UInt16 {
  (0..<6).reduce(0) { orders, order in
    shuffledCounts(counts, order) == leastWord(counts) ? orders | 1 << UInt16(order) : orders
  }
}
