import SudokuCore

/// Writes records as objects, in an array or one a line.
struct JSONRecordWriter: FormatWriter {
  let isArray: Bool

  var header: String { isArray ? "[\n" : "" }
  var separator: String { isArray ? ",\n" : "" }
  var footer: String { isArray ? "\n]\n" : "" }
  var placeholder: String { isArray ? "null" : "null\n" }

  /// The names of members that fields may not have.
  private static let names: Set<String> = [
    "clues", "puzzle", "solution", "placed", "candidates", "error",
  ]

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
