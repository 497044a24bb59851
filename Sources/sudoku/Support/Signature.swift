/// A number that stands for behaviour: FNV-1a with 64 bits over everything fed to it.
///
/// Two builds with the same signature gave the same results on the same puzzles. Not for security.
struct Signature: Sendable, CustomStringConvertible {
  private var bits: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Feeds bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { bits = (bits ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// Feeds a text.
  mutating func add(_ text: String) { add(text.utf8) }

  /// Feeds a number.
  mutating func add(_ number: Int) { withUnsafeBytes(of: Int64(number).littleEndian) { add($0) } }

  /// The signature as 16 hexadecimal digits.
  var description: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
