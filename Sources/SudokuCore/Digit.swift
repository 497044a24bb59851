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

  /// Creates a digit from its value.
  ///
  /// - Parameter value: The digit; anything but `1...9` gives `nil`.
  @inlinable
  public init?(_ value: Int) {
    guard 1...9 ~= value else { return nil }
    rawValue = UInt8(truncatingIfNeeded: value)
  }

  /// Creates a digit from its position in the digits' order.
  ///
  /// - Parameter index: The digit less one, in `0..<9`; anything else is a programming error.
  @inlinable
  public init(index: Int) {
    precondition(0..<9 ~= index, "a digit's index lies in 0..<9")
    rawValue = UInt8(truncatingIfNeeded: index &+ 1)
  }

  /// Creates a digit from its position in the digits' order without a check, for inner loops.
  ///
  /// - Parameter index: The digit less one; it must lie in `0..<9`.
  @inlinable
  public init(uncheckedIndex index: Int) {
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

extension Digit: CustomStringConvertible {
  /// The digit as one character, `"1"` to `"9"`.
  public var description: String { String(rawValue) }
}
