/// The cells of one row of a table (RFC 4180); reused for every row.
///
/// A quote opens a field only at its start: elsewhere it is a character like any other.
struct TableCells: Sendable {
  private var ranges: [(start: Int, end: Int, isQuoted: Bool)] = []

  var count: Int { ranges.count }

  /// Finds the cells; `false` if a quote is not closed.
  mutating func split(_ row: ArraySlice<UInt8>, separator: UInt8) -> Bool {
    ranges.removeAll(keepingCapacity: true)
    let base = row.startIndex
    return row.withUnsafeBufferPointer { bytes in
      var start = 0
      while true {
        let quote = QuotedField.opening(in: bytes, at: start)
        var end = start
        if let quote {
          guard let close = QuotedField.closing(in: bytes, at: quote + 1) else { return false }
          end = close + 1
        }
        while end < bytes.count, bytes[end] != separator { end += 1 }
        ranges.append((base + start, base + end, quote != nil))
        if end >= bytes.count { return true }
        start = end + 1
      }
    }
  }

  func text(_ column: Int, of row: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let cell = ranges[column]
    let text = row[cell.start..<cell.end]
    guard cell.isQuoted else { return text }
    var (plain, isOpen, wasQuote): ([UInt8], Bool, Bool) = ([], false, false)
    for byte in Notation.trimmed(text) {
      guard byte == UInt8(ascii: "\"") else {
        plain.append(byte)
        wasQuote = false
        continue
      }
      if wasQuote, !isOpen { plain.append(byte) }
      isOpen.toggle()
      wasQuote = !isOpen
    }
    return plain[...]
  }

  /// The texts of the first cells, as names of columns.
  func names(of row: ArraySlice<UInt8>, most: Int) -> [String] {
    (0..<min(count, most)).map {
      String(decoding: Notation.trimmed(text($0, of: row)), as: UTF8.self)
    }
  }

  /// The column of a cell's text in the row, counted from 1.
  func start(_ column: Int, of row: ArraySlice<UInt8>) -> Int {
    let cell = ranges[column]
    let isQuoted = cell.isQuoted && row[cell.start] == UInt8(ascii: "\"")
    return cell.start - row.startIndex + (isQuoted ? 2 : 1)
  }
}

/// Finds the ends of quoted fields.
enum QuotedField {
  /// The position of the quote that opens the field at `start`.
  static func opening(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    var place = start
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
    return place < bytes.count && bytes[place] == UInt8(ascii: "\"") ? place : nil
  }

  /// The position of the quote that closes a field, from a position inside it.
  static func closing(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    var place = start
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\"") {
        guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "\"") else { return place }
        place += 1
      }
      place += 1
    }
    return nil
  }

  enum Line {
    case closed
    /// The last field continues on the next line.
    case open
    /// Text follows the quote that should close a field: it was not a quoted field.
    case stray
  }

  /// Follows the quotes of a line, which begins inside a field if `isOpen`.
  static func follow(_ line: UnsafeBufferPointer<UInt8>, isOpen: Bool, separator: UInt8) -> Line {
    var start = 0
    if isOpen {
      guard let close = closing(in: line, at: 0) else { return .open }
      start = close + 1
      while start < line.count, line[start] == 0x20 || line[start] == 0x0D { start += 1 }
      guard start < line.count else { return .closed }
      guard line[start] == separator else { return .stray }
      start += 1
    }
    while true {
      if let quote = opening(in: line, at: start) {
        guard let close = closing(in: line, at: quote + 1) else { return .open }
        start = close + 1
      }
      while start < line.count, line[start] != separator { start += 1 }
      guard start < line.count else { return .closed }
      start += 1
    }
  }

  /// The end of a row, behind its line end; `nil` if the bytes end before.
  static func endOfRow(
    in bytes: UnsafeBufferPointer<UInt8>, at start: Int, separator: UInt8
  ) -> Int? {
    var (place, isOpen) = (start, false)
    while place < bytes.count {
      let rest = UnsafeBufferPointer(rebasing: bytes[place...])
      let length = rest.firstPlace(of: UInt8(ascii: "\n"))
      let line = UnsafeBufferPointer(rebasing: rest[..<(length ?? rest.count)])
      isOpen = follow(line, isOpen: isOpen, separator: separator) == .open
      guard let length else { return nil }
      place += length + 1
      if !isOpen || place - start > TableFormat.openLimit { return place }
    }
    return nil
  }

  /// The end of the last complete row; 0 if none is.
  static func endOfRows(in bytes: UnsafeBufferPointer<UInt8>, separator: UInt8) -> Int {
    var end = 0
    while end < bytes.count, let next = endOfRow(in: bytes, at: end, separator: separator) {
      end = next
    }
    return end
  }
}

/// Writes the cells of tables: the one rule for quotes, of records and of reports.
///
/// A cell is quoted if it holds the separator, a quote or a line end, as RFC 4180 wants, or begins with
/// `#`: a row that begins with a bare `#` would be read as a comment.
package enum TableText {
  /// Adds a cell; line ends become line feeds.
  package static func append(_ cell: String, separator: UInt8, to text: inout [UInt8]) {
    let needsQuotes = cell.utf8.contains { byte in
      byte == separator || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
    guard needsQuotes || cell.utf8.first == UInt8(ascii: "#") else { return text.append(cell) }
    text.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { text.append(byte) }
      if byte != 0x0D { text.append(byte) }
    }
    text.append(UInt8(ascii: "\""))
  }

  package static func append(row cells: [String], separator: UInt8, to text: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { text.append(separator) }
      append(cell, separator: separator, to: &text)
    }
    text.append(UInt8(ascii: "\n"))
  }
}
