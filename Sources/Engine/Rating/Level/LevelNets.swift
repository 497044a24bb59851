/// Nets: a candidate is assumed, and all that follows is placed round by round.
///
/// An assumption that ends in a contradiction is wrong; so is what all candidates of a cell, or all places
/// of a digit in a house, exclude after as many rounds. All assumptions go on together, and the first
/// round that excludes anything counts.
struct LevelNets {
  /// The techniques allowed inside a net.
  enum Depth: Int, Comparable {
    case singles
    /// Locked candidates and pairs, where there are no singles.
    case patterns
    /// Nets of singles, where there is nothing else.
    case nets

    static func < (one: Depth, two: Depth) -> Bool { one.rawValue < two.rawValue }
  }

  /// The state of an assumption.
  private enum State { case open, stuck, wrong }

  private(set) var gone = DigitRows(repeating: .zero)
  private(set) var rounds = 0
  /// The rounds carried out so far, one for each assumption.
  private(set) var work = 0
  private var grids: [LevelGrid] = []
  private var states: [State] = []
  /// The index of each candidate's grid, at `digit * 81 + cell`.
  private var indexes = [Int](repeating: -1, count: 729)

  /// Looks for what the least number of rounds excludes, from what singles exclude to what nets do.
  mutating func search(
    _ grid: borrowing LevelGrid, _ view: LevelView, mustStop: (Int) -> Bool
  ) -> Depth? {
    let begin = work
    start(grid, view)
    rounds = 0
    for depth in [Depth.singles, .patterns, .nets] {
      for index in states.indices where states[index] == .stuck { states[index] = .open }
      while true {
        rounds &+= 1
        var isMoving = false
        for index in states.indices where states[index] == .open {
          if mustStop(work &- begin) { return nil }
          var assumed = grids[index]
          states[index] = advance(&assumed, depth)
          grids[index] = assumed
          if states[index] != .stuck { isMoving = true }
        }
        guard isMoving else { break }
        collect(grid, view)
        for row in 0..<9 where gone[row].isAnySet { return depth }
      }
    }
    return nil
  }

  private mutating func start(_ grid: borrowing LevelGrid, _ view: LevelView) {
    grids.removeAll(keepingCapacity: true)
    for digit in 0..<9 {
      for cell in 0..<81 {
        guard view.planes[unchecked: digit] & LevelView.bit(cell) != 0 else {
          indexes[digit &* 81 &+ cell] = -1
          continue
        }
        indexes[digit &* 81 &+ cell] = grids.count
        var assumed = copy grid
        assumed.place(digit, cell)
        grids.append(assumed)
      }
    }
    states.removeAll(keepingCapacity: true)
    states.append(contentsOf: repeatElement(.open, count: grids.count))
  }

  private mutating func advance(_ grid: inout LevelGrid, _ depth: Depth) -> State {
    work &+= 1
    let singles = grid.singles()
    if singles.isContradictory { return .wrong }
    if grid.place(singles) { return .open }
    guard depth > .singles, !grid.isFull else { return .stuck }
    if grid.removeLocked() { return .open }
    if grid.removePairs() { return .open }
    guard depth > .patterns else { return .stuck }
    return prune(&grid)
  }

  /// Takes off a grid's candidates that singles refute.
  private mutating func prune(_ grid: inout LevelGrid) -> State {
    let view = LevelView(grid)
    var gone = DigitRows(repeating: .zero)
    var isAny = false
    for digit in 0..<9 {
      var rest = view.planes[unchecked: digit]
      while rest != 0 {
        let cell = rest.trailingZeroBitCount
        rest &= rest &- 1
        guard view.isPaired(digit, cell) else { continue }
        var assumed = grid
        assumed.place(digit, cell)
        guard isRefuted(&assumed) else { continue }
        gone[unchecked: cell / 9][digit] |= 1 &<< UInt16(truncatingIfNeeded: cell % 9)
        isAny = true
      }
    }
    grid.remove(gone)
    return isAny ? .open : .stuck
  }

