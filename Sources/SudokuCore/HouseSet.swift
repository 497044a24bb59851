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

  /// Whether `house` is in the set.
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
