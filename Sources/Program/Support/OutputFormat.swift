import ArgumentParser
import JSONCoding
import SudokuFormats
import SudokuProtocol
import SudokuRating
import SudokuReading

/// The format of a command's results.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Fields separated by tabs, one record a line.
  case line
  /// One JSON object a line.
  case jsonl
  /// Comma-separated values with a header.
  case csv
  /// An Arrow IPC stream.
  case arrow
  case text

  /// True if a header names the fields of all records.
  var hasColumns: Bool { self == .csv || self == .arrow }

  init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

/// The columns of a command's rows, and the names of the members of its records.
struct RowLayout: Sendable {
  /// The header of comma-separated values.
  let columns: [String]
  let memberNames: [String]
  /// The names of input fields that describe the source puzzle and would seem to describe the result;
  /// none where both are the same puzzle.
  let sourceFacts: Set<String>
  /// The column that holds the reason if a record can't be read; `nil` for none.
  let reasonColumn: String?
  /// The least number of fields of a line.
  let lineFieldCount: Int

  init(
    _ columns: [String], _ memberNames: [String], sourceFacts: Set<String> = [],
    reasonColumn: String? = nil, lineFieldCount: Int? = nil
  ) {
    self.columns = columns
    self.memberNames = memberNames
    self.sourceFacts = sourceFacts
    self.reasonColumn = reasonColumn
    self.lineFieldCount = lineFieldCount ?? columns.count
  }
}

/// One record of a command's output: as JSON the protocol's record, in other formats its fields.
protocol OutputRow: Sendable {
  associatedtype Content: Record
  var record: Content { get }
  /// The fields of the line format; `-` for a missing one.
  var fields: [String] { get }
  /// The fields under the columns, where they are not those of the line format.
  var columnFields: [String] { get }
  /// Appends the fields of the line format, separated by tabs, without the end of the line.
  func appendLine(to bytes: inout [UInt8])
  /// Appends the fields under the columns, separated by commas, without the end of the line.
  func appendCells(to bytes: inout [UInt8])
  /// Appends the fields under the columns as a row of an Arrow table.
  func appendArrow(_ columns: [String], to bytes: inout [UInt8])
  /// The record for people.
  var text: String { get }
  func text(_ style: TextStyle) -> String
}

extension OutputRow {
  var text: String { fields.joined(separator: "  ") }
  func text(_ style: TextStyle) -> String { text }
  var columnFields: [String] { fields }
  func appendLine(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: fields.joined(separator: "\t").utf8)
  }
  func appendCells(to bytes: inout [UInt8]) { bytes.append(cells: columnFields) }
  func appendArrow(_ columns: [String], to bytes: inout [UInt8]) {
    for (name, cell) in zip(columns, columnFields) {
      bytes.append(arrowCell: cell, ArrowTable.kind(of: name))
    }
  }
}

extension ArrowTable {
  private static let kinds: [String: Kind] = [
    "puzzle": .board, "solution": .board, "canonicalForm": .board, "source": .board,
    "candidates": .candidates, "solutionCount": .integer, "automorphisms": .integer,
    "gridRank": .integer,
    "count": .integer, "clues": .integer, "seed": .unsigned, "minimal": .flag, "complete": .flag,
  ].merging(scaleColumns.map { ($0, .number) }) { kind, _ in kind }

  private static var scaleColumns: [String] {
    ScaleRegistry.standard.scales.flatMap { type(of: $0).numberColumns } + OwnScale.numberColumns
  }

  /// The type of a column of results by its name.
  static func kind(of column: String) -> Kind { kinds[column] ?? .text }
}

extension OutputFormat {
  /// Refuses `arrow` for a command that has no rows of puzzles.
  func refuseArrow() throws {
    if self == .arrow { throw ValidationError("this command has no results as --format arrow") }
  }

  /// The line before all records, if the format has one.
  func header(_ columns: [String]) -> [UInt8] {
    guard self == .csv else { return [] }
    var line: [UInt8] = []
    line.append(cells: columns)
    return line + [UInt8(ascii: "\n")]
  }