  private mutating func isRefuted(_ grid: inout LevelGrid) -> Bool {
    while true {
      work &+= 1
      let singles = grid.singles()
      if singles.isContradictory { return true }
      if !grid.place(singles) { return false }
    }
  }

  /// Contradictions, and what the assumptions of some cell, or of a digit in some house, have in common.
  private mutating func collect(_ grid: borrowing LevelGrid, _ view: LevelView) {
    gone = DigitRows(repeating: .zero)
    for cell in 0..<81 where view.cells[unchecked: cell] != 0 {
      for digit in 0..<9 where indexes[digit &* 81 &+ cell] >= 0 {
        guard states[indexes[digit &* 81 &+ cell]] == .wrong else { continue }
        gone[unchecked: cell / 9][digit] |= 1 &<< UInt16(truncatingIfNeeded: cell % 9)
      }
      var list = InlineArray<9, Int>(repeating: -1)
      for digit in 0..<9 { list[unchecked: digit] = indexes[digit &* 81 &+ cell] }
      meet(list, grid)
    }
    for house in 0..<27 {
      for digit in 0..<9 where view.places[unchecked: house &* 9 &+ digit] != 0 {
        var list = InlineArray<9, Int>(repeating: -1)
        for place in 0..<9 {
          list[unchecked: place] = indexes[digit &* 81 &+ LevelView.cell(house, place)]
        }
        meet(list, grid)
      }
    }
  }

  /// Adds what all grids of a list exclude, if none of them is refuted; -1 stands for none.
  @inline(__always)
  private mutating func meet(_ list: InlineArray<9, Int>, _ grid: borrowing LevelGrid) {
    var any = DigitRows(repeating: .zero)
    for item in 0..<9 {
      let index = list[unchecked: item]
      guard index >= 0 else { continue }
      guard states[index] != .wrong else { return }
      for row in 0..<9 { any[unchecked: row] |= grids[index].rows[unchecked: row] }
    }
    for row in 0..<9 {
      gone[unchecked: row] |= grid.rows[unchecked: row] & ~any[unchecked: row]
    }
  }
}

extension LevelGrid {
  @inline(__always)
  mutating func place(_ digit: Int, _ cell: Int) {
    var placed = DigitRows(repeating: .zero)
    placed[unchecked: cell / 9][digit] = 1 &<< UInt16(truncatingIfNeeded: cell % 9)
    place(placed)
  }

  /// Places all singles; returns true if there are any.
  @inline(__always)
  mutating func place(_ singles: borrowing Singles) -> Bool {
    var placed = DigitRows(repeating: .zero)
    var any = DigitRow.zero
    for row in 0..<9 {
      let lanes =
        singles.block[unchecked: row] | singles.line[unchecked: row] | singles.naked[unchecked: row]
      placed[unchecked: row] = lanes
      any |= lanes
    }
    guard any.isAnySet else { return false }
    place(placed)
    return true
  }

  /// Removes what locked candidates exclude; returns true if anything goes.
  @inline(__always)
  mutating func removeLocked() -> Bool {
    let gone = lockedOut()
    var any = DigitRow.zero
    for row in 0..<9 { any |= gone[unchecked: row] }
    guard any.isAnySet else { return false }
    remove(gone)
    return true
  }

  /// Removes what naked and hidden pairs exclude; returns true if anything goes.
  mutating func removePairs() -> Bool {
    let view = LevelView(self)
    var removals = LevelRemovals()
    LevelSubsets.sets(2, in: view, to: &removals)
    guard removals.count > 0 else { return false }
    remove(removals.rows)
    return true
  }
}

extension LevelView {
  /// True if a candidate is one of two in its cell, or of two places in a house.
  func isPaired(_ digit: Int, _ cell: Int) -> Bool {
    if cells[unchecked: cell].nonzeroBitCount == 2 { return true }
    let block = cell / 27 &* 3 &+ cell % 9 / 3
    return places[unchecked: block &* 9 &+ digit].nonzeroBitCount == 2
      || places[unchecked: (9 &+ cell / 9) &* 9 &+ digit].nonzeroBitCount == 2
      || places[unchecked: (18 &+ cell % 9) &* 9 &+ digit].nonzeroBitCount == 2
  }
}
