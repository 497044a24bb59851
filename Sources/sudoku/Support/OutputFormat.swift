import ArgumentParser
import JSONCoding
import SudokuProtocol

/// How the filters write their results.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Fields separated by tabs, one record a line.
  case line
  /// One JSON object a line.
  case jsonl
  /// Comma-separated values with a header.
  case csv
  /// For people.
  case text

  /// Reads a name in any case; names that other programs use are refused with ours.
  init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

/// One record of a command's output.
protocol OutputRow: Encodable, Sendable {
  /// The names of the columns, for the header of comma-separated values.
  static var columns: [String] { get }
  /// The fields in the order of the line format; `-` where there is none.
  var fields: [String] { get }
  /// The fields in the order of the columns; where the line format has fewer fields, all of them.
  var columnFields: [String] { get }
  /// Adds the fields of the line format, separated by tabs, without the end of the line.
  func appendLine(to bytes: inout [UInt8])
  /// The names of the members as JSON; `columns` where they are the same.
  static var memberNames: [String] { get }
  /// The names of fields of the input that describe its puzzle and would be taken for words about the
  /// result; none where both are the same puzzle.
  static var sourceFacts: Set<String> { get }
  /// How many fields a line has at least; as many as there are columns, unless told.
  static var lineFieldCount: Int { get }
  /// The record for people, several lines if need be.
  var text: String { get }
  /// The same with the colours of a terminal.
  func text(_ style: TextStyle) -> String
}

extension OutputRow {
  /// The fields, for rows that have no better form.
  var text: String { fields.joined(separator: "  ") }
  /// The text, for rows without colours.
  func text(_ style: TextStyle) -> String { text }
  /// The number of columns.
  static var lineFieldCount: Int { columns.count }
  /// The fields as texts, for rows that have no shorter way.
  func appendLine(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: fields.joined(separator: "\t").utf8)
  }
  /// The columns.
  static var memberNames: [String] { columns }
  /// None.
  static var sourceFacts: Set<String> { [] }
  /// The fields of the line format.
  var columnFields: [String] { fields }
}

extension OutputFormat {
  /// The line that comes before all records, if the format has one.
  func header<Row: OutputRow>(for row: Row.Type) -> String? {
    self == .csv ? Row.columns.joined(separator: ",") + "\n" : nil
  }

  /// Adds a record to a buffer.
  func append<Row: OutputRow>(_ row: Row, to buffer: inout [UInt8]) {
    switch self {
    case .line:
      row.appendLine(to: &buffer)
      buffer.append(UInt8(ascii: "\n"))
    case .csv: appendLine(row.columnFields.map(csvField).joined(separator: ","), to: &buffer)
    case .text: appendLine(row.text, to: &buffer)
    case .jsonl: appendJSON(row, to: &buffer)
    }
  }

  /// Adds the replacement of a bad record, so that line numbers keep matching.
  func append(fault: Diagnostic, columns: Int, to buffer: inout [UInt8]) {
    switch self {
    case .line:
      appendLine([String](repeating: "-", count: columns).joined(separator: "\t"), to: &buffer)
    case .csv: appendLine(String(repeating: ",", count: columns - 1), to: &buffer)
    case .text: appendLine("error: \(fault.message)", to: &buffer)
    case .jsonl:
      appendJSON(
        FaultRecord(
          .init(
            source: fault.source, line: fault.line, column: fault.column, message: fault.message)),
        to: &buffer)
    }
  }

  private func appendLine(_ line: String, to buffer: inout [UInt8]) {
    buffer.append(contentsOf: line.utf8)
    buffer.append(UInt8(ascii: "\n"))
  }

  private func appendJSON(_ value: some Encodable, to buffer: inout [UInt8]) {
    if let bytes = try? CanonicalJSONEncoder().encode(value) {
      buffer.append(contentsOf: bytes)
    } else {
      // Only a defect in a row type leads here; the record must keep its line all the same.
      buffer.append(contentsOf: "{\"error\":{\"message\":\"not encodable\"}}".utf8)
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  private func csvField(_ field: String) -> String {
    guard field.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}

extension [UInt8] {
  /// Adds fields, each after a tab.
  mutating func append(fields: String...) {
    for field in fields {
      append(UInt8(ascii: "\t"))
      append(contentsOf: field.utf8)
    }
  }
}
