import SudokuCore
import SudokuSolver

/// Removes clues of a solution while it stays unique.
///
/// Testing each clue in random order would take one uniqueness test a clue. A board with more clues has
/// no more solutions, so bisection finds the first clue in that order that is needed. Only the clues
/// before it are tested singly.
///
/// Known unavoidable sets answer a quarter of the tests (`UnavoidableMemory`). Each failed test yields
/// another one. It answers none of the same removal, since it has the clue that stays, but many when
/// the puzzle is changed later.
///
/// Each test depends on the answers before it, so the solver is called for single boards. Making
/// hundreds of puzzles side by side, with their tests as lanes of a batch, was tried and is slower:
/// most of these boards have several solutions, and a lone board finds two sooner.
struct ClueRemoval {
  let solution: Board
  var kept = CellSet.all
  /// Groups of clues that are removed together, the last one first.
  private let order: [CellSet]
  private let others: OtherSolutions
  private var memory: UnavoidableMemory
  /// The removed groups, the latest at the end.
  private var removed: [CellSet] = []

  init(solution: Board, order: [CellSet], solver: Solver) {
    self.solution = solution
    self.order = order
    others = OtherSolutions(than: solution, solver: solver)
    memory = UnavoidableMemory(solution)
  }

  var board: Board { solution.keeping(kept) }

  mutating func run() {
    let needed = neededPrefix()
    kept = clues(before: needed)
    removed = order[needed...].reversed()
    guard needed > 1 else { return }
    memory.openAll()
    // The group at `needed - 1` is needed: without it the prefix has several solutions.
    memory.keep(order[needed - 1])
    for group in order[..<(needed - 1)].reversed() {
      let fewer = kept.subtracting(group)
      if fewer.count >= UniquenessFilter.fewestClues, !memory.showsAnotherInOpen(fewer),
        provesUnique(fewer, without: group)
      {
        kept = fewer
        removed.append(group)
      } else {
        memory.keep(group)
      }
    }
  }

  /// The clues that are redundant alone, up to a number of them.
  mutating func redundantClues(limit: Int = 81) -> CellSet {
    var redundant = CellSet()
    for cell in kept.subtracting(memory.needed(of: kept))
    where isUnique(kept.subtracting(CellSet(cell)), differingAt: cell) {
      redundant.insert(cell)
      if redundant.count == limit { break }
    }
    return redundant
  }

  /// Removes clues, adds random groups until the solution is unique again, and removes all redundant
  /// groups: `groups` in order, then the added ones.
  ///
  /// `cell`, if known, differs in every other solution without `gone`.
  mutating func exchange(
    _ gone: CellSet, among groups: [CellSet], differingAt cell: Cell? = nil,
    using random: inout SeededRandom
  ) {
    kept = kept.subtracting(gone)
    // Added groups come last: otherwise most of them would be removed at once.
    let groups = groups + added(without: gone, differingAt: cell, using: &random)
    removed = []
    let open = memory.open(groups, of: kept)
    for group in groups where group.isSubset(of: open) && canGo(group) {
      kept = kept.subtracting(group)
      removed.append(group)
    }
  }

  private mutating func added(
    without gone: CellSet, differingAt known: Cell?, using random: inout SeededRandom
  ) -> [CellSet] {
    var added: [CellSet] = []
    while let difference = differenceOfAnotherSolution(kept, differingAt: known) {
      // A clue in a cell that differs rules the other solution out.
      let fresh = Array(difference.subtracting(gone))
      let cells = fresh.isEmpty ? Array(difference) : fresh
      let cell = cells[random.next(below: cells.count)]
      guard let group = order.first(where: { $0.contains(cell) }) else { break }
      kept = kept.union(group)
      added.append(group)
    }
    return added
  }

  /// Changes some clues: removes a number of random groups, adds others until the solution is unique
  /// again, and removes all redundant ones.
  mutating func vary(_ count: Int, using random: inout SeededRandom) {
    var groups = keptGroups
    random.shuffle(&groups)
    let gone = groups.prefix(count).reduce(CellSet()) { $0.union($1) }
    exchange(gone, among: Array(groups.dropFirst(count)), using: &random)
  }

  /// Restores the group removed last; `false` if it would exceed a number of clues.
  mutating func addBack(upTo limit: Int) -> Bool {
    guard let group = removed.last, kept.count + group.count <= limit else { return false }
    removed.removeLast()
    kept = kept.union(group)
    return true
  }

  /// Restores groups up to a number of clues drawn from the range, or a little fewer.
  mutating func addBack(to range: ClosedRange<Int>, using random: inout SeededRandom) {
    let low = max(range.lowerBound, kept.count)
    let target = low + random.next(below: max(1, range.upperBound - low + 1))
    while kept.count < target, addBack(upTo: range.upperBound) {}
  }

