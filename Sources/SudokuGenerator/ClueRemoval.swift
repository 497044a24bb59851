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
  mutating func vary(_ count: Int, using random: inout SeededRandom) {
    var groups = keptGroups
    random.shuffle(&groups)
    let gone = groups.prefix(count).reduce(CellSet()) { $0.union($1) }
    exchange(gone, among: Array(groups.dropFirst(count)), using: &random)
  }

  /// Puts the group back that was taken off last.
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

extension ClueRemoval {
  /// How few clues a puzzle should have before it is looked at clue by clue.
  ///
  /// Of puzzles with half-turn symmetry none of whose pairs of clues can go, no single clue can go from
  /// one in eight with 24 clues, one in seventy with 26, one in a thousand with 28.
  private static let fewClues = 26

  /// Changes the clues group by group until no single one can go.
  ///
  /// Where clues go in groups, one of a group may be needed and another one not. So a group with a
  /// redundant clue makes room for others, as long as the clues don't become more.
  mutating func makeMinimal(
    clues wanted: ClosedRange<Int>? = nil, moves: Int, using random: inout SeededRandom
  ) -> Bool {
    let most = max(Self.fewClues, wanted?.upperBound ?? 0)
    let fewest = wanted?.lowerBound ?? 0
    // Larger groups hardly ever get down to so few clues.
    let looksAtAll = keptGroups.contains { $0.count > 2 }
    var redundant: Cell?
    for move in 0...moves {
      if redundant == nil, looksAtAll || kept.count <= most {
        redundant = redundantClues(limit: 1).first
        if redundant == nil { return true }
      }
      if move == moves { break }
      let before = kept
      makeRoom(for: redundant, using: &random)
      if kept.count > max(before.count, most) || kept.count < min(before.count, fewest) {
        kept = before
      } else if kept != before {
        redundant = nil
      }
    }
    return false
  }

  /// Takes off the group of a redundant clue, or any, and adds others.
  private mutating func makeRoom(for redundant: Cell?, using random: inout SeededRandom) {
    var groups = keptGroups
    random.shuffle(&groups)
    let index = groups.firstIndex { group in redundant.map(group.contains) ?? true } ?? 0
    let gone = groups.remove(at: index)
    // Without the redundant clue the solution is still the only one: without its partner, too, every
    // other one differs there.
    let partner = redundant != nil && gone.count == 2 ? gone.first { $0 != redundant } : nil
    exchange(gone, among: groups, differingAt: partner, using: &random)
  }
}

/// What every puzzle with one solution passes; cheap to tell, and it spares the solver the nearly
/// empty boards it is slow on.
///
/// There are 17 clues at least (McGuire, Tugemann, Civario, 2012), of 8 digits at least (two absent
/// ones could change places), and no band or stack has two lines without clues (they could change
/// places too).
struct UniquenessFilter {
  /// The cells of each digit.
  private let cells: InlineArray<9, CellSet>

  /// Creates a filter for puzzles that keep some clues of a board.
  init(_ board: Board) {
    var cells = InlineArray<9, CellSet>(repeating: CellSet())
    for cell in board.filledCells {
      if let digit = board[cell] { cells[digit.index].insert(cell) }
    }
    self.cells = cells
  }

  /// Whether the clues in some cells may have one solution.
  func passes(_ kept: CellSet) -> Bool {
    guard kept.count >= 17 else { return false }
    var rows: UInt16 = 0
    var columns: UInt16 = 0
    for row in 0..<9 {
      let line = UInt16(truncatingIfNeeded: kept.rawValue &>> UInt128(row &* 9)) & 0x1FF
      columns |= line
      if line != 0 { rows |= 1 &<< UInt16(row) }
    }
    return chutesAreFilled(rows) && chutesAreFilled(columns) && digitCount(kept) >= 8
  }

  private func digitCount(_ kept: CellSet) -> Int {
    var count = 0
    for digit in 0..<9 where !cells[digit].isDisjoint(with: kept) { count &+= 1 }
    return count
  }

  /// Whether each run of three bits has two at least.
  private func chutesAreFilled(_ lines: UInt16) -> Bool {
    for chute in stride(from: UInt16(0), to: 9, by: 3)
    where (lines &>> chute & 7).nonzeroBitCount < 2 { return false }
    return true
  }
}
