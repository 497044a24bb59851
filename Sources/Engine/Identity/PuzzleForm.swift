/// The smallest form of a board with empty cells, found row by row, breadth first.
///
/// A candidate is a partly known symmetry. For the next row of the form each candidate tries every
/// source row that may come next; per minirow, columns that were empty so far can still take any
/// order, so empty cells go to the left, digits with a name follow in order, and digits without one
/// take the next names in every order. Of all these only the branches with the latest first clue are
/// looked at closer, and only those with the least row become candidates.
struct PuzzleForm {
  struct Candidate {
    var arrangement = Arrangement()
    /// The source rows placed so far, as bits.
    var placed = 0
    /// The first name that no digit has yet.
    var nextName = 1
    /// For each stack how many of its columns, the leading ones, are interchangeable so far: 0, 2 or 3.
    var free = PerStack(repeating: 3)
    /// For each row of the form the source row that it must be, 15 where it is open.
    var plan: UInt64 = .max
  }

  private(set) var form = FormRows()
  /// All candidates that lead to it.
  var candidates = WorkList<Candidate>()
  private var nextCandidates = WorkList<Candidate>()

  /// A candidate and the source row that comes next.
  private struct Branch {
    let index: Int
    let row: Int
  }

  private var branches = WorkList<Branch>()
  var counts = MinirowCounts()

  /// The number of symmetries that lead to the form: the board's automorphisms, counting those
  /// that differ only in the names of absent digits once.
  var automorphismCount: Int {
    (0..<candidates.count).reduce(0) { sum, index in
      let free = candidates[index].free
      return sum + (0..<3).reduce(skippedOrders) { $0 * [1, 1, 2, 6][free[$1]] }
    }
  }

  /// The number of orders of the top band's rows that each candidate stands for.
  var skippedOrders = 1

  /// Finds the smallest form that the candidates so far lead to.
  mutating func search(_ board: PackedLines) {
    for level in 0..<9 {
      collectBranches(level, board)
      if branches.count > 1 { keepLeastBranches(board) }
      nextCandidates.removeAll()
      for place in 0..<branches.count {
        let branch = branches[place]
        var next = candidates[branch.index]
        next.placed |= 1 &<< branch.row
        next.arrangement.rows |= atNibble(branch.row, level)
        let line = board[next.arrangement.firstLine &+ branch.row]
        PuzzleForm.extend(&next, line, &nextCandidates)
      }
      swap(&candidates, &nextCandidates)
    }
    form = candidates[0].arrangement.applied(toSparse: board)
  }

  /// Collects the branches whose next row has its first clue as late as can be.
  private mutating func collectBranches(_ level: Int, _ board: PackedLines) {
    if candidates.count == 1 {
      let open = candidates[0].openRows(level)
      if open & (open &- 1) == 0 {
        branches.removeAll()
        return branches.append(Branch(index: 0, row: open.trailingZeroBitCount))
      }
    }
    branches.refill(atMost: 9 &* candidates.count, filler: Branch(index: 0, row: 0)) { branches in
      candidates.withElements { PuzzleForm.collectBranches(of: $0, $1, level, board, branches) }
        ?? 0
    }
  }

  /// Writes the branches of candidates whose next row has its first clue as late as can be.
  private static func collectBranches(
    of candidates: UnsafePointer<Candidate>, _ count: Int, _ level: Int, _ board: PackedLines,
    _ branches: UnsafeMutablePointer<Branch>
  ) -> Int {
    var latest = -1
    var found = 0
    for index in 0..<count {
      let places = FirstClue(candidates[index])
      let firstLine = candidates[index].arrangement.firstLine
      var open = candidates[index].openRows(level)
      while open != 0 {
        let row = open.trailingZeroBitCount
        open &= open &- 1
        let place = places.place(in: board.filled(firstLine &+ row))
        if place < latest { continue }
        if place > latest { (latest, found) = (place, 0) }
        branches[found] = Branch(index: index, row: row)
        found &+= 1
      }
    }
    return found
  }

  /// Keeps the branches with the least next row.
  private mutating func keepLeastBranches(_ board: PackedLines) {
    var least = UInt64.max
    var kept = 0
    candidates.withElements { candidates, _ in
      for place in 0..<branches.count {
        let branch = branches[place]
        let firstLine = candidates[branch.index].arrangement.firstLine
        let key = candidates[branch.index].key(board[firstLine &+ branch.row])
        if key > least { continue }
        if key < least { (least, kept) = (key, 0) }
        branches[kept] = branch
        kept &+= 1
      }
    }
    branches.truncate(to: kept)
  }

  /// Appends the candidate with the columns and names that a row fixes, in every order there is.
  private static func extend(
    _ candidate: inout Candidate, _ line: UInt64, _ list: inout WorkList<Candidate>,
    from firstStack: Int = 0
  ) {
    if line != 0 {
      for stack in firstStack..<3 {
        if candidate.isEmpty(stack, line) { continue }
        let end = stack &* 3 &+ candidate.free[stack]
        let unnamed = candidate.sortColumns(stack, line)
        if unnamed > 1 {
          for order in 1..<(unnamed == 2 ? 2 : 6) {
            var other = candidate
            other.reorderColumns(unnamed, before: end, order)
            other.nameDigits(stack, line)
            extend(&other, line, &list, from: stack &+ 1)
          }
        }
        candidate.nameDigits(stack, line)
      }
    }
    list.append(candidate)
  }
}
