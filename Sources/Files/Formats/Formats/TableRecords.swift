import SudokuCore

/// Reads the rows of a table.
struct TableRecords: LineFormatReader {
  private(set) var separator: UInt8
  private var header: TableHeader?
  /// The choice of the columns, until a row decides.
  private var choice: TableChoice?
  /// The reason why no column was chosen.
  private var fault = "no column holds boards of 81 cells"
  /// The line of the header: joined files repeat it.
  private var headLine: [UInt8] = []
  let omissions: Omissions? = Omissions()
  private var isMarkdown = false
  private var cells = TableCells()
  /// The lines of a row with an open quoted field.
  private var openLines: [[UInt8]] = []
  private var openSize = 0
  private var openNumber = 1

  /// The chosen columns of puzzle and solution.
  private let columns: [String]

  init(separator: UInt8, columns: [String]) {
    (self.separator, self.columns) = (separator, columns)
  }

  var fieldNames: [String]? { header?.others.map(\.name) }

  var boardNames: [String]? {
    guard let header, header.puzzleWidth == 1 else { return nil }
    return [header.puzzle, header.solution].compactMap { column in
      column.flatMap { $0 < header.names.count ? header.names[$0] : nil }
    }
  }

  mutating func takesHead(_ line: ArraySlice<UInt8>, number: Int) -> Bool {
    if header == nil, choice == nil {
      if !headLine.isEmpty { return false }
      return takeHeader(line)
    }
    if isMarkdown, MarkdownTable.isRule(line) { return true }
    guard var choice else { return false }
    if line.elementsEqual(headLine) { return true }
    let row = isMarkdown ? MarkdownTable.row(line) : line
    guard cells.split(row, separator: separator) else {
      settle(choice.last)
      return false
    }
    let texts = (0..<cells.count).map { cells.text($0, of: row) }
    let found = choice.take(texts, line: line, number: number)
    self.choice = choice
    if let found { settle(found.puzzleWidth == 0 ? nil : found) }
    return found == nil
  }

  private mutating func takeHeader(_ line: ArraySlice<UInt8>) -> Bool {
    if TableFormat.names(separator, line) { return true }
    isMarkdown = line.first == UInt8(ascii: "|")
    // Bars may also stand between the columns alone.
    if isMarkdown
      || line.firstPlace(of: separator) == nil && line.firstPlace(of: UInt8(ascii: "|")) != nil
    {
      (isMarkdown, separator) = (true, UInt8(ascii: "|"))
    }
    let row = isMarkdown ? MarkdownTable.row(line) : line
    let named = TableHeader(row, separator: separator)
    guard named != nil || isMarkdown || TableDetection.mayBeHeader(row),
      cells.split(row, separator: separator)
    else { return false }
    headLine = Array(line)
    if cells.count > TableFormat.columnLimit {
      fault = "the table has \(cells.count) columns: at most \(TableFormat.columnLimit) are read"
    } else if !columns.isEmpty {
      let names = cells.names(of: row, most: cells.count)
      header = TableHeader(names, chosen: columns)
      fault = "the table lacks a chosen column: it has \(names.joined(separator: ", "))"
    } else {
      choice = TableChoice(names: cells.names(of: row, most: cells.count), named: named)
    }
    return true
  }

  /// Ends the choice; rows that it has kept are read by `endHead`.
  private mutating func settle(_ header: TableHeader?) {
    self.header = header
    self.header?.listOthers()
    kept = choice?.kept ?? []
    if header == nil, let choice { fault = choice.fault }
    choice = nil
  }

  /// The rows before the one that decided.
  private var kept: [(line: [UInt8], number: Int)] = []

  mutating func endHead(_ emit: RecordSink) {
    let rows = kept
    kept = []
    for row in rows {
      let line = isMarkdown ? MarkdownTable.row(row.line[...]) : row.line[...]
      emit(record(line, row.number).with(row.line[...]))
    }
  }

  mutating func read(comment: ArraySlice<UInt8>) { omissions?.addComment() }

  var isInsideRecord: Bool { !openLines.isEmpty }

  var plainLines: PlainLines? {
    guard let header, !isMarkdown else { return nil }
    var lines = PlainLines(
      .table(
        separator: separator, column: header.puzzle, hasOthers: header.names.count > 1,
        solution: header.solution))
    lines.isOff =
      header.puzzleWidth != 1 || header.solutionWidth != 1 || !header.rules.isEmpty
    return lines
  }

