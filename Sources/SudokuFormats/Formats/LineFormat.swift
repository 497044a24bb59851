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
    let text = Notation.trimmed(line)
    let words = text.split(whereSeparator: Notation.isSeparator)
    if let word = words.first(where: { $0.count == 81 }), let board = Notation.board(word) {
      let others = Array(text[..<word.startIndex]) + [0x20] + Array(text[word.endIndex...])
      let offset = word.startIndex - line.startIndex
      return record(board, rest: others[...], number: number) { offset + $0.index + 1 }
    }
    let rows = text.split { Notation.isSeparator($0) || $0 == UInt8(ascii: "/") }
    if rows.count == 9, rows.allSatisfy({ $0.count == 9 }),
      let board = Notation.board(rows.flatMap { $0 }[...])
    {
      return .checked(PuzzleRecord(puzzle: board, line: number)) { cell in
        rows[cell.row].startIndex - line.startIndex + cell.column + 1
      }
    }
    // The first word, if long, was meant to be the board; the error refers to it.
    let meant = words.first.map { $0.count > 40 ? $0 : text } ?? text
    return .failure(
      Notation.fault(meant, line: number, column: meant.startIndex - line.startIndex + 1))
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
      fields: record.fields)
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
