import SudokuCore

extension PuzzleFormat {
  /// A grid that shows the candidates of each empty cell, as solvers print it.
  public static let pencilmarks = PuzzleFormat(PencilmarkFormat())
}

/// A grid of words: one digit is a filled cell, more are the candidates of an empty one.
struct PencilmarkFormat: FormatDefinition {
  var name: String { "pencilmarks" }
  var summary: String { "a grid with the candidates of each cell" }
  var fileExtension: String { "txt" }
  var holds: RecordParts { [.candidates] }

  func makeReader(limit: Int) -> FormatReader { .blocks(GridReader()) }
  func makeWriter(columns: [String]) -> any FormatWriter { PencilmarkWriter() }
}

private struct PencilmarkWriter: FormatWriter {
  func append(_ record: PuzzleRecord, to text: inout [UInt8]) {
    let board = record.filled
    let words = CellSet.all.map { cell -> String in
      if let digit = board[cell] { return digit.description }
      let marks = record.candidates?[cell] ?? .none
      // One candidate alone would be read as a digit: a point keeps it apart.
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

  /// Placed digits look like clues.
  func losses(of record: PuzzleRecord) -> RecordParts {
    var lost = record.parts.subtracting(.candidates)
    // A grid without a candidate says nothing about them, and a filled cell has none.
    if record.losesCandidatesInCells { lost.insert(.candidates) }
    return lost
  }
}
