import SudokuCore

/// Unavoidable sets of a full grid: those that are quick to find, and those found by failed tests.
///
/// An unavoidable set is a set of cells whose digits can change so that another full grid results. If no
/// clue is in such a set, the clues have several solutions, and the solver need not be called. Initially
/// there are the sets of two digits and of two lines of a chute. Every other solution found adds the
/// cells in which it differs.
///
/// Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", 2012, section 3.
struct UnavoidableMemory {
  private let solution: Board
  private(set) var sets: [UInt128] = []

  init(_ solution: Board) {
    self.solution = solution
    sets.reserveCapacity(192)
    addPairsOfDigits()
    addPairsOfLines()
  }

  /// Whether some known set has no clue.
  func showsAnother(_ clues: CellSet) -> Bool {
    let clues = clues.rawValue
    // The latest sets are the likeliest.
    for set in sets.reversed() where set & clues == 0 { return true }
    return false
  }

  /// The latest known set without a clue.
  func uncovered(by clues: CellSet) -> CellSet? {
    let clues = clues.rawValue
    return sets.last { $0 & clues == 0 }.map { CellSet(rawValue: $0) }
  }

  /// The clues that are alone in a set, and thus needed.
  func needed(of clues: CellSet) -> CellSet {
    let clues = clues.rawValue
    var needed: UInt128 = 0
    for set in sets {
      let inside = set & clues
      // One bit, or none.
      if inside & (inside &- 1) == 0 { needed |= inside }
    }
    return CellSet(rawValue: needed)
  }

  /// The clues that may be redundant: all but the groups that are alone in a set.
  func open(_ groups: [CellSet], of clues: CellSet) -> CellSet {
    var groupOfCell = InlineArray<81, UInt128>(repeating: 0)
    for group in groups {
      for cell in group { groupOfCell[cell.index] = group.rawValue }
    }
    let clues = clues.rawValue
    var needed: UInt128 = 0
    for set in sets {
      let inside = set & clues
      guard inside != 0 else { continue }
      let group = groupOfCell[inside.trailingZeroBitCount]
      if inside & ~group == 0 { needed |= group }
    }
    return CellSet(rawValue: clues & ~needed)
  }

  /// Adds the cells in which another solution differs.
  mutating func add(_ cells: CellSet) { sets.append(cells.rawValue) }

  /// Sets of two digits: the cells that can be reached from one by houses that hold both.
  private mutating func addPairsOfDigits() {
    // The cell of each digit by row, by column and by block.
    var byRow = InlineArray<81, UInt8>(repeating: 0)
    var byColumn = InlineArray<81, UInt8>(repeating: 0)
    var byBlock = InlineArray<81, UInt8>(repeating: 0)
    solution.withUnsafeValues { values in
      for cell in 0..<81 {
        let digit = 9 &* Int(values[cell] &- 1)
        let (row, column) = (cell / 9, cell % 9)
        byRow[digit &+ row] = UInt8(truncatingIfNeeded: cell)
        byColumn[digit &+ column] = UInt8(truncatingIfNeeded: cell)
        byBlock[digit &+ row / 3 &* 3 &+ column / 3] = UInt8(truncatingIfNeeded: cell)
      }
    }
    for one in 0..<8 {
      for other in one &+ 1..<9 {
        // A row holds both digits, so the sets are sets of rows.
        var openRows: UInt16 = 0x1FF
        while openRows != 0 {
          var set: UInt128 = 0
          var rows: UInt16 = 0
          var frontier: UInt16 = openRows & (0 &- openRows)
          while frontier != 0 {
            let row = frontier.trailingZeroBitCount
            frontier &= frontier &- 1
            rows |= 1 &<< UInt16(truncatingIfNeeded: row)
            let cell = Int(byRow[9 &* one &+ row])
            let partner = Int(byRow[9 &* other &+ row])
            set |= 1 &<< UInt128(truncatingIfNeeded: cell)
            set |= 1 &<< UInt128(truncatingIfNeeded: partner)
            let (column, block) = (cell % 9, row / 3 &* 3 &+ cell % 9 / 3)
            let (column2, block2) = (partner % 9, row / 3 &* 3 &+ partner % 9 / 3)
            var next: UInt16 = 1 &<< UInt16(byColumn[9 &* other &+ column] / 9)
            next |= 1 &<< UInt16(byBlock[9 &* other &+ block] / 9)
            next |= 1 &<< UInt16(byColumn[9 &* one &+ column2] / 9)
            next |= 1 &<< UInt16(byBlock[9 &* one &+ block2] / 9)
            frontier |= next & ~rows
          }
          openRows &= ~rows
          sets.append(set)
        }
      }
    }
  }

  /// Sets of two rows of a band or two columns of a stack: cycles of places whose digits can change
  /// lines.
  private mutating func addPairsOfLines() {
    for isRow in [true, false] {
      func cell(_ line: Int, _ place: Int) -> Int { isRow ? 9 * line + place : 9 * place + line }
      for line in 0..<9 {
        for other in line + 1..<line / 3 * 3 + 3 {
          addCycles {
            cell(line, $0)
          } with: {
            cell(other, $0)
          }
        }
      }
    }
  }

  private mutating func addCycles(_ one: (Int) -> Int, with other: (Int) -> Int) {
    var placeOfDigit = InlineArray<10, Int>(repeating: 0)
    for place in 0..<9 { placeOfDigit[Int(value(one(place)))] = place }
    var open: UInt16 = 0x1FF
    while open != 0 {
      var set: UInt128 = 0
      var place = open.trailingZeroBitCount
      while open &>> UInt16(place) & 1 != 0 {
        open &= ~(1 &<< UInt16(place))
        set |= 1 &<< UInt128(truncatingIfNeeded: one(place))
        set |= 1 &<< UInt128(truncatingIfNeeded: other(place))
        place = placeOfDigit[Int(value(other(place)))]
      }
      sets.append(set)
    }
  }

  private func value(_ cell: Int) -> UInt8 { solution.value(at: Cell(unchecked: cell)) }
}
