/// A 9 x 9 board: a digit or nothing in each cell.
///
/// It says nothing about validity or uniqueness.
///
/// ```swift
/// let board = try Board(line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// board[Cell(row: 0, column: 1)]    // 3
/// board.clueCount                   // 30
/// board.line                        // the same 81 characters
/// ```
///
/// Boards order row by row, an empty cell before digit 1; this is the order of canonical forms.
@frozen
public struct Board: Sendable {
  /// The 81 values in reading order: 0 for an empty cell, else the digit.
  @usableFromInline
  var values: InlineArray<81, UInt8>

  /// Creates an empty board.
  @inlinable
  public init() { values = InlineArray(repeating: 0) }

  /// Creates a board from a function of the cell.
  @inlinable
  public init(_ digit: (Cell) throws -> Digit?) rethrows {
    self.init()
    for index in 0..<81 { self[Cell(index: index)] = try digit(Cell(index: index)) }
  }

  /// Creates a board from 81 numbers in reading order, 0 for an empty cell.
  ///
  /// `nil` for anything but exactly 81 numbers in `0...9`.
  @inlinable
  public init?(values: some Collection<UInt8>) {
    guard values.count == 81, values.allSatisfy({ $0 <= 9 }) else { return nil }
    self.init()
    for (index, value) in values.enumerated() { self.values[index] = value }
  }

  /// The digit in a cell, `nil` if it is empty.
  @inlinable
  public subscript(cell: Cell) -> Digit? {
    get { Digit(Int(values[cell.index])) }
    set { values[cell.index] = newValue?.rawValue ?? 0 }
  }

  /// The number in a cell: 0 where it is empty, else the digit.
  @inlinable
  public func value(at cell: Cell) -> UInt8 { values[cell.index] }

  /// The cells that hold a digit.
  @inlinable
  public var filledCells: CellSet {
    var cells = CellSet()
    for index in 0..<81 where values[index] != 0 { cells.insert(Cell(index: index)) }
    return cells
  }

  /// The number of cells that hold a digit, in `0...81`.
  @inlinable
  public var clueCount: Int {
    var count = 0
    for index in 0..<81 where values[index] != 0 { count &+= 1 }
    return count
  }

  /// True if every cell holds a digit.
  @inlinable
  public var isFull: Bool { clueCount == 81 }

  /// True if the board is full and every house holds each digit once.
  public var isSolved: Bool { isFull && repeatedCells.isEmpty }

  /// True if the other board has every digit of this one.
  @inlinable
  public func isSubset(of other: Board) -> Bool {
    withUnsafeValues { mine in
      other.withUnsafeValues { theirs in
        for index in 0..<81 where mine[index] != 0 && mine[index] != theirs[index] { return false }
        return true
      }
    }
  }

  /// Calls `body` with the 81 values in reading order, without a copy.
  ///
  /// Loops over all cells use it: an access by cell may copy the whole board.
  @inlinable
  public func withUnsafeValues<R>(_ body: (UnsafePointer<UInt8>) throws -> R) rethrows -> R {
    try withUnsafePointer(to: values) { pointer in
      try pointer.withMemoryRebound(to: UInt8.self, capacity: 81) { try body($0) }
    }
  }

  /// Creates a board by letting `body` write the 81 values, each in `0...9`, in reading order.
  @inlinable
  package init(unsafeValues body: (UnsafeMutablePointer<UInt8>) throws -> Void) rethrows {
    self.init()
    try withUnsafeMutablePointer(to: &values) { pointer in
      try pointer.withMemoryRebound(to: UInt8.self, capacity: 81) { try body($0) }
    }
  }
}

extension Board: Hashable, Comparable {
  /// True if all 81 cells are equal.
  @inlinable
  public static func == (lhs: Board, rhs: Board) -> Bool {
    lhs.withUnsafeValues { left in
      rhs.withUnsafeValues { right in
        // Without an early end, so that the cells are compared many at a time.
        var difference: UInt8 = 0
        for index in 0..<81 { difference |= left[index] ^ right[index] }
        return difference == 0
      }
    }
  }

  /// Orders boards row by row, an empty cell before digit 1.
  @inlinable
  public static func < (lhs: Board, rhs: Board) -> Bool {
    lhs.withUnsafeValues { left in
      rhs.withUnsafeValues { right in
        for index in 0..<81 where left[index] != right[index] { return left[index] < right[index] }
        return false
      }
    }
  }

  /// Feeds all 81 values.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    withUnsafeValues { hasher.combine(bytes: UnsafeRawBufferPointer(start: $0, count: 81)) }
  }
}
