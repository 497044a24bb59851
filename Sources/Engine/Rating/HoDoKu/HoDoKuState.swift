import SudokuCore
import SudokuTechniques

/// The grid as the program keeps it, with its queues of singles.
struct HoDoKuState {
  private(set) var grid = CandidateGrid()
  /// The same as the program counts it.
  private(set) var marks = HoDoKuMarks()
  let clues: CellSet
  /// The results that the searches of a round share; emptied by every change.
  var memory = HoDoKuMemory()
  /// The tables of chains, taken from the pool when they are first needed.
  private var table: HoDoKuTable?

  private mutating func takeTable() -> HoDoKuTable {
    let own = table ?? HoDoKuTable.pool.take() ?? HoDoKuTable()
    table = own
    return own
  }

  /// Gives the tables back; every search fills them again.
  mutating func returnTable() {
    if let own = table { HoDoKuTable.pool.give(own) }
    table = nil
  }

  /// The tables filled with the plain chains of the grid, with groups or without.
  mutating func chains(withGroups: Bool) -> HoDoKuTable {
    let table = takeTable()
    if !(withGroups && memory.holdsGroupedChains) {
      table.fillChains(grid, withGroups: withGroups)
      memory.holdsGroupedChains = withGroups
    }
    return table
  }

  /// The tables filled with nets of the grid.
  mutating func nets() -> HoDoKuTable {
    let table = takeTable()
    HoDoKuLookAhead(marks, grid).fill(table)
    memory.holdsGroupedChains = false
    return table
  }

  private var nakedStart = 0
  private var hiddenStart = 0

  /// Starts with a grid: its digits are placed one by one in reading order, then the candidates that
  /// it lacks are removed.
  init(_ start: CandidateGrid) {
    clues = start.board.filledCells
    for cell in clues {
      if let digit = start.board[cell] { place(Candidate(cell, digit)) }
    }
    for cell in start.emptyCells {
      for digit in grid[cell].subtracting(start[cell]) { remove(Candidate(cell, digit)) }
    }
  }

  mutating func apply(_ find: HoDoKuFind) {
    memory = HoDoKuMemory()
    if let placement = find.placement { place(placement) }
    for candidate in find.removals { remove(candidate) }
  }

  private mutating func remove(_ candidate: Candidate) {
    marks.remove(candidate.digit.index, from: candidate.cell)
    grid.remove(candidate.digit, from: candidate.cell)
  }

  private mutating func place(_ candidate: Candidate) {
    marks.place(candidate.digit.index, at: candidate.cell)
    grid.place(candidate.digit, at: candidate.cell)
  }

  /// The almost locked sets, found once in a round.
  mutating func lockedSets() -> AlmostLockedSets {
    if let known = memory.lockedSets { return known }
    let sets = AlmostLockedSets(grid)
    memory.lockedSets = sets
    return sets
  }

  /// The oldest naked single whose cell is the last empty one of a house.
  func fullHouse() -> (candidate: Candidate, house: House)? {
    for index in nakedStart..<marks.naked.count {
      let candidate = marks.naked[index]
      guard grid.board[candidate.cell] == nil else { continue }
      for kind in 0..<3 {
        let house = candidate.cell.house(HoDoKuHouse.kinds[kind])
        let empty = grid.emptyPlaces(in: house)
        if empty & (empty &- 1) == 0 { return (candidate, house) }
      }
    }
    return nil
  }

  mutating func popNakedSingle() -> Candidate? {
    while nakedStart < marks.naked.count {
      nakedStart += 1
      let candidate = marks.naked[nakedStart - 1]
      if grid.board[candidate.cell] == nil { return candidate }
    }
    return nil
  }

  mutating func popHiddenSingle() -> Candidate? {
    while hiddenStart < marks.hidden.count {
      hiddenStart += 1
      let candidate = marks.hidden[hiddenStart - 1]
      if grid.board[candidate.cell] == nil { return candidate }
    }
    return nil
  }
}

/// Results that the searches of a round share: some kinds of steps are gathered in one pass.
struct HoDoKuMemory {
  /// The steps of all rectangles, once they were searched for.
  var rectangles: [HoDoKuFind]?
  /// The almost locked sets and their restricted commons, once they were searched for.
  var lockedSets: AlmostLockedSets?
  var holdsGroupedChains = false
}
