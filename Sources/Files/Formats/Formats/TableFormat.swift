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
  /// The most columns that are read: those of a spreadsheet.
  static let columnLimit = 1 << 14

  func recognizes(_ opening: Opening) -> Bool {
    if Self.names(separator, opening.line) { return true }
    // An array is detected before its first line is complete; more of the line must change nothing.
    if PuzzleFormat.json.definition.recognizes(Opening(opening.line, isWhole: false)) {
      return false
    }
    // The header of one column may be a title: the next lines decide (`TableDetection`).
    if opening.text.firstIndex(of: separator) == nil { return false }
    return TableHeader(opening.text, separator: separator) != nil
  }
  /// True if a line only names the separator, as spreadsheets write it: `sep=;`.
  static func names(_ separator: UInt8, _ line: ArraySlice<UInt8>) -> Bool {
    let text = line.filter { $0 != UInt8(ascii: "\"") }
    return text.count == 5 && text.last == separator
      && String(decoding: text.dropLast(), as: UTF8.self).lowercased() == "sep="
  }

  func makeReader(limit: Int) -> FormatReader { makeReader(limit: limit, columns: []) }
  func makeReader(limit: Int, columns: [String]) -> FormatReader {
    .lines(TableRecords(separator: separator, columns: columns))
  }
  func makeWriter(columns: [String]) -> any FormatWriter {
    TableWriter(separator: separator, columns: columns)
  }
}

struct TableHeader: Sendable {
  /// The column of the puzzle; the first of nine or 81 where `puzzleWidth` says so.
  var puzzle: Int
  var solution: Int?
  var puzzleWidth = 1
  var solutionWidth = 1
  /// Further columns whose names mean a puzzle.
  private(set) var rivals: [Int] = []
  /// The columns that may name a variant.
  var rules: [(column: Int, name: String)] = []
  /// The names of all columns.
  private(set) var names: [String] = []
  var placed: Int?
  var candidates: Int?
  /// The columns that become fields.
  var others: [(column: Int, name: String)] = []

  /// Reads a header; `nil` without a column of puzzles.
  init?(_ line: ArraySlice<UInt8>, separator: UInt8) {
    var cells = TableCells()
    guard cells.split(line, separator: separator) else { return nil }
    // A header with more columns is only read for its fault.
    let count = min(cells.count, TableFormat.columnLimit)
    var found: [FieldRole: [Int]] = [:]
    for column in 0..<count {
      let name = Notation.trimmed(cells.text(column, of: line))
      // A row that holds a board is not a header.
      if name.count == 81, Notation.board(name) != nil { return nil }
      if let role = FieldRole(name) { found[role, default: []].append(column) }
    }
    guard found[.puzzle] != nil else { return nil }
    let names = cells.names(of: line, most: count)
    self.names = names
    // `puzzle` means it before `clues`, which may be a number.
    let puzzles = (found[.puzzle] ?? []).sorted {
      (FieldRole.isDoubtful(names[$0]) ? 1 : 0, $0) < (FieldRole.isDoubtful(names[$1]) ? 1 : 0, $1)
    }
    guard let puzzle = puzzles.first else { return nil }
    self.puzzle = puzzle
    rivals = Array(puzzles.dropFirst())
    (solution, placed, candidates) = (
      found[.solution]?.first, found[.placed]?.first, found[.candidates]?.first
    )
  }

  /// The header with the boards in other columns.
  func with(puzzle: Int, solution: Int?) -> TableHeader {
    var header = self
    header.puzzle = puzzle
    header.solution = solution == puzzle ? nil : solution
    return header
  }

  /// The header of a table whose columns are chosen by name; `nil` if one is missing.
  init?(_ names: [String], chosen: [String]) {
    let places = chosen.compactMap { names.firstIndex(of: $0) }
    guard let puzzle = places.first, places.count == chosen.count else { return nil }
    self.init(names, nil)
    (self.puzzle, puzzleWidth) = (puzzle, 1)
    solution = places.dropFirst().first
    listOthers()
  }

