import SudokuCore

/// The smallest form of a board with empty cells, found row by row, breadth first.
///
/// A candidate is a partly known symmetry. For the next row of the form each candidate tries every
/// source row that may come next; per minirow, columns that were empty so far can still take any
/// order, so empty cells go to the left, digits with a name follow in order, and digits without one
/// take the next names in every order. Candidates worse than the best row of the level are dropped.
struct PuzzleForm {
  /// A partly known symmetry.
  struct Candidate {
    var arrangement = Arrangement()
    /// The source rows placed so far, as bits.
    var placed = 0
    /// The first name that no digit has yet.
    var nextName = 1
    /// For each stack how many of its columns, the leading ones, are interchangeable so far.
    var free: SIMD4<UInt8> = [3, 3, 3, 0]
    /// For each row of the form the source row that it must be, 15 where it is open.
    var plan: UInt64 = .max
  }

  /// The smallest form.
  private(set) var form = FormRows()
  /// All candidates that lead to it.
  private(set) var candidates: [Candidate] = []
  private var nextCandidates: [Candidate] = []

  /// The number of symmetries that lead to the form: the board's automorphisms, counting those
  /// that differ only in the names of absent digits once.
  var automorphismCount: Int {
    candidates.reduce(0) { sum, candidate in
      sum + (0..<3).reduce(skippedOrders) { $0 * [1, 1, 2, 6][Int(candidate.free[$1])] }
    }
  }

  /// How many orders of the top band's rows each candidate stands for.
  private var skippedOrders = 1

  /// Finds the smallest form over all symmetries.
  mutating func searchMinlex(_ board: borrowing PackedBoard) {
    skippedOrders = 1
    candidates.removeAll(keepingCapacity: true)
    var least = Int.max
    for line in 0..<18 {
      let counts = minirowCounts(board.lines[unchecked: line])
      for order in 0..<6 {
        let word = shuffledCounts(counts, order)
        if word > least { continue }
        if word < least {
          least = word
          candidates.removeAll(keepingCapacity: true)
        }
        var start = PuzzleForm.start(firstLine: line < 9 ? 0 : 9, stackOrder: order)
        start.plan = ~15 | UInt64(line < 9 ? line : line - 9)
        candidates.append(start)
      }
    }
    search(board)
  }

  /// Finds the smallest form over the symmetries whose top band has the least minirow counts.
  ///
  /// This is what the published list of 17-clue puzzles uses. The nine counts of a band's minirows,
  /// row by row, are read as one number; where the least one is 0, the next band's decides.
  mutating func searchRowMin(_ board: borrowing PackedBoard) {
    candidates.removeAll(keepingCapacity: true)
    var least = (top: Int.max, next: Int.max)
    for firstLine in [0, 9] {
      for band in 0..<3 {
        for (rows, rowPlan) in PuzzleForm.rowOrders(ofBand: band) {
          for order in 0..<6 {
            let top = bandWord(board, firstLine, rows, order)
            if top > least.top { continue }
            if top > 0 {
              keep(
                (top, 0), rowPlan | UInt64.max << 12, firstLine, order, &least)
              continue
            }
            guard rows.0 < rows.1, rows.1 < rows.2 else { continue }
            for other in 0..<3 where other != band {
              for (nextRows, nextPlan) in PuzzleForm.rowOrders(ofBand: other) {
                let word = bandWord(board, firstLine, nextRows, order)
                keep(
                  (0, word), rowPlan | nextPlan << 12 | UInt64.max << 24, firstLine, order, &least)
              }
            }
          }
        }
      }
    }
    skippedOrders = least.top == 0 ? 6 : 1
    search(board)
  }

  /// Adds a start unless there are better ones.
  private mutating func keep(
    _ word: (Int, Int), _ plan: UInt64, _ firstLine: Int, _ order: Int,
    _ least: inout (top: Int, next: Int)
  ) {
    if word > least { return }
    if word < least {
      least = word
      candidates.removeAll(keepingCapacity: true)
    }
    var start = PuzzleForm.start(firstLine: firstLine, stackOrder: order)
    start.plan = plan
    candidates.append(start)
  }

