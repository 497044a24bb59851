/// Turns the bytes of a text file into UTF-8 with lines that end in LF or CRLF, piece by piece.
///
/// A byte order mark is removed, UTF-16 of both byte orders is converted (with a mark, or detected
/// by the zero bytes of its first character), and a carriage return without a line feed becomes a
/// line feed. Lines that are not UTF-8 are read as Windows-1252 (see `TextRepair`).
package struct TextDecoder: Sendable {
  private enum Encoding {
    case undecided
    case utf8
    case utf16(isLittleEndian: Bool)
  }

  private var encoding = Encoding.undecided
  /// Bytes that only the next piece can decide: of a mark, of half a character, a last CR.
  private var held: [UInt8] = []
  private var highSurrogate: UInt16?
  private var repair: TextRepair

  /// Creates a decoder; `table` holds the characters of the bytes from 128 on, if they are known.
  package init(table: [Unicode.Scalar]? = nil) { repair = TextRepair(table: table) }

  /// True once text that is not UTF-8 was read as Windows-1252.
  package var hasGuessed: Bool { repair.hasGuessed }

  package mutating func decode(_ piece: consuming [UInt8]) -> [UInt8] {
    var bytes = piece
    if !held.isEmpty {
      bytes = held + bytes
      held = []
    }
    if case .undecided = encoding {
      guard let markLength = decide(bytes) else {
        held = bytes
        return []
      }
      if markLength > 0 { bytes.removeFirst(markLength) }
    }
    return pass(&bytes)
  }

  /// True if bytes need no `decode`: ASCII without carriage returns, while no bytes are held back.
  package func passes(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard case .utf8 = encoding, held.isEmpty else { return false }
    return bytes.firstPlace(of: 0x0D) == nil && !ASCIIFolding.isNeeded(for: bytes)
  }

  package mutating func finish() -> [UInt8] {
    if case .undecided = encoding { encoding = .utf8 }
    var rest = held
    held = []
    switch encoding {
    case .utf16:
      let isCut = !rest.isEmpty || highSurrogate != nil
      highSurrogate = nil
      return isCut ? [0xEF, 0xBF, 0xBD] : []
    default:
      _ = repair.decode(&rest, isLast: true)
      endLines(of: &rest)
      if !held.isEmpty { rest.append(0x0A) }
      held = []
      return rest
    }
  }

  /// Detects the encoding; returns the length of the mark, `nil` if more bytes are needed.
  private mutating func decide(_ bytes: [UInt8]) -> Int? {
    // UTF-16 without a mark is recognized by the second byte.
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): encoding = .utf16(isLittleEndian: true)
    case (0xFE, 0xFF): encoding = .utf16(isLittleEndian: false)
    case (0xEF, 0xBB) where bytes.count == 2: return nil
    case (0xEF, 0xBB):
      encoding = .utf8
      return bytes[2] == 0xBF ? 3 : 0
    case (1...0x7F, 0):
      encoding = .utf16(isLittleEndian: true)
      return 0
    case (0, 1...0x7F):
      encoding = .utf16(isLittleEndian: false)
      return 0
    // The corners of drawn grids; no UTF-8 text of a puzzle begins with them.
    case (0x0C, 0x25), (0x0F, 0x25), (0x54, 0x25), (0x6D, 0x25):
      encoding = .utf16(isLittleEndian: true)
      return 0
    case (0x25, 0x0C), (0x25, 0x0F), (0x25, 0x54), (0x25, 0x6D):
      encoding = .utf16(isLittleEndian: false)
      return 0
    default:
      encoding = .utf8
      return 0
    }
    return 2
  }

  private mutating func pass(_ bytes: inout [UInt8]) -> [UInt8] {
    guard case .utf16(let isLittleEndian) = encoding else {
      let undecided = repair.decode(&bytes, isLast: false)
      endLines(of: &bytes)
      held += undecided
      return bytes
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2 + 4)
    if bytes.count % 2 == 1 { held = [bytes.removeLast()] }
    for index in stride(from: 0, to: bytes.count, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      append(isLittleEndian ? second << 8 | first : first << 8 | second, to: &text)
    }
    if let last = text.last {
      // A line feed that follows in the next piece is dropped.
      dropsLineFeed = last == 0x0D
      // All carriage returns at the end: one before a line feed would be half of a line end.
      var index = text.count - 1
      while index >= 0, text[index] == 0x0D {
        text[index] = 0x0A
        index -= 1
      }
    }
    endLines(of: &text)
    return text
  }

  /// True if a line feed at the start of the next piece belongs to a line end already returned.
  private var dropsLineFeed = false

  private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
    if unit == 0x0A, text.isEmpty, dropsLineFeed, highSurrogate == nil {
      // Only one is dropped: a blank line may follow.
      dropsLineFeed = false
      return
    }
    var scalar: Unicode.Scalar?
    switch (highSurrogate, unit) {
    case (let high?, 0xDC00...0xDFFF):
      scalar = Unicode.Scalar(0x10000 + (UInt32(high) - 0xD800) << 10 + UInt32(unit) - 0xDC00)
      highSurrogate = nil
    case (_, 0xD800...0xDBFF):
      if highSurrogate != nil { text.append(contentsOf: "\u{FFFD}".utf8) }
      highSurrogate = unit
      return
    default:
      if highSurrogate != nil { text.append(contentsOf: "\u{FFFD}".utf8) }
      highSurrogate = nil
      scalar = Unicode.Scalar(unit)
    }
    text.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
  }

  /// Turns carriage returns without a line feed into line feeds; holds one at the end.
  private mutating func endLines(of bytes: inout [UInt8]) {
    guard bytes[...].firstPlace(of: 0x0D) != nil else { return }
    if bytes.last == 0x0D { held = [bytes.removeLast()] }
    var rest = bytes.indices
    while let index = bytes[rest].firstPlace(of: 0x0D) {
      if index + 1 == bytes.count || bytes[index + 1] != 0x0A { bytes[index] = 0x0A }
      rest = (index + 1)..<bytes.count
    }
  }
}
