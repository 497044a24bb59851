import SudokuCore

/// Unique rectangles and loops, types 1 to 4.
///
/// A loop of cells that could all hold just the two digits a and b, each house with none or two of
/// them, could be filled both ways: the puzzle would have two solutions. So some extra digit of the
/// loop's cells must hold. This assumes that the puzzle has one solution.
///
/// Loops have at least one cell with just the two digits. Order: shorter loops before longer ones,
/// then by type, then in the order of discovery (start cells in reading order, walks along block,
/// row, column).
package struct UniqueLoop: StepSearcher {
  package var techniques: [Technique] { UniqueLoop.techniques }

  package static let techniques: [Technique] = [
    .uniqueRectangle1, .uniqueRectangle2, .uniqueRectangle3Naked, .uniqueRectangle3Hidden,
    .uniqueRectangle4, .uniqueLoop1, .uniqueLoop2, .uniqueLoop3Naked, .uniqueLoop3Hidden,
    .uniqueLoop4,
  ]

  /// Hands over the steps in order; a unit of work for each cell that a walk enters.
  package func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption) {
    var walk = Walk(grid: grid)
    for start in grid.bivalueCells {
      walk.allowance = budget.remaining
      walk.start(at: start)
      try budget.charge(walk.takeWork())
    }
    let finds = walk.finds.enumerated().sorted {
      ($0.element.loopCount, $0.element.type, $0.offset)
        < ($1.element.loopCount, $1.element.type, $1.offset)
    }
    for find in finds {
      guard emit(find.element.step) else { return }
    }
  }
}

extension UniqueLoop {
  /// A step found, with what orders it and what makes it equal to another.
  package struct Find {
    package var step: Step
    /// 1 to 4.
    package var type: Int
    /// The number of cells in the loop.
    package var loopCount: Int
    /// In type 3, by how much the set is larger than the smallest one; else 0.
    package var surplus: Int
  }

  struct Loop {
    var cells: [Cell]
    var digits: DigitSet
    /// The cells with more than the two digits, in loop order.
    var extraCells: [Cell]
    var extraDigits: DigitSet

    var set: CellSet { CellSet(cells) }
  }
}

/// The geometry of the board as flat tables, for the walk along unique loops.
///
/// Cells are `0..<81`, houses `0..<27`, kinds 0 block, 1 row, 2 column; sets of cells are the bits of
/// a `CellSet`. The memory is written once, when `shared` is made, and never freed.
struct LoopGeometry: @unchecked Sendable {
  /// The one set of tables.
  static let shared = LoopGeometry()

  /// The cells of a cell's house of a kind: `[cell * 3 + kind]`.
  let cells: UnsafePointer<UInt128>
  /// The cells of all three houses of a cell.
  let seen: UnsafePointer<UInt128>
  /// The three houses of a cell, as the bits of a `HouseSet`.
  let houses: UnsafePointer<UInt32>
  let houseCells: UnsafePointer<UInt128>

  private init() {
    let cells = UnsafeMutablePointer<UInt128>.allocate(capacity: 243)
    let seen = UnsafeMutablePointer<UInt128>.allocate(capacity: 81)
    let houses = UnsafeMutablePointer<UInt32>.allocate(capacity: 81)
    let houseCells = UnsafeMutablePointer<UInt128>.allocate(capacity: 27)
    for house in 0..<27 {
      (houseCells + house).initialize(to: House(unchecked: house).cells.rawValue)
    }
    for index in 0..<81 {
      let cell = Cell(unchecked: index)
      (seen + index).initialize(to: 0)
      (houses + index).initialize(to: 0)
      for (kind, house) in House.Kind.allCases.map(cell.house).enumerated() {
        (cells + index * 3 + kind).initialize(to: house.cells.rawValue)
        seen[index] |= house.cells.rawValue
        houses[index] |= 1 << UInt32(house.index)
      }
    }
    self.cells = UnsafePointer(cells)
    self.seen = UnsafePointer(seen)
    self.houses = UnsafePointer(houses)
    self.houseCells = UnsafePointer(houseCells)
  }
}
