/// A board with its candidates: what a solver by hand looks at.
///
/// It keeps two synchronised views of the same candidates: for each empty cell its digits, and for each
/// house and digit the places where the digit may go. So most pattern tests are one bit count.
/// It also knows which digits have just one place left in a house, so that hidden singles are found
/// without a search. A placed cell has no candidates. Under 900 bytes, no heap: copying is cheap.
///
/// ```swift
/// var grid = CandidateGrid(board)
/// grid[cell]                              // DigitSet of the candidates
/// grid.places(of: digit, in: house)       // places 0...8 in the house, as bits
/// grid.place(digit, at: cell)             // clears the digit from all peers
/// grid.remove(digit, from: other)
/// ```
///
/// It deduces nothing but the peers of a placed digit.
@frozen
public struct CandidateGrid: Sendable {
  @usableFromInline
  var cellMasks: InlineArray<81, UInt16>
  @usableFromInline
  var placeMasks: InlineArray<243, UInt16>
  /// For each house the digits with exactly one place.
  @usableFromInline
  var singleMasks: InlineArray<27, UInt16>
  /// For each house the places without a placed digit.
  @usableFromInline
  var emptyMasks: InlineArray<27, UInt16>
  /// The digits placed so far, clues included.
  public internal(set) var board: Board

  /// Creates the grid of an empty board: all 729 candidates.
  public init() {
    cellMasks = InlineArray(repeating: 0x1FF)
    placeMasks = InlineArray(repeating: 0x1FF)
    singleMasks = InlineArray(repeating: 0)
    emptyMasks = InlineArray(repeating: 0x1FF)
    board = Board()
  }

  /// Creates the grid of a board: each digit of it is placed, and cleared from its peers.
  ///
  /// Clues that contradict each other leave cells without candidates; nothing is checked.
  public init(_ board: Board) {
    self.init()
    for index in 0..<81 {
      let cell = Cell(unchecked: index)
      if let digit = board[cell] { place(digit, at: cell) }
    }
  }

  /// Creates a grid without placed digits from the candidates of each cell (a pencilmark puzzle).
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

  /// The places in a house without a placed digit: bit `i` is `house.cell(i)`.
  @inlinable
  package func emptyPlaces(in house: House) -> UInt16 { emptyMasks[unchecked: house.index] }

  /// The digits that have exactly one place in a house.
  @inlinable
  package func hiddenSingles(in house: House) -> DigitSet {
    DigitSet(rawValue: singleMasks[unchecked: house.index])
  }

  /// The cells of a house where a digit is a candidate.
  @inlinable
  public func cells(of digit: Digit, in house: House) -> CellSet {
    house.cells(at: places(of: digit, in: house))
  }

  /// True if a digit is a candidate of a cell.
  @inlinable
  public func contains(_ candidate: Candidate) -> Bool {
    self[candidate.cell].contains(candidate.digit)
  }

  /// All cells where a digit is a candidate.
  public func cells(with digit: Digit) -> CellSet {
    var bits: UInt128 = 0
    for row in 0..<9 {
      let mask = placeMasks[unchecked: (9 &+ row) &* 9 &+ digit.index]
      bits |= UInt128(truncatingIfNeeded: mask) &<< UInt128(truncatingIfNeeded: row &* 9)
    }
    return CellSet(rawValue: bits)
  }

  /// The cells without a placed digit.
  public var emptyCells: CellSet {
    var bits: UInt128 = 0
    for row in 0..<9 {
      let mask = emptyMasks[unchecked: 9 &+ row]
      bits |= UInt128(truncatingIfNeeded: mask) &<< UInt128(truncatingIfNeeded: row &* 9)
    }
    return CellSet(rawValue: bits)
  }

  /// True if every cell holds a digit.
  public var isFull: Bool {
    for row in 9..<18 where emptyMasks[unchecked: row] != 0 { return false }
    return true
  }

  /// The number of candidates left.
  public var candidateCount: Int {
    var count = 0
    for index in 0..<81 { count &+= cellMasks[unchecked: index].nonzeroBitCount }
    return count
  }

  /// True if an empty cell has no candidate, or a digit has no place left in a house.
  public var isContradictory: Bool {
    withMasks { masks in
      board.withUnsafeValues { values in
        for cell in 0..<81 where values[cell] == 0 && masks.digits(cell) == 0 { return true }
        for house in House.all {
          var digits: UInt16 = 0
          for place in 0..<9 {
            let cell = house.cell(place).index
            let value = values[cell]
            digits |= value == 0 ? masks.digits(cell) : 1 &<< UInt16(value &- 1)
          }
          if digits != DigitSet.all.rawValue { return true }
        }
        return false
      }
    }
  }

  /// Removes a digit from a cell's candidates; returns whether it was there.
  @discardableResult
  public mutating func remove(_ digit: Digit, from cell: Cell) -> Bool {
    drop(digit.index, cell.index)
  }

