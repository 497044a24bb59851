/// Douglas Crockford's base 32, in lower case: digits and letters without `i`, `l`, `o` and `u`.
///
/// A 128-bit number has 26 characters, the most significant first; as 26 x 5 = 130, the first one
/// is never above `7`. Each number has one spelling: the aliases and the upper case that Crockford
/// allows a reader to accept are refused, because identifiers are compared as text.
enum CrockfordBase32 {
  /// The number of characters of a 128-bit number.
  static let length = 26

  private static let alphabet: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"

  /// The 26 characters of a number.
  static func encode(_ number: UInt128) -> String {
    String(unsafeUninitializedCapacity: length) { buffer in
      for place in 0..<length {
        let value = number >> UInt128((length - 1 - place) * 5) & 31
        buffer[place] = alphabet.utf8Start[Int(truncatingIfNeeded: value)]
      }
      return length
    }
  }

  /// The number that 26 characters stand for, `nil` where `encode` could not have made them.
  static func decode(_ text: some StringProtocol) -> UInt128? {
    guard text.utf8.count == length, let first = text.utf8.first,
      first <= UInt8(ascii: "7")
    else { return nil }
    var number: UInt128 = 0
    for byte in text.utf8 {
      guard let value = (0..<32).first(where: { alphabet.utf8Start[$0] == byte }) else {
        return nil
      }
      number = number << 5 | UInt128(value)
    }
    return number
  }
}
