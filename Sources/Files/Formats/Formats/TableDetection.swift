import SudokuCore

/// A line before the first record.
struct TextLine: Sendable {
  let text: [UInt8]
  let number: Int
  /// True if it may be the header of a table of one column; computed once, because each further line asks for it.
  let isShortHeader: Bool

  init(_ text: ArraySlice<UInt8>, _ number: Int) {
    (self.text, self.number) = (Array(text), number)
    isShortHeader =
      text.count < 40 && TableHeader(text, separator: UInt8(ascii: ",")) != nil
  }
}

/// Finds tables whose header has no known name for the puzzle, by the boards in the first row.
enum TableDetection {
  private static let separators: [(sign: UInt8, format: PuzzleFormat)] = [
    (UInt8(ascii: ","), .csv), (UInt8(ascii: "\t"), .tsv), (UInt8(ascii: ";"), .ssv),
    (UInt8(ascii: "|"), .csv),
  ]

  /// The format of a table with this row below the lines of text, and the index of the line that is its header.
  ///
  /// The header is the first of the lines directly above with as many cells: those between are rows
  /// without a board.
  static func table(
    withRow row: ArraySlice<UInt8>, below lines: [TextLine]
  ) -> (format: PuzzleFormat, header: Int)? {
    if lines.isEmpty { return nil }
    for (sign, format) in separators {
      let isBar = sign == UInt8(ascii: "|")
      if isBar, MarkdownTable.isRule(row) {
        // Nine columns are a grid.
        let names = cells(of: lines[lines.count - 1].text[...], sign)
        guard names.count >= 2, names.count != 9, areNames(names) else { continue }
        return (format, lines.count - 1)
      }
      let cells = cells(of: row, sign)
      guard cells.count >= 2, TableColumns(cells) != nil else { continue }
      let above = lines.lastIndex { self.cells(of: $0.text[...], sign).count != cells.count } ?? -1
      let header = lines[(above + 1)...].firstIndex {
        areNames(self.cells(of: $0.text[...], sign))
      }
      if let header { return (format, header) }
    }
    // A header of one column: the line below is neither text nor a row of a grid.
    guard !Prose.isText(row), !GridReader.begins(row),
      let header = lines.firstIndex(where: \.isShortHeader)
    else { return nil }
    return (.csv, header)
  }

  /// The format of lines that are a table without any board.
  static func format(ofText lines: [[UInt8]]) -> PuzzleFormat? {
    guard let header = lines.first else { return nil }
    if lines.count == 1 {
      return TableHeader(header[...], separator: UInt8(ascii: ",")) == nil ? nil : .csv
    }
    return separators.first { sign, _ in
      let names = cells(of: header[...], sign)
      return names.count >= 2 && areNames(names)
        && lines.allSatisfy { cells(of: $0[...], sign).count == names.count }
    }?.format
  }

  /// True if a line may be the header of a table: at least two cells, which may all be names.
  static func mayBeHeader(_ line: ArraySlice<UInt8>) -> Bool {
    separators.contains { sign, _ in
      let names = cells(of: line, sign)
      return names.count >= 2 && areNames(names)
    }
  }

  /// True if a line is a header that names the puzzle, without blanks behind the separators as in text.
  static func isTightHeader(_ line: ArraySlice<UInt8>) -> Bool {
    separators.contains { sign, _ in
      let cells = line.split(separator: sign, omittingEmptySubsequences: false)
      return cells.count > 1 && cells.dropFirst().allSatisfy { $0.first != 0x20 }
        && TableHeader(line, separator: sign) != nil
    }
  }

  /// True if cells may be names: short, all different, and with a letter or too many for a board.
  private static func areNames(_ cells: [ArraySlice<UInt8>]) -> Bool {
    guard cells.allSatisfy({ $0.count < 40 && Notation.board($0) == nil }),
      Set(cells.map(Array.init)).count == cells.count
    else { return false }
    return cells.count > 81
      || cells.contains { cell in
        cell.contains { 0x61...0x7A ~= $0 | 0x20 && $0 | 0x20 != 0x78 || $0 >= 0x80 }
      }
  }

  static func cells(of line: ArraySlice<UInt8>, _ sign: UInt8) -> [ArraySlice<UInt8>] {
    let row = sign == UInt8(ascii: "|") ? MarkdownTable.row(line) : line
    guard row.firstPlace(of: sign) != nil else { return [row] }
    var cells = TableCells()
    guard cells.split(row, separator: sign) else { return [] }
    return (0..<cells.count).map { Notation.trimmed(cells.text($0, of: row)) }
  }
}

/// Tables of Markdown: `| id | puzzle |` with a line of dashes below the header.
enum MarkdownTable {
  /// The byte in place of a bar that is text in a row.
  static let escapedBar: UInt8 = 0x1F

  /// A row without the outer bars; bars that are text (`\\|`) become `escapedBar`.
  static func row(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var row = Notation.trimmed(line)
    if row.first == UInt8(ascii: "|") { row.removeFirst() }
    if row.last == UInt8(ascii: "|"), row.dropLast().last != UInt8(ascii: "\\") { row.removeLast() }
    guard row.firstPlace(of: UInt8(ascii: "\\")) != nil else { return row }
    return Array(row).replacing(Array("\\|".utf8), with: [escapedBar])[...]
  }

  /// True if a line is the rule of dashes below a header.
  static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
    let cells = row(line).split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    return cells.count >= 2
      && cells.allSatisfy { cell in
        cell.contains(UInt8(ascii: "-")) && cell.allSatisfy { "-: ".utf8.contains($0) }
      }
  }
}

/// A cell of a board in a cell of a table.
enum SheetCell {
  private static let empty: Set<String> = [
    "nan", "na", "n/a", "null", "none", "nil", "undefined", "missing", "nothing", "-1", "-1.0",
    "false",
  ]

  /// The value: 0 for a blank cell, -1 and the words for none, 1 to 9 for a digit, also as `3.0` or `3e+00`;
  /// `nil` for any other text.
  static func value(_ text: ArraySlice<UInt8>) -> UInt8? {
    let text = Notation.trimmed(text)
    guard let first = text.first else { return 0 }
    if text.count == 1 { return Notation.value(first) <= 9 ? Notation.value(first) : nil }
    guard text.count <= 32 else { return nil }
    if 0x30...0x39 ~= first {
      // The comma is the decimal point of many languages.
      let plain = text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
      guard let number = Double(String(decoding: plain, as: UTF8.self)), 0...9 ~= number,
        number == number.rounded()
      else { return nil }
      return UInt8(number)
    }
    return empty.contains(Notation.lowercased(text)) ? 0 : nil
  }
}
