/// The time of an operation: a reading of a hybrid logical clock.
///
/// It has 48 bits of wall clock milliseconds since 1970 and a 16-bit counter for events within one
/// millisecond. Both decide the order; between equal stamps of two devices the device decides.
///
/// ```swift
/// Stamp(milliseconds: 1_795_176_000_000, counter: 3).description   // "1795176000000+3"
/// Stamp(milliseconds: 1_795_176_000_000).description               // "1795176000000"
/// ```
///
/// The scheme is the one of Kulkarni, Demirbas, Madappa, Avva and Leone, "Logical Physical
/// Clocks", 2014.
public struct Stamp: Hashable, Comparable, Sendable {
  /// The milliseconds above the 16 bits of the counter.
  public let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package init(milliseconds: Int64, counter: UInt16 = 0) {
    let limit: Int64 = 1 << 48 - 1
    rawValue = UInt64(min(max(milliseconds, 0), limit)) << 16 | UInt64(counter)
  }

  /// The smallest stamp.
  public static let zero = Stamp(rawValue: 0)

  /// Milliseconds since 1970-01-01 00:00 UTC.
  public var milliseconds: Int64 { Int64(rawValue >> 16) }

  package var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

  /// The next larger stamp; the largest one is its own successor.
  package var successor: Stamp { Stamp(rawValue: rawValue == .max ? .max : rawValue + 1) }

  /// Orders stamps by milliseconds, then counter.
  public static func < (lhs: Stamp, rhs: Stamp) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Stamp: Codable, LosslessStringConvertible {
  /// The milliseconds, and after `+` the counter where it is not 0.
  public var description: String {
    counter == 0 ? String(milliseconds) : "\(milliseconds)+\(counter)"
  }

  /// Reads the one text that `description` writes; anything else gives `nil`.
  public init?(_ description: String) {
    let parts = description.split(separator: "+", omittingEmptySubsequences: false)
    guard let first = parts.first, let milliseconds = Int64(first) else { return nil }
    var counter: UInt16 = 0
    if parts.count == 2 {
      guard let second = UInt16(parts[1]) else { return nil }
      counter = second
    }
    self.init(milliseconds: milliseconds, counter: counter)
    guard self.description == description else { return nil }
  }

  /// Reads the text.
  public init(from decoder: any Decoder) throws { self = try decodeText(Self.self, from: decoder) }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws { try encodeText(self, to: encoder) }
}
