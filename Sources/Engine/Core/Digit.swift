/// A digit from 1 to 9.
///
/// ```swift
/// let five = Digit(5)!
/// five.index      // 4, for tables with nine entries
/// "\(five)"       // "5"
/// ```
///
/// A `Digit` is always valid: the failable initialiser is the only way in for unchecked numbers.
@frozen
public struct Digit: Hashable, Comparable, Sendable {
  /// The digit itself, in `1...9`.
  public let rawValue: UInt8

  /// Creates a digit from its value; anything but `1...9` gives `nil`.
  @inlinable
  public init?(_ value: Int) {
    guard 1...9 ~= value else { return nil }
    rawValue = UInt8(truncatingIfNeeded: value)
  }

  /// Creates a digit from its index, the digit less one, in `0..<9`.
  @inlinable
  public init(index: Int) {
    precondition(0..<9 ~= index, "a digit's index lies in 0..<9")
    rawValue = UInt8(truncatingIfNeeded: index &+ 1)
  }

  /// Creates a digit from its position in the digits' order without a check, for inner loops.
  @inlinable
  package init(uncheckedIndex index: Int) {
    assert(0..<9 ~= index, "a digit's index lies in 0..<9")
    rawValue = UInt8(truncatingIfNeeded: index &+ 1)
  }

  /// The digit less one, in `0..<9`: the index into tables with an entry for each digit.
  @inlinable
  public var index: Int { Int(rawValue) &- 1 }

  /// Orders digits by value.
  @inlinable
  public static func < (lhs: Digit, rhs: Digit) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Digit: CaseIterable {
  /// The digits 1 to 9, in order.
  public static let allCases = (0..<9).map { Digit(index: $0) }
}

extension Digit: CustomStringConvertible {
  /// The digit as one character, `"1"` to `"9"`.
  public var description: String { String(rawValue) }
}

/// A set of digits, one bit for each: bit 0 is digit 1, bit 8 is digit 9.
///
/// The candidates of a cell are a `DigitSet`. Iteration runs from the smallest digit to the largest.
///
/// ```swift
/// let pair: DigitSet = [Digit(2)!, Digit(7)!]
/// pair.count                 // 2
/// pair.map(\.description)    // ["2", "7"]
/// ```
@frozen
public struct DigitSet: Hashable, Sendable {
  /// The bits; only the lowest nine are ever set.
  public let rawValue: UInt16

  /// Creates a set from its bits; those above the ninth are dropped.
  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue & 0x1FF }

  /// Creates an empty set.
  @inlinable
  public init() { rawValue = 0 }

  /// Creates the set that holds one digit.
  @inlinable
  public init(_ digit: Digit) { rawValue = 1 &<< UInt16(truncatingIfNeeded: digit.index) }

  /// All nine digits.
  @inlinable
  public static var all: DigitSet { DigitSet(rawValue: 0x1FF) }

  /// No digit.
  @inlinable
  public static var none: DigitSet { DigitSet(rawValue: 0) }

  /// The smallest digit, `nil` in an empty set.
  @inlinable
  public var first: Digit? {
    rawValue == 0 ? nil : Digit(index: rawValue.trailingZeroBitCount)
  }

  /// The only digit of a set of one, `nil` in any other set.
  @inlinable
  public var single: Digit? {
    rawValue != 0 && rawValue & (rawValue &- 1) == 0 ? first : nil
  }

  /// True if `digit` is in the set.
  @inlinable
  public func contains(_ digit: Digit) -> Bool {
    rawValue &>> UInt16(truncatingIfNeeded: digit.index) & 1 != 0
  }

}

extension DigitSet: ExpressibleByArrayLiteral {
  /// Creates the set of the digits in a literal.
  @inlinable
  public init(arrayLiteral digits: Digit...) { self.init(digits) }

  /// Creates the set of the digits in a sequence.
  @inlinable
  public init(_ digits: some Sequence<Digit>) {
    self = digits.reduce(into: DigitSet(rawValue: 0)) { $0.insert($1) }
  }
}

extension DigitSet: Sequence {
  /// Walks through the digits from the smallest to the largest.
  @frozen
  public struct Iterator: IteratorProtocol, Sendable {
    @usableFromInline
    var rest: UInt16

    @inlinable
    init(rest: UInt16) { self.rest = rest }

    /// Returns the next larger digit.
    @inlinable
    public mutating func next() -> Digit? {
      guard rest != 0 else { return nil }
      defer { rest &= rest &- 1 }
      return Digit(index: rest.trailingZeroBitCount)
    }
  }

  /// Returns an iterator over the digits in ascending order.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(rest: rawValue) }

  /// The exact number of digits.
  @inlinable
  public var underestimatedCount: Int { count }
}

extension DigitSet: CustomStringConvertible {
  /// The digits one after the other, as in `"279"`.
  public var description: String { map(\.description).joined() }
}
