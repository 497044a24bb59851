import SudokuCore

extension PuzzleFormat {
  /// SadMan Software's and SudoCue's `.sdk`: sections `[Puzzle]` and `[State]` of nine rows.
  public static let sdk = PuzzleFormat(SDKFormat())
}

/// Files with sections; comments such as `#A author` before them.
struct SDKFormat: FormatDefinition {
  var name: String { "sdk" }
  var summary: String { "SadMan's and SudoCue's sections [Puzzle] and [State]" }
  var fileExtension: String { "sdk" }
  var holds: RecordParts { [.placed, .fields] }

  /// What the letters of comments stand for.
  static let comments: [UInt8: String] = [
    UInt8(ascii: "A"): "author", UInt8(ascii: "B"): "date", UInt8(ascii: "C"): "comment",
    UInt8(ascii: "D"): "description", UInt8(ascii: "L"): "level", UInt8(ascii: "S"): "source",
    UInt8(ascii: "U"): "url",
  ]

  func recognizes(_ opening: Opening) -> Bool {
    opening.first == UInt8(ascii: "[") && opening.text.last == UInt8(ascii: "]")
      && opening.text.dropFirst().first.map { 0x61...0x7A ~= $0 | 0x20 } ?? false
      && !opening.opensArrayWithNull
  }
  func makeReader(limit: Int) -> FormatReader { .blocks(GridReader(hasSections: true)) }
  func makeWriter(columns: [String]) -> any FormatWriter { SDKWriter() }
}

private struct SDKWriter: FormatWriter {
  private static func letter(_ field: PuzzleField) -> UInt8? {
    guard !field.value.text.contains(where: \.isNewline), !field.value.text.isEmpty,
      field.value.text.first?.isWhitespace == false, field.value.text.last?.isWhitespace == false
    else { return nil }
    return SDKFormat.comments.first { $0.value == field.name }?.key
  }

  func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    for field in record.fields {
      guard let letter = Self.letter(field) else { continue }
      text.append("#\(Character(Unicode.Scalar(letter)))\(field.value.text)\n")
    }
    text.append("[Puzzle]\n" + record.puzzle.rows.joined(separator: "\n") + "\n")
    if record.placed != nil {
      text.append("[State]\n" + record.filled.rows.joined(separator: "\n") + "\n")
    }
    text.append("\n")
  }

  func losses(of record: PuzzleRecord) -> RecordParts {
    var lost = record.parts.subtracting([.placed, .fields])
    if record.fields.contains(where: { Self.letter($0) == nil }) { lost.insert(.fields) }
    return lost
  }
}
