import SudokuCore
import SudokuFormats

/// A run of whole lines of one input, the unit of work of the filters.
struct InputBlock: Sendable {
  let source: String
  /// Reads the lines: of a format with a record on each line.
  let reader: BoardReader
  /// The number of the first line, counted from 1.
  let firstLine: Int
  /// The lines with their line ends; the last one may lack it.
  let bytes: [UInt8]
}

/// A unit of work.
enum InputPart: Sendable {
  /// Whole lines, still to be read.
  case block(InputBlock)
  /// Records that span lines, or rows before a block, with the head of their input.
  case records([InputRecord], head: InputHead = InputHead())
  /// Records that are nothing but boards.
  case boards(BoardRun, source: String)
  /// The replacement of an unreadable file or an overlong line.
  case fault(Diagnostic, isRecord: Bool)
}

/// The properties of all records that the head of an input gives.
struct InputHead: Sendable {
  /// The names of the fields.
  var fieldNames: [String]?
  var boardNames: TableLayout.Names?
  /// The types of the fields.
  var kinds: [String: ArrowTable.Kind] = [:]
}

/// One puzzle of the input, or its mistake.
struct InputRecord: Sendable {
  let source: String
  let puzzle: Result<PuzzleRecord, RecordFault>
  /// The number of the piece of its rows that is wanted (`FilterPlan.pieceCount`).
  var piece = 0

  var ruledPuzzle: PuzzleRecord? { try? puzzle.get() }

  /// True if it can't be read and gives a solution.
  var hasFaultySolution: Bool {
    guard case .failure(let fault) = puzzle else { return false }
    return fault.fields.contains { $0.name == "solution" }
  }

  /// The puzzle, even if it breaks the rules; `nil` if it can't be read.
  var placedPuzzle: PuzzleRecord? {
    switch puzzle {
    case .success(let record): record
    case .failure(let fault):
      fault.board.map {
        PuzzleRecord(puzzle: $0, fields: fault.fields, line: fault.diagnostic.line)
      }
    }
  }

  var board: Board? {
    if case .success(let record) = puzzle { record.puzzle } else { nil }
  }
}

/// The reason for a missing board.
struct RecordFault: Error, Sendable, Hashable {
  let diagnostic: Diagnostic
  /// The record's other fields, which identify it.
  var fields: [PuzzleField] = []
  /// The board, if it only breaks the rules: a player's digits may.
  var board: Board?

  /// The text that is meant as the puzzle: its column, or the whole text.
  var puzzleText: String {
    fields.first { $0.name == "puzzle" }?.value.text ?? board?.line ?? diagnostic.text ?? ""
  }
  /// The fields beside the puzzle.
  var otherFields: [PuzzleField] { fields.filter { $0.name != "puzzle" } }
}

extension InputRecord {
  init(fault: Diagnostic, fields: [PuzzleField] = []) {
    source = fault.source
    puzzle = .failure(RecordFault(diagnostic: fault, fields: fields))
  }

  /// `text` finds the text of a line, if the reader has not kept it.
  init(
    _ record: BoardReader.Record, source: String, text: (Int) -> String? = { _ in nil }
  ) {
    self.source = source
    switch record {
    case .puzzle(let found): puzzle = .success(found)
    case .failure(let error, let fields):
      puzzle = .failure(
        RecordFault(
          diagnostic: Diagnostic(
            source: source, line: error.line, column: error.column, message: error.message,
            kind: error.diagnosticKind, text: error.text ?? text(error.line)),
          fields: fields, board: error.board))
    }
  }
}

extension BoardTextError {
  /// The kind of the mistake for `--errors`.
  fileprivate var diagnosticKind: Diagnostic.Kind {
    switch kind {
    case .conflict: .conflict
    case .overlongLine: .overlongLine
    default: .badInput
    }
  }
}

extension InputPart {
  /// Finds the texts of lines in their order; `nil` where records span lines.
  var lineTexts: InputBlock.LineTexts? {
    guard case .block(let block) = self else { return nil }
    return InputBlock.LineTexts(bytes: block.bytes, number: block.firstLine)
  }

  /// The records of the part; comment lines (`#`) and blank lines are none.
  var records: [InputRecord] {
    switch self {
    case .fault(let diagnostic, let isRecord):
      isRecord ? [InputRecord(fault: diagnostic)] : []
    case .records(let records, _): records
    case .boards(let run, let source):
      (0..<run.count).map { InputRecord(run.record(at: $0), source: source) }
    case .block(let block): block.records
    }
  }

  /// The boards of a part that holds only boards that obey the rules; else `nil`.
  func plainBoards(withNothingElse: Bool) -> [Board]? {
    switch self {
    case .block(let block): block.plainBoards(withNothingElse: withNothingElse)
    case .boards(let run, _): run.plainBoards
    case .records, .fault: nil
    }
  }

  /// The names of the fields in the header or in records, in order.
  func fieldNames(of records: [InputRecord]) -> [String] {
    // A record may have more: a wrong solution, cells beyond the header.
    var names: [String] =
      switch self {
      case .block(let block): block.reader.fieldNames ?? []
      case .records(_, let head): head.fieldNames ?? []
      case .boards, .fault: []
      }
    var known = Set(names)
    for case .success(let record) in records.lazy.map(\.puzzle) {
      for field in record.fields where known.insert(field.name).inserted {
        names.append(field.name)
      }
    }
    return names
  }

