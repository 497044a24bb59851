import SudokuCore

/// Finds clues that a puzzle needs without solving anything, by the unavoidable sets of its solution
/// that are quickest to find.
///
/// An unavoidable set is a set of cells whose digits can change places so that another full grid comes
/// out. A puzzle with one solution has a clue in each of them; a clue that is alone in one can't go.
/// Looked at here are the sets of two digits, and those of two rows or columns of one band or stack:
/// enough for two thirds of the clues of a 17-clue puzzle, for half of those of a typical one.
///
/// Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", 2012, section 3.
struct NeededClues {
  /// The solution by row and column, digits from 0.
  private var digits = InlineArray<81, UInt8>(repeating: 0)
  /// Where the digits lie: entry `9 * digit + row` is the column.
  private var columnOf = InlineArray<81, UInt8>(repeating: 0)
  /// Entry `9 * digit + column` is the row.
  private var rowOf = InlineArray<81, UInt8>(repeating: 0)
  /// Entry `9 * digit + block` is the row.
  private var rowInBlock = InlineArray<81, UInt8>(repeating: 0)
  /// For each row the columns with a clue, for each column the rows with one, as bits.
  private var clueColumns = InlineArray<9, UInt16>(repeating: 0)
  private var clueRows = InlineArray<9, UInt16>(repeating: 0)
  /// For each digit the rows in which it is a clue, as bits.
  private var clueRowsOfDigit = InlineArray<9, UInt16>(repeating: 0)
  /// Those of them whose clue is not proven to be needed yet.
  private var openRowsOfDigit = InlineArray<9, UInt16>(repeating: 0)

  /// The cells of the clues that are proven to be needed.
  private(set) var cells = CellSet()

  /// Looks at a puzzle.
  ///
  /// - Parameters:
  ///   - puzzle: 81 values, 0 for an empty cell.
  ///   - solution: The 81 digits of its only solution.
  init(puzzle: UnsafePointer<UInt8>, solution: UnsafePointer<UInt8>) {
    for row in 0..<9 {
      for column in 0..<9 {
        let cell = 9 &* row &+ column
        let digit = Int(solution[cell] &- 1)
        digits[unchecked: cell] = UInt8(truncatingIfNeeded: digit)
        columnOf[unchecked: 9 &* digit &+ row] = UInt8(truncatingIfNeeded: column)
        rowOf[unchecked: 9 &* digit &+ column] = UInt8(truncatingIfNeeded: row)
        let block = row / 3 &* 3 &+ column / 3
        rowInBlock[unchecked: 9 &* digit &+ block] = UInt8(truncatingIfNeeded: row)
        if puzzle[cell] != 0 {
          clueColumns[unchecked: row] |= 1 &<< UInt16(truncatingIfNeeded: column)
          clueRows[unchecked: column] |= 1 &<< UInt16(truncatingIfNeeded: row)
          clueRowsOfDigit[unchecked: digit] |= 1 &<< UInt16(truncatingIfNeeded: row)
        }
      }
    }
    openRowsOfDigit = clueRowsOfDigit
    // Lines first: they take less time, and digits without an open clue need not be paired.
    findPairsOfLines(columnOf, clueColumns) { $0 &* 9 &+ $1 }
    findPairsOfLines(rowOf, clueRows) { $1 &* 9 &+ $0 }
    findPairsOfDigits()
  }

  /// Sets of two digits: what can be reached from a cell by houses that hold both.
  ///
  /// A row always holds both, so the sets are sets of rows.
  private mutating func findPairsOfDigits() {
    for a in 0..<8 {
      for b in a &+ 1..<9 {
        if openRowsOfDigit[unchecked: a] | openRowsOfDigit[unchecked: b] == 0 { continue }
        var open: UInt16 = 0x1FF
        while open != 0 {
          let rows = component(a, b, open & (0 &- open))
          open &= ~rows
          note(a, b, rows)
        }
      }
    }
  }

  /// The rows that hang together with a row.
  @inline(__always)
  private func component(_ a: Int, _ b: Int, _ start: UInt16) -> UInt16 {
    var rows = start
    var fresh = start
    while fresh != 0 {
      let row = fresh.trailingZeroBitCount
      fresh &= fresh &- 1
      let columnA = Int(columnOf[unchecked: 9 &* a &+ row])
      let columnB = Int(columnOf[unchecked: 9 &* b &+ row])
      let band = row / 3 &* 3
      let reached: UInt16 =
        1 &<< UInt16(rowOf[unchecked: 9 &* b &+ columnA])
        | 1 &<< UInt16(rowOf[unchecked: 9 &* a &+ columnB])
        | 1 &<< UInt16(rowInBlock[unchecked: 9 &* b &+ band &+ columnA / 3])
        | 1 &<< UInt16(rowInBlock[unchecked: 9 &* a &+ band &+ columnB / 3])
      fresh |= reached & ~rows
      rows |= reached
    }
    return rows
  }

  /// Notes the clue of a set of two digits in some rows if it is the only one.
  @inline(__always)
  private mutating func note(_ a: Int, _ b: Int, _ rows: UInt16) {
    let cluesA = clueRowsOfDigit[unchecked: a] & rows
    let cluesB = clueRowsOfDigit[unchecked: b] & rows
    guard cluesA.nonzeroBitCount &+ cluesB.nonzeroBitCount == 1 else { return }
    let digit = cluesA != 0 ? a : b
    let row = (cluesA | cluesB).trailingZeroBitCount
    insert(9 &* row &+ Int(columnOf[unchecked: 9 &* digit &+ row]))
  }

  /// Sets of two lines of one chute: cycles of places whose digits can change lines.
  ///
  /// - Parameters:
  ///   - placeOf: Entry `9 * digit + line` is the place of a digit in a line.
  ///   - clues: For each line the places with a clue.
  ///   - cell: The cell of a line and a place.
  @inline(__always)
  private mutating func findPairsOfLines(
    _ placeOf: InlineArray<81, UInt8>, _ clues: InlineArray<9, UInt16>, _ cell: (Int, Int) -> Int
  ) {
    for line in 0..<9 {
      for other in line &+ 1..<(line / 3 &* 3 &+ 3) {
        var open: UInt16 = 0x1FF
        while open != 0 {
          let start = open.trailingZeroBitCount
          var places: UInt16 = 0
          var place = start
          repeat {
            places |= 1 &<< UInt16(truncatingIfNeeded: place)
            let digit = Int(digits[unchecked: cell(other, place)])
            place = Int(placeOf[unchecked: 9 &* digit &+ line])
          } while place != start
          open &= ~places
          let first = clues[unchecked: line] & places
          let second = clues[unchecked: other] & places
          if first.nonzeroBitCount &+ second.nonzeroBitCount == 1 {
            insert(cell(first != 0 ? line : other, (first | second).trailingZeroBitCount))
          }
        }
      }
    }
  }

  @inline(__always)
  private mutating func insert(_ cell: Int) {
    let digit = Int(digits[unchecked: cell])
    openRowsOfDigit[unchecked: digit] &= ~(1 &<< UInt16(truncatingIfNeeded: cell / 9))
    cells = cells.union(CellSet(rawValue: 1 &<< UInt128(truncatingIfNeeded: cell)))
  }
}
