import SudokuCore
import SudokuFormats

/// A unit of work.
package enum InputPart: Sendable {
  /// Whole lines, still to be read.
  case block(InputBlock)
  /// Records that span lines, or rows before a block, with the head of their input.
  case records([InputRecord], head: InputHead = InputHead())
  /// Records that are nothing but boards.
  case boards(BoardRun, source: String)
  /// The replacement of an unreadable file or an overlong line.
  case fault(InputError, isRecord: Bool)
}

/// The properties of all records that the head of an input gives.
package struct InputHead: Sendable {
  /// The names of the fields.
  var fieldNames: [String]?
  var boardNames: TableNames?
  /// The types of the fields.
  package var kinds: [String: ArrowTable.Kind] = [:]
}

/// The names of the boards in a table's header, and the sign for empty cells in its first board.
package struct TableNames: Sendable {
  package var puzzle: String
  package var solution: String?
  package var empty: UInt8
}

extension TableNames {
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

extension InputPart {
  /// Finds the texts of lines in their order; `nil` where records span lines.
  package var lineTexts: InputBlock.LineTexts? {
    guard case .block(let block) = self else { return nil }
    return InputBlock.LineTexts(bytes: block.bytes, number: block.firstLine)
  }

  /// The records of the part; comment lines (`#`) and blank lines are none.
  package var records: [InputRecord] {
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
  package func plainBoards(withNothingElse: Bool) -> [Board]? {
    switch self {
    case .block(let block): block.plainBoards(withNothingElse: withNothingElse)
    case .boards(let run, _): run.plainBoards
    case .records, .fault: nil
    }
  }

  /// The names of the fields in the header or in records, in order.
  package func fieldNames(of records: [InputRecord]) -> [String] {
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
  package var boardNames: TableNames? {
    switch self {
    case .block(let block): TableNames(of: block.reader, block.bytes[...])
    case .records(_, let head): head.boardNames
    case .boards, .fault: nil
    }
  }

  /// True if a header names the fields of all records, or the format has hardly any fields.
  package var hasFixedFields: Bool {
    switch self {
    case .block(let block):
      block.reader.fieldNames != nil || block.reader.format == .line
        || block.reader.format == .hodoku
    case .boards, .fault: true
    case .records: false
    }
  }

  /// True if one of the first records has a second board that is not its puzzle's solution.
  package var hasFurtherBoards: Bool {
    firstRecords.contains { record in
      guard case .success(let found) = record.puzzle, let rest = found.field("comment") else {
        return false
      }
      return rest.split { " \t,;|".contains($0) }
        .contains { $0.utf8.count == 81 && (try? Board(line: $0)) != nil }
    }
  }

  /// Some records of the beginning; none of plain boards.
  package var firstRecords: [InputRecord] {
    switch self {
    case .fault, .boards: []
    case .records(let records, _): Array(records.prefix(100))
    case .block(let block): block.opening.records
    }
  }
}