  /// Places a digit: the cell keeps no candidates, its peers lose the digit.
  public mutating func place(_ digit: Digit, at cell: Cell) {
    let number = digit.index
    let row = cell.row
    let column = cell.column
    let block = row / 3 &* 3 &+ column / 3
    board[cell] = digit
    emptyMasks[unchecked: block] &= ~(1 &<< UInt16(truncatingIfNeeded: cell.positionInBlock))
    emptyMasks[unchecked: 9 &+ row] &= ~(1 &<< UInt16(truncatingIfNeeded: column))
    emptyMasks[unchecked: 18 &+ column] &= ~(1 &<< UInt16(truncatingIfNeeded: row))
    var others = cellMasks[unchecked: cell.index]
    while others != 0 {
      drop(others.trailingZeroBitCount, cell.index)
      others &= others &- 1
    }
    var places = placeMasks[unchecked: block &* 9 &+ number]
    let corner = row / 3 &* 27 &+ column / 3 &* 3
    while places != 0 {
      let position = places.trailingZeroBitCount
      drop(number, corner &+ position / 3 &* 9 &+ position % 3)
      places &= places &- 1
    }
    places = placeMasks[unchecked: (9 &+ row) &* 9 &+ number]
    while places != 0 {
      drop(number, row &* 9 &+ places.trailingZeroBitCount)
      places &= places &- 1
    }
    places = placeMasks[unchecked: (18 &+ column) &* 9 &+ number]
    while places != 0 {
      drop(number, places.trailingZeroBitCount &* 9 &+ column)
      places &= places &- 1
    }
  }

  /// Removes a candidate from every view.
  @inline(__always)
  @discardableResult
  private mutating func drop(_ digit: Int, _ cell: Int) -> Bool {
    let bit: UInt16 = 1 &<< UInt16(truncatingIfNeeded: digit)
    let mask = cellMasks[unchecked: cell]
    guard mask & bit != 0 else { return false }
    cellMasks[unchecked: cell] = mask & ~bit
    let row = Int(UInt32(truncatingIfNeeded: cell) / 9)
    let column = cell &- row &* 9
    let band = Int(UInt32(truncatingIfNeeded: row) / 3)
    let stack = Int(UInt32(truncatingIfNeeded: column) / 3)
    clearPlace(
      band &* 3 &+ stack, (row &- band &* 3) &* 3 &+ column &- stack &* 3, digit, bit)
    clearPlace(9 &+ row, column, digit, bit)
    clearPlace(18 &+ column, row, digit, bit)
    return true
  }

  @inline(__always)
  private mutating func clearPlace(_ house: Int, _ position: Int, _ digit: Int, _ bit: UInt16) {
    let slot = house &* 9 &+ digit
    let places =
      placeMasks[unchecked: slot] & ~(1 &<< UInt16(truncatingIfNeeded: position))
    placeMasks[unchecked: slot] = places
    let isSingle = places != 0 && places & (places &- 1) == 0
    let others = singleMasks[unchecked: house] & ~bit
    singleMasks[unchecked: house] = isSingle ? others | bit : others
  }
}

extension CandidateGrid: Equatable {
  /// True if placed digits and candidates are equal.
  public static func == (lhs: CandidateGrid, rhs: CandidateGrid) -> Bool {
    for index in 0..<81 where lhs.cellMasks[index] != rhs.cellMasks[index] { return false }
    return lhs.board == rhs.board
  }
}

/// A digit in a cell: one of 729.
///
/// ```swift
/// let candidate = Candidate(Cell(row: 3, column: 6), Digit(5)!)
/// "\(candidate)"    // "r4c7=5"
/// ```
@frozen
public struct Candidate: Hashable, Comparable, Sendable {
  /// The number `cell * 9 + digit - 1`, in `0..<729`.
  @usableFromInline
  let rawIndex: UInt16

  /// Creates the candidate for a digit in a cell.
  @inlinable
  public init(_ cell: Cell, _ digit: Digit) {
    rawIndex = UInt16(truncatingIfNeeded: cell.index &* 9 &+ digit.index)
  }

  /// Creates a candidate from its number `cell * 9 + digit - 1`, in `0..<729`.
  @inlinable
  public init(index: Int) {
    precondition(0..<729 ~= index, "a candidate's index lies in 0..<729")
    rawIndex = UInt16(truncatingIfNeeded: index)
  }

  /// The number `cell * 9 + digit - 1`, in `0..<729`.
  @inlinable
  public var index: Int { Int(rawIndex) }

  /// The cell.
  @inlinable
  public var cell: Cell { Cell(index: Int(rawIndex / 9)) }

  /// The digit.
  @inlinable
  public var digit: Digit { Digit(index: Int(rawIndex % 9)) }

  /// Orders candidates by cell, then by digit.
  @inlinable
  public static func < (lhs: Candidate, rhs: Candidate) -> Bool { lhs.rawIndex < rhs.rawIndex }
}

extension Candidate: CustomStringConvertible {
  /// The candidate in standard notation, as in `"r4c7=5"`.
  public var description: String { "\(cell)=\(digit)" }
}
