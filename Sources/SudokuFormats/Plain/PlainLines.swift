/// The fast path for plain lines: copies their boards at the speed of memory.
///
/// A plain line is 81 cells, the row of a table without quotes, or a flat JSON object. Every other
/// line (a comment, a quoted field, a mistake) is left to the format's reader, which yields the
/// same boards for plain lines.
package struct PlainLines: Sendable {
  /// The position of the board in a line.
  enum Kind: Sendable {
    case line
    case table(separator: UInt8, column: Int, hasOthers: Bool)
    /// The board is the member `puzzle` of a JSON object.
    case json
  }

  let kind: Kind
  /// Whether only lines with nothing but the board are plain, because other fields are needed.
  package var isBoardOnly = false
  /// Whether no line is plain: the format's reader decides about each.
  var isOff = false

  init(_ kind: Kind) { self.kind = kind }

  package struct Run: Sendable {
    package var count = 0
    package var end: Int
  }

  /// Copies the boards of consecutive plain lines: at most `limit`, each `stride` bytes behind the
  /// previous one, digits and `.` for empty cells.
  package func copy(
    from bytes: UnsafeBufferPointer<UInt8>, at start: Int, limit: Int,
    to boards: UnsafeMutablePointer<UInt8>, stride: Int
  ) -> Run {
    var run = Run(end: start)
    guard let base = bytes.baseAddress else { return run }
    while run.count < limit, let place = place(in: bytes, at: run.end),
      PlainCells.copy(from: base + place.cells, to: boards + run.count * stride)
    {
      run.count += 1
      run.end = place.end
    }
    return run
  }

  /// The end of a record that is not plain, and may span lines.
  package func endOfRecord(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
    let rest = UnsafeBufferPointer(rebasing: bytes[start...])
    let end = rest.firstPlace(of: UInt8(ascii: "\n")).map { start + $0 + 1 } ?? bytes.count
    guard case .table(let separator, _, _) = kind,
      UnsafeBufferPointer(rebasing: bytes[start..<end]).firstPlace(of: UInt8(ascii: "\"")) != nil
    else { return end }
    return QuotedField.endOfRow(in: bytes, at: start, separator: separator) ?? bytes.count
  }

  /// The end of the last complete record; 0 if none is complete.
  package func endOfRecords(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if case .table(let separator, _, _) = kind, bytes.firstPlace(of: UInt8(ascii: "\"")) != nil {
      return QuotedField.endOfRows(in: bytes, separator: separator)
    }
    return (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  }

  private typealias Place = (cells: Int, end: Int)

  private func place(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Place? {
    guard start + 81 <= bytes.count, !isOff else { return nil }
    switch kind {
    case .line: return PlainLines.end(of: bytes, at: start + 81).map { (start, $0) }
    case .table(let separator, let column, let hasOthers):
      return field(of: bytes, at: start, separator, column, hasOthers)
    case .json:
      var object = PlainObject(bytes: bytes, at: start)
      guard let cells = object.puzzle(), !(isBoardOnly && object.hasOthers) else { return nil }
      return PlainLines.end(of: bytes, at: object.at).map { (cells, $0) }
    }
  }

  private static func end(of bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int? {
    if place == bytes.count { return place }
    if bytes[place] == UInt8(ascii: "\n") { return place + 1 }
    guard bytes[place] == UInt8(ascii: "\r") else { return nil }
    if place + 1 == bytes.count { return place + 1 }
    return bytes[place + 1] == UInt8(ascii: "\n") ? place + 2 : nil
  }

  private func field(
    of bytes: UnsafeBufferPointer<UInt8>, at start: Int, _ separator: UInt8, _ column: Int,
    _ hasOthers: Bool
  ) -> Place? {
    if isBoardOnly, hasOthers { return nil }
    // A comment.
    guard bytes[start] != UInt8(ascii: "#") else { return nil }
    var cells = start
    for _ in 0..<column {
      while cells < bytes.count, bytes[cells] != separator {
        guard bytes[cells] != UInt8(ascii: "\n"), bytes[cells] != UInt8(ascii: "\"") else {
          return nil
        }
        cells += 1
      }
      cells += 1
    }
    let behind = cells + 81
    guard behind <= bytes.count else { return nil }
    if let end = PlainLines.end(of: bytes, at: behind) { return (cells, end) }
    guard bytes[behind] == separator, !isBoardOnly else { return nil }
    let rest = UnsafeBufferPointer(rebasing: bytes[behind...])
    let length = rest.firstPlace(of: UInt8(ascii: "\n")) ?? rest.count
    let line = UnsafeBufferPointer(rebasing: rest[..<length])
    guard line.firstPlace(of: UInt8(ascii: "\"")) == nil else { return nil }
    return (cells, min(behind + length + 1, bytes.count))
  }
}

private struct PlainObject {
  let bytes: UnsafeBufferPointer<UInt8>
  var at: Int
  /// Whether it has members beside the board and the number of clues.
  var hasOthers = false

  /// Moves to the end of the object; returns the offset of the board, or `nil` if the line is not plain.
  mutating func puzzle() -> Int? {
    guard take(UInt8(ascii: "{")) else { return nil }
    var cells: Int?
    var clues: Int?
    while true {
      guard let key = string() else { return nil }
      guard take(UInt8(ascii: ":")) else { return nil }
      _ = take(0x20)
      if key.count == 6, isText("puzzle", at: key.lowerBound) {
        guard cells == nil, at + 82 < bytes.count, bytes[at] == UInt8(ascii: "\""),
          bytes[at + 82] == UInt8(ascii: "\"")
        else { return nil }
        cells = at + 1
        at += 83
      } else {
        let start = at
        // The format's reader decides about the rules of variants.
        guard !Variant.mayBeName(UnsafeBufferPointer(rebasing: bytes[key])), skipValue() else {
          return nil
        }
        if clues == nil, key.count == 5, isText("clues", at: key.lowerBound), at - start <= 2 {
          clues = bytes[start..<at].reduce(0) { $0 * 10 + Int($1 &- 0x30) }
        } else {
          hasOthers = true
        }
      }
      if take(UInt8(ascii: ",")) {
        _ = take(0x20)
        continue
      }
      guard take(UInt8(ascii: "}")), let cells else { return nil }
      if let clues, clues != count(of: cells) { hasOthers = true }
      return cells
    }
  }

  private func count(of cells: Int) -> Int {
    var count = 0
    for index in cells..<(cells + 81) where bytes[index] &- UInt8(ascii: "1") <= 8 { count += 1 }
    return count
  }

  private func isText(_ text: StaticString, at start: Int) -> Bool {
    for index in 0..<text.utf8CodeUnitCount
    where bytes[start + index] != text.utf8Start[index] { return false }
    return true
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  /// Reads a string without escapes; returns the range between the quotes.
  private mutating func string() -> Range<Int>? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: "\"") { return start..<(at - 1) }
      if byte == UInt8(ascii: "\\") || byte < 0x20 { return nil }
    }
    return nil
  }

  private mutating func skipValue() -> Bool {
    guard at < bytes.count else { return false }
    switch bytes[at] {
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "-"), 0x30...0x39: return skipNumber()
    case UInt8(ascii: "t"): return skip("true")
    case UInt8(ascii: "f"): return skip("false")
    case UInt8(ascii: "n"): return skip("null")
    default: return false
    }
  }

  private mutating func skipNumber() -> Bool {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")), !skipDigits() { return false }
    return take(UInt8(ascii: ".")) ? skipDigits() : true
  }

  private mutating func skipDigits() -> Bool {
    let start = at
    while at < bytes.count, bytes[at] &- 0x30 <= 9 { at += 1 }
    return at > start
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    guard at + word.utf8CodeUnitCount <= bytes.count, isText(word, at: at) else { return false }
    at += word.utf8CodeUnitCount
    return true
  }
}
