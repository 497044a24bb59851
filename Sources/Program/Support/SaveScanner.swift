/// Cuts the text of a save file into its documents: memory is bounded by the longest one.
///
/// It looks at brackets and texts only. What it takes out must be decoded, and so must `rest`, which is
/// malformed where the text between the documents is.
struct SaveScanner {
  /// The greatest length of a document.
  static let mostBytes = 32 << 20
  /// The greatest length of the file without its documents; a save of another program is nothing else.
  static let mostBytesOfRest = 8 << 20
  /// The fewest bytes for each value beyond the first 50,000, because memory grows with values.
  static let bytesPerValue = 8

  enum Fault: Error, Equatable {
    case tooLong
    case tooManyValues
  }

  /// The position of the text in the list of documents.
  private enum Place { case start, afterDocument, afterComma }

  /// The file without its documents: `{"documents":[],...}`.
  private(set) var rest: [UInt8] = []
  private var document: [UInt8] = []
  private var values = 0
  private var depth = 0
  private var isText = false
  private var isEscaped = false
  /// The last text directly in the file's object: the name of the member under way.
  private var name: [UInt8] = []
  private var isInDocuments = false
  private var place = Place.start

  private static let member = Array("documents".utf8)

  /// Reads a piece; `take` gets each document that ends in it.
  mutating func read(_ bytes: some Sequence<UInt8>, _ take: ([UInt8]) throws -> Void) throws {
    for byte in bytes {
      if isInDocuments, depth == 2, readBetweenDocuments(byte) { continue }
      try append(byte)
      try follow(byte, take)
    }
  }

  /// Ends the text: a document that is not complete becomes a fault of the rest.
  mutating func finish() { rest += document }

  private mutating func append(_ byte: UInt8) throws {
    let isOfDocument = isInDocuments && (depth > 2 || byte == UInt8(ascii: "{"))
    if isOfDocument { document.append(byte) } else { rest.append(byte) }
    let count = isOfDocument ? document.count : rest.count
    let most = isOfDocument ? Self.mostBytes : Self.mostBytesOfRest
    guard count <= most else { throw Fault.tooLong }
    guard isOfDocument, !isText else { return }
    if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
      values += 1
      guard values <= 50_000 + count / Self.bytesPerValue else { throw Fault.tooManyValues }
    }
  }

  /// Reads bytes between documents; returns `false` for a byte that belongs to a document or to the rest.
  private mutating func readBetweenDocuments(_ byte: UInt8) -> Bool {
    switch (byte, place) {
    case (UInt8(ascii: " "), _), (UInt8(ascii: "\n"), _), (UInt8(ascii: "\t"), _),
      (UInt8(ascii: "\r"), _):
      return true
    case (UInt8(ascii: ","), .afterDocument):
      place = .afterComma
      return true
    case (UInt8(ascii: "{"), .afterDocument), (UInt8(ascii: "]"), .afterComma):
      // A comma too few or too many: then the rest has one without a value.
      rest.append(UInt8(ascii: ","))
      return false
    default: return false
    }
  }

  private mutating func follow(_ byte: UInt8, _ take: ([UInt8]) throws -> Void) rethrows {
    if isText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isText = false
        return
      }
      if depth == 1, name.count <= Self.member.count { name.append(byte) }
      return
    }
    switch byte {
    case UInt8(ascii: "\""):
      isText = true
      if depth == 1 { name = [] }
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      depth += 1
      if depth == 2 {
        isInDocuments = byte == UInt8(ascii: "[") && name == Self.member
        place = .start
      }
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth -= 1
      if depth == 1 { isInDocuments = false }
      guard isInDocuments, depth == 2 else { return }
      try take(document)
      document.removeAll(keepingCapacity: document.capacity <= 1 << 20)
      (values, place) = (0, .afterDocument)
    default: break
    }
  }
}
