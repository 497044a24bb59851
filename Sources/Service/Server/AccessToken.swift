import SudokuIdentity

/// A device's access token: 256 random bits, shown once and kept only as their hash.
///
/// ```swift
/// var random = SystemRandomNumberGenerator()
/// let token = AccessToken(using: &random)
/// token.text   // "sudoku-4f1c...": what the device sends as `Authorization: Bearer sudoku-4f1c...`
/// token.id     // "9be27d03a1c4f6e8": what a list shows and what revokes it
/// ```
///
/// 256 random bits can't be guessed, so one round of SHA-256 is enough at rest; slow hashes are for
/// passwords that people choose.
package struct AccessToken: Sendable {
  /// The text that the device sends.
  package let text: String
  /// The hash, which alone is kept.
  package let hash: [UInt8]

  private static let prefix = "sudoku-"
  private static let length = prefix.utf8.count + 64

  /// Draws a token.
  ///
  /// - Parameter random: A generator that nobody can predict.
  package init(using random: inout some RandomNumberGenerator) {
    let digits = (0..<4).map { _ in
      let word = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - word.utf8.count) + word
    }
    text = Self.prefix + digits.joined()
    hash = SHA256.hash(of: text.utf8).bytes
  }

  /// Reads what a device has sent.
  ///
  /// - Parameter text: The token; anything that can't be one gives `nil`.
  package init?(_ text: String) {
    guard text.utf8.count == Self.length, text.hasPrefix(Self.prefix) else { return nil }
    self.text = text
    hash = SHA256.hash(of: text.utf8).bytes
  }

  /// Reads the token of an HTTP header: `Authorization: Bearer TOKEN`.
  package init?(authorization field: some StringProtocol) {
    let parts = field.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    self.init(String(parts[1]))
  }

  /// The name under which it is listed and revoked: 16 hexadecimal digits of the hash, which
  /// reveal nothing about the token.
  package var id: String {
    hash.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// True if this token has a hash; the comparison takes the same time wherever the hashes differ.
  func has(_ other: [UInt8]) -> Bool {
    guard hash.count == other.count else { return false }
    return zip(hash, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
