/// One of the 81 cells, numbered row by row.
///
/// ```swift
/// let cell = Cell(row: 3, column: 6)
/// cell.index    // 33
/// "\(cell)"     // "r4c7"
/// ```
///
/// Rows, columns and blocks count from 0 in code and from 1 in text. `CellSet.all` holds all cells as a
/// set, `Cell.all` as a list.
@frozen
public struct Cell: Hashable, Comparable, Sendable {
  @usableFromInline
  let rawIndex: UInt8

  /// Creates a cell from its number in reading order, in `0..<81`.
  @inlinable
  public init(index: Int) {
    precondition(0..<81 ~= index, "a cell's index lies in 0..<81")
    rawIndex = UInt8(truncatingIfNeeded: index)
  }

  /// Creates a cell from its number without a check, for inner loops.
  @inlinable
  package init(unchecked index: Int) {
    assert(0..<81 ~= index, "a cell's index lies in 0..<81")
    rawIndex = UInt8(truncatingIfNeeded: index)
  }

  /// Creates a cell from its row and column, each in `0..<9`.
  @inlinable
  public init(row: Int, column: Int) {
    precondition(0..<9 ~= row && 0..<9 ~= column, "rows and columns lie in 0..<9")
    rawIndex = UInt8(truncatingIfNeeded: row &* 9 &+ column)
  }

  /// Creates a cell from its block and its place in the block (reading order), each in `0..<9`.
  @inlinable
  public init(block: Int, position: Int) {
    self.init(row: block / 3 * 3 + position / 3, column: block % 3 * 3 + position % 3)
  }

  /// The number in reading order, in `0..<81`.
  @inlinable
  public var index: Int { Int(rawIndex) }

  /// The row, in `0..<9` from the top.
  @inlinable
  public var row: Int { Int(rawIndex / 9) }

  /// The column, in `0..<9` from the left.
  @inlinable
  public var column: Int { Int(rawIndex % 9) }

  /// The block, in `0..<9` in reading order.
  @inlinable
  public var block: Int { row / 3 &* 3 &+ column / 3 }

  /// The place inside the block, in `0..<9` in reading order.
  @inlinable
  public var positionInBlock: Int { row % 3 &* 3 &+ column % 3 }

  /// The three houses of the cell: block, row, column.
  @inlinable
  public var houses: [House] { [house(.block), house(.row), house(.column)] }

  /// The house of a kind that holds the cell.
  @inlinable
  public func house(_ kind: House.Kind) -> House {
    switch kind {
    case .block: House(.block, block)
    case .row: House(.row, row)
    case .column: House(.column, column)
    }
  }

  /// The place of the cell inside its house of a kind, in `0..<9`.
  @inlinable
  public func position(in kind: House.Kind) -> Int {
    switch kind {
    case .block: positionInBlock
    case .row: column
    case .column: row
    }
  }

  /// The 20 other cells that share a house with this one.
  public var peers: CellSet { CellSet.peers(of: self) }

  /// True if the two cells are different and share a house.
  @inlinable
  public func sees(_ other: Cell) -> Bool {
    self != other && (row == other.row || column == other.column || block == other.block)
  }

  /// Orders cells row by row.
  @inlinable
  public static func < (lhs: Cell, rhs: Cell) -> Bool { lhs.rawIndex < rhs.rawIndex }
}

extension Cell {
  /// All cells, row by row.
  public static let all = (0..<81).map { Cell(index: $0) }
}

extension Cell: CustomStringConvertible {
  /// The cell in standard notation, as in `"r4c7"`.
  public var description: String { "r\(row + 1)c\(column + 1)" }

  /// Reads `r4c7` in ASCII, in upper or lower case; anything else gives `nil`.
  @inlinable
  public init?(notation bytes: some Collection<UInt8>) {
    guard bytes.count == 4 else { return nil }
    var values: InlineArray<4, UInt8> = .init(repeating: 0)
    var index = 0
    for byte in bytes {
      values[index] = byte
      index += 1
    }
    guard values[0] | 0x20 == UInt8(ascii: "r"), values[2] | 0x20 == UInt8(ascii: "c"),
      1...9 ~= values[1] &- UInt8(ascii: "0"), 1...9 ~= values[3] &- UInt8(ascii: "0")
    else { return nil }
    self.init(row: Int(values[1] - UInt8(ascii: "1")), column: Int(values[3] - UInt8(ascii: "1")))
  }

  /// Reads `r4c7`, in upper or lower case, or a number in `0...80`; anything else gives `nil`.
  public init?(parsing text: some StringProtocol) {
    if let cell = Cell(notation: text.utf8) {
      self = cell
    } else if let index = Int(text), 0..<81 ~= index {
      self.init(index: index)
    } else {
      return nil
    }
  }
}