  /// The number of groups from the start of the order that leave one solution.
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

  /// The groups of clues that are not kept.
  var removedGroups: [CellSet] { order.filter { !$0.isSubset(of: kept) } }

  var keptGroups: [CellSet] { order.filter { $0.isSubset(of: kept) } }

  /// True if a group of clues is redundant; the solution of `kept` must be unique.
  ///
  /// Every other solution of the rest differs in at least one cell of the group. Searching for one that
  /// differs in a given cell is so much quicker that small groups are tested cell by cell.
  private mutating func canGo(_ group: CellSet) -> Bool {
    let fewer = kept.subtracting(group)
    return mayBeUnique(fewer) && provesUnique(fewer, without: group)
  }

  /// True if the solver proves that the clues left without a group have one solution, as they had with it.
  private mutating func provesUnique(_ fewer: CellSet, without group: CellSet) -> Bool {
    if group.count > 2 { return findsNoOther(fewer, differingAt: nil) }
    return group.allSatisfy { findsNoOther(fewer, differingAt: $0) }
  }

  private mutating func isUnique(_ clues: CellSet, differingAt cell: Cell? = nil) -> Bool {
    mayBeUnique(clues) && findsNoOther(clues, differingAt: cell)
  }

  /// True if clues pass the filters: only the solver can prove that they have one solution.
  ///
  /// The sets of two digits and of two lines stand for all of `UniquenessFilter` but the number of clues.
  private func mayBeUnique(_ clues: CellSet) -> Bool {
    clues.count >= UniquenessFilter.fewestClues && !memory.showsAnother(clues)
  }

  private mutating func findsNoOther(_ clues: CellSet, differingAt cell: Cell?) -> Bool {
    let other = others.difference(clues: clues, differingAt: cell)
    guard let other else { return true }
    memory.add(other)
    return false
  }

  /// The cells in which another solution differs, `nil` if there is none.
  private mutating func differenceOfAnotherSolution(
    _ clues: CellSet, differingAt cell: Cell?
  ) -> CellSet? {
    if let known = memory.uncovered(by: clues) { return known }
    let other = others.difference(clues: clues, differingAt: cell)
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
  /// The board with only the digits in some cells.
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
  /// The most clues of a puzzle that is tested clue by clue.
  ///
  /// Among puzzles with half-turn symmetry and no redundant pair, one in eight with 24 clues has no
  /// redundant single clue, one in seventy with 26, one in a thousand with 28.
  private static let fewClues = 26

  /// Exchanges groups of clues, at most `moves` times, until no single clue is redundant.
  ///
  /// In a group one clue may be needed and another one redundant. So a group with a redundant clue
  /// is exchanged for others, as long as the number of clues doesn't grow.
  mutating func makeMinimal(
    clues wanted: ClosedRange<Int>? = nil, moves: Int, using random: inout SeededRandom
  ) -> Bool {
    let most = max(Self.fewClues, wanted?.upperBound ?? 0)
    let fewest = wanted?.lowerBound ?? 0
    // Larger groups hardly ever reach so few clues.
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

  /// Exchanges the group of a redundant clue, or a random one, for others.
  private mutating func makeRoom(for redundant: Cell?, using random: inout SeededRandom) {
    var groups = keptGroups
    random.shuffle(&groups)
    let index = groups.firstIndex { group in redundant.map(group.contains) ?? true } ?? 0
    let gone = groups.remove(at: index)
    // Without the redundant clue the solution is unique. So every other solution without the group
    // differs in the partner's cell.
    let partner = redundant != nil && gone.count == 2 ? gone.first { $0 != redundant } : nil
    exchange(gone, among: groups, differingAt: partner, using: &random)
  }
}

/// A cheap test that every puzzle with one solution passes; it spares the solver the nearly empty
/// boards, which are slow.
///
/// A puzzle has at least 17 clues (McGuire, Tugemann, Civario, 2012) of at least 8 digits: two absent
/// ones could be exchanged. No band or stack has two lines without clues, which could be exchanged too.
struct UniquenessFilter {
  static let fewestClues = 17
  private let cells: InlineArray<9, CellSet>

  init(_ board: Board) {
    var cells = InlineArray<9, CellSet>(repeating: CellSet())
    for cell in board.filledCells {
      if let digit = board[cell] { cells[digit.index].insert(cell) }
    }
    self.cells = cells
  }

  /// True if the clues in some cells may have one solution.
  func passes(_ kept: CellSet) -> Bool {
    guard kept.count >= Self.fewestClues else { return false }
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

  /// True if each run of three bits has at least two.
  private func chutesAreFilled(_ lines: UInt16) -> Bool {
    for chute in stride(from: UInt16(0), to: 9, by: 3)
    where (lines &>> chute & 7).nonzeroBitCount < 2 { return false }
    return true
  }
}
