import SudokuCore

extension PuzzleFormat {
  /// Nine rows of nine cells, with or without rulings; blank lines separate puzzles.
  public static let grid = PuzzleFormat(
    GridFormat(name: "grid", summary: "nine rows, drawn in any common style") { board in
      board.grid + "\n\n"
    })
  /// A grid of box-drawing characters.
  public static let unicode = PuzzleFormat(
    GridFormat(name: "unicode", summary: "a grid of box-drawing characters") { board in
      board.unicodeGrid + "\n\n"
    })
  /// Simple Sudoku's `.ss`: nine rows in a frame.
  public static let ss = PuzzleFormat(
    GridFormat(name: "ss", summary: "Simple Sudoku's frame", fileExtension: "ss") { board in
      board.framed + "\n\n"
    })
}

/// A grid of clues in one style; all styles are read by the same reader.
struct GridFormat: FormatDefinition {
  let name: String
  let summary: String
  var fileExtension = "txt"
  let draw: @Sendable (Board) -> String

  func recognizes(_ opening: Opening) -> Bool { GridReader.begins(opening.line) }
  func makeReader(limit: Int) -> FormatReader { .blocks(GridReader()) }
  func makeWriter(columns: [String]) -> any FormatWriter { GridWriter(draw: draw) }
}

private struct GridWriter: FormatWriter {
  let draw: @Sendable (Board) -> String

  func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    text.append(record.title ?? "")
    text.append(draw(record.puzzle))
  }

  func losses(of record: PuzzleRecord) -> RecordParts { record.partsWithoutTitle }
}

extension PuzzleRecord {
  /// The record's title as lines above a grid; `nil` if it has none, or one that would be read as something else.
  fileprivate var title: String? {
    guard let field = fields.first(where: { $0.name == "title" }) else { return nil }
    let lines = field.value.text.replacing(GridReader.titleSeparator, with: "\n") + "\n"
    var (reader, read) = (BoardReader(), [BoardReader.Record]())
    reader.read(Array((lines + puzzle.grid).utf8)[...]) { read.append($0) }
    reader.finish { read.append($0) }
    guard read.count == 1, case .puzzle(let record) = read[0], record.puzzle == puzzle,
      record.fields == [field]
    else { return nil }
    return lines
  }

  /// The record's parts except for a title that is written above the grid.
  fileprivate var partsWithoutTitle: RecordParts {
    fields.count == 1 && title != nil ? parts.subtracting(.fields) : parts
  }
}

extension Board {
  /// The board as a grid of box-drawing characters.
  public var unicodeGrid: String {
    func ruling(_ left: String, _ cross: String, _ right: String, _ line: String) -> String {
      let stack = [String](repeating: String(repeating: line, count: 7), count: 3)
      return left + stack.joined(separator: cross) + right
    }
    var lines = [ruling("┌", "┬", "┐", "─")]
    for row in 0..<9 {
      if row == 3 || row == 6 { lines.append(ruling("├", "┼", "┤", "─")) }
      let stacks = (0..<3).map { stack in
        (0..<3).map { self[Cell(row: row, column: stack * 3 + $0)]?.description ?? "·" }
          .joined(separator: " ")
      }
      lines.append("│ " + stacks.joined(separator: " │ ") + " │")
    }
    return (lines + [ruling("└", "┴", "┘", "─")]).joined(separator: "\n")
  }

  var rows: [String] {
    let line = line.utf8
    return (0..<9).map { String(decoding: line.dropFirst($0 * 9).prefix(9), as: UTF8.self) }
  }

  /// Simple Sudoku's frame: `|...|...|...|` between rulings.
  fileprivate var framed: String {
    var lines = ["*-----------*"]
    for (index, row) in rows.enumerated() {
      if index == 3 || index == 6 { lines.append("|---+---+---|") }
      lines.append("|\(row.prefix(3))|\(row.dropFirst(3).prefix(3))|\(row.dropFirst(6))|")
    }
    return (lines + ["*-----------*"]).joined(separator: "\n")
  }
}

extension PuzzleFormat {
  /// A grid with the candidates of each empty cell, as printed by solvers.
  public static let pencilmarks = PuzzleFormat(PencilmarkFormat())
}

struct PencilmarkFormat: FormatDefinition {
  var name: String { "pencilmarks" }
  var summary: String { "a grid with the candidates of each cell" }
  var fileExtension: String { "txt" }

  func makeReader(limit: Int) -> FormatReader { .blocks(GridReader()) }
  func makeWriter(columns: [String]) -> any FormatWriter { PencilmarkWriter() }
}