  /// The six orders of a band's rows, as numbers and as packed list.
  private static func rowOrders(ofBand band: Int) -> [((Int, Int, Int), UInt64)] {
    (0..<6).map { order in
      let rows = (
        band * 3 + permutation(order, 0), band * 3 + permutation(order, 1),
        band * 3 + permutation(order, 2)
      )
      return (rows, atNibble(rows.0, 0) | atNibble(rows.1, 1) | atNibble(rows.2, 2))
    }
  }

  private func bandWord(
    _ board: borrowing PackedBoard, _ firstLine: Int, _ rows: (Int, Int, Int), _ order: Int
  ) -> Int {
    let first = shuffledCounts(minirowCounts(board.lines[unchecked: firstLine + rows.0]), order)
    let second = shuffledCounts(minirowCounts(board.lines[unchecked: firstLine + rows.1]), order)
    let third = shuffledCounts(minirowCounts(board.lines[unchecked: firstLine + rows.2]), order)
    return first << 12 | second << 6 | third
  }

  /// A candidate that knows only its transposition and the order of its stacks.
  private static func start(firstLine: Int, stackOrder: Int) -> Candidate {
    var candidate = Candidate()
    candidate.arrangement.firstLine = firstLine
    for place in 0..<9 {
      let column = permutation(stackOrder, place / 3) * 3 + place % 3
      candidate.arrangement.columns |= atNibble(column, place)
    }
    return candidate
  }

  private mutating func search(_ board: borrowing PackedBoard) {
    for level in 0..<9 {
      var best = UInt64.max
      nextCandidates.removeAll(keepingCapacity: true)
      for index in candidates.indices {
        var open = candidates[index].openRows(level)
        while open != 0 {
          let row = open.trailingZeroBitCount
          open &= open &- 1
          let line = board.lines[unchecked: candidates[index].arrangement.firstLine &+ row]
          let key = candidates[index].key(line)
          if key > best { continue }
          if key < best {
            best = key
            nextCandidates.removeAll(keepingCapacity: true)
          }
          var next = candidates[index]
          next.placed |= 1 &<< row
          next.arrangement.rows |= atNibble(row, level)
          PuzzleForm.extend(next, line, &nextCandidates)
        }
      }
      form.rows[level] = best
      swap(&candidates, &nextCandidates)
    }
  }

  /// Appends the candidate with the columns and names that a row fixes, in every order there is.
  private static func extend(_ base: Candidate, _ line: UInt64, _ list: inout [Candidate]) {
    let start = list.count
    list.append(base)
    for stack in 0..<3 {
      if line &>> UInt64(nibble(base.arrangement.columns, stack &* 3) / 3 &* 12) & 0xFFF == 0 {
        continue
      }
      for index in start..<list.count {
        let end = stack &* 3 &+ Int(list[index].free[stack])
        let unnamed = list[index].sortColumns(stack, line)
        if unnamed > 1 { appendOrders(of: list[index], unnamed, before: end, line, &list) }
        list[index].nameDigits(stack, line)
      }
    }
  }

  /// Appends copies of a candidate with the other orders of `count` columns without a name.
  private static func appendOrders(
    of candidate: Candidate, _ count: Int, before end: Int, _ line: UInt64,
    _ list: inout [Candidate]
  ) {
    let columns = candidate.arrangement.columns
    for order in 1..<(count == 2 ? 2 : 6) {
      var copy = candidate
      for place in 0..<count {
        // For two columns the only other order swaps them.
        let source = count == 2 ? 1 &- place : permutation(order, place)
        copy.arrangement.columns &= ~atNibble(15, end &- count &+ place)
        copy.arrangement.columns |= atNibble(
          nibble(columns, end &- count &+ source), end &- count &+ place)
      }
      copy.nameDigits((end &- 1) / 3, line)
      list.append(copy)
    }
  }
}
