import SudokuCore

extension PuzzleFormat {
  /// Comma-separated values (RFC 4180) with a header that names the columns.
  public static let csv = PuzzleFormat(
    TableFormat(name: "csv", summary: "comma-separated values with a header", delimiter: ","))
  /// The same with tabs.
  public static let tsv = PuzzleFormat(
    TableFormat(name: "tsv", summary: "tab-separated values with a header", delimiter: "\t"))
  /// The same with semicolons, as spreadsheets write them where the comma is the decimal point.
  public static let ssv = PuzzleFormat(
    TableFormat(name: "ssv", summary: "semicolon-separated values with a header", delimiter: ";"))
}

/// A table whose header has a column for the puzzle: `puzzle`, `quizzes`, `question`, ...
struct TableFormat: FormatDefinition {
  let name: String
  let summary: String
  let delimiter: Unicode.Scalar
  var fileExtension: String { name == "ssv" ? "csv" : name }
  var holds: RecordParts { [.solution, .placed, .candidates, .fields] }

  private var separator: UInt8 { UInt8(truncatingIfNeeded: delimiter.value) }

  func recognizes(_ opening: Opening) -> Bool {
    // A header of one column has no delimiter; that is for the first table format to say.
    if opening.text.firstIndex(of: separator) == nil, delimiter != "," { return false }
    return TableHeader(opening.text, separator: separator) != nil
  }
  func makeReader(limit: Int) -> FormatReader { .lines(TableReader(separator: separator)) }
  func makeWriter(columns: [String]) -> any FormatWriter {
    TableWriter(separator: separator, columns: columns)
  }
}

/// Which column holds what.
private struct TableHeader: Sendable {
  var puzzle: Int
  var solution: Int?
  var placed: Int?
  var candidates: Int?
  /// The columns that are carried along.
  var others: [(column: Int, name: String)] = []

  /// Reads a header; `nil` if no column is named as one for puzzles.
  init?(_ line: ArraySlice<UInt8>, separator: UInt8) {
    var cells = TableCells()
    guard cells.split(line, separator: separator) else { return nil }
    var found: [FieldRole: Int] = [:]
    for column in 0..<cells.count {
      let name = cells.text(column, of: line)
      if let role = FieldRole(Notation.trimmed(name)), found[role] == nil {
        found[role] = column
      } else {
        let name = String(decoding: Notation.trimmed(name), as: UTF8.self)
        others.append((column, name.isEmpty ? "column\(column + 1)" : name))
      }
    }
    guard let puzzle = found[.puzzle] else { return nil }
    self.puzzle = puzzle
    (solution, placed, candidates) = (found[.solution], found[.placed], found[.candidates])
  }
}

/// The cells of one line of a table; used again for every line.
private struct TableCells: Sendable {
  private var ranges: [(start: Int, end: Int, hasQuotes: Bool)] = []

  var count: Int { ranges.count }

  /// Finds the cells; `false` where a quote stays open.
  mutating func split(_ line: ArraySlice<UInt8>, separator: UInt8) -> Bool {
    ranges.removeAll(keepingCapacity: true)
    let (base, end) = (line.startIndex, line.endIndex)
    return line.withUnsafeBufferPointer { bytes in
      var start = 0
      var place = 0
      var (hasQuotes, isOpen) = (false, false)
      while place < bytes.count {
        let byte = bytes[place]
        if byte == UInt8(ascii: "\"") {
          hasQuotes = true
          isOpen.toggle()
        } else if byte == separator, !isOpen {
          ranges.append((base + start, base + place, hasQuotes))
          start = place + 1
          hasQuotes = false
        }
        place += 1
      }
      ranges.append((base + start, end, hasQuotes))
      return !isOpen
    }
  }

