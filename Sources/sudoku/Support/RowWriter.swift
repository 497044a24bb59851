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
      besides: Row.columns + Row.memberNames, usesCandidates: usesCandidates)
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

  /// How many fields a row has.
  func columnCount(_ columns: [String]) -> Int {
    format == .line ? Row.lineFieldCount : Row.columns.count + columns.count
  }

  /// Adds a row.
  func append(
    _ row: Row, of record: PuzzleRecord, columns: [String], to buffer: inout [UInt8]
  ) {
    switch format {
    case .line: format.append(row, to: &buffer)
    case .text:
      buffer.append(contentsOf: row.text(style).utf8)
      buffer.append(UInt8(ascii: "\n"))
    case .csv:
      format.append(row, to: &buffer)
      if !columns.isEmpty { appendCells(of: record, columns, to: &buffer) }
    case .jsonl:
      format.append(row, to: &buffer)
      if record.parts.isEmpty { return }
      appendMembers(of: record, to: &buffer)
    }
  }

  /// Adds cells to the row that the buffer ends with.
  func appendCells(of record: PuzzleRecord, _ columns: [String], to buffer: inout [UInt8]) {
    buffer.removeLast()
    for cell in carried.cells(of: record, columns: columns) {
      buffer.append(UInt8(ascii: ","))
      TableText.append(cell, separator: UInt8(ascii: ","), to: &buffer)
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Adds members to the object that the buffer ends with.
  func appendMembers(of record: PuzzleRecord, to buffer: inout [UInt8]) {
    let fields = carried.fields(of: record)
    if fields.isEmpty { return }
    buffer.removeLast(2)
    for field in fields {
      buffer.append(UInt8(ascii: ","))
      JSONText.append(PuzzleField(carried.outputName(field.name), field.value), to: &buffer)
    }
    buffer.append(UInt8(ascii: "}"))
    buffer.append(UInt8(ascii: "\n"))
  }
}
