// Sheets whose grids are separated by empty rows, the boards of rows, comments, and the detection of grids.

import SudokuCore

extension GridReader {
  /// Ends a grid below empty rows of a sheet, which separate grids unless they make up nine rows.
  ///
  /// The row behind the nine below one empty row decides: another empty one is a separator, too.
  mutating func finishLed(_ emit: RecordSink) {
    let lead = rows.prefix(while: \.isBlankSheet).count
    if lead > 40 { rows.removeFirst() }
    let count = rows.count - lead
    if count == 9, lead > 1 {
      rows.removeFirst(lead)
      emitGrid(emit)
    } else if count == 10 {
      let isFirst =
        !rows[10].isBlankSheet
        && (GridReader.board(of: rows[..<9]).obeysRules
          || !GridReader.board(of: rows[1..<10]).obeysRules)
      let rest = rows[(isFirst ? 9 : 10)...]
      rows = Array(rows[(isFirst ? 0 : 1)..<(isFirst ? 9 : 10)])
      emitGrid(emit)
      rows = Array(rest)
    }
  }

  /// Removes the empty rows of a sheet that separate grids, at the end of a run of rows.
  mutating func dropLead() {
    let lead = rows.prefix(while: \.isBlankSheet).count
    guard lead > 0 else { return }
    let missing = 9 - (rows.count - lead)
    if missing == 9 {
      (rows, text) = ([], [])
    } else if missing > 0, missing <= min(lead, 2) {
      rows = Array(rows.suffix(9))
    } else {
      rows.removeFirst(lead)
    }
  }

  /// Notes a blank line below each row, or below each band of three; returns whether it stands within a grid.
  mutating func endsBand() -> Bool {
    guard !hasSections, 1...8 ~= rows.count, !hasHeadRow,
      rows.allSatisfy({ !$0.isDoubtful && !$0.isBlankSheet })
    else { return false }
    let size = rows.count - (band?.end ?? 0)
    guard size == band?.size ?? size, size == 1 || size == 3 else { return false }
    band = (size, rows.count)
    return true
  }

  /// Ends a grid with blank lines in it where the next line does not continue it.
  mutating func endBands(before kind: GridLine, number: Int, _ emit: RecordSink) {
    guard let band else { return }
    switch kind {
    case .ruling: return
    case .row:
      // More rows than in the bands before: those do not belong to this grid.
      guard rows.count - band.end == band.size else { return }
      let (rest, lines) = (Array(rows[band.end...]), text)
      rows.removeLast(rest.count)
      text = Array(lines.prefix(band.end))
      emitGrid(emit)
      (rows, text) = (rest, Array(lines.dropFirst(band.end)))
    case .cells, .unreadable:
      if rows.count == band.end || rows.count == 9 { finishGrid(number: number, emit) }
    }
  }

  /// Drops the header above nine rows, or ends the grid before the tenth row.
  mutating func splitHeadRow(_ emit: RecordSink) {
    let last = rows[9]
    hasHeadRow = false
    if GridReader.board(of: rows[1...]).obeysRules {
      rows.removeFirst()
      return emitGrid(emit)
    }
    rows.removeLast()
    emitGrid(emit)
    rows = [last]
    hasHeadRow = last.mayBeHeader
  }

  static func board(of rows: ArraySlice<GridRow>) -> Board {
    Board(unsafeValues: { values in
      for (number, row) in rows.enumerated() {
        for column in 0..<9 { values[number * 9 + column] = row.values[column] }
      }
    })
  }

  static func candidates(of grid: [GridRow]) -> PencilMarks? {
    guard grid.contains(where: { $0.candidates != nil }) else { return nil }
    var marks = PencilMarks()
    for (row, cells) in grid.enumerated() {
      for (column, digits) in (cells.candidates ?? []).enumerated() {
        marks[Cell(row: row, column: column)] = digits
      }
    }
    return marks
  }

  private static func otherName(_ letter: UInt8) -> String? {
    0x41...0x5A ~= letter & 0xDF ? "#" + String(decoding: [letter], as: UTF8.self) : nil
  }

  /// Keeps a line of a puzzle that has comments or sections, which its writer gives back.
  mutating func keepSource(_ line: ArraySlice<UInt8>) {
    guard hasSections || !source.bytes.isEmpty else { return }
    let isNext = Notation.lowercased(Notation.trimmed(line.prefix(16))) == "[puzzle]"
    if pending != nil, nextSource != nil || isNext || line.first == UInt8(ascii: "#") {
      nextSource = nextSource ?? SourceLines()
      nextSource?.append(line)
    } else {
      source.append(line)
    }
  }

  mutating func takeSource() -> SourceLines {
    defer { (source, nextSource) = (nextSource ?? SourceLines(), nil) }
    return source
  }

  mutating func read(comment: ArraySlice<UInt8>) {
    if hasSections || !source.bytes.isEmpty { keepSource(comment) }
    // SudoCue's `#A author`: the letter names the field.
    let text = Notation.trimmed(comment).drop { $0 == UInt8(ascii: "#") }
    let rest = text.dropFirst()
    // Other letters stay, in files with sections.
    let other = hasSections ? text.first.flatMap(Self.otherName) : nil
    if let letter = text.first, let name = SDKFormat.comments[letter] ?? other,
      hasSections || rest.first.map(Notation.isBlank) == true || SDKFormat.isField(text)
    {
      if rows.isEmpty, source.bytes.isEmpty { source.append(comment) }
      let value = String(decoding: Notation.trimmed(rest), as: UTF8.self)
      if let index = fields.firstIndex(where: { $0.name == name }), !value.isEmpty {
        var whole = fields[index].value.text
        guard whole.utf8.count + value.utf8.count < 1 << 16 else { return }
        // The text is extended in its place, not copied for each comment.
        fields[index].value = .text("")
        whole += Self.titleSeparator + value
        fields[index].value = .text(whole)
      } else if !value.isEmpty, fields.count < 16 {
        fields.append(PuzzleField(name, cell: value))
      }
    } else if !hasSections {
      // `# Easy` above a grid is its title, as in Markdown.
      take(title: text, max(lastLine, 1))
    }
  }

  /// True if a row is nine characters wide, which shows that spaces are empty cells.
  static func hasGaps(_ row: GridRow) -> Bool { row.columns[8] == row.columns[0] + 8 }

  // MARK: Detection

  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.first == UInt8(ascii: ">") ? Notation.unquoted(text) : text
    let line = ASCIIFolding.isNeeded(for: text) ? ASCIIFolding(text).text[...] : text
    switch GridLine(line, line: 0) {
    case .row(let row): return row.candidates == nil || GridLine.nineGroups(line) == nil
    case .ruling: return true
    case .unreadable where GridLine.labelled(line, line: 0) != nil: return true
    case .cells where GridLine.sideBySide(line, line: 0) != nil: return true
    default:
      return isTitle(text) || Prose.isLetteredRow(Notation.trimmed(text))
        || BoardLabel.board(behindNameIn: text) != nil
    }
  }

  /// True if a line is a title, such as `Grid 01` or `Puzzle 7:`.
  static func isTitle(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= 60, let start = text.first, 0x61...0x7A ~= start | 0x20,
      !TableDetection.isTightHeader(text)
    else { return false }
    let words = text.split { !(0x61...0x7A ~= $0 | 0x20) && !(0x30...0x39 ~= $0) }
      .map { Notation.lowercased($0) }
    guard let first = words.first, ["grid", "puzzle", "sudoku", "board", "game"].contains(first)
    else {
      return false
    }
    return words.count >= 2 && words.count <= 6 && words.dropFirst().contains { Int($0) != nil }
  }
}
