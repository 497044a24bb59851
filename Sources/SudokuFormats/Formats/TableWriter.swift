import SudokuCore

/// Writes puzzle, solution and the columns that the records have.
struct TableWriter: FormatWriter {
  let separator: UInt8
  /// The names of the further columns.
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
