import SudokuCore

/// The clues of a puzzle, as masks of rows, columns and blocks, and how likely it is that others can
/// replace one.
struct PuzzleClues {
  private let puzzle: UnsafePointer<UInt8>
  /// The cells of the clues.
  private(set) var cells: CellSet
  /// The digits of each row, column and block, as bits.
  private var rows = InlineArray<9, UInt16>(repeating: 0)
  private var columns = InlineArray<9, UInt16>(repeating: 0)
  private var blocks = InlineArray<9, UInt16>(repeating: 0)
  /// The filled cells of each row, by column, of each column, by row, and of each block.
  private var filledInRow = InlineArray<9, UInt16>(repeating: 0)
  private var filledInColumn = InlineArray<9, UInt16>(repeating: 0)
  private var filledInBlock = InlineArray<9, UInt16>(repeating: 0)
  /// The rows, columns and blocks of each digit, as bits.
  private var rowsOfDigit = InlineArray<16, UInt16>(repeating: 0)
  private var columnsOfDigit = InlineArray<16, UInt16>(repeating: 0)
  private var blocksOfDigit = InlineArray<16, UInt16>(repeating: 0)

  /// Looks at a puzzle.
  ///
  /// - Parameter puzzle: 81 values, 0 for an empty cell; must outlive this.
  @inline(__always)
  init(_ puzzle: UnsafePointer<UInt8>) {
    self.puzzle = puzzle
    cells = Self.filledCells(puzzle)
    for cell in cells {
      let place = Place(cell.index)
      let digit = puzzle[cell.index] & 15
      let bit: UInt16 = 1 &<< UInt16(digit)
      rows[unchecked: place.row] |= bit
      columns[unchecked: place.column] |= bit
      blocks[unchecked: place.block] |= bit
      filledInRow[unchecked: place.row] |= 1 &<< UInt16(truncatingIfNeeded: place.column)
      filledInColumn[unchecked: place.column] |= 1 &<< UInt16(truncatingIfNeeded: place.row)
      filledInBlock[unchecked: place.block] |= 1 &<< UInt16(truncatingIfNeeded: place.inBlock)
      rowsOfDigit[unchecked: Int(digit)] |= 1 &<< UInt16(truncatingIfNeeded: place.row)
      columnsOfDigit[unchecked: Int(digit)] |= 1 &<< UInt16(truncatingIfNeeded: place.column)
      blocksOfDigit[unchecked: Int(digit)] |= 1 &<< UInt16(truncatingIfNeeded: place.block)
    }
  }

  /// The clues that the others place by one single: each of them can go.
  var singles: CellSet {
    @inline(__always) get {
      var singles = CellSet()
      for cell in cells where isSingle(cell.index) { singles.insert(cell) }
      return singles
    }
  }

  /// Whether a clue would be a naked or hidden single if only the other clues were there.
  @inline(__always)
  private func isSingle(_ cell: Int) -> Bool {
    let place = Place(cell)
    let digit = Int(puzzle[cell] & 15)
    let seen =
      rows[unchecked: place.row] | columns[unchecked: place.column] | blocks[unchecked: place.block]
    // What other clues of the digit see. The clue's own row, column and block would cover cells of its
    // block and lines that only it sees.
    let otherRows = rowsOfDigit[unchecked: digit] & ~(1 &<< UInt16(place.row))
    let otherColumns = columnsOfDigit[unchecked: digit] & ~(1 &<< UInt16(place.column))
    let otherBlocks = blocksOfDigit[unchecked: digit] & ~(1 &<< UInt16(place.block))
    let band = UInt16(place.row / 3)
    let stack = UInt16(place.column / 3)
    let rowsOfBand = otherRows &>> (3 &* band) & 7
    let columnsOfStack = otherColumns &>> (3 &* stack) & 7
    let blocksOfBand = otherBlocks &>> (3 &* band) & 7
    let blocksOfStack = otherBlocks &>> stack & 0b1_001_001
    let row = filledInRow[unchecked: place.row] | otherColumns | tripled(blocksOfBand)
    let column = filledInColumn[unchecked: place.column] | otherRows | blocksOfStack &* 7
    let block =
      filledInBlock[unchecked: place.block] | tripled(rowsOfBand) | columnsOfStack &* 0b1_001_001
    return seen == 0x3FE || row == 0x1FF || column == 0x1FF || block == 0x1FF
  }

  /// Each of three bits three times.
  @inline(__always)
  private func tripled(_ bits: UInt16) -> UInt16 {
    (bits & 1 | (bits & 2) &<< 2 | (bits & 4) &<< 4) &* 7
  }

  /// The more digits in the houses of a clue, and the more clues of its digit, the sooner it can go.
  @inline(__always)
  func likelihood(of cell: Int) -> Int {
    let place = Place(cell)
    let seen =
      rows[unchecked: place.row] | columns[unchecked: place.column] | blocks[unchecked: place.block]
    return seen.nonzeroBitCount
      &+ rowsOfDigit[unchecked: Int(puzzle[cell] & 15)].nonzeroBitCount
  }

  /// The cells that are not empty, eight at a time.
  @inline(__always)
  private static func filledCells(_ puzzle: UnsafePointer<UInt8>) -> CellSet {
    let bytes = UnsafeRawPointer(puzzle)
    var filled: UInt128 = puzzle[80] == 0 ? 0 : 1 &<< 80
    for group in 0..<10 {
      let word = bytes.loadUnaligned(fromByteOffset: 8 &* group, as: UInt64.self).littleEndian
      // The highest bit of a byte is set if its value is not 0; then the bits of the bytes are
      // gathered in the highest byte.
      let marks = (word &+ 0x7F7F_7F7F_7F7F_7F7F) &>> 7 & 0x0101_0101_0101_0101
      filled |= UInt128((marks &* 0x0102_0408_1020_4080) &>> 56) &<< UInt128(8 &* group)
    }
    return CellSet(rawValue: filled)
  }

  /// The houses of a cell.
  private struct Place {
    let row, column, block, inBlock: Int

    @inline(__always)
    init(_ cell: Int) {
      row = cell / 9
      column = cell % 9
      block = row / 3 &* 3 &+ column / 3
      inBlock = row % 3 &* 3 &+ column % 3
    }
  }
}
