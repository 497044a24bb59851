/// A board with its candidates: what a solver by hand looks at.
///
/// It keeps two views of the same candidates in step: for each empty cell its digits, and for each
/// house and digit the places where the digit may stand. So most pattern tests are one bit count.
/// A placed cell has no candidates. 736 bytes, no heap: copying is cheap.
///
/// ```swift
/// var grid = CandidateGrid(board)
/// grid[cell]                              // DigitSet of the candidates
/// grid.places(of: digit, in: house)       // places 0...8 in the house, as bits
/// grid.place(digit, at: cell)             // clears the digit from all peers
/// grid.remove(digit, from: other)
/// ```
///
/// It never deduces anything by itself beyond the peers of a placed digit.
@frozen
public struct CandidateGrid: Sendable {
  @usableFromInline
  var cellMasks: InlineArray<81, UInt16>
  @usableFromInline
  var placeMasks: InlineArray<243, UInt16>
  /// The digits placed so far, clues included.
  public private(set) var board: Board

  /// Creates the grid of an empty board: all 729 candidates.
  public init() {
    cellMasks = InlineArray(repeating: 0x1FF)
    placeMasks = InlineArray(repeating: 0x1FF)
    board = Board()
  }

  /// Creates the grid of a board: each digit of it is placed, and cleared from its peers.
  ///
  /// Clues that contradict each other leave cells without candidates; nothing is checked.
  public init(_ board: Board) {
    self.init()
    for cell in CellSet.all {
      if let digit = board[cell] { place(digit, at: cell) }
    }
  }

  /// Creates a grid without placed digits from the candidates of each cell (a pencilmark puzzle).
  ///
  /// - Parameter candidates: The digits that each cell may take.
  public init(candidates: (Cell) throws -> DigitSet) rethrows {
    self.init()
    for cell in CellSet.all {
      for digit in DigitSet.all.subtracting(try candidates(cell)) { remove(digit, from: cell) }
    }
  }

  /// The candidates of a cell; none where a digit is placed.
  @inlinable
  public subscript(cell: Cell) -> DigitSet {
    DigitSet(rawValue: cellMasks[unchecked: cell.index])
  }

  /// The places in a house where a digit is a candidate: bit `i` is `house.cell(i)`.
  @inlinable
  public func places(of digit: Digit, in house: House) -> UInt16 {
    placeMasks[unchecked: house.index &* 9 &+ digit.index]
  }

  /// The cells of a house where a digit is a candidate.
  @inlinable
  public func cells(of digit: Digit, in house: House) -> CellSet {
    var cells = CellSet()
    var rest = places(of: digit, in: house)
    while rest != 0 {
      cells.insert(house.cell(rest.trailingZeroBitCount))
      rest &= rest &- 1
    }
    return cells
  }

  /// Whether a digit is a candidate of a cell.
  @inlinable
  public func contains(_ candidate: Candidate) -> Bool {
    self[candidate.cell].contains(candidate.digit)
  }

  /// All cells where a digit is a candidate.
  public func cells(with digit: Digit) -> CellSet {
    var cells = CellSet()
    for index in 0..<81 where cellMasks[index] &>> UInt16(digit.index) & 1 != 0 {
      cells.insert(Cell(index))
    }
    return cells
  }

  /// The cells without a placed digit.
  public var emptyCells: CellSet { CellSet.all.subtracting(board.filledCells) }

  /// The number of candidates left.
  public var candidateCount: Int {
    var count = 0
    for index in 0..<81 { count &+= cellMasks[index].nonzeroBitCount }
    return count
  }

  /// Whether some empty cell has no candidate, or some digit no place left in a house.
  public var isContradictory: Bool {
    for cell in emptyCells where self[cell].isEmpty { return true }
    for house in House.all {
      let placed = DigitSet(house.cells.compactMap { board[$0] })
      for digit in DigitSet.all.subtracting(placed) where places(of: digit, in: house) == 0 {
        return true
      }
    }
    return false
  }

  /// Takes a digit off a cell's candidates.
  ///
  /// - Returns: Whether it was there.
  @inlinable
  @discardableResult
  public mutating func remove(_ digit: Digit, from cell: Cell) -> Bool {
    let bit: UInt16 = 1 &<< UInt16(truncatingIfNeeded: digit.index)
    let mask = cellMasks[unchecked: cell.index]
    guard mask & bit != 0 else { return false }
    cellMasks[unchecked: cell.index] = mask & ~bit
    clearPlace(digit, cell, .block)
    clearPlace(digit, cell, .row)
    clearPlace(digit, cell, .column)
    return true
  }

  @inlinable
  mutating func clearPlace(_ digit: Digit, _ cell: Cell, _ kind: House.Kind) {
    let slot = cell.house(kind).index &* 9 &+ digit.index
    placeMasks[unchecked: slot] &= ~(1 &<< UInt16(truncatingIfNeeded: cell.position(in: kind)))
  }

  /// Places a digit: the cell keeps no candidates, its peers lose the digit.
  @inlinable
  public mutating func place(_ digit: Digit, at cell: Cell) {
    setBoard(digit, at: cell)
    for other in self[cell] { remove(other, from: cell) }
    for peer in CellSet.peers(of: cell) { remove(digit, from: peer) }
  }

  @usableFromInline
  mutating func setBoard(_ digit: Digit, at cell: Cell) { board[cell] = digit }
}

extension CandidateGrid: Equatable {
  /// Whether placed digits and candidates are equal.
  public static func == (lhs: CandidateGrid, rhs: CandidateGrid) -> Bool {
    for index in 0..<81 where lhs.cellMasks[index] != rhs.cellMasks[index] { return false }
    return lhs.board == rhs.board
  }
}
