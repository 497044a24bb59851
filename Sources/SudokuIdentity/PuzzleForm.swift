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
  mutating func searchMinlex(_ board: PackedLines) {
    skippedOrders = 1
    candidates.removeAll(keepingCapacity: true)
    var least = Int.max
    for line in 0..<18 {
      let counts = minirowCounts(board[line])
      let word = leastWord(counts)
      if word > least { continue }
      if word < least {
        least = word
        candidates.removeAll(keepingCapacity: true)
      }
      for order in 0..<6 where shuffledCounts(counts, order) == word {
        var start = PuzzleForm.start(firstLine: line < 9 ? 0 : 9, stackOrder: order)
        start.plan = ~15 | UInt64(line < 9 ? line : line &- 9)
        candidates.append(start)
      }
    }
    search(board)
  }

  /// Finds the smallest form over the symmetries whose top band has the least minirow counts.
  ///
  /// This is what the published list of 17-clue puzzles uses. The nine counts of a band's minirows,
  /// row by row, are read as one number; where the least one is 0, the next band's decides.
  mutating func searchRowMin(_ board: PackedLines) {
    candidates.removeAll(keepingCapacity: true)
    var least = (top: Int.max, next: Int.max)
    for firstLine in stride(from: 0, through: 9, by: 9) {
      for band in 0..<3 {
        for order in 0..<6 {
          let words = BandWords(board, firstLine &+ band &* 3, order)
          if words.least > least.top { continue }
          if words.least > 0 {
            for rows in 0..<6 where words.word(rows) == words.least {
              let plan = rowPlan(band, rows) | UInt64.max &<< 12
              keep((words.least, 0), plan, firstLine, order, &least)
            }
            continue
          }
          for other in 0..<3 where other != band {
            let next = BandWords(board, firstLine &+ other &* 3, order)
            for rows in 0..<6 where next.word(rows) == next.least {
              let plan = rowPlan(band, 0) | rowPlan(other, rows) &<< 12 | UInt64.max &<< 24
              keep((0, next.least), plan, firstLine, order, &least)
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

  /// A candidate that knows only its transposition and the order of its stacks.
  private static func start(firstLine: Int, stackOrder: Int) -> Candidate {
    var candidate = Candidate()
    candidate.arrangement.firstLine = firstLine
    for stack in 0..<3 {
      // Three columns of a stack, 0x210 + 0x333 * stack, go to the stack's new place.
      let columns = 0x210 &+ 0x333 &* permutation(stackOrder, stack)
      candidate.arrangement.columns |= UInt64(columns) &<< UInt64(stack &* 12)
    }
    return candidate
  }

  private mutating func search(_ board: PackedLines) {
    for level in 0..<9 {
      var best = UInt64.max
      nextCandidates.removeAll(keepingCapacity: true)
      for index in candidates.indices {
        var open = candidates[index].openRows(level)
        while open != 0 {
          let row = open.trailingZeroBitCount
          open &= open &- 1
          let line = board[candidates[index].arrangement.firstLine &+ row]
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
  private static func extend(
    _ base: Candidate, _ line: UInt64, _ list: inout [Candidate], from firstStack: Int = 0
  ) {
    var candidate = base
    for stack in firstStack..<3 {
      let source = nibble(candidate.arrangement.columns, stack &* 3) / 3
      if line &>> UInt64(truncatingIfNeeded: source &* 12) & 0xFFF == 0 { continue }
      let end = stack &* 3 &+ Int(candidate.free[stack])
      let unnamed = candidate.sortColumns(stack, line)
      if unnamed > 1 {
        for order in 1..<(unnamed == 2 ? 2 : 6) {
          var other = candidate
          other.reorderColumns(unnamed, before: end, order)
          other.nameDigits(stack, line)
          extend(other, line, &list, from: stack &+ 1)
        }
      }
      candidate.nameDigits(stack, line)
    }
    list.append(candidate)
  }
}

/// The minirow counts of a band's rows under an order of the stacks.
private struct BandWords {
  private let words: (Int, Int, Int)
  /// The least number that the three rows can form.
  let least: Int

  @inline(__always)
  init(_ board: PackedLines, _ firstRow: Int, _ order: Int) {
    let x = shuffledCounts(minirowCounts(board[firstRow]), order)
    let y = shuffledCounts(minirowCounts(board[firstRow &+ 1]), order)
    let z = shuffledCounts(minirowCounts(board[firstRow &+ 2]), order)
    let (low, high) = (min(x, y, z), max(x, y, z))
    words = (x, y, z)
    least = low &<< 12 | (x &+ y &+ z &- low &- high) &<< 6 | high
  }

  /// The number under an order of the rows.
  @inline(__always)
  func word(_ order: Int) -> Int {
    row(permutation(order, 0)) &<< 12 | row(permutation(order, 1)) &<< 6
      | row(permutation(order, 2))
  }

  @inline(__always)
  private func row(_ row: Int) -> Int { row == 0 ? words.0 : row == 1 ? words.1 : words.2 }
}

/// The rows of a band in an order, as packed list.
@inline(__always)
private func rowPlan(_ band: Int, _ order: Int) -> UInt64 {
  (0..<3).reduce(0) { $0 | atNibble(band &* 3 &+ permutation(order, $1), $1) }
}

/// Minirow counts in ascending order, the least in the highest bits.
@inline(__always)
private func leastWord(_ counts: Int) -> Int {
  let (x, y, z) = (counts & 3, counts &>> 2 & 3, counts &>> 4)
  let (low, high) = (min(x, y, z), max(x, y, z))
  return low &<< 4 | (x &+ y &+ z &- low &- high) &<< 2 | high
}