  /// Finds the columns beside the boards, once these are known.
  mutating func listOthers() {
    var taken = Set([solution, placed, candidates].compactMap { $0 })
    taken.formUnion(puzzle..<(puzzle + puzzleWidth))
    if let solution { taken.formUnion(solution..<(solution + solutionWidth)) }
    var different = DifferentNames()
    others = names.enumerated().filter { !taken.contains($0.offset) }.map { column, name in
      (column, different.add(name.isEmpty ? "column\(column + 1)" : name))
    }
    rules = others.filter { Variant.isName($0.name) }
  }

  /// The names of columns that mean parts of a puzzle where we write them.
  static let reserved = ["puzzle", "solution", "placed", "candidates"]

  /// The header of a table whose columns are found by the cells of a row.
  init(_ names: [String], _ columns: TableColumns?) {
    puzzle = columns?.puzzle.column ?? 0
    puzzleWidth = columns?.puzzle.width ?? 0
    solution = columns?.solution?.column
    solutionWidth = columns?.solution?.width ?? 1
    self.names = names
  }
}

/// Names that are all different: a number follows one that is taken.
struct DifferentNames {
  private var taken = Set(TableHeader.reserved)
  /// The last number behind each name.
  private var numbers: [String: Int] = [:]

  /// Adds a name, with the first number that makes it a new one.
  mutating func add(_ name: String) -> String {
    var (candidate, number) = (name, numbers[name] ?? 1)
    while !taken.insert(candidate).inserted {
      number += 1
      candidate = "\(name)_\(number)"
    }
    numbers[name] = number
    return candidate
  }
}

struct TableWriter: FormatWriter {
  let separator: UInt8
  let columns: [String]
  private let columnSet: Set<String>
  private let hasPlaced: Bool
  private let hasCandidates: Bool

  init(separator: UInt8, columns: [String]) {
    self.separator = separator
    hasPlaced = columns.contains("placed")
    hasCandidates = columns.contains("candidates")
    self.columns = columns.filter {
      !["puzzle", "solution", "placed", "candidates"].contains($0)
    }
    columnSet = Set(self.columns)
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
    if let solution = record.solution {
      text.append(solution, empty: UInt8(ascii: "."))
    } else if let field = record.field("solution") {
      TableText.append(field, separator: separator, to: &text)
    }
    if hasPlaced {
      text.append(separator)
      if let placed = record.placed { text.append(placed, empty: UInt8(ascii: ".")) }
    }
    if hasCandidates {
      text.append(separator)
      if let marks = record.candidates { text.append(marks.text) }
    }
    let texts = record.fields.count > 64 ? record.fieldTexts : [:]
    for (index, name) in columns.enumerated() {
      text.append(separator)
      // Most records have their fields in the order of the columns.
      let isHere = index < record.fields.count && record.fields[index].name == name
      let field =
        isHere
        ? record.fields[index].value.text : texts.isEmpty ? record.field(name) : texts[name]
      if let field {
        TableText.append(field, separator: separator, to: &text)
      }
    }
    text.append(UInt8(ascii: "\n"))
  }

  /// A record that can't be read keeps its text and the other columns.
  func append(fault fields: [PuzzleField], text: String, to bytes: inout [UInt8]) {
    let texts = Dictionary(fields.map { ($0.name, $0.value.text) }) { first, _ in first }
    for (index, name) in names.enumerated() {
      if index > 0 { bytes.append(separator) }
      let cell = texts[name]
      TableText.append(cell ?? (index == 0 ? text : ""), separator: separator, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  func losses(of record: PuzzleRecord) -> RecordParts {
    var lost: RecordParts = []
    if record.placed != nil, !hasPlaced { lost.insert(.placed) }
    if record.candidates != nil, !hasCandidates { lost.insert(.candidates) }
    for (index, field) in record.fields.enumerated() {
      if index < columns.count, columns[index] == field.name { continue }
      if columnSet.contains(field.name) || (field.name == "solution" && record.solution == nil) {
        continue
      }
      lost.insert(.fields)
      break
    }
    return lost
  }
}
