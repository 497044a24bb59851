import SudokuCore

/// The clues of a puzzle, and how likely it is that others can replace one.
struct PuzzleClues {
  private let puzzle: UnsafePointer<UInt8>
  private(set) var cells: CellSet
  /// The digits of each row, column and block, as bits.
  private var rows = InlineArray<9, UInt16>(repeating: 0)
  private var columns = InlineArray<9, UInt16>(repeating: 0)
  private var blocks = InlineArray<9, UInt16>(repeating: 0)
  /// The number of clues of each digit.
  private var frequencies = InlineArray<16, UInt8>(repeating: 0)

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
      frequencies[unchecked: Int(digit)] &+= 1
    }
  }

  /// The more digits in the houses of a clue, and the more clues of its digit, the sooner it can go.
  @inline(__always)
  func likelihood(of cell: Int) -> Int {
    let place = Place(cell)
    let seen =
      rows[unchecked: place.row] | columns[unchecked: place.column] | blocks[unchecked: place.block]
    return seen.nonzeroBitCount &+ Int(frequencies[unchecked: Int(puzzle[cell] & 15)])
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

  private struct Place {
    let row, column, block: Int

    @inline(__always)
    init(_ cell: Int) {
      row = cell / 9
      column = cell % 9
      block = row / 3 &* 3 &+ column / 3
    }
  }
}
