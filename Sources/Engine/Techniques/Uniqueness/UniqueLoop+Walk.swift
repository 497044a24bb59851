import SudokuCore

extension UniqueLoop {
  /// The facts on which the steps of a loop depend.
  private struct Key: Equatable {
    var cells: CellSet
    var firstExtra: Cell?
    var pair: DigitSet
  }

  /// The depth-first search for loops.
  package struct Walk {
    let grid: CandidateGrid
    /// True if the extra digits of cells already visited count for the branches after them, as in Sudoku Explainer.
    private let sharesExtras: Bool
    /// True if hidden sets of type 3 start at the number of extra digits instead of at two, as in Sudoku Explainer.
    let startsHiddenSetsAtExtraCount: Bool
    /// The loops found, in the order of discovery.
    package internal(set) var finds: [UniqueLoop.Find] = []
    /// The number of cells that may be entered before the walk stops.
    var allowance = Int.max
    /// The number of cells entered.
    private var work = 0
    private var keys: [Key] = []
    /// The number of loops closed, each counted as often as the walk met it.
    package private(set) var loopCount = 0
    /// The cells of the path in order, so many of them, and as a set.
    private var path = InlineArray<81, UInt8>(repeating: 0)
    private var pathCount = 0
    private var pathSet: UInt128 = 0
    private var pair = DigitSet.none
    /// The cells that hold both digits.
    private var withPair: UInt128 = 0
    /// Those of them that hold nothing else.
    private var bare: UInt128 = 0
    /// Those of them that hold one other digit, by that digit.
    private var withExtra = InlineArray<9, UInt128>(repeating: 0)
    /// The cells with both digits that a valid loop may enter: each of their houses has another one.
    private var viable: UInt128 = 0
    /// The most cells of a loop with different extra digits: two cells with extras, the others bare.
    private var mixedLimit = 0
    /// The bivalue cells that no loop goes through.
    private var dead: UInt128 = 0
    /// The most cells of the loops to find.
    private var mostCells = 81
    /// True if the walk under way passed over a cell because of other branches' extras, or stopped.
    private var isIncomplete = false
    /// For each digit the cells where it is a candidate.
    private let cellsByDigit: InlineArray<9, UInt128>

    package init(
      grid: CandidateGrid, sharesExtras: Bool = false, startsHiddenSetsAtExtraCount: Bool = false
    ) {
      self.grid = grid
      self.sharesExtras = sharesExtras
      self.startsHiddenSetsAtExtraCount = startsHiddenSetsAtExtraCount
      cellsByDigit = grid.withMasks { masks in
        var cells = InlineArray<9, UInt128>(repeating: 0)
        for cell in 0..<81 {
          var rest = masks.digits(cell)
          while rest != 0 {
            cells[rest.trailingZeroBitCount] |= 1 &<< UInt128(truncatingIfNeeded: cell)
            rest &= rest &- 1
          }
        }
        return cells
      }
    }

    /// Looks for the rectangles through a bivalue cell, in the order in which `start(at:)` meets them.
    package mutating func startRectangles(at cell: Cell) {
      if grid[cell] != pair {
        pair = grid[cell]
        listCells()
      }
      mostCells = 4
      defer { mostCells = 81 }
      walk(from: cell.index)
    }

    /// Looks for all loops through a bivalue cell.
    package mutating func start(at cell: Cell) {
      if grid[cell] != pair {
        pair = grid[cell]
        listCells()
      }
      let start = cell.index
      let known = loopCount
      isIncomplete = false
      walk(from: start)
      if loopCount == known, !isIncomplete { rule(out: start) }
    }

    /// Leaves a bivalue cell out from now on: a loop through it would have been found from there.
    private mutating func rule(out cell: Int) {
      dead |= 1 &<< UInt128(truncatingIfNeeded: cell)
      withPair &= ~dead
      bare &= ~dead
      mixedLimit = CellSet(rawValue: bare).count + 2
      viable = viableCells(of: viable & ~dead)
    }

    private mutating func walk(from start: Int) {
      guard viable &>> UInt128(truncatingIfNeeded: start) & 1 != 0, mayLoop(start) else { return }
      path[0] = UInt8(truncatingIfNeeded: start)
      pathCount = 1
      pathSet = 1 &<< UInt128(truncatingIfNeeded: start)
      let geometry = LoopGeometry.shared
      var even = Side()
      even.add(start, geometry)
      extend(
        from: start, along: 3, freeExtras: 2, extras: 0, ownExtras: 0, even: even, odd: Side(),
        geometry)
    }

    /// Sorts the cells with both digits by their other ones.
    private mutating func listCells() {
      withPair = CellSet.all.rawValue & ~dead
      for digit in pair { withPair &= cellsByDigit[digit.index] }
      var once: UInt128 = 0
      var twice: UInt128 = 0
      for digit in 0..<9 where pair.rawValue &>> UInt16(truncatingIfNeeded: digit) & 1 == 0 {
        twice |= once & cellsByDigit[digit]
        once |= cellsByDigit[digit]
      }
      bare = withPair & ~once
      once &= withPair & ~twice
      for digit in 0..<9 {
        withExtra[digit] =
          pair.rawValue &>> UInt16(truncatingIfNeeded: digit) & 1 == 0
          ? once & cellsByDigit[digit] : 0
      }
      mixedLimit = CellSet(rawValue: bare).count + 2
      viable = viableCells(of: withPair)
    }

    /// True if some loop may go through a bare cell.
    ///
    /// A loop has at most two cells with extras, or one extra digit: with less than four bare cells
    /// it is a rectangle, or takes the latter.
    private func mayLoop(_ start: Int) -> Bool {
      if mixedLimit >= 6 || hasRectangle(start) { return true }
      for digit in 0..<9 {
        let others = withExtra[digit]
        if others == 0 { continue }
        let cells = viableCells(of: others | bare)
        if cells &>> UInt128(truncatingIfNeeded: start) & 1 != 0 { return true }
      }
      return false
    }

    /// True if a bare cell is the corner of a rectangle in two blocks that has another bare cell.
    private func hasRectangle(_ start: Int) -> Bool {
      let geometry = LoopGeometry.shared
      let own = geometry.cells + start &* 3
      let bit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: start)
      var mates = withPair & own[1] & ~bit
      while mates != 0 {
        let mate = mates.trailingZeroBitCount
        mates &= mates &- 1
        let isNear = own[0] &>> UInt128(truncatingIfNeeded: mate) & 1 != 0
        // The other side stands in another block where this one does not, and the same where it does.
        var sides = withPair & own[2] & (isNear ? ~own[0] : own[0]) & ~bit
        while sides != 0 {
          let side = sides.trailingZeroBitCount
          sides &= sides &- 1
          let corner = side &- start &+ mate
          let corners: UInt128 =
            1 &<< UInt128(truncatingIfNeeded: mate) | 1 &<< UInt128(truncatingIfNeeded: side)
            | 1 &<< UInt128(truncatingIfNeeded: corner)
          if corners & ~withPair == 0, corners & bare != 0 { return true }
        }
      }
      return false
    }