  mutating func read(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink) {
    if isInsideRecord { return goOn(line, emit) }
    if line.elementsEqual(headLine) {
      omissions?.addHeader()
      return
    }
    if isMarkdown {
      // Text around a table is not a row.
      if line.firstPlace(of: UInt8(ascii: "|")) == nil, Prose.isText(line) {
        omissions?.addText(number)
        return
      }
      return emit(record(MarkdownTable.row(line), number))
    }
    if line.firstPlace(of: UInt8(ascii: "\"")) != nil, follow(line, isOpen: false) == .open {
      openLines = [Array(line)]
      openSize = line.count
      openNumber = number
      return
    }
    emit(record(line, number))
  }

  mutating func finish(number: Int, _ emit: RecordSink) {
    if let choice { settle(choice.last) }
    endHead(emit)
    while isInsideRecord { giveUp(emit) }
  }

  private func follow(_ line: ArraySlice<UInt8>, isOpen: Bool) -> QuotedField.Line {
    line.withUnsafeBufferPointer {
      QuotedField.follow($0, isOpen: isOpen, separator: separator)
    }
  }

  /// Takes the next line of a row with a quoted field that spans lines.
  private mutating func goOn(_ line: ArraySlice<UInt8>, _ emit: RecordSink) {
    openLines.append(Array(line))
    openSize += line.count + 1
    switch follow(line, isOpen: true) {
    case .open:
      if openSize > TableFormat.openLimit { giveUp(emit) }
    case .stray: giveUp(emit)
    case .closed:
      let row = Array(openLines.joined(separator: [0x0A]))
      let record = record(row[...], openNumber)
      // If the whole is not a record, a quote was misplaced and each line is a row, or the row is damaged.
      if case .failure = record, !isWholeRow(row[...]) { return giveUp(emit) }
      openLines = []
      emit(record)
    }
  }

  /// True if lines with a quoted field make one row: it has all columns, and no line after its first is a record.
  private mutating func isWholeRow(_ row: ArraySlice<UInt8>) -> Bool {
    guard let header, cells.split(row, separator: separator),
      cells.count == header.names.count
    else { return false }
    return !openLines.enumerated().dropFirst().contains { index, line in
      if case .puzzle = record(line[...], openNumber + index) { true } else { false }
    }
  }

  /// Reports the line with the open quote, and reads each following line as a row.
  ///
  /// Only the last of them may begin a row of several lines again, so that no line is read more than
  /// twice.
  private mutating func giveUp(_ emit: RecordSink) {
    let lines = openLines
    openLines = []
    emit(
      .failure(.malformed("a quoted field doesn't end"), at: (openNumber, 1))
        .with(lines.first?[...] ?? []))
    for (index, line) in lines.enumerated().dropFirst() {
      guard let start = line.first(where: { !Notation.isBlank($0) }), start != UInt8(ascii: "#")
      else { continue }
      if index == lines.count - 1 {
        read(line[...], number: openNumber + index, emit)
      } else {
        emit(record(line[...], openNumber + index))
      }
    }
  }

  private mutating func record(_ row: ArraySlice<UInt8>, _ number: Int) -> BoardReader.Record {
    func failure(_ message: String) -> BoardReader.Record {
      .failure(.malformed(message), at: (number, 1))
    }
    guard let header else { return failure(fault) }
    guard cells.split(row, separator: separator) else {
      return failure("a quoted field doesn't end")
    }
    guard cells.count >= header.puzzle + header.puzzleWidth else {
      let message = "the row has no field \(header.puzzle + 1) for the puzzle"
      return .failure(
        BoardTextError(.malformed(message), line: number, column: row.count + 1),
        fields: [PuzzleField("puzzle", "")] + otherFields(of: row, header))
    }
    for rule in header.rules where rule.column < cells.count {
      let text = String(decoding: cells.text(rule.column, of: row), as: UTF8.self)
      guard Variant.isRule(rule.name, text) else { continue }
      return .failure(
        BoardTextError(
          .malformed(Variant.message(rule.name)), line: number,
          column: cells.start(rule.column, of: row)), fields: allFields(of: row, header))
    }
    return header.puzzleWidth > 1 ? wideRecord(row, header, number) : record(row, header, number)
  }

