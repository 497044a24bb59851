import SudokuCore

/// The clues of a puzzle, and how likely it is that others can replace one.
struct PuzzleClues {
  private let puzzle: UnsafePointer<UInt8>
  /// The cells of the clues.
  private(set) var cells = CellSet()
  /// The digits of each row, column and block, as bits.
  private var rows = InlineArray<9, UInt16>(repeating: 0)
  private var columns = InlineArray<9, UInt16>(repeating: 0)
  private var blocks = InlineArray<9, UInt16>(repeating: 0)
  /// How often each digit is a clue.
  private var frequencies = InlineArray<16, UInt8>(repeating: 0)

  /// Looks at a puzzle.
  ///
  /// - Parameter puzzle: 81 values, 0 for an empty cell; must outlive this.
  @inline(__always)
  init(_ puzzle: UnsafePointer<UInt8>) {
    self.puzzle = puzzle
    var clues: UInt128 = 0
    for row in 0..<9 {
      var filled: UInt16 = 0
      for column in 0..<9 {
        let value = puzzle[9 &* row &+ column]
        let bit = (1 as UInt16) &<< UInt16(value) & ~1
        rows[unchecked: row] |= bit
        columns[unchecked: column] |= bit
        blocks[unchecked: row / 3 &* 3 &+ column / 3] |= bit
        frequencies[unchecked: Int(value & 15)] &+= 1
        filled |= (value == 0 ? 0 : 1) &<< UInt16(truncatingIfNeeded: column)
      }
      clues |= UInt128(filled) &<< UInt128(truncatingIfNeeded: 9 &* row)
    }
    cells = CellSet(rawValue: clues)
  }

  /// The more digits in the houses of a clue, and the more clues of its digit, the sooner it can go.
  @inline(__always)
  func likelihood(of cell: Int) -> Int {
    let block = cell / 27 &* 3 &+ cell % 9 / 3
    let seen =
      rows[unchecked: cell / 9] | columns[unchecked: cell % 9] | blocks[unchecked: block]
    return seen.nonzeroBitCount &+ Int(frequencies[unchecked: Int(puzzle[cell] & 15)])
  }
}

/// A list of cells for each of many boards, in one array.
struct OpenClues {
  private var cells: [UInt8] = []
  private var starts = [0]

  /// The cells of a board.
  subscript(board: Int) -> ArraySlice<UInt8> { cells[starts[board]..<starts[board + 1]] }

  /// Adds cells to the last board.
  mutating func append(_ set: CellSet) {
    for cell in set { cells.append(UInt8(truncatingIfNeeded: cell.index)) }
  }

  /// Adds cells to the last board, those with a high score first.
  mutating func append(_ set: CellSet, _ score: (Int) -> Int) {
    var keys = InlineArray<81, UInt16>(repeating: 0)
    var count = 0
    for cell in set {
      // Of equals the first comes first.
      let key = UInt16(truncatingIfNeeded: score(cell.index) &<< 7 | (127 &- cell.index))
      var place = count
      while place > 0, keys[unchecked: place &- 1] < key {
        keys[unchecked: place] = keys[unchecked: place &- 1]
        place &-= 1
      }
      keys[unchecked: place] = key
      count &+= 1
    }
    for place in 0..<count { cells.append(127 &- UInt8(keys[unchecked: place] & 127)) }
  }

  /// Ends the list of the last board; the next one is another's.
  mutating func endBoard() { starts.append(cells.count) }
}
