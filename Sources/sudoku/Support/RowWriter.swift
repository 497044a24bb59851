import SudokuFormats

/// Writes rows together with what their records carry from the input.
struct RowWriter<Row: OutputRow>: Sendable {
  let format: OutputFormat
  let carried: CarriedFields
  /// Whether the rows go to a terminal with colours.
  let style = TextStyle.standardOutput

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - format: How rows are written.
  ///   - usesCandidates: Whether the command looks at pencilmarks.
  init(format: OutputFormat, usesCandidates: Bool = false) {
    self.format = format
    carried = CarriedFields(
      besides: Row.columns + Row.memberNames, facts: Row.sourceFacts,
      usesCandidates: usesCandidates)
  }

  /// What comes before all rows.
  var header: String? {
    guard format == .csv else { return nil }
    var line: [UInt8] = []
    for (index, name) in (Row.columns + carried.header).enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      TableText.append(name, separator: UInt8(ascii: ","), to: &line)
    }
    return String(decoding: line, as: UTF8.self) + "\n"
  }

  /// The columns that are carried; asked once for many rows.
  var columns: [String] { format == .csv ? carried.columns : [] }

  /// Adds a row of a record of the input that messages call `source`.
  func append(
    _ row: Row, of record: PuzzleRecord, from source: String, columns: [String],
    to buffer: inout [UInt8]
  ) {
    switch format {
    case .line: format.append(row, to: &buffer)
    case .text:
      buffer.append(contentsOf: row.text(style).utf8)
      buffer.append(UInt8(ascii: "\n"))
    case .csv:
      format.append(row, to: &buffer)
      appendCells(
        carried.fields(of: record), columns, source: source, line: record.line, to: &buffer)
    case .jsonl:
      format.append(row, to: &buffer)
      if record.parts.isEmpty { return }
      carried.appendMembers(carried.fields(of: record), to: &buffer)
    }
  }

  /// Adds what replaces a row, so that line numbers keep matching.
  func append(_ fault: RecordFault, columns: [String], to buffer: inout [UInt8]) {
    let width = format == .line ? Row.lineFieldCount : Row.columns.count
    format.append(fault: fault.diagnostic, columns: width, to: &buffer)
    switch format {
    case .csv:
      appendCells(
        fault.fields, columns, source: fault.diagnostic.source, line: fault.diagnostic.line,
        to: &buffer)
    case .jsonl: carried.appendMembers(fault.fields, to: &buffer)
    case .line, .text: break
    }
  }

  /// Adds cells to the row that the buffer ends with.
  func appendCells(
    _ fields: [PuzzleField], _ columns: [String], source: String, line: Int,
    to buffer: inout [UInt8]
  ) {
    if fields.isEmpty, columns.isEmpty { return }
    buffer.removeLast()
    for cell in carried.cells(of: fields, columns: columns, source: source, line: line) {
      buffer.append(UInt8(ascii: ","))
      TableText.append(cell, separator: UInt8(ascii: ","), to: &buffer)
    }
    buffer.append(UInt8(ascii: "\n"))
  }
}