    /// The cells of a path that have even places, or odd ones.
    private struct Side {
      var houses: UInt32 = 0
      var cells: UInt128 = 0

      mutating func add(_ cell: Int, _ geometry: LoopGeometry) {
        houses |= geometry.houses[cell]
        cells |= geometry.seen[cell]
      }
    }

    /// The number of cells entered since the last call.
    mutating func takeWork() -> Int {
      defer { work = 0 }
      return work
    }

    /// Some cells without those that have no partner in one of their houses.
    private func viableCells(of cells: UInt128) -> UInt128 {
      let geometry = LoopGeometry.shared
      var viable = cells
      var isStable = false
      while !isStable {
        isStable = true
        var rest = viable
        while rest != 0 {
          let cell = rest.trailingZeroBitCount
          let bit = rest & (0 &- rest)
          rest ^= bit
          let own = geometry.cells + cell &* 3
          if own[0] & viable == bit || own[1] & viable == bit || own[2] & viable == bit {
            viable ^= bit
            isStable = false
          }
        }
      }
      return viable
    }

    /// The cells that a path may still go on through: with two cells that have extras, bare ones and
    /// those with the same only extra digit.
    @inline(__always)
    private func open(_ freeExtras: Int, _ ownExtras: UInt16) -> UInt128 {
      if freeExtras > 0 { return viable }
      let isSingle = ownExtras & (ownExtras &- 1) == 0
      return viable & (isSingle ? bare | withExtra[ownExtras.trailingZeroBitCount] : bare)
    }

