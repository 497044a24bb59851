/// A block, a row or a column: nine cells that hold each digit once.
///
/// The 27 houses are numbered blocks first, then rows, then columns.
///
/// ```swift
/// let house = House(.row, 3)
/// house.index           // 12
/// "\(house)"            // "r4"
/// house.cell(6)         // r4c7
/// ```
@frozen
public struct House: Hashable, Comparable, Sendable {
  /// The three kinds of houses.
  @frozen
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// A 3 x 3 block (also called box or region).
    case block = 0
    /// A row.
    case row = 1
    /// A column.
    case column = 2
  }

  @usableFromInline
  let rawIndex: UInt8

  /// Creates a house from its number in `0..<27`: blocks, rows, columns.
  @inlinable
  public init(index: Int) {
    precondition(0..<27 ~= index, "a house's index lies in 0..<27")
    rawIndex = UInt8(truncatingIfNeeded: index)
  }

  /// Creates a house from its number without a check, for inner loops.
  @inlinable
  package init(unchecked index: Int) {
    assert(0..<27 ~= index, "a house's index lies in 0..<27")
    rawIndex = UInt8(truncatingIfNeeded: index)
  }

  /// Creates a house from its kind and its number among those, in `0..<9`.
  @inlinable
  public init(_ kind: Kind, _ number: Int) {
    precondition(0..<9 ~= number, "a house's number lies in 0..<9")
    rawIndex = kind.rawValue &* 9 &+ UInt8(truncatingIfNeeded: number)
  }

  /// The number in `0..<27`: blocks, rows, columns.
  @inlinable
  public var index: Int { Int(rawIndex) }

  /// Block, row or column.
  @inlinable
  public var kind: Kind { rawIndex < 9 ? .block : rawIndex < 18 ? .row : .column }

  /// The number among the houses of its kind, in `0..<9`.
  @inlinable
  public var number: Int { Int(rawIndex % 9) }

  /// The cell at a place in `0..<9`: reading order in a block, column in a row, row in a column.
  @inlinable
  public func cell(_ position: Int) -> Cell {
    switch kind {
    case .block: Cell(block: number, position: position)
    case .row: Cell(row: number, column: position)
    case .column: Cell(row: position, column: number)
    }
  }

  /// The nine cells of the house.
  @inlinable
  public var cells: CellSet { CellSet.cells(of: self) }

  /// The cells at some places of the house, given as bits.
  @inlinable
  package func cells(at places: UInt16) -> CellSet {
    var bits: UInt128 = 0
    var rest = places
    while rest != 0 {
      bits |= 1 &<< UInt128(truncatingIfNeeded: cell(rest.trailingZeroBitCount).index)
      rest &= rest &- 1
    }
    return CellSet(rawValue: bits)
  }

  /// All 27 houses: blocks, rows, columns.
  @inlinable
  public static var all: some Sequence<House> & Sendable {
    (0..<27).lazy.map { House(index: $0) }
  }

  /// Orders houses by their number.
  @inlinable
  public static func < (lhs: House, rhs: House) -> Bool { lhs.rawIndex < rhs.rawIndex }
}

extension House: CustomStringConvertible {
  /// The house in standard notation: `"b1"`, `"r4"`, `"c9"`.
  public var description: String {
    let letter =
      switch kind {
      case .block: "b"
      case .row: "r"
      case .column: "c"
      }
    return letter + String(number + 1)
  }
}

/// A set of houses, one bit for each of the 27.
///
/// Iteration runs in the order of the houses: blocks, rows, columns.
///
/// ```swift
/// let houses: HouseSet = [House(.row, 3), House(.block, 4)]
/// "\(houses)"    // "b5 r4"
/// ```
@frozen
public struct HouseSet: Hashable, Sendable {
  /// Bit `i` stands for house `i`; only the lowest 27 bits are ever set.
  public let rawValue: UInt32

  /// Creates a set from its bits; bits above the 27th are dropped.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue & 0x7FF_FFFF }

  /// Creates an empty set.
  @inlinable
  public init() { rawValue = 0 }

  /// Creates the set that holds one house.
  @inlinable
  public init(_ house: House) { rawValue = 1 &<< UInt32(truncatingIfNeeded: house.index) }

  /// The first house, `nil` in an empty set.
  @inlinable
  public var first: House? {
    rawValue == 0 ? nil : House(unchecked: rawValue.trailingZeroBitCount)
  }

  /// True if `house` is in the set.
  @inlinable
  public func contains(_ house: House) -> Bool {
    rawValue &>> UInt32(truncatingIfNeeded: house.index) & 1 != 0
  }

}

extension HouseSet: ExpressibleByArrayLiteral {
  /// Creates the set of the houses in a literal.
  @inlinable
  public init(arrayLiteral houses: House...) {
    self = houses.reduce(into: HouseSet()) { $0.insert($1) }
  }
}

extension HouseSet: Sequence {
  /// Returns an iterator over the houses: blocks, rows, columns.
  public func makeIterator() -> some IteratorProtocol<House> {
    (0..<27).lazy.filter { rawValue &>> UInt32($0) & 1 != 0 }.map { House(index: $0) }
      .makeIterator()
  }
}

extension HouseSet: CustomStringConvertible {
  /// The houses in order, as in `"b5 r4"`.
  public var description: String { map(\.description).joined(separator: " ") }
}
