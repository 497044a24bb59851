import SudokuCore

/// The ID of a board: a pure function of the clues.
///
/// It is `p1-` and 26 characters: the first 128 bits of SHA-256 over the text
/// `sudoku/9x9/clues/1`, a line feed and the 81 digits (`0` for an empty cell), as one number in
/// Crockford's base 32, most significant character first.
///
/// ```swift
/// let board = try Board(line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// PuzzleID(board).description    // "p1-07ap9x8qtst53aww4qy12t8wfr"
/// ```
///
/// The same board gives the same ID on every platform and in every version; a new rule would
/// change the `1` in the text and the prefix. At 128 bits, 1e12 puzzles collide with probability 1e-15.
public struct PuzzleID: TextIdentifier {
  /// The first 128 bits of the hash.
  let hash: UInt128

  /// Creates the ID of a board.
  public init(_ board: Board) { hash = clueHash(of: board) }

  /// Reads an ID, `nil` if the text is none.
  public init?(_ description: String) {
    guard description.hasPrefix("p1-"), let hash = CrockfordBase32.decode(description.dropFirst(3))
    else { return nil }
    self.hash = hash
  }

  /// The ID as a number: equal for equal IDs, spread evenly; for tables and sorting.
  package var bits: UInt128 { hash }

  /// The ID as text.
  public var description: String { "p1-" + CrockfordBase32.encode(hash) }
}

/// The hash behind all identifiers: 128 bits of a board's clues.
func clueHash(of board: Board) -> UInt128 {
  var hash = SHA256()
  let header: StaticString = "sudoku/9x9/clues/1\n"
  for place in 0..<header.utf8CodeUnitCount { hash.append(header.utf8Start[place]) }
  board.withUnsafeValues { values in
    for index in 0..<81 { hash.append(UInt8(ascii: "0") &+ values[index]) }
  }
  return hash.digest.first128Bits
}

/// An identifier that is its text: it is coded, compared and read back, strictly, as that string.
public protocol TextIdentifier: Hashable, Comparable, Sendable, Codable, LosslessStringConvertible {
}

extension TextIdentifier {
  /// Reads the identifier's text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let identifier = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a valid \(Self.self)")
    }
    self = identifier
  }

  /// Writes the identifier's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Orders identifiers by their text.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.description < rhs.description }
}

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

  /// The number that 26 characters stand for, `nil` if `encode` could not have made them.
  static func decode(_ text: some StringProtocol) -> UInt128? {
    guard text.utf8.count == length, let first = text.utf8.first,
      first <= UInt8(ascii: "7")
    else { return nil }
    var number: UInt128 = 0
    for byte in text.utf8 {
      guard let value = value(of: byte) else { return nil }
      number = number << 5 | UInt128(value)
    }
    return number
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "h"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "j")...UInt8(ascii: "k"): byte - UInt8(ascii: "j") + 18
    case UInt8(ascii: "m")...UInt8(ascii: "n"): byte - UInt8(ascii: "m") + 20
    case UInt8(ascii: "p")...UInt8(ascii: "t"): byte - UInt8(ascii: "p") + 22
    case UInt8(ascii: "v")...UInt8(ascii: "z"): byte - UInt8(ascii: "v") + 27
    default: nil
    }
  }
}
