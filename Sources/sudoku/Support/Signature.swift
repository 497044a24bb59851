import SudokuCore

/// A number that stands for behaviour: FNV-1a with 64 bits over everything fed to it.
///
/// Two builds with the same signature gave the same results on the same puzzles. Not for security.
struct Signature: Sendable, CustomStringConvertible {
  private var hash = FNV1a()

  /// Feeds bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) { hash.combine(bytes) }

  /// Feeds a text.
  mutating func add(_ text: String) { add(text.utf8) }

  /// Feeds a number.
  mutating func add(_ number: Int) { withUnsafeBytes(of: Int64(number).littleEndian) { add($0) } }

  /// The signature as 16 hexadecimal digits.
  var description: String {
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
