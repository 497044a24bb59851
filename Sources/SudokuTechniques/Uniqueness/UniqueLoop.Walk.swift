import SudokuCore

extension UniqueLoop {
  /// What the steps of a loop depend on.
  private struct Key: Equatable {
    var cells: CellSet
    var firstExtra: Cell?
    var pair: DigitSet
  }

  /// The depth-first search for loops.
  package struct Walk {
    let grid: CandidateGrid
    /// Whether the extra digits of cells that were looked at count for the branches after them, a
    /// peculiarity of one program.
    private let sharesExtras: Bool
    /// Whether hidden sets of type 3 are sought from the number of extra digits on instead of from
    /// two, a peculiarity of one program.
    let startsHiddenSetsAtExtraCount: Bool
    /// What was found, in the order of discovery.
    package var finds: [UniqueLoop.Find] = []
    /// How many cells may be entered until the walk stops.
    var allowance = Int.max
    /// How many cells were entered.
    private var work = 0
    private var keys: [Key] = []
    /// The cells of the path in order, so many of them, and as a set.
    private var path = InlineArray<81, UInt8>(repeating: 0)
    private var pathCount = 0
    private var pathSet: UInt128 = 0
    private var pair = DigitSet.none
    /// The cells that hold both digits.
    private var withPair: UInt128 = 0
    /// Those of them that a valid loop may enter: each of their houses has another one.
    private var viable: UInt128 = 0
    /// For each digit the cells where it is a candidate.
    private let cellsByDigit: InlineArray<9, UInt128>

    /// Creates a walk.
    package init(
      grid: CandidateGrid, sharesExtras: Bool = false, startsHiddenSetsAtExtraCount: Bool = false
    ) {
      self.grid = grid
      self.sharesExtras = sharesExtras
      self.startsHiddenSetsAtExtraCount = startsHiddenSetsAtExtraCount
      cellsByDigit = InlineArray { grid.cells(with: Digit(uncheckedIndex: $0)).rawValue }
    }

    /// Looks for all loops through a bivalue cell.
    package mutating func start(at cell: Cell) {
      pair = grid[cell]
      withPair = CellSet.all.rawValue
      for digit in pair { withPair &= cellsByDigit[digit.index] }
      keepViableCells()
      let start = cell.index
      guard viable &>> UInt128(truncatingIfNeeded: start) & 1 != 0 else { return }
      path[0] = UInt8(truncatingIfNeeded: start)
      pathCount = 1
      pathSet = 1 &<< UInt128(truncatingIfNeeded: start)
      let geometry = LoopGeometry.shared
      var even = Side()
      even.add(start, geometry)
      extend(from: start, along: 3, freeExtras: 2, extras: 0, even: even, odd: Side(), geometry)
    }

    /// The cells of a path that have even places, or odd ones.
    private struct Side {
      /// Their houses.
      var houses: UInt32 = 0
      /// All cells of these.
      var cells: UInt128 = 0

      mutating func add(_ cell: Int, _ geometry: LoopGeometry) {
        houses |= geometry.houses[cell]
        cells |= geometry.seen[cell]
      }
    }

    /// How many cells were entered since the last call.
    mutating func takeWork() -> Int {
      defer { work = 0 }
      return work
    }

    /// Drops cells that have no partner in one of their houses until all have.
    private mutating func keepViableCells() {
      let geometry = LoopGeometry.shared
      viable = withPair
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
    }

    /// Goes on from the last cell of the path.
    ///
    /// Cells that no valid loop goes through (a house has a cell of the same parity, or no partner)
    /// are looked at but not entered; nor is a cell after which some house can't get its second one.
    private mutating func extend(
      from cell: Int, along last: Int, freeExtras: Int, extras: UInt16, even: Side, odd: Side,
      _ geometry: LoopGeometry
    ) {
      work &+= 1
      guard work <= allowance else { return }
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
          let nextExtras = grid.mask(next) & ~pair.rawValue
          let gathered = shownExtras | nextExtras
          if sharesExtras { shownExtras = gathered }
          guard viable & ~(isOdd ? odd : even).cells & bit != 0 else { continue }
          guard nextExtras == 0 || freeExtras > 0 || gathered & (gathered &- 1) == 0 else {
            continue
          }
          var (nextEven, nextOdd) = (even, odd)
          if isOdd { nextOdd.add(next, geometry) } else { nextEven.add(next, geometry) }
          guard canClose(nextEven, nextOdd, free: viable & ~pathSet & ~bit, geometry) else {
            continue
          }
          path[pathCount] = UInt8(truncatingIfNeeded: next)
          pathCount &+= 1
          pathSet |= bit
          extend(
            from: next, along: kind, freeExtras: nextExtras == 0 ? freeExtras : freeExtras &- 1,
            extras: gathered, even: nextEven, odd: nextOdd, geometry)
          pathCount &-= 1
          pathSet ^= bit
        }
      }
    }

    /// Whether each house with one cell of the path may still get another of the other parity.
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
      var extraDigits = DigitSet.none
      var extraCells: [Cell] = []
      let path = (0..<pathCount).map { Cell(unchecked: Int(self.path[$0])) }
      for cell in path where grid[cell] != pair {
        extraCells.append(cell)
        extraDigits = extraDigits.union(grid[cell].subtracting(pair))
      }
      // A loop is found from each of its bivalue cells, both ways round.
      let key = Key(cells: CellSet(rawValue: pathSet), firstExtra: extraCells.first, pair: pair)
      if keys.contains(key) { return }
      keys.append(key)
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
