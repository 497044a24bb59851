import SudokuCore
import SudokuTechniques

/// A grid as planes: what the basic techniques work on where no steps are asked for.
///
/// Candidates are those of cells without a digit.
package struct PlaneGrid {
  package internal(set) var candidates: DigitPlanes
  var placed: DigitPlanes
  var filled: CellWords

  /// A board: its digits placed, and cleared from their peers.
  package init(_ board: Board) {
    candidates = DigitPlanes(repeating: CellWords.band)
    placed = DigitPlanes(repeating: 0)
    filled = CellWords(0, 0, 0)
    var words = CandidateWords()
    for cell in 0..<81 {
      let value = Int(board.value(at: Cell(unchecked: cell)))
      if value != 0 { words.insert(value &- 1, cell) }
    }
    place(words.planes)
  }

  package init(_ grid: CandidateGrid) {
    var left = CandidateWords()
    var digits = CandidateWords()
    for cell in 0..<81 {
      var rest = grid[Cell(unchecked: cell)].rawValue
      while rest != 0 {
        left.insert(rest.trailingZeroBitCount, cell)
        rest &= rest &- 1
      }
      let value = Int(grid.board.value(at: Cell(unchecked: cell)))
      if value != 0 { digits.insert(value &- 1, cell) }
    }
    candidates = left.planes
    placed = digits.planes
    filled = placed.cells
  }

  /// True if every cell holds a digit.
  @inline(__always)
  package var isFull: Bool { filled.isAll }

  /// Places digits: their cells keep no candidates, their peers lose the digit.
  @inline(__always)
  mutating func place(_ singles: DigitPlanes) {
    let cells = singles.cells
    let columns = (singles | singles >> 9 | singles >> 18) & BandBits.columns
    let column = columns.top | columns.middle | columns.bottom
    let wholeColumn = column | column << 9 | column << 18
    let blocks = (columns | columns >> 1 | columns >> 2) & BandBits.blocks
    let triples = singles | singles >> 1 | singles >> 2
    let rows = (triples | triples >> 3 | triples >> 6) & BandBits.rows
    let gone =
      DigitPlanes(repeating: cells) | rows.filledRows | blocks.filledBlocks
      | DigitPlanes(wholeColumn, wholeColumn, wholeColumn)
    candidates = candidates.subtracting(gone)
    placed = placed | singles
    filled = filled | cells
  }

  mutating func apply(_ step: Step) {
    if let placement = step.placement {
      var digits = CandidateWords()
      digits.insert(placement.digit.index, placement.cell.index)
      place(digits.planes)
    }
    if step.eliminations.isEmpty { return }
    var gone = CandidateWords()
    for candidate in step.eliminations { gone.insert(candidate.digit.index, candidate.cell.index) }
    candidates = candidates.subtracting(gone.planes)
  }

  /// The digits placed, clues included.
  package var board: Board {
    var board = Board()
    for digit in 0..<9 {
      var rest = placed.plane(digit)
      while rest != 0 {
        board[Cell(unchecked: rest.trailingZeroBitCount)] = Digit(uncheckedIndex: digit)
        rest &= rest &- 1
      }
    }
    return board
  }
}

struct CandidateWords {
  private var words = InlineArray<27, UInt32>(repeating: 0)
  private(set) var isEmpty = true

  /// Adds a digit, counted from 0, in a cell.
  @inline(__always)
  mutating func insert(_ digit: Int, _ cell: Int) {
    let band = Int(UInt32(truncatingIfNeeded: cell) / 27)
    words[unchecked: band &* 9 &+ digit] |=
      1 &<< UInt32(truncatingIfNeeded: cell &- band &* 27)
    isEmpty = false
  }

  @inline(__always)
  mutating func insert(_ digit: Int, cells: UInt128) {
    words[unchecked: digit] |= UInt32(truncatingIfNeeded: cells) & CellWords.band
    words[unchecked: 9 &+ digit] |= UInt32(truncatingIfNeeded: cells &>> 27) & CellWords.band
    words[unchecked: 18 &+ digit] |= UInt32(truncatingIfNeeded: cells &>> 54) & CellWords.band
    isEmpty = false
  }

  var planes: DigitPlanes { DigitPlanes(band(0), band(9), band(18)) }

  @inline(__always)
  private func band(_ start: Int) -> DigitWords {
    var first = SIMD8<UInt32>()
    for digit in 0..<8 { first[digit] = words[unchecked: start &+ digit] }
    return DigitWords(first, words[unchecked: start &+ 8])
  }
}

extension CandidateGrid {
  init(_ planes: PlaneGrid) {
    let board = planes.board
    self = GridMasks(planes.candidates).withMasks { CandidateGrid(board: board, masks: $0) }
  }
}

extension PlaneGrid {
  /// The last empty cells of blocks, rows and columns.
  var lastCells: DigitPlanes {
    let empty = DigitPlanes(repeating: filled.inverse)
    let columns = empty.columnSegments
    let houses = columns.blocksWithOne | columns.columnsWithOne | empty.rowSegments.rowsWithOne
    return candidates & empty & houses
  }

  @inline(__always)
  var blockSingles: DigitPlanes { candidates & candidates.columnSegments.blocksWithOne }

  @inline(__always)
  var hiddenSingles: DigitPlanes {
    let columns = candidates.columnSegments
    let houses =
      columns.blocksWithOne | columns.columnsWithOne | candidates.rowSegments.rowsWithOne
    return candidates & houses
  }

  @inline(__always)
  var nakedSingles: DigitPlanes { candidates & DigitPlanes(repeating: candidates.cellsWithOne) }
}
