/// The identity of the device, or more exactly of the installation, that made an operation.
///
/// 64 random bits, written as 13 characters of Crockford's base 32 in lower case, so that numbers
/// and texts order alike.
///
/// ```swift
/// var random = SystemRandomNumberGenerator()
/// let device = DeviceID.random(using: &random)
/// device.description                            // for example "3f9k2m7q0a1bz"
/// DeviceID("3f9k2m7q0a1bz")                     // the same one again
/// ```
///
/// A device makes its identity once and keeps it with its replica; an older copy of the replica that
/// learns of it, from a backup or a store, takes a new one.
public struct DeviceID: Hashable, Comparable, Sendable {
  /// The 64 bits.
  public let rawValue: UInt64

  /// Creates the identity with these bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Draws a new identity.
  public static func random(using random: inout some RandomNumberGenerator) -> DeviceID {
    DeviceID(rawValue: random.next())
  }

  /// The identity under which the second of two different streams with this identity is kept.
  ///
  /// Every replica that sees the same two streams derives the same identity.
  package func derived(from contentHash: UInt64) -> DeviceID {
    // The mixing steps of splitmix64 (S. Vigna, public domain).
    var bits = rawValue ^ (contentHash &+ 0x9E37_79B9_7F4A_7C15)
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return DeviceID(rawValue: bits ^ bits >> 31)
  }

  /// Orders devices by their bits, which is the order of their texts.
  public static func < (lhs: DeviceID, rhs: DeviceID) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension DeviceID: Codable, LosslessStringConvertible {
  static let textLength = 13

  /// The alphabet: digits and letters without `i`, `l`, `o` and `u`.
  private static let alphabet: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"

  /// The 13 characters.
  public var description: String {
    String(unsafeUninitializedCapacity: Self.textLength) { buffer in
      for place in 0..<Self.textLength { buffer[place] = character(at: place) }
      return Self.textLength
    }
  }

  func character(at place: Int) -> UInt8 {
    let value = rawValue >> UInt64((Self.textLength - 1 - place) * 5) & 31
    return Self.alphabet.utf8Start[Int(truncatingIfNeeded: value)]
  }

  /// Reads the 13 characters; anything else gives `nil`.
  public init?(_ description: String) {
    var description = description
    let parsed = description.withUTF8 { DeviceID(text: $0[...]) }
    guard let parsed else { return nil }
    self = parsed
  }

  /// Reads the 13 characters; anything else gives `nil`.
  init?(text: Slice<UnsafeBufferPointer<UInt8>>) {
    guard text.count == Self.textLength, let first = text.first, first <= UInt8(ascii: "f")
    else { return nil }
    var bits: UInt64 = 0
    for byte in text {
      let value = Self.values[Int(byte)]
      guard value < 32 else { return nil }
      bits = bits << 5 | UInt64(value)
    }
    self.init(rawValue: bits)
  }

  /// The number each character stands for, 255 for none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for value in 0..<32 { values[Int(alphabet.utf8Start[value])] = UInt8(value) }
    return values
  }()

  /// Reads the text.
  public init(from decoder: any Decoder) throws { self = try decodeText(Self.self, from: decoder) }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws { try encodeText(self, to: encoder) }
}
