/// The fast path for plain lines: copies their boards at the speed of memory.
///
/// A plain line is 81 cells, the row of a table without quotes, or a flat JSON object. Every other
/// line (a comment, a quoted field, a mistake) is left to the format's reader, which yields the
/// same boards for plain lines.
package struct PlainLines: Sendable {
  /// The position of the board in a line.
  enum Kind: Sendable {
    case line
    case table(separator: UInt8, column: Int, hasOthers: Bool, solution: Int?)
    /// The board is the member `puzzle` of a JSON object.
    case json
  }

  let kind: Kind
  /// True if only lines with nothing but the board are plain, because the caller needs the other fields.
  package var isBoardOnly = false
  /// True if the caller wants the offsets of given solutions; a line whose solution is not 81 bytes long is then
  /// not plain.
  package var findsSolutions = false
  /// True for tables and JSON objects, whose plain lines can have solutions.
  package var mayHaveSolutions: Bool {
    if case .line = kind { false } else { true }
  }
  /// True if no line is plain, so that the format's reader decides about each.
  var isOff = false

  init(_ kind: Kind) { self.kind = kind }

  package struct Run: Sendable {
    package var count = 0
    package var end: Int
  }

  /// Copies the boards of consecutive plain lines: at most `limit`, each `stride` bytes behind the
  /// previous one, digits and `.` for empty cells.
  ///
  /// `solutions` takes the offset of each given solution in the bytes, -1 for none.
  package func copy(
    from bytes: UnsafeBufferPointer<UInt8>, at start: Int, limit: Int,
    to boards: UnsafeMutablePointer<UInt8>, stride: Int,
    solutions: UnsafeMutablePointer<Int>? = nil
  ) -> Run {
    var run = Run(end: start)
    guard let base = bytes.baseAddress else { return run }
    while run.count < limit, let place = place(in: bytes, at: run.end),
      PlainCells.copy(from: base + place.cells, to: boards + run.count * stride)
    {
      solutions?[run.count] = place.solution
      run.count += 1
      run.end = place.end
    }
    return run
  }

  /// The end of a record that is not plain, and may span lines.
  package func endOfRecord(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
    let rest = UnsafeBufferPointer(rebasing: bytes[start...])
    let end = rest.firstPlace(of: UInt8(ascii: "\n")).map { start + $0 + 1 } ?? bytes.count
    guard case .table(let separator, _, _, _) = kind,
      UnsafeBufferPointer(rebasing: bytes[start..<end]).firstPlace(of: UInt8(ascii: "\"")) != nil
    else { return end }
    return QuotedField.endOfRow(in: bytes, at: start, separator: separator) ?? bytes.count
  }

  /// The end of the last complete record; 0 if none is complete.
  package func endOfRecords(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if case .table(let separator, _, _, _) = kind, bytes.firstPlace(of: UInt8(ascii: "\"")) != nil {
      return QuotedField.endOfRows(in: bytes, separator: separator)
    }
    return (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  }

  private typealias Place = (cells: Int, solution: Int, end: Int)

  private func place(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Place? {
    guard start + 81 <= bytes.count, !isOff else { return nil }
    switch kind {
    case .line: return PlainLines.end(of: bytes, at: start + 81).map { (start, -1, $0) }
    case .table(let separator, let column, let hasOthers, let solution):
      guard let place = field(of: bytes, at: start, separator, column, hasOthers) else {
        return nil
      }
      guard findsSolutions, let solution else { return place }
      let line = UnsafeBufferPointer(rebasing: bytes[start..<place.end])
      guard let given = PlainLines.board(in: line, separator, column: solution) else { return nil }
      return (place.cells, given < 0 ? given : start + given, place.end)
    case .json:
      var object = PlainObject(bytes: bytes, at: start)
      guard let cells = object.puzzle(), !(isBoardOnly && object.hasOthers),
        !(findsSolutions && object.hasOddSolution)
      else { return nil }
      return PlainLines.end(of: bytes, at: object.at).map { (cells, object.solution, $0) }
    }
  }

  private static func end(of bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int? {
    if place == bytes.count { return place }
    if bytes[place] == UInt8(ascii: "\n") { return place + 1 }
    guard bytes[place] == UInt8(ascii: "\r") else { return nil }
    if place + 1 == bytes.count { return place + 1 }
    return bytes[place + 1] == UInt8(ascii: "\n") ? place + 2 : nil
  }

  /// The offset of the 81 bytes in a column of a row without quotes; -1 if the cell is empty, `nil` for any other
  /// cell.
  private static func board(
    in line: UnsafeBufferPointer<UInt8>, _ separator: UInt8, column: Int
  ) -> Int? {
    var start = 0
    for _ in 0..<column {
      let rest = UnsafeBufferPointer(rebasing: line[start...])
      guard let next = rest.firstPlace(of: separator) else { return -1 }
      start += next + 1
    }
    var end = start
    while end < line.count, line[end] != separator, line[end] >= 0x20 { end += 1 }
    return end == start ? -1 : end == start + 81 ? start : nil
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
    if let end = PlainLines.end(of: bytes, at: behind) { return (cells, -1, end) }
    guard bytes[behind] == separator, !isBoardOnly else { return nil }
    let rest = UnsafeBufferPointer(rebasing: bytes[behind...])
    let length = rest.firstPlace(of: UInt8(ascii: "\n")) ?? rest.count
    let line = UnsafeBufferPointer(rebasing: rest[..<length])
    guard line.firstPlace(of: UInt8(ascii: "\"")) == nil else { return nil }
    return (cells, -1, min(behind + length + 1, bytes.count))
  }
}

private struct PlainObject {
  let bytes: UnsafeBufferPointer<UInt8>
  var at: Int
  /// True once the object has a member beside the board and the number of clues.
  var hasOthers = false
  /// The offset of the given solution; -1 if there is none.
  private(set) var solution = -1
  /// True once the object gives a solution of other than 81 bytes.
  private(set) var hasOddSolution = false

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
          noteSolution(key, start..<at)
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

  /// Notes the value of a member whose name means a solution.
  private mutating func noteSolution(_ key: Range<Int>, _ value: Range<Int>) {
    // The names begin with these letters: a look at the list costs more than the rest of the line.
    guard key.count > 5, "aost".utf8.contains(bytes[key.lowerBound] | 0x20), value.count > 2,
      bytes[value.lowerBound] == UInt8(ascii: "\""), FieldRole(bytes[key]) == .solution
    else { return }
    hasOddSolution = hasOddSolution || value.count != 83 || solution >= 0
    solution = value.lowerBound + 1
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
