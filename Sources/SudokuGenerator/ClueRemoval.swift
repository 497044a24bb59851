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
  var kept = CellSet.all
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
      guard canGo(group) else { continue }
      kept = kept.subtracting(group)
      removed.append(group)
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

  /// Takes clues off, adds groups until the solution is the only one again, and takes off all groups
  /// that can go.
  ///
  /// - Parameters:
  ///   - gone: The clues taken off first.
  ///   - groups: All others, in the order in which they are to go.
  ///   - cell: A cell that differs in every other solution of the rest, where one is known.
  ///   - random: Decides what is added.
  mutating func exchange(
    _ gone: CellSet, among groups: [CellSet], differingAt cell: Cell? = nil,
    using random: inout SeededRandom
  ) {
    kept = kept.subtracting(gone)
    // What was just added goes last: else most of it would go at once.
    let groups = groups + added(without: gone, differingAt: cell, using: &random)
    removed = []
    let open = memory.open(groups, of: kept)
    for group in groups where group.isSubset(of: open) && canGo(group) {
      kept = kept.subtracting(group)
      removed.append(group)
    }
  }

  /// Adds groups until the solution is the only one again.
  private mutating func added(
    without gone: CellSet, differingAt known: Cell?, using random: inout SeededRandom
  ) -> [CellSet] {
    var added: [CellSet] = []
    while let difference = differenceOfAnotherSolution(kept, differingAt: known) {
      // A clue where another solution differs rules that one out.
      let fresh = Array(difference.subtracting(gone))
      let cells = fresh.isEmpty ? Array(difference) : fresh
      let cell = cells[random.next(below: cells.count)]
      guard let group = order.first(where: { $0.contains(cell) }) else { break }
      kept = kept.union(group)
      added.append(group)
    }
    return added
  }

  /// Changes some clues: takes groups off, adds others until the solution is the only one again, and
  /// takes off all that can go.
  ///
  /// - Parameters:
  ///   - count: How many groups to take off first.
  ///   - random: Decides which.
  mutating func vary(_ count: Int, using random: inout SeededRandom) {
    var groups = keptGroups
    random.shuffle(&groups)
    let gone = groups.prefix(count).reduce(CellSet()) { $0.union($1) }
    exchange(gone, among: Array(groups.dropFirst(count)), using: &random)
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

  /// The groups of the clues left.
  var keptGroups: [CellSet] { order.filter { $0.isSubset(of: kept) } }

  /// Whether a group of clues can go, of clues whose solution is the only one.
  ///
  /// Every other solution of the rest differs in one cell of the group at least. To look for one that
  /// differs in a given cell is so much quicker that small groups are asked cell by cell.
  private mutating func canGo(_ group: CellSet) -> Bool {
    let fewer = kept.subtracting(group)
    guard group.count <= 2 else { return isUnique(fewer) }
    return mayBeUnique(fewer) && group.allSatisfy { findsNoOther(fewer, differingAt: $0) }
  }

  private mutating func isUnique(_ clues: CellSet, differingAt cell: Cell? = nil) -> Bool {
    mayBeUnique(clues) && findsNoOther(clues, differingAt: cell)
  }

  /// Whether nothing that is known speaks against a single solution.
  private func mayBeUnique(_ clues: CellSet) -> Bool {
    filter.passes(clues) && !memory.showsAnother(clues)
  }

  private mutating func findsNoOther(_ clues: CellSet, differingAt cell: Cell?) -> Bool {
    let other = solver.differenceOfAnotherSolution(
      than: solution, clues: clues, differingAt: cell)
    guard let other else { return true }
    memory.add(other)
    return false
  }

  /// The cells in which another solution differs, `nil` where there is none.
  private mutating func differenceOfAnotherSolution(
    _ clues: CellSet, differingAt cell: Cell?
  ) -> CellSet? {
    if let known = memory.uncovered(by: clues) { return known }
    let other = solver.differenceOfAnotherSolution(
      than: solution, clues: clues, differingAt: cell)
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
