import SudokuCore

extension PuzzleFormat {
  /// One puzzle a line: 81 characters; text after a separator becomes `comment`.
  public static let line = PuzzleFormat(
    LineFormat(name: "line", summary: "81 characters a line", fileExtension: "txt", empty: "."))
  /// SadMan Software's `.sdm`: one puzzle a line with `0` for empty cells.
  public static let sdm = PuzzleFormat(
    LineFormat(
      name: "sdm", summary: "81 characters a line, 0 for empty cells", fileExtension: "sdm",
      empty: "0"))
}

struct LineFormat: FormatDefinition {
  let name: String
  let summary: String
  let fileExtension: String
  let empty: Unicode.Scalar

  func makeReader(limit: Int) -> FormatReader { .lines(LineFormatRecords()) }
  func makeWriter(columns: [String]) -> any FormatWriter {
    LineFormatWriter(empty: UInt8(truncatingIfNeeded: empty.value))
  }
}

/// Reads lines with a board: alone, before other fields, or in one of them.
private struct LineFormatRecords: LineFormatReader {
  var plainLines: PlainLines? { PlainLines(.line) }
  let omissions: Omissions? = Omissions()

  mutating func read(comment: ArraySlice<UInt8>) {
    guard comment.count > 81 else { return }
    let words = comment.split { Notation.isSeparator($0) }
    if words.contains(where: { Notation.board($0) != nil }) { omissions?.addCommentedBoard() }
  }

  mutating func read(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink) {
    if let board = Notation.board(line) {
      return emit(.checked(PuzzleRecord(puzzle: board, line: number)) { $0.index + 1 })
    }
    let start = line.startIndex
    if line.count > 81, Notation.isSeparator(line[start + 81]),
      let board = Notation.board(line[start..<(start + 81)])
    {
      return emit(
        record(board, rest: line[(start + 82)...], number: number) { $0.index + 1 })
    }
    emit(slowRecord(line, number: number))
  }

  /// A board with the text after it: a solution, or a comment.
  private func record(
    _ board: Board, rest: ArraySlice<UInt8>, number: Int, column: (Cell) -> Int
  ) -> BoardReader.Record {
    var record = PuzzleRecord(puzzle: board, line: number)
    let rest = Notation.trimmed(rest)
    if !rest.isEmpty {
      var words = rest.split(whereSeparator: Notation.isSeparator)
      if board.isFull, let index = words.firstIndex(where: { $0.count == 81 }),
        let other = Notation.board(words[index]), !other.isFull, other.isSubset(of: board)
      {
        // The solution stands before the puzzle.
        words[index] = Array(board.line.utf8)[...]
        let start = words[index].startIndex
        return self.record(
          other, rest: Array(words.joined(separator: [0x20]))[...], number: number
        ) { start + $0.index + 1 }
      }
      if let index = words.firstIndex(where: { $0.count == 81 }),
        let full = Notation.board(words[index]), full.isFull
      {
        let word = words.remove(at: index)
        // A full board is meant to be the solution, even if it is that of another puzzle.
        if !record.takeSolution(full) {
          record.fields = [PuzzleField("solution", String(decoding: word, as: UTF8.self))]
        }
        let comment = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        if !comment.isEmpty { record.fields.append(PuzzleField("comment", comment)) }
      } else {
        record.fields = [PuzzleField("comment", String(decoding: rest, as: UTF8.self))]
      }
    }
    return .checked(record, column)
  }

