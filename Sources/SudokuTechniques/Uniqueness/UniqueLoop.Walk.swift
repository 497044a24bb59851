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
    private var path: [Cell] = []
    private var pathSet = CellSet()
    private var pair = DigitSet.none
    /// The cells that hold both digits.
    private var withPair = CellSet()
    /// Those of them that a valid loop may enter: each of their houses has another one.
    private var viable = CellSet()
    /// For each digit the cells where it is a candidate.
    private let cellsByDigit: [CellSet]

    /// Creates a walk.
    package init(
      grid: CandidateGrid, sharesExtras: Bool = false, startsHiddenSetsAtExtraCount: Bool = false
    ) {
      self.grid = grid
      self.sharesExtras = sharesExtras
      self.startsHiddenSetsAtExtraCount = startsHiddenSetsAtExtraCount
      cellsByDigit = DigitSet.all.map { grid.cells(with: $0) }
    }

    /// Looks for all loops through a bivalue cell.
    package mutating func start(at cell: Cell) {
      pair = grid[cell]
      withPair = pair.reduce(CellSet.all) { $0.intersection(cellsByDigit[$1.index]) }
      keepViableCells()
      guard viable.contains(cell) else { return }
      path = [cell]
      pathSet = CellSet(cell)
      extend(
        from: cell, along: nil, freeExtras: 2, extras: .none, even: Walk.houses(of: cell), odd: [])
    }

    /// How many cells were entered since the last call.
    mutating func takeWork() -> Int {
      defer { work = 0 }
      return work
    }

    /// Drops cells that have no partner in one of their houses until all have.
    private mutating func keepViableCells() {
      viable = withPair
      var isStable = false
      while !isStable {
        isStable = true
        for cell in viable {
          let hasPartners = House.Kind.allCases.allSatisfy { kind in
            let partners = cell.house(kind).cells.intersection(viable)
            return partners != CellSet(cell)
          }
          if !hasPartners {
            viable.remove(cell)
            isStable = false
          }
        }
      }
    }

    /// Goes on from the last cell of the path.
    ///
    /// Cells that no valid loop goes through (a house has a cell of the same parity, or no partner)
    /// are looked at but not entered.
    private mutating func extend(
      from cell: Cell, along last: House.Kind?, freeExtras: Int, extras: DigitSet, even: HouseSet,
      odd: HouseSet
    ) {
      work &+= 1
      guard work <= allowance else { return }
      var shownExtras = extras
      let isOdd = path.count % 2 == 1
      for kind in House.Kind.allCases where kind != last {
        var nextCells = withPair.subtracting(pathSet)
        if path.count >= 4 { nextCells.insert(path[0]) }
        for next in cell.house(kind).cells.intersection(nextCells) {
          if next == path[0] {
            if even == odd { addLoop() }
            continue
          }
          let nextExtras = grid[next].subtracting(pair)
          let gathered = shownExtras.union(nextExtras)
          if sharesExtras { shownExtras = gathered }
          guard viable.contains(next) else { continue }
          guard nextExtras.isEmpty || freeExtras > 0 || gathered.count == 1 else { continue }
          let houses = Walk.houses(of: next)
          guard (isOdd ? odd : even).rawValue & houses.rawValue == 0 else { continue }
          path.append(next)
          pathSet.insert(next)
          extend(
            from: next, along: kind, freeExtras: nextExtras.isEmpty ? freeExtras : freeExtras - 1,
            extras: gathered, even: isOdd ? even : even.union(houses),
            odd: isOdd ? odd.union(houses) : odd)
          path.removeLast()
          pathSet.remove(next)
        }
      }
    }

    private static func houses(of cell: Cell) -> HouseSet {
      HouseSet(cell.house(.block)).union(HouseSet(cell.house(.row)))
        .union(HouseSet(cell.house(.column)))
    }

    private mutating func addLoop() {
      var extraDigits = DigitSet.none
      var extraCells: [Cell] = []
      for cell in path where grid[cell] != pair {
        extraCells.append(cell)
        extraDigits = extraDigits.union(grid[cell].subtracting(pair))
      }
      // A loop is found from each of its bivalue cells, both ways round.
      let key = Key(cells: pathSet, firstExtra: extraCells.first, pair: pair)
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
