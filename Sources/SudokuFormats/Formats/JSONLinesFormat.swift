import SudokuCore

extension PuzzleFormat {
  /// One JSON object a line, with the puzzle in `puzzle` or a member of another common name.
  public static let jsonl = PuzzleFormat(JSONLinesFormat())
}

/// JSON lines: each line whole values.
struct JSONLinesFormat: FormatDefinition {
  var name: String { "jsonl" }
  var summary: String { "one JSON object a line" }
  var fileExtension: String { "jsonl" }
  var holds: RecordParts { [.solution, .placed, .candidates, .fields] }

  func recognizes(_ opening: Opening) -> Bool {
    switch opening.first {
    case UInt8(ascii: "{"): opening.isWhole && JSONRecords.isWhole(opening.text)
    // A shorter text may be the header of a table.
    case UInt8(ascii: "\""):
      opening.text.count >= 83 && opening.text.last == UInt8(ascii: "\"")
        && opening.text.count { $0 == UInt8(ascii: "\"") } == 2
    default: false
    }
  }
  func makeReader(limit: Int) -> FormatReader { .lines(JSONLinesReader()) }
  func makeWriter(columns: [String]) -> any FormatWriter { JSONRecordWriter(isArray: false) }
}

private struct JSONLinesReader: LineFormatReader {
  var plainLines: PlainLines? { PlainLines(.json) }

  mutating func read(_ line: ArraySlice<UInt8>, number: Int, _ emit: RecordSink) {
    JSONRecords.read(line, line: number, emit)
  }
}

/// Writes an object for each record: as lines, or as the elements of an array.
struct JSONRecordWriter: FormatWriter {
  let isArray: Bool

  var header: String { isArray ? "[\n" : "" }
  var separator: String { isArray ? ",\n" : "" }
  var footer: String { isArray ? "\n]\n" : "" }
  var placeholder: String { isArray ? "null" : "null\n" }

  /// The names of the members that are not further fields.
  private static let names: Set<String> = ["clues", "puzzle", "solution", "placed", "candidates"]

  func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    let clueCount = record.puzzle.clueCount
    text.append("{\"clues\":\(clueCount),\"puzzle\":\"")
    text.append(record.puzzle, empty: UInt8(ascii: "."))
    text.append("\"")
    if let solution = record.solution { append("solution", solution, to: &text) }
    if let placed = record.placed { append("placed", placed, to: &text) }
    if let marks = record.candidates {
      text.append(",\"candidates\":\"\(marks.text)\"")
    }
    for field in record.fields {
      if field.name == "clues", field.value == .json(String(clueCount)) { continue }
      text.append(UInt8(ascii: ","))
      let isTaken = Self.names.contains(field.name)
      JSONText.append(
        PuzzleField(isTaken ? "input_" + field.name : field.name, field.value), to: &text)
    }
    text.append(isArray ? "}" : "}\n")
  }

  private func append(_ name: String, _ board: Board, to text: inout [UInt8]) {
    text.append(",\"\(name)\":\"")
    text.append(board, empty: UInt8(ascii: "."))
    text.append("\"")
  }

  func losses(of record: PuzzleRecord) -> RecordParts { [] }
}
