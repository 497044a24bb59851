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
  /// The sets without a clue that is kept for good: only these can answer a question any more.
  private var openSets: [UInt128] = []

  init(_ solution: Board) {
    self.solution = solution
    sets.reserveCapacity(192)
    addPairsOfDigits()
    addPairsOfLines()
  }

  /// True if some known set has no clue.
  func showsAnother(_ clues: CellSet) -> Bool {
    let clues = clues.rawValue
    // The latest sets are the likeliest.
    for set in sets.reversed() where set & clues == 0 { return true }
    return false
  }

  /// Begins a removal: no clue is kept for good yet.
  mutating func openAll() { openSets = sets }

  /// Notes that clues are kept for good: sets with one of them need not be looked at any more.
  ///
  /// The sets that a test finds have the clue that was tested, which is then kept.
  mutating func keep(_ clues: CellSet) {
    let clues = clues.rawValue
    var count = 0
    openSets.withUnsafeMutableBufferPointer { sets in
      for index in sets.indices {
        let set = sets[index]
        sets[count] = set
        count &+= set & clues == 0 ? 1 : 0
      }
    }
    openSets.removeLast(openSets.count - count)
  }

  /// True if some set that is still open has no clue.
  func showsAnotherInOpen(_ clues: CellSet) -> Bool {
    let clues = clues.rawValue
    return openSets.contains { $0 & clues == 0 }
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
    // By digit and row its column and block, by digit and column or block its row.
    var columnOfRow = InlineArray<81, UInt8>(repeating: 0)
    var blockOfRow = InlineArray<81, UInt8>(repeating: 0)
    var rowOfColumn = InlineArray<81, UInt8>(repeating: 0)
    var rowOfBlock = InlineArray<81, UInt8>(repeating: 0)
    solution.withUnsafeValues { values in
      for row in 0..<9 {
        for column in 0..<9 {
          let digit = 9 &* Int(values[9 &* row &+ column] &- 1)
          let block = row / 3 &* 3 &+ column / 3
          columnOfRow[digit &+ row] = UInt8(truncatingIfNeeded: column)
          blockOfRow[digit &+ row] = UInt8(truncatingIfNeeded: block)
          rowOfColumn[digit &+ column] = UInt8(truncatingIfNeeded: row)
          rowOfBlock[digit &+ block] = UInt8(truncatingIfNeeded: row)
        }
      }
    }
    for one in stride(from: 0, to: 72, by: 9) {
      for other in stride(from: one &+ 9, to: 81, by: 9) {
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
            let column = columnOfRow[one &+ row]
            let column2 = columnOfRow[other &+ row]
            let cells: UInt64 = 1 &<< UInt64(column) | 1 &<< UInt64(column2)
            set |= UInt128(cells) &<< UInt128(truncatingIfNeeded: 9 &* row)
            var next: UInt16 = 1 &<< UInt16(rowOfColumn[other &+ Int(column)])
            next |= 1 &<< UInt16(rowOfBlock[other &+ Int(blockOfRow[one &+ row])])
            next |= 1 &<< UInt16(rowOfColumn[one &+ Int(column2)])
            next |= 1 &<< UInt16(rowOfBlock[one &+ Int(blockOfRow[other &+ row])])
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