  /// A record with its board in nine or 81 columns.
  private func wideRecord(
    _ line: ArraySlice<UInt8>, _ header: TableHeader, _ number: Int
  ) -> BoardReader.Record {
    if header.puzzleWidth == 9 {
      let rows = (0..<9).map { Notation.trimmed(cells.text(header.puzzle + $0, of: line)) }
      let fields = otherFields(of: line, header)
      for (index, row) in rows.enumerated() where row.count != 9 || Notation.fault(row) != nil {
        let place = cells.start(header.puzzle + index, of: line)
        let fault = Notation.fault(row) ?? .malformed("the row has \(row.count) of 9 cells")
        return .failure(BoardTextError(fault, line: number, column: place), fields: fields)
      }
      let board = Notation.board(rows.flatMap { $0 }[...]) ?? Board()
      return finish(PuzzleRecord(puzzle: board, line: number), line, header) {
        cells.start(header.puzzle + $0.row, of: line) + $0.column
      }
    }
    var values: [UInt8] = []
    for column in header.puzzle..<(header.puzzle + 81) {
      guard let value = SheetCell.value(cells.text(column, of: line)) else {
        let text = cells.text(column, of: line)
        return .failure(
          Notation.unexpected(text, number, cells.start(column, of: line)),
          fields: otherFields(of: line, header))
      }
      values.append(value)
    }
    let board = Board(values: values) ?? Board()
    return finish(PuzzleRecord(puzzle: board, line: number), line, header) {
      cells.start(header.puzzle + $0.index, of: line)
    }
  }

  private func record(
    _ line: ArraySlice<UInt8>, _ header: TableHeader, _ number: Int
  ) -> BoardReader.Record {
    let text = cells.text(header.puzzle, of: line)
    let start = cells.start(header.puzzle, of: line)
    guard let board = Notation.board(text) ?? Notation.board(Notation.trimmed(text)) else {
      if let board = BoardText.board(ofCell: text) {
        return finish(PuzzleRecord(puzzle: board, line: number), line, header) { _ in start }
      }
      let fault = Notation.fault(text, line: number, column: start)
      return .failure(fault, fields: allFields(of: line, header))
    }
    return finish(PuzzleRecord(puzzle: board, line: number), line, header) { start + $0.index }
  }

  private func finish(
    _ record: PuzzleRecord, _ line: ArraySlice<UInt8>, _ header: TableHeader,
    _ column: (Cell) -> Int
  ) -> BoardReader.Record {
    var record = record
    if let column = header.solution, column < cells.count {
      let width = header.solutionWidth
      let text =
        width > 1
        ? (column..<min(column + width, cells.count)).flatMap { cells.text($0, of: line) }[...]
        : cells.text(column, of: line)
      let board = BoardText.board(ofCell: text)
      if board.map({ record.takeSolution($0) }) != true, !text.isEmpty {
        record.fields.append(
          PuzzleField("solution", .text(String(decoding: text, as: UTF8.self))))
      }
    }
    if let column = header.placed, column < cells.count {
      if let board = Notation.board(cells.text(column, of: line)) {
        record.takePlaced(from: board)
      } else {
        record.fields += field(column, of: line, as: "placed")
      }
    }
    if let column = header.candidates, column < cells.count {
      let text = String(decoding: cells.text(column, of: line), as: UTF8.self)
      record.candidates = PencilMarks(text: text)
      if record.candidates == nil { record.fields += field(column, of: line, as: "candidates") }
    }
    record.fields += otherFields(of: line, header)
    return .checked(record, column)
  }

  /// The texts of all columns, for a row whose puzzle can't be read.
  private func allFields(of line: ArraySlice<UInt8>, _ header: TableHeader) -> [PuzzleField] {
    let puzzle = field(header.puzzle, of: line, as: "puzzle")
    // An empty cell is the text of the puzzle, too, not the whole row.
    return (puzzle.isEmpty && header.puzzleWidth == 1 ? [PuzzleField("puzzle", "")] : puzzle)
      + otherFields(of: line, header)
      + [
        (header.solution, "solution"), (header.placed, "placed"), (header.candidates, "candidates"),
      ]
      .flatMap { column, name in column.map { field($0, of: line, as: name) } ?? [] }
  }

  /// The fields of the columns that are not part of a puzzle.
  private func otherFields(of line: ArraySlice<UInt8>, _ header: TableHeader) -> [PuzzleField] {
    header.others.flatMap { field($0.column, of: line, as: $0.name) }
      + (header.names.count..<max(cells.count, header.names.count)).flatMap {
        field($0, of: line, as: "column\($0 + 1)")
      }
  }

  /// The field of a column; none if it is empty or missing.
  private func field(
    _ column: Int, of line: ArraySlice<UInt8>, as name: String
  ) -> [PuzzleField] {
    guard column < cells.count else { return [] }
    let cell = cells.text(column, of: line)
    let text =
      isMarkdown
      ? Notation.trimmed(cell).map { $0 == MarkdownTable.escapedBar ? UInt8(ascii: "|") : $0 }[...]
      : cell
    return text.isEmpty
      ? [] : [PuzzleField(name, .init(cell: String(decoding: text, as: UTF8.self)))]
  }
}