    /// Goes on from the last cell of the path.
    ///
    /// Cells that no valid loop goes through (a house has a cell of the same parity, or no partner)
    /// are looked at but not entered; nor is a cell after which some house can't get its second one.
    private mutating func extend(
      from cell: Int, along last: Int, freeExtras: Int, extras: UInt16, ownExtras: UInt16,
      even: Side, odd: Side, _ geometry: LoopGeometry
    ) {
      work &+= 1
      guard work <= allowance else {
        isIncomplete = true
        return
      }
      var shownExtras = extras
      let isOdd = pathCount % 2 == 1
      let start = Int(path[0])
      for kind in 0..<3 where kind != last {
        var nextCells = withPair & ~pathSet
        if pathCount >= 4 { nextCells |= 1 &<< UInt128(truncatingIfNeeded: start) }
        nextCells &= geometry.cells[cell &* 3 &+ kind]
        while nextCells != 0 {
          let next = nextCells.trailingZeroBitCount
          let bit = nextCells & (0 &- nextCells)
          nextCells ^= bit
          if next == start {
            if even.houses == odd.houses { addLoop() }
            continue
          }
          if pathCount == mostCells { continue }
          let nextExtras = grid.mask(next) & ~pair.rawValue
          let gathered = shownExtras | nextExtras
          if sharesExtras { shownExtras = gathered }
          guard viable & ~(isOdd ? odd : even).cells & bit != 0 else { continue }
          guard nextExtras == 0 || freeExtras > 0 || gathered & (gathered &- 1) == 0 else {
            let own = ownExtras | nextExtras
            isIncomplete = isIncomplete || own & (own &- 1) == 0
            continue
          }
          var (nextEven, nextOdd) = (even, odd)
          if isOdd { nextOdd.add(next, geometry) } else { nextEven.add(next, geometry) }
          let nextFree = nextExtras == 0 ? freeExtras : freeExtras &- 1
          let nextOwn = ownExtras | nextExtras
          var free = open(nextFree, nextOwn) & ~pathSet & ~bit
          if nextOwn & (nextOwn &- 1) != 0, pathCount &+ 1 >= mixedLimit { free = 0 }
          guard canClose(nextEven, nextOdd, free: free, geometry) else { continue }
          path[pathCount] = UInt8(truncatingIfNeeded: next)
          pathCount &+= 1
          pathSet |= bit
          extend(
            from: next, along: kind, freeExtras: nextFree, extras: gathered, ownExtras: nextOwn,
            even: nextEven, odd: nextOdd, geometry)
          pathCount &-= 1
          pathSet ^= bit
        }
      }
    }

    /// True if each house with one cell of the path may still get another of the other parity.
    private func canClose(
      _ even: Side, _ odd: Side, free: UInt128, _ geometry: LoopGeometry
    ) -> Bool {
      var open = even.houses & ~odd.houses
      let forOdd = free & ~odd.cells
      while open != 0 {
        if geometry.houseCells[open.trailingZeroBitCount] & forOdd == 0 { return false }
        open &= open &- 1
      }
      open = odd.houses & ~even.houses
      let forEven = free & ~even.cells
      while open != 0 {
        if geometry.houseCells[open.trailingZeroBitCount] & forEven == 0 { return false }
        open &= open &- 1
      }
      return true
    }

    private mutating func addLoop() {
      loopCount &+= 1
      var firstExtra: Cell?
      for place in 0..<pathCount where firstExtra == nil {
        let cell = Cell(unchecked: Int(path[place]))
        if grid[cell] != pair { firstExtra = cell }
      }
      // A loop is found from each of its bivalue cells, both ways round.
      let key = Key(cells: CellSet(rawValue: pathSet), firstExtra: firstExtra, pair: pair)
      if keys.contains(key) { return }
      keys.append(key)
      var extraDigits = DigitSet.none
      var extraCells: [Cell] = []
      let path = (0..<pathCount).map { Cell(unchecked: Int(self.path[$0])) }
      for cell in path where grid[cell] != pair {
        extraCells.append(cell)
        extraDigits = extraDigits.union(grid[cell].subtracting(pair))
      }
      let loop = Loop(cells: path, digits: pair, extraCells: extraCells, extraDigits: extraDigits)
      if extraCells.count == 1 {
        add(type1(loop))
      } else if extraDigits.count == 1 {
        add(type2(loop))
      } else if extraCells.count == 2 {
        addType3(loop, loop.sharedHouses)
      }
      if extraCells.count == 2, let find = type4(loop, loop.sharedHouses) { add(find) }
    }

    /// Keeps a find if it removes something and is new.
    mutating func add(_ find: Find) {
      guard !find.step.eliminations.isEmpty else { return }
      let pattern = find.step.pattern
      let isKnown = finds.contains { other in
        let known = other.step.pattern
        guard other.step.technique == find.step.technique, known.cells == pattern.cells else {
          return false
        }
        return find.type != 3
          || known.houses == pattern.houses && known.specialCells == pattern.specialCells
            && known.specialDigits == pattern.specialDigits
      }
      if !isKnown { finds.append(find) }
    }
  }
}