private struct PencilmarkWriter: FormatWriter {
  func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    text.append(record.title ?? "")
    let words = CellSet.all.map { cell -> String in
      if let digit = record.puzzle[cell] { return digit.description }
      let marks = record.candidates?[cell] ?? .none
      // A single candidate would be read as a digit: a point distinguishes it.
      let word = marks.map(\.description).joined()
      return word.isEmpty ? "." : word.count == 1 ? word + "." : word
    }
    let widths = (0..<9).map { column in
      (0..<9).map { words[$0 * 9 + column].count }.max() ?? 1
    }
    let rulings = (0..<3).map { stack in
      String(repeating: "-", count: widths[(stack * 3)..<(stack * 3 + 3)].reduce(0, +) + 8)
    }
    text.append("." + rulings.joined(separator: ".") + ".\n")
    for row in 0..<9 {
      if row == 3 || row == 6 { text.append(":" + rulings.joined(separator: "+") + ":\n") }
      for column in 0..<9 {
        if column % 3 == 0 { text.append("| ") }
        let word = words[row * 9 + column]
        text.append(word + String(repeating: " ", count: widths[column] - word.count + 2))
        if column % 3 == 2 { text.append(" ") }
      }
      text.append("|\n")
    }
    text.append("'" + rulings.joined(separator: "'") + "'\n\n")
  }

  /// The parts that the grid omits; placed digits among them, because they would be read as clues.
  func losses(of record: PuzzleRecord) -> RecordParts {
    var lost = record.partsWithoutTitle.subtracting(.candidates)
    // A grid without candidates is read as one without notes, and a filled cell has none.
    if record.losesCandidates(in: record.puzzle) { lost.insert(.candidates) }
    return lost
  }
}

extension PuzzleFormat {
  /// SadMan Software's and SudoCue's `.sdk`: sections `[Puzzle]` and `[State]` of nine rows.
  public static let sdk = PuzzleFormat(SDKFormat())
}

struct SDKFormat: FormatDefinition {
  var name: String { "sdk" }
  var summary: String { "SadMan's and SudoCue's sections [Puzzle] and [State]" }
  var fileExtension: String { "sdk" }

  /// The names of the fields in comments such as `#A author`.
  static let comments: [UInt8: String] = [
    UInt8(ascii: "A"): "author", UInt8(ascii: "B"): "date", UInt8(ascii: "C"): "comment",
    UInt8(ascii: "D"): "description", UInt8(ascii: "L"): "level", UInt8(ascii: "S"): "source",
    UInt8(ascii: "U"): "url",
  ]

  /// True if a comment is a field: one of the letters, with any text behind it but the name of a puzzle.
  static func isField(_ text: ArraySlice<UInt8>) -> Bool {
    guard let letter = text.first, comments[letter] != nil, text.count > 1 else { return false }
    return !GridReader.isTitle(text) && !BoardLabel.isWhole(text)
  }

  func recognizes(_ opening: Opening) -> Bool {
    opening.first == UInt8(ascii: "[") && opening.text.last == UInt8(ascii: "]")
      && opening.text.dropFirst().first.map { 0x61...0x7A ~= $0 | 0x20 } ?? false
      && !opening.opensArrayWithNull && ForumMarks.blanked(opening.text) == nil
      && !ForumMarks.isTitle(opening.text)
  }
  func makeReader(limit: Int) -> FormatReader { .blocks(GridReader(hasSections: true)) }
  func makeWriter(columns: [String]) -> any FormatWriter { SDKWriter() }
}

private struct SDKWriter: FormatWriter {
  private static func letter(_ field: PuzzleField) -> UInt8? {
    guard !field.value.text.contains(where: \.isNewline), !field.value.text.isEmpty,
      field.value.text.first?.isWhitespace == false, field.value.text.last?.isWhitespace == false
    else { return nil }
    // A comment with another letter.
    if field.name.utf8.count == 2, field.name.hasPrefix("#") { return field.name.utf8.last }
    return SDKFormat.comments.first { $0.value == field.name }?.key
  }

  func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    if Self.isCurrent(record) { return text += record.source.bytes }
    for field in record.fields {
      guard let letter = Self.letter(field) else { continue }
      for line in field.value.text.split(separator: GridReader.titleSeparator) {
        text.append("#\(Character(Unicode.Scalar(letter)))\(line)\n")
      }
    }
    text.append("[Puzzle]\n" + record.puzzle.rows.joined(separator: "\n") + "\n")
    if record.placed != nil {
      text.append("[State]\n" + record.filled.rows.joined(separator: "\n") + "\n")
    }
    text.append("\n")
  }

  /// True if the record still is what its lines say, and they have every part of it.
  private static func isCurrent(_ record: PuzzleRecord) -> Bool {
    guard !record.source.bytes.isEmpty else { return false }
    var (reader, found) = (BoardReader(), [BoardReader.Record]())
    reader.read(record.source.bytes[...]) { found.append($0) }
    reader.finish { found.append($0) }
    guard found.count == 1, case .puzzle(var read) = found[0] else { return false }
    read.line = record.line
    return read == record
  }

  func losses(of record: PuzzleRecord) -> RecordParts {
    if Self.isCurrent(record) { return [] }
    var lost = record.parts.subtracting([.placed, .fields])
    if record.fields.contains(where: { Self.letter($0) == nil }) { lost.insert(.fields) }
    return lost
  }
}