  /// The rarer forms: blanks around the board, spaces as empty cells, separate rows, the board in a
  /// later field.
  private func slowRecord(_ line: ArraySlice<UInt8>, number: Int) -> BoardReader.Record {
    if line.count == 81, line.contains(where: { 0x31...0x39 ~= $0 }),
      let board = Notation.board(line.map { $0 == 0x20 ? UInt8(ascii: ".") : $0 }[...])
    {
      return .checked(PuzzleRecord(puzzle: board, line: number)) { $0.index + 1 }
    }
    let text = Notation.unquoted(line)
    let words = text.split(whereSeparator: Notation.isSeparator)
    if let word = words.first(where: { $0.count == 81 }), let board = Notation.board(word) {
      let offset = word.startIndex - line.startIndex
      return record(board, rest: Self.rest(of: text, around: word)[...], number: number) {
        offset + $0.index + 1
      }
    }
    if let marked = ForumMarks.blanked(line) { return slowRecord(marked[...], number: number) }
    if text.firstPlace(of: UInt8(ascii: "\"")) != nil, let record = quoted(line, number: number) {
      return record
    }
    let rows = text.split { Notation.isSeparator($0) || $0 == UInt8(ascii: "/") }
    if rows.count == 9, rows.allSatisfy({ $0.count == 9 }),
      let board = Notation.board(rows.flatMap { $0 }[...])
    {
      return .checked(PuzzleRecord(puzzle: board, line: number)) { cell in
        rows[cell.row].startIndex - line.startIndex + cell.column + 1
      }
    }
    if let record = LineFormatRecords.marks(text, number: number) {
      return .checked(record) { _ in 1 }
    }
    if let record = spread(text, number: number) { return record }
    if ASCIIFolding.isNeeded(for: text), let record = folded(words, text, number: number) {
      return record
    }
    if let record = position(text, of: line, number: number) { return record }
    if let record = TathamGameID.record(text, number: number) { return record }
    if let word = LineFormatRecords.quotedBoard(in: text), let board = Notation.board(word) {
      let others = Array(text[..<word.startIndex]) + [0x20] + Array(text[word.endIndex...])
      let offset = word.startIndex - line.startIndex
      return record(board, rest: others[...], number: number) { offset + $0.index + 1 }
    }
    // The first word, if long, was meant to be the board; the error refers to it.
    let meant = words.first.map { $0.count > 40 ? $0 : text } ?? text
    return .failure(
      Notation.fault(meant, line: number, column: meant.startIndex - line.startIndex + 1))
  }

  /// A position with `+` before placed digits, then fields behind colons: deleted candidates, a solution or text.
  private func position(
    _ text: ArraySlice<UInt8>, of line: ArraySlice<UInt8>, number: Int
  ) -> BoardReader.Record? {
    let end = text.firstIndex { Notation.isBlank($0) || $0 == UInt8(ascii: ":") } ?? text.endIndex
    let cells = text[..<end]
    guard 81...162 ~= cells.count, end < text.endIndex || cells.count > 81,
      let position = try? PositionText(cells, of: line, number)
    else { return nil }
    var record = position.record
    var rest: [String] = []
    for field in text[end...].split(separator: UInt8(ascii: ":")) {
      let field = Notation.trimmed(field)
      let words = field.split(separator: 0x20)
      let areDeletions = words.allSatisfy { word in
        word.count == 3 && word.allSatisfy { 0x31...0x39 ~= $0 }
      }
      if field.isEmpty { continue }
      if areDeletions, record.candidates == nil {
        if let error = record.takeDeletions(field, of: line) { return .failure(error) }
      } else if let full = Notation.board(field), record.takeSolution(full) {
        continue
      } else {
        rest.append(String(decoding: field, as: UTF8.self))
      }
    }
    if !rest.isEmpty {
      record.fields.append(PuzzleField("comment", cell: rest.joined(separator: ":")))
    }
    return .position(record) { position.columns[$0.index] }
  }

  /// The text around a word, with one of the separators between its parts.
  private static func rest(of text: ArraySlice<UInt8>, around word: ArraySlice<UInt8>) -> [UInt8] {
    var before = text[..<word.startIndex]
    guard let separator = before.last, !Notation.isBlank(separator),
      text[word.endIndex...].first == separator
    else { return Array(before) + [0x20] + Array(text[word.endIndex...]) }
    before.removeLast()
    return Array(before) + Array(text[word.endIndex...])
  }

  /// The only board of a line in quotes, as code and lists have it.
  private static func quotedBoard(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let parts = text.split { "'\"`".utf8.contains($0) || $0 >= 0x80 }
    let boards = parts.filter { Notation.board($0) != nil }
    guard boards.count == 1, !parts.contains(where: { $0.count > 200 }) else { return nil }
    return boards[0]
  }