  /// The names of the boards in a table's header, and the sign for empty cells in the first board.
  var boardNames: TableLayout.Names? {
    switch self {
    case .block(let block): TableLayout.Names(of: block.reader, block.bytes[...])
    case .records(_, let head): head.boardNames
    case .boards, .fault: nil
    }
  }

  /// True if a header names the fields of all records, or the format has hardly any fields.
  var hasFixedFields: Bool {
    switch self {
    case .block(let block):
      block.reader.fieldNames != nil || block.reader.format == .line
        || block.reader.format == .hodoku
    case .boards, .fault: true
    case .records: false
    }
  }

  /// True if one of the first records has a second board that is not its puzzle's solution.
  var hasFurtherBoards: Bool {
    firstRecords.contains { record in
      guard case .success(let found) = record.puzzle, let rest = found.field("comment") else {
        return false
      }
      return rest.split { " \t,;|".contains($0) }
        .contains { $0.utf8.count == 81 && (try? Board(line: $0)) != nil }
    }
  }

  /// Some records of the beginning; none of plain boards.
  var firstRecords: [InputRecord] {
    switch self {
    case .fault, .boards: []
    case .records(let records, _): Array(records.prefix(100))
    case .block(let block): block.opening.records
    }
  }
}

extension TableLayout.Names {
  /// The names in the head of a table, and the sign for empty cells of the first board in its rows.
  init?(of reader: BoardReader, _ rows: ArraySlice<UInt8>) {
    guard let names = reader.boardNames, let puzzle = names.first else { return nil }
    let isCell = { (byte: UInt8) in 0x30...0x39 ~= byte || byte == UInt8(ascii: ".") }
    let board = rows.prefix(1 << 14).split { !isCell($0) }
      .first { $0.count == 81 && $0.contains { !(0x31...0x39 ~= $0) } }
    self.init(
      puzzle: puzzle, solution: names.dropFirst().first,
      empty: board?.contains(UInt8(ascii: "0")) == true ? UInt8(ascii: "0") : UInt8(ascii: "."))
  }
}

/// The boards of characters, 81 each; `nil` unless all obey the rules.
private func boards(ofCells cells: [UInt8]) -> [Board]? {
  var boards: [Board] = []
  boards.reserveCapacity(cells.count / 81)
  for start in stride(from: 0, to: cells.count, by: 81) {
    let board = Board(unsafeValues: { values in
      for index in 0..<81 {
        let cell = cells[start + index]
        values[index] = cell == UInt8(ascii: ".") ? 0 : cell & 15
      }
    })
    guard board.conflictingCells.isEmpty else { return nil }
    boards.append(board)
  }
  return boards
}

extension BoardRun {
  fileprivate var plainBoards: [Board]? { boards(ofCells: cells) }
}

extension InputBlock {
  /// The boards of the lines; `nil` unless each line is plain and its board obeys the rules.
  ///
  /// They equal the boards of `records`, in a fifth of the time.
  func plainBoards(withNothingElse: Bool) -> [Board]? {
    guard var lines = reader.plainLines else { return nil }
    lines.isBoardOnly = withNothingElse
    let most = bytes.count / 81 + 1
    var isPlain = false
    let cells = [UInt8](unsafeUninitializedCapacity: most * 81) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      let run = bytes.withUnsafeBufferPointer {
        lines.copy(from: $0, at: 0, limit: most, to: base, stride: 81)
      }
      isPlain = run.end == bytes.count
      count = run.count * 81
    }
    guard isPlain else { return nil }
    return boards(ofCells: cells)
  }

  var records: [InputRecord] {
    var records: [InputRecord] = []
    records.reserveCapacity(bytes.count / 82 + 1)
    var reader = reader.copy(forLinesFrom: firstLine)
    var lines = LineTexts(bytes: bytes, number: firstLine)
    func take(_ record: BoardReader.Record) {
      records.append(InputRecord(record, source: source) { lines.text(of: $0) })
    }
    reader.read(bytes[...], take)
    reader.finish(take)
    return records
  }

  /// Finds the texts of lines in their order.
  struct LineTexts {
    let bytes: [UInt8]
    var number: Int
    var place = 0

    init(bytes: [UInt8], number: Int) { (self.bytes, self.number) = (bytes, number) }

    mutating func text(of line: Int) -> String? {
      while number < line, let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) {
        place = end + 1
        number += 1
      }
      guard number == line else { return nil }
      let text = bytes[place...].prefix(1 << 16).prefix { $0 != UInt8(ascii: "\n") }
      let end = text.last == UInt8(ascii: "\r") ? text.dropLast() : text
      return String(decoding: end, as: UTF8.self)
    }
  }

  fileprivate var opening: InputBlock {
    var end = bytes.startIndex
    for _ in 0..<100 {
      guard let next = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) else {
        end = bytes.endIndex
        break
      }
      end = next + 1
    }
    return InputBlock(
      source: source, reader: reader, firstLine: firstLine, bytes: Array(bytes[..<end]))
  }
}