  /// Appends a row; only `arrow` needs the columns.
  func append(_ row: some OutputRow, _ columns: [String] = [], to buffer: inout [UInt8]) {
    switch self {
    case .line: row.appendLine(to: &buffer)
    case .csv: row.appendCells(to: &buffer)
    case .arrow: return row.appendArrow(columns, to: &buffer)
    case .text: buffer.append(contentsOf: row.text.utf8)
    case .jsonl: buffer.append(row.record)
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Appends the replacement of an invalid record, so that line numbers keep matching.
  func append(fault: InputError, columns: Int, to buffer: inout [UInt8]) {
    switch self {
    case .line:
      buffer.append(
        contentsOf: [String](repeating: "-", count: columns).joined(separator: "\t").utf8)
    case .csv, .arrow: break
    case .text: buffer.append(contentsOf: "error: \(fault.message)".utf8)
    case .jsonl:
      buffer.append(
        FaultRecord(
          .init(
            source: fault.source, line: fault.line, column: fault.column, message: fault.message,
            text: fault.text)))
    }
    buffer.append(UInt8(ascii: "\n"))
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ record: some Record) {
    var json = JSONBuffer(capacity: 512)
    do { try record.append(to: &json) } catch {
      // Only a defect in a record leads here; the line must still be written.
      json.append(text: #"{"error":{"message":"not encodable"}}"#)
    }
    json.withUnsafeBytes { append(contentsOf: $0) }
  }

  /// Appends fields, each after a tab.
  mutating func append(fields: String...) {
    for field in fields {
      append(UInt8(ascii: "\t"))
      append(contentsOf: field.utf8)
    }
  }

  /// Appends comma-separated values.
  mutating func append(cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      TableText.append(cell, separator: UInt8(ascii: ","), to: &self)
    }
  }
}

/// Writes rows together with the fields that their records carry from the input.
struct RowWriter: Sendable {
  let layout: RowLayout
  let format: OutputFormat
  let carried: CarriedFields
  private let style = TextStyle.standardOutput

  init(_ layout: RowLayout, format: OutputFormat, usesCandidates: Bool = false) {
    self.layout = layout
    self.format = format
    // `--columns` and `--sort` have names of their own for the figure.
    let figure = layout.columns.contains(where: TableLayout.isFigure) ? ["rating", "scale"] : []
    carried = CarriedFields(
      besides: format.hasColumns ? layout.columns + figure : layout.columns + layout.memberNames,
      facts: layout.sourceFacts,
      usesCandidates: usesCandidates)
  }

  /// The bytes before all rows.
  var header: [UInt8] {
    format == .arrow ? arrowTable.schema : format.header(layout.columns + carried.header)
  }

  /// True if an Arrow table has a column `error` for the reason of a record that can't be read: a row of nulls
  /// alone would not give it.
  private var hasReason: Bool { format == .arrow && layout.reasonColumn == nil }

  /// Appends a row without fields of the input.
  func append(_ row: some OutputRow, to buffer: inout [UInt8]) {
    format.append(row, layout.columns, to: &buffer)
    if hasReason { buffer.append(arrow: String?.none) }
  }

  /// The columns of an Arrow stream; those that are carried have the types of an Arrow input, else text.
  var arrowTable: ArrowTable {
    let kinds = carried.kinds
    let reason: [ArrowTable.Column] = hasReason ? [.init("error", .text)] : []
    return ArrowTable(
      layout.columns.map { .init($0, ArrowTable.kind(of: $0)) } + reason
        + carried.columns.map { .init(carried.outputName($0), kinds[$0] ?? .text) })
  }

  /// The Arrow table for a filter's plan; `nil` for other formats.
  var table: (@Sendable () -> ArrowTable)? {
    guard format == .arrow else { return nil }
    return { arrowTable }
  }

  /// The columns that are carried; asked once for many rows.
  var columns: [String] { format.hasColumns ? carried.columns : [] }

  /// Appends a row of a record of the input that messages call `source`.
  func append(
    _ row: some OutputRow, of record: PuzzleRecord, from source: String, columns: [String],
    to buffer: inout [UInt8]
  ) {
    switch format {
    case .line: format.append(row, layout.columns, to: &buffer)
    case .text:
      buffer.append(contentsOf: row.text(style).utf8)
      buffer.append(UInt8(ascii: "\n"))
    case .csv, .arrow:
      append(row, to: &buffer)
      appendCells(
        carried.fields(of: record), columns, source: source, line: record.line, to: &buffer)
    case .jsonl:
      format.append(row, layout.columns, to: &buffer)
      if record.parts.isEmpty { return }
      carried.appendMembers(carried.fields(of: record), to: &buffer)
    }
  }

  /// Appends the replacement of a row, so that line numbers keep matching.
  func append(_ fault: InputError, columns: [String], to buffer: inout [UInt8]) {
    if format.hasColumns {
      let cells = layout.columns.map { name in
        name == "puzzle"
          ? fault.puzzleText
          : name == layout.reasonColumn ? "badInput: \(fault.message)" : ""
      }
      if format == .arrow {
        for (name, cell) in zip(layout.columns, cells) {
          buffer.append(arrowCell: cell, ArrowTable.kind(of: name))
        }
        if hasReason { buffer.append(arrow: fault.message) }
      } else {
        buffer.append(cells: cells)
        buffer.append(UInt8(ascii: "\n"))
      }
      return appendCells(
        fault.otherFields, columns, source: fault.source, line: fault.line,
        to: &buffer)
    }
    format.append(fault: fault, columns: layout.lineFieldCount, to: &buffer)
    if format == .jsonl { carried.appendMembers(fault.fields, to: &buffer) }
  }

  private func appendCells(
    _ fields: [PuzzleField], _ columns: [String], source: String, line: Int,
    to buffer: inout [UInt8]
  ) {
    if fields.isEmpty, columns.isEmpty { return }
    if format == .arrow {
      let kinds = carried.kinds
      let cells = carried.cells(of: fields, columns: columns, source: source, line: line)
      for (name, cell) in zip(columns, cells) {
        if let kind = kinds[name] {
          buffer.append(arrowCell: cell, kind)
        } else {
          buffer.append(arrow: cell.isEmpty ? nil : cell)
        }
      }
      return
    }
    buffer.removeLast()
    for cell in carried.cells(of: fields, columns: columns, source: source, line: line) {
      buffer.append(UInt8(ascii: ","))
      TableText.append(cell, separator: UInt8(ascii: ","), to: &buffer)
    }
    buffer.append(UInt8(ascii: "\n"))
  }
}