  /// The bytes of a cell, without quotes.
  func text(_ column: Int, of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let cell = ranges[column]
    let text = line[cell.start..<cell.end]
    guard cell.hasQuotes else { return text }
    var (plain, isOpen, wasQuote): ([UInt8], Bool, Bool) = ([], false, false)
    for byte in text {
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

  /// The column of a cell's text in the line, counted from 1.
  func start(_ column: Int, of line: ArraySlice<UInt8>) -> Int {
    let cell = ranges[column]
    let isQuoted = cell.hasQuotes && line[cell.start] == UInt8(ascii: "\"")
    return cell.start - line.startIndex + (isQuoted ? 2 : 1)
  }
}

private struct TableReader: LineFormatReader {
  let separator: UInt8
  private var header: TableHeader?
  private var cells = TableCells()

  init(separator: UInt8) { self.separator = separator }

  var fieldNames: [String]? { header?.others.map(\.name) }

  mutating func takesHead(_ line: ArraySlice<UInt8>) -> Bool {
    guard header == nil else { return false }
    header = TableHeader(line, separator: separator)
    return header != nil
  }

  mutating func read(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink) {
    guard let header else {
      return emit(
        .failure(
          BoardTextError(
            .malformed("the header has no column 'puzzle'"), line: number, column: 1)))
    }
    guard cells.split(line, separator: separator) else {
      return emit(
        .failure(
          BoardTextError(
            .malformed("a quoted field doesn't end on its line"), line: number, column: 1)))
    }
    guard cells.count > header.puzzle else {
      return emit(
        .failure(
          BoardTextError(
            .malformed("the row has no field \(header.puzzle + 1), which should be the puzzle"),
            line: number, column: line.count + 1)))
    }
    emit(record(line, header, number))
  }

  private func record(
    _ line: ArraySlice<UInt8>, _ header: TableHeader, _ number: Int
  ) -> BoardReader.Record {
    let text = cells.text(header.puzzle, of: line)
    let start = cells.start(header.puzzle, of: line)
    guard let board = Notation.board(text) ?? Notation.board(Notation.trimmed(text)) else {
      if let board = BoardText.board(text) {
        return finish(PuzzleRecord(puzzle: board, line: number), line, header) { _ in start }
      }
      return .failure(Notation.fault(text, line: number, column: start))
    }
    return finish(PuzzleRecord(puzzle: board, line: number), line, header) { start + $0.index }
  }

  /// Adds what the other columns say.
  private func finish(
    _ record: PuzzleRecord, _ line: ArraySlice<UInt8>, _ header: TableHeader,
    _ column: (Cell) -> Int
  ) -> BoardReader.Record {
    var record = record
    func keep(_ column: Int, as name: String) {
      let text = cells.text(column, of: line)
      if text.isEmpty { return }
      record.fields.append(
        PuzzleField(name, .init(cell: String(decoding: text, as: UTF8.self))))
    }
    if let column = header.solution, column < cells.count {
      let text = cells.text(column, of: line)
      let board = Notation.board(text) ?? BoardText.board(text)
      if board.map({ record.takeSolution($0) }) != true { keep(column, as: "solution") }
    }
    if let column = header.placed, column < cells.count {
      if let board = Notation.board(cells.text(column, of: line)) {
        record.takePlaced(from: board)
      } else {
        keep(column, as: "placed")
      }
    }
    if let column = header.candidates, column < cells.count {
      let text = String(decoding: cells.text(column, of: line), as: UTF8.self)
      record.candidates = PencilMarks(text: text)
      if record.candidates == nil { keep(column, as: "candidates") }
    }
    for other in header.others where other.column < cells.count {
      keep(other.column, as: other.name)
    }
    for column in max(header.width, 0)..<max(cells.count, header.width) {
      keep(column, as: "column\(column + 1)")
    }
    return .checked(record, column)
  }
}

extension TableHeader {
  /// The number of columns.
  fileprivate var width: Int {
    1 + (solution == nil ? 0 : 1) + (placed == nil ? 0 : 1) + (candidates == nil ? 0 : 1)
      + others.count
  }
}

/// Writes puzzle, solution and the columns that the records have.
private struct TableWriter: FormatWriter {
  let separator: UInt8
  /// The names of the further columns.
  let columns: [String]
  private let hasPlaced: Bool
  private let hasCandidates: Bool

  init(separator: UInt8, columns: [String]) {
    self.separator = separator
    hasPlaced = columns.contains("placed")
    hasCandidates = columns.contains("candidates")
    self.columns = columns.filter {
      !["puzzle", "solution", "placed", "candidates"].contains($0)
    }
  }

  private var names: [String] {
    ["puzzle", "solution"] + (hasPlaced ? ["placed"] : []) + (hasCandidates ? ["candidates"] : [])
      + columns
  }

  var header: String {
    var text: [UInt8] = []
    for (index, name) in names.enumerated() {
      if index > 0 { text.append(separator) }
      TableText.append(name, separator: separator, to: &text)
    }
    return String(decoding: text, as: UTF8.self) + "\n"
  }

  var placeholder: String {
    String(
      repeating: Character(Unicode.Scalar(separator)), count: max(names.count - 1, 1)) + "\n"
  }

  func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    text.append(record.puzzle, empty: UInt8(ascii: "."))
    text.append(separator)
    if let solution = record.solution { text.append(solution, empty: UInt8(ascii: ".")) }
    if hasPlaced {
      text.append(separator)
      if let placed = record.placed { text.append(placed, empty: UInt8(ascii: ".")) }
    }
    if hasCandidates {
      text.append(separator)
      if let marks = record.candidates { text.append(marks.text) }
    }
    for name in columns {
      text.append(separator)
      if let field = record.field(name) {
        TableText.append(field, separator: separator, to: &text)
      }
    }
    text.append(UInt8(ascii: "\n"))
  }

  func losses(of record: PuzzleRecord) -> RecordParts {
    var lost: RecordParts = []
    if record.placed != nil, !hasPlaced { lost.insert(.placed) }
    if record.candidates != nil, !hasCandidates { lost.insert(.candidates) }
    if record.fields.contains(where: { field in
      !columns.contains(field.name) || field.value.text.contains(where: \.isNewline)
    }) {
      lost.insert(.fields)
    }
    return lost
  }
}
