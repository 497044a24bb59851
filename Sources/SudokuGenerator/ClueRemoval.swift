import SudokuCore
import SudokuSolver

/// Takes clues off a solution, as long as it stays the only one.
///
/// Going through the clues in random order and dropping each one that is not needed would take one
/// uniqueness test a clue. Since a board with more clues has no more solutions, the first clue in
/// that order that can't go is found by bisection; only those before it are tested singly.
///
/// What a failed test has shown, another solution, answers most of the later ones.
///
/// One test follows from the answers of those before it, so they are calls of the solver for single
/// boards. Making hundreds of puzzles side by side, with their tests as lanes of a batch, was tried
/// and is slower: most of these boards have several solutions, and a lone board finds two sooner.
struct ClueRemoval {
  /// The full grid.
  let solution: Board
  /// The cells whose clues are left.
  private(set) var kept = CellSet.all
  /// Groups of clues that go together, the last one first.
  private let order: [CellSet]
  private let solver: Solver
  private let filter: UniquenessFilter
  private var memory: UnavoidableMemory
  /// The groups taken off, the last one at the end.
  private var removed: [CellSet] = []

  init(solution: Board, order: [CellSet], solver: Solver) {
    self.solution = solution
    self.order = order
    self.solver = solver
    filter = UniquenessFilter(solution)
    memory = UnavoidableMemory(solution)
  }

  /// The clues left.
  var board: Board { solution.keeping(kept) }

  /// Takes off all groups that can go.
  mutating func run() {
    let needed = neededPrefix()
    kept = clues(before: needed)
    removed = order[needed...].reversed()
    guard needed > 1 else { return }
    // The group at `needed - 1` must stay: without it the prefix has several solutions.
    for group in order[..<(needed - 1)].reversed() {
      let fewer = kept.subtracting(group)
      // Only a lone clue's digit is known to change in every other solution.
      if isUnique(fewer, differingAt: group.count == 1 ? group.first : nil) {
        kept = fewer
        removed.append(group)
      }
    }
  }

  /// The clues that can go alone, up to a number of them.
  mutating func redundantClues(limit: Int = 81) -> CellSet {
    var redundant = CellSet()
    for cell in kept.subtracting(memory.needed(of: kept))
    where isUnique(kept.subtracting(CellSet(cell)), differingAt: cell) {
      redundant.insert(cell)
      if redundant.count == limit { break }
    }
    return redundant
  }

  /// Changes the clues group by group until no single one can go.
  ///
  /// Where clues go in groups, one of a group may be needed and another one not. So a group comes
  /// back and others go in its place, those with a redundant clue first, as long as the redundant
  /// clues don't become more.
  /// - Parameters:
  ///   - moves: How often a group comes back before giving up.
  ///   - random: Decides which.
  /// - Returns: Whether no single clue can go.
  mutating func makeMinimal(moves: Int, using random: inout SeededRandom) -> Bool {
    var redundant = redundantClues()
    for _ in 0..<moves where !redundant.isEmpty {
      let before = kept
      let absent = order.filter { $0.isDisjoint(with: kept) }
      guard !absent.isEmpty else { return false }
      let added = absent[random.next(below: absent.count)]
      var groups = order.filter { $0.isSubset(of: kept) }
      random.shuffle(&groups)
      kept = kept.union(added)
      let doubtful = groups.filter { !$0.isDisjoint(with: redundant) }
      for group in doubtful + groups.filter({ $0.isDisjoint(with: redundant) }) + [added] {
        let fewer = kept.subtracting(group)
        if isUnique(fewer, differingAt: group.count == 1 ? group.first : nil) { kept = fewer }
      }
      let now = redundantClues(limit: redundant.count + 1)
      if now.count > redundant.count { kept = before } else { redundant = now }
    }
    return redundant.isEmpty
  }

  /// Changes some clues: takes groups off, adds others until the solution is the only one again, and
  /// takes off all that can go.
  ///
  /// - Parameters:
  ///   - count: How many groups to take off first.
  ///   - random: Decides which.
  mutating func vary(_ count: Int, using random: inout SeededRandom) {
    var groups = order.filter { $0.isSubset(of: kept) }
    random.shuffle(&groups)
    let gone = groups.prefix(count)
    for group in gone { kept = kept.subtracting(group) }
    let goneCells = gone.reduce(CellSet()) { $0.union($1) }
    var added: [CellSet] = []
    while let difference = differenceOfAnotherSolution(kept) {
      // A clue where another solution differs rules that one out.
      let fresh = Array(difference.subtracting(goneCells))
      let cells = fresh.isEmpty ? Array(difference) : fresh
      let cell = cells[random.next(below: cells.count)]
      guard let group = order.first(where: { $0.contains(cell) }) else { break }
      kept = kept.union(group)
      added.append(group)
    }
    removed = []
    // What was just added goes last: else most of it would go at once.
    for group in groups.dropFirst(gone.count) + added {
      let fewer = kept.subtracting(group)
      if isUnique(fewer, differingAt: group.count == 1 ? group.first : nil) {
        kept = fewer
        removed.append(group)
      }
    }
  }

  /// Puts the group back that was taken off last.
  ///
  /// - Parameter limit: The number of clues not to exceed.
  /// - Returns: Whether there was one that fits.
  mutating func addBack(upTo limit: Int) -> Bool {
    guard let group = removed.last, kept.count + group.count <= limit else { return false }
    removed.removeLast()
    kept = kept.union(group)
    return true
  }

  /// Puts groups back until there is a number of clues drawn from the range, or a little fewer.
  mutating func addBack(to range: ClosedRange<Int>, using random: inout SeededRandom) {
    let low = max(range.lowerBound, kept.count)
    let target = low + random.next(below: max(1, range.upperBound - low + 1))
    while kept.count < target, addBack(upTo: range.upperBound) {}
  }

  /// How many groups from the start of the order it takes for one solution.
  private mutating func neededPrefix() -> Int {
    var (tooFew, enough) = (0, order.count)
    while enough - tooFew > 1 {
      let middle = (tooFew + enough) / 2
      if isUnique(clues(before: middle)) {
        enough = middle
      } else {
        tooFew = middle
      }
    }
    return enough
  }

  private mutating func isUnique(_ clues: CellSet, differingAt cell: Cell? = nil) -> Bool {
    if !filter.passes(clues) || memory.showsAnother(clues) { return false }
    let other = solver.differenceOfAnotherSolution(
      than: solution, clues: clues, differingAt: cell)
    guard let other else { return true }
    memory.add(other)
    return false
  }

  /// The cells in which another solution differs, `nil` where there is none.
  private mutating func differenceOfAnotherSolution(_ clues: CellSet) -> CellSet? {
    if let known = memory.uncovered(by: clues) { return known }
    let other = solver.differenceOfAnotherSolution(than: solution, clues: clues, differingAt: nil)
    if let other { memory.add(other) }
    return other
  }

  private func clues(before position: Int) -> CellSet {
    var cells = CellSet()
    for index in 0..<position { cells = cells.union(order[index]) }
    return cells
  }
}

extension Board {
  /// The board with the digits in some cells only.
  func keeping(_ cells: CellSet) -> Board {
    withUnsafeValues { values in
      Board(unsafeValues: { kept in
        for cell in 0..<81 {
          let isKept = UInt8(truncatingIfNeeded: cells.rawValue &>> UInt128(cell)) & 1
          kept[cell] = values[cell] &* isKept
        }
      })
    }
  }
}
