import SudokuCore

extension PuzzleFormat {
  /// Comma-separated values (RFC 4180) with a header that names the columns.
  public static let csv = PuzzleFormat(
    TableFormat(name: "csv", summary: "comma-separated values with a header", delimiter: ","))
  /// Tab-separated values.
  public static let tsv = PuzzleFormat(
    TableFormat(name: "tsv", summary: "tab-separated values with a header", delimiter: "\t"))
  /// Semicolon-separated values, as spreadsheets write them if the comma is the decimal point.
  public static let ssv = PuzzleFormat(
    TableFormat(name: "ssv", summary: "semicolon-separated values with a header", delimiter: ";"))
}

/// A table whose header has a column for the puzzle: `puzzle`, `quizzes`, `question`, ...
struct TableFormat: FormatDefinition {
  let name: String
  let summary: String
  let delimiter: Unicode.Scalar
  var fileExtension: String { name == "ssv" ? "csv" : name }

  private var separator: UInt8 { UInt8(truncatingIfNeeded: delimiter.value) }

  /// The longest row that may span lines, in bytes.
  static let openLimit = 1 << 16

  func recognizes(_ opening: Opening) -> Bool {
    if Self.names(separator, opening.line) { return true }
    // A header of one column has no delimiter; the first table format takes it.
    if opening.text.firstIndex(of: separator) == nil, delimiter != "," { return false }
    return TableHeader(opening.text, separator: separator) != nil
  }
  /// Whether a line only names the separator, as in spreadsheets: `sep=;`.
  static func names(_ separator: UInt8, _ line: ArraySlice<UInt8>) -> Bool {
    let text = line.filter { $0 != UInt8(ascii: "\"") }
    return text.count == 5 && text.last == separator
      && String(decoding: text.dropLast(), as: UTF8.self).lowercased() == "sep="
  }

  func makeReader(limit: Int) -> FormatReader { .lines(TableReader(separator: separator)) }
  func makeWriter(columns: [String]) -> any FormatWriter {
    TableWriter(separator: separator, columns: columns)
  }
}

struct TableHeader: Sendable {
  var puzzle: Int
  var solution: Int?
  var placed: Int?
  var candidates: Int?
  /// The columns that become fields.
  var others: [(column: Int, name: String)] = []

  /// Reads a header; `nil` without a column of puzzles.
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
        let own = name.isEmpty ? "column\(column + 1)" : name
        others.append((column, Self.unused(own, beside: others.map(\.name))))
      }
    }
    guard let puzzle = found[.puzzle] else { return nil }
    self.puzzle = puzzle
    (solution, placed, candidates) = (found[.solution], found[.placed], found[.candidates])
  }
}

extension TableHeader {
  /// A column's name, with a number where an earlier column has the same.
  private static func unused(_ name: String, beside others: [String]) -> String {
    var (candidate, number) = (name, 1)
    while others.contains(candidate) {
      number += 1
      candidate = "\(name)_\(number)"
    }
    return candidate
  }
}

private struct TableReader: LineFormatReader {
  let separator: UInt8
  private var header: TableHeader?
  private var cells = TableCells()
  /// The lines of a row with an open quoted field.
  private var openLines: [[UInt8]] = []
  private var openSize = 0
  private var openNumber = 1

  init(separator: UInt8) { self.separator = separator }

  var fieldNames: [String]? { header?.others.map(\.name) }

  mutating func takesHead(_ line: ArraySlice<UInt8>) -> Bool {
    guard header == nil else { return false }
    if TableFormat.names(separator, line) { return true }
    header = TableHeader(line, separator: separator)
    return header != nil
  }

  var isInsideRecord: Bool { !openLines.isEmpty }

  var plainLines: PlainLines? {
    header.map {
      PlainLines(.table(separator: separator, column: $0.puzzle, hasOthers: $0.width > 1))
    }
  }

  mutating func read(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink) {
    if isInsideRecord { return goOn(line, emit) }
    if line.firstPlace(of: UInt8(ascii: "\"")) != nil, follow(line, isOpen: false) == .open {
      openLines = [Array(line)]
      openSize = line.count
      openNumber = number
      return
    }
    emit(record(line, number))
  }

  mutating func finish(number: Int, _ emit: RecordSink) {
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
      // If the whole is no record, a quote was misplaced and each line is a row.
      guard case .puzzle = record else { return giveUp(emit) }
      openLines = []
      emit(record)
    }
  }

  /// Reports the line with the open quote, and reads each following line as a row.
  ///
  /// Only the last of them may begin a row of several lines again, so that no line is read more than
  /// twice.
  private mutating func giveUp(_ emit: RecordSink) {
    let lines = openLines
    openLines = []
    emit(.failure(.malformed("a quoted field doesn't end"), at: (openNumber, 1)))
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
    guard let header else { return failure("the header has no column 'puzzle'") }
    guard cells.split(row, separator: separator) else {
      return failure("a quoted field doesn't end")
    }
    guard cells.count > header.puzzle else {
      let message = "the row has no field \(header.puzzle + 1) for the puzzle"
      return .failure(
        BoardTextError(.malformed(message), line: number, column: row.count + 1),
        fields: otherFields(of: row, header))
    }
    return record(row, header, number)
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
      let fault = Notation.fault(text, line: number, column: start)
      return .failure(fault, fields: otherFields(of: line, header))
    }
    return finish(PuzzleRecord(puzzle: board, line: number), line, header) { start + $0.index }
  }

  private func finish(
    _ record: PuzzleRecord, _ line: ArraySlice<UInt8>, _ header: TableHeader,
    _ column: (Cell) -> Int
  ) -> BoardReader.Record {
    var record = record
    if let column = header.solution, column < cells.count {
      let text = cells.text(column, of: line)
      let board = Notation.board(text) ?? BoardText.board(text)
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

  /// The fields of the columns that are no part of a puzzle.
  private func otherFields(of line: ArraySlice<UInt8>, _ header: TableHeader) -> [PuzzleField] {
    header.others.flatMap { field($0.column, of: line, as: $0.name) }
      + (header.width..<max(cells.count, header.width)).flatMap {
        field($0, of: line, as: "column\($0 + 1)")
      }
  }

  /// The field of a column; none if it is empty or missing.
  private func field(
    _ column: Int, of line: ArraySlice<UInt8>, as name: String
  ) -> [PuzzleField] {
    guard column < cells.count else { return [] }
    let text = cells.text(column, of: line)
    return text.isEmpty
      ? [] : [PuzzleField(name, .init(cell: String(decoding: text, as: UTF8.self)))]
  }
}

extension TableHeader {
  fileprivate var width: Int {
    1 + (solution == nil ? 0 : 1) + (placed == nil ? 0 : 1) + (candidates == nil ? 0 : 1)
      + others.count
  }
}

struct TableWriter: FormatWriter {
  let separator: UInt8
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
    if record.fields.contains(where: { !columns.contains($0.name) }) { lost.insert(.fields) }
    return lost
  }
}