  /// A row of a table without a header, whose cells are quoted.
  private func quoted(_ line: ArraySlice<UInt8>, number: Int) -> BoardReader.Record? {
    for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09] {
      var cells = TableCells()
      guard cells.split(line, separator: separator) else { continue }
      let texts = (0..<cells.count).map { cells.text($0, of: line) }
      guard let columns = TableColumns(texts), columns.puzzle.width == 1,
        let board = BoardText.board(ofCell: texts[columns.puzzle.column])
      else { continue }
      var record = PuzzleRecord(puzzle: board, line: number)
      for (column, text) in texts.enumerated()
      where column != columns.puzzle.column && !text.isEmpty {
        if column == columns.solution?.column, let full = BoardText.board(ofCell: text),
          record.takeSolution(full)
        {
          continue
        }
        record.fields.append(
          PuzzleField("column\(column + 1)", cell: String(decoding: text, as: UTF8.self)))
      }
      let start = cells.start(columns.puzzle.column, of: line)
      return .checked(record) { start + $0.index }
    }
    return nil
  }

  /// 81 or 162 cells, each in a column of its own: a board, or a board and its solution.
  private func spread(_ text: ArraySlice<UInt8>, number: Int) -> BoardReader.Record? {
    for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), 0x20] {
      let cells = text.split(
        separator: separator, omittingEmptySubsequences: separator == 0x20)
      guard cells.count == 81 || cells.count == 162, let columns = TableColumns(cells) else {
        continue
      }
      func board(_ place: TableColumns.Place) -> Board? {
        Board(values: cells[place.columns].compactMap(SheetCell.value))
      }
      guard columns.puzzle.width == 81, let puzzle = board(columns.puzzle) else { continue }
      var record = PuzzleRecord(puzzle: puzzle, line: number)
      if cells.count == 162 {
        guard let full = columns.solution.flatMap(board) else { continue }
        record.solution = full
      }
      let start = columns.puzzle.column
      return .checked(record) { cells[start + $0.index].startIndex - text.startIndex + 1 }
    }
    return nil
  }

  /// A board in signs of other scripts: full-width digits, middle dots, wide spaces.
  private func folded(
    _ words: [ArraySlice<UInt8>], _ text: ArraySlice<UInt8>, number: Int
  ) -> BoardReader.Record? {
    for (index, word) in words.enumerated() {
      guard let board = Notation.board(ASCIIFolding(word).text[...]) else { continue }
      let others = words[..<index] + words[(index + 1)...]
      return record(board, rest: Array(others.joined(separator: [0x20]))[...], number: number) {
        _ in 1
      }
    }
    let plain = ASCIIFolding(text).text
    guard !ASCIIFolding.isNeeded(for: plain[...]) else { return nil }
    let found = slowRecord(plain[...], number: number)
    guard case .puzzle(let record) = found else { return nil }
    return .puzzle(record)
  }

  /// 729 characters: nine for each cell, a candidate in its place or a sign for none; one candidate is the digit.
  private static func marks(_ text: ArraySlice<UInt8>, number: Int) -> PuzzleRecord? {
    guard text.count == 729 else { return nil }
    var record = PuzzleRecord(puzzle: Board(), line: number)
    var marks = PencilMarks()
    for (offset, byte) in text.enumerated() {
      let value = Notation.value(byte)
      guard value == 0 || Int(value) == offset % 9 + 1 else { return nil }
      guard let digit = Digit(Int(value)) else { continue }
      marks[Cell(index: offset / 9)].insert(digit)
    }
    for cell in CellSet.all {
      guard let digit = marks[cell].single else { continue }
      record.puzzle[cell] = digit
      marks[cell] = .none
    }
    if !marks.isEmpty { record.candidates = marks }
    return record
  }
}

extension BoardReader.Record {
  /// A puzzle if the clues obey the rules, otherwise a failure at the column of the second cell.
  static func checked(_ record: PuzzleRecord, _ column: (Cell) -> Int) -> BoardReader.Record {
    if record.puzzle.obeysRules { return .puzzle(record) }
    guard let conflict = record.puzzle.conflict else { return .puzzle(record) }
    return .failure(
      BoardTextError(
        .conflict(conflict), line: record.line, column: column(conflict.second),
        board: record.puzzle),
      fields: record.fields
        + (record.solution.map { [PuzzleField("solution", $0.line)] } ?? []))
  }

  /// The longest text of a record that errors keep, in bytes.
  private static let textLimit = 1 << 16

  /// The record with the text that it was read from, if it is a failure without one.
  func with(_ text: ArraySlice<UInt8>) -> BoardReader.Record {
    guard case .failure(var error, let fields) = self, error.text == nil, !text.isEmpty else {
      return self
    }
    error.text = String(decoding: text.prefix(Self.textLimit), as: UTF8.self)
    return .failure(error, fields: fields)
  }

  static func failure(
    _ kind: BoardTextError.Kind, at position: (line: Int, column: Int)
  ) -> BoardReader.Record {
    .failure(BoardTextError(kind, line: position.line, column: position.column))
  }
}

private struct LineFormatWriter: FormatWriter {
  let empty: UInt8

  func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    text.append(record.puzzle, empty: empty)
    text.append(UInt8(ascii: "\n"))
  }
  var placeholder: String { "-\n" }
  func losses(of record: PuzzleRecord) -> RecordParts { record.parts }
}
