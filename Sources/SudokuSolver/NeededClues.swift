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
    findPairsOfLines(columnOf, clueColumns) { $0 &* 9 &+ $1 }
    findPairsOfLines(rowOf, clueRows) { $1 &* 9 &+ $0 }
    findPairsOfDigits()
  }

  /// Sets of two digits: what can be reached from a cell by houses that hold both.
  ///
  /// A row always holds both, so the sets are sets of rows. For one digit `a`, all other digits `b` are
  /// looked at together, one in each lane.
  private mutating func findPairsOfDigits() {
    var rowOfColumn = InlineArray<9, Rows>(repeating: Rows())
    var rowOfBlock = InlineArray<9, Rows>(repeating: Rows())
    var clues = Rows()
    for digit in 0..<9 {
      clues[digit] = clueRowsOfDigit[unchecked: digit]
      for house in 0..<9 {
        rowOfColumn[unchecked: house][digit] = 1 &<< UInt16(rowOf[unchecked: 9 &* digit &+ house])
        rowOfBlock[unchecked: house][digit] =
          1 &<< UInt16(rowInBlock[unchecked: 9 &* digit &+ house])
      }
    }
    var needed = Rows()
    let (zero, one, lastBit) = (Rows(), Rows(repeating: 1), Rows(repeating: 15))
    for a in 0..<9 {
      var reached = InlineArray<9, Rows>(repeating: Rows())
      for row in 0..<9 {
        let column = Int(columnOf[unchecked: 9 &* a &+ row])
        let block = row / 3 &* 3 &+ column / 3
        reached[unchecked: row] = rowOfColumn[unchecked: column] | rowOfBlock[unchecked: block]
      }
      close(&reached)
      let cluesA = Rows(repeating: clueRowsOfDigit[unchecked: a])
      for row in 0..<9 {
        let inA = cluesA & reached[unchecked: row]
        let inB = clues & reached[unchecked: row]
        // One clue in all: none of the rows has two, and one bit is left.
        let both = inA | inB
        let extra = (inA & inB) | (both & (both &- one))
        // 1 where there is nothing extra, then all bits; comparisons of lanes are slower here.
        let isSingle = one &- ((extra | (zero &- extra)) &>> lastBit)
        needed |= inB & (zero &- isSingle)
      }
    }
    for digit in 0..<9 { insert(digit, rows: needed[digit]) }
  }

  /// A set of rows for each digit, as bits.
  private typealias Rows = SIMD16<UInt16>

  /// Turns the rows that each row leads to into those that can be reached: Warshall's closure.
  ///
  /// Both steps, by column and by block, are permutations: what is reached leads back.
  @inline(__always)
  private func close(_ reached: inout InlineArray<9, Rows>) {
    let (zero, one) = (Rows(), Rows(repeating: 1))
    for between in 0..<9 {
      let more = reached[unchecked: between]
      let bit = Rows(repeating: UInt16(truncatingIfNeeded: between))
      for row in 0..<9 {
        let rows = reached[unchecked: row]
        let leadsThere = (rows &>> bit) & one
        // 0 or all bits.
        reached[unchecked: row] = rows | (more & (zero &- leadsThere))
      }
    }
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
    cells = cells.union(CellSet(rawValue: 1 &<< UInt128(truncatingIfNeeded: cell)))
  }

  /// Adds a digit's cells in some rows.
  private mutating func insert(_ digit: Int, rows: UInt16) {
    var open = rows
    while open != 0 {
      let row = open.trailingZeroBitCount
      open &= open &- 1
      insert(9 &* row &+ Int(columnOf[unchecked: 9 &* digit &+ row]))
    }
  }
}
