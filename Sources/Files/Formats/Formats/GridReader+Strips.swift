// Grids side by side.

import SudokuCore

extension GridReader {
  /// Takes a line with a row of each of several grids; returns whether it does.
  mutating func takesStrip(
    _ line: ArraySlice<UInt8>, _ kind: GridLine, _ original: ArraySlice<UInt8>, _ columns: [Int]?,
    number: Int, _ emit: RecordSink
  ) -> Bool {
    switch kind {
    case .ruling: return false
    case .row(let row):
      // Nine groups of three may be three rows, and nine digits in a sheet those of several grids.
      let mayBeStrip =
        row.candidates != nil && row.isEven
        || line.count > 17 && line.count(where: isSheetSign) > 16
          && GridLine.sheets(line, line: number) != nil
      guard !strip.isEmpty || mayBeStrip else { return false }
    case .cells: break
    case .unreadable: return false
    }
    guard section != .skipped, isIdle, !hasSections else { return false }
    guard var found = GridLine.sideBySide(line, line: number),
      strip.isEmpty || strip[0].count == found.count
    else {
      guard let first = strip.first else { return false }
      let count = if case .cells(let count) = kind { count } else { 9 }
      let error = BoardTextError(
        .malformed("the row has \(count) of \(9 * first.count) cells"), line: number, column: 1)
      fail(error, original, emit)
      return true
    }
    // A blank row of a sheet separates strips.
    if strip.isEmpty, line.allSatisfy({ Notation.isBlank($0) || ",;".utf8.contains($0) }) {
      return true
    }
    if let columns {
      for grid in found.indices {
        for cell in 0..<9 {
          let offset = found[grid].columns[cell] - 1
          found[grid].columns[cell] = offset < columns.count ? columns[offset] : offset + 1
        }
      }
    }
    if strip.isEmpty { (rows, text) = ([], []) }
    strip.append(found)
    keep(original)
    isBelowGrid = false
    if strip.count == 9 { emitStrip(emit) }
    return true
  }

  /// Ends grids side by side that lack rows.
  mutating func endStrip(_ emit: RecordSink) {
    guard let last = strip.last else { return }
    let count = strip.count
    let error = BoardTextError(
      .malformed("the \(last.count) grids side by side have \(count) of 9 rows"),
      line: last[0].line, column: 1)
    fail(error, [], emit)
  }

  /// Emits grids side by side from left to right; the next one may be the solution of the one before.
  private mutating func emitStrip(_ emit: RecordSink) {
    let (lines, above, others, strips) = (text, titles, fields, strip)
    strip = []
    isInStrip = true
    for grid in strips[0].indices {
      titles = above.map { title in
        let parts = GridReader.parts(of: title.text)
        return (parts.count == strips[0].count ? parts[grid] : title.text, title.number)
      }
      text = lines
      fields = others
      rows = strips.map { $0[grid] }
      emitGrid(emit)
    }
    isInStrip = false
    flushHeld(emit)
    text = []
  }

  /// The parts of a text with wide gaps between them: the titles of grids side by side.
  private static func parts(of text: String) -> [String] {
    text.replacing("\t", with: "  ").split(separator: "  ").map {
      String(decoding: Notation.trimmed(Array($0.utf8)[...]), as: UTF8.self)
    }
    .filter { !$0.isEmpty }
  }
}

extension GridLine {
  /// The rows of two to five grids in one line; `nil` for any other line.
  static func sideBySide(_ text: ArraySlice<UInt8>, line: Int) -> [GridRow]? {
    if let rows = sheets(text, line: line) { return rows }
    let words = text.split { Notation.isBlank($0) || ",;|!:".utf8.contains($0) }
    guard let width = words.first?.count, words.count > 1,
      words.allSatisfy({ $0.count == width && Notation.fault($0) == nil })
    else { return nil }
    switch (width, words.count) {
    case (9, 2...5), (1, 18), (1, 27), (1, 36), (3, 6): break
    // Nine words of three may be candidates: the gaps decide.
    case (3, 9):
      let gaps = (1..<9).map { words[$0].startIndex - words[$0 - 1].endIndex }
      let (wide, narrow) = (min(gaps[2], gaps[5]), gaps.enumerated().filter { $0.offset % 3 != 2 })
      guard narrow.allSatisfy({ $0.element < wide }),
        words.contains(where: { $0.contains(UInt8(ascii: ".")) || $0.contains(UInt8(ascii: "0")) })
      else { return nil }
    default: return nil
    }
    let places = words.flatMap { $0.indices }
    guard places.contains(where: { 0x31...0x39 ~= text[$0] }) else { return nil }
    return stride(from: 0, to: places.count, by: 9).map { start in
      var row = GridRow()
      row.line = line
      for cell in 0..<9 {
        let place = places[start + cell]
        row.values[cell] = Notation.value(text[place])
        row.columns[cell] = place - text.startIndex + 1
      }
      return row
    }
  }

  /// The rows of grids in a sheet with blank columns between them.
  static func sheets(_ text: ArraySlice<UInt8>, line: Int) -> [GridRow]? {
    for sign in [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")] {
      let cells = text.split(separator: sign, omittingEmptySubsequences: false)
      guard 18...42 ~= cells.count else { continue }
      for (count, gap) in [(2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (2, 3), (3, 3)]
      where 9 * count + gap * (count - 1) == cells.count {
        let starts = (0..<count).map { $0 * (9 + gap) }
        let isApart = starts.dropFirst().allSatisfy { start in
          cells[(start - gap)..<start].allSatisfy { $0.allSatisfy(Notation.isBlank) }
        }
        let values = cells.compactMap(SheetCell.value)
        guard isApart, values.count == cells.count else { continue }
        return starts.map { start in
          var row = GridRow()
          row.line = line
          for cell in 0..<9 {
            row.values[cell] = values[start + cell]
            row.columns[cell] = cells[start + cell].startIndex - text.startIndex + 1
          }
          return row
        }
      }
    }
    return nil
  }
}

/// True if a byte separates the cells of a sheet: a comma, a semicolon or a tab.
private func isSheetSign(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == 0x09
}
