import ArgumentParser
import SudokuCore
import SudokuDrawing
import SudokuGenerator
import SudokuProtocol
import SudokuTechniques

/// `sudoku lesson`: what a technique is, with positions.
struct LessonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lesson",
    abstract: "Teach a technique: what it is, a drawing, and positions.",
    discussion: """
      Prints what to look for and why it works, a drawing of a position with the step in words, and up \
      to three positions. In drawings, * marks the pattern, o what is false in a chain and - what is \
      removed. JSON lines contain the positions as in 'sudoku practice'. html and pdf are sheets to \
      print: definition, drawing, three exercises and their answers. pdf needs the program rsvg-convert.

      EXAMPLES
        sudoku lesson x-wing
        sudoku lesson unique-rectangle  # all its types
        sudoku lesson x-wing -o x-wing.pdf
        sudoku lesson "BUG+1" --format jsonl
        sudoku practice --technique x-wing --count 10  # more positions
      """)

  @Argument(
    help: "The technique: its id, its name or its family.", transform: parseTechniques)
  var technique: Set<Technique>

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, jsonl, html, pdf }

  @Option(help: "The format (default: by the name of --output, else text).")
  var format: Format?

  @Option(name: [.short, .long], help: "The file to write.", completion: .file())
  var output: String?

  func validate() throws {
    if lessons.isEmpty { throw ValidationError("trial and error has no lesson") }
  }

  /// The lessons that the name stands for, in the order of the catalogue.
  private var lessons: [Lesson] { Technique.all.filter(technique.contains).compactMap(Lesson.init) }

  func run() throws {
    let format = try format ?? Printing.format(of: output) ?? .text
    switch format {
    case .text:
      let texts = lessons.map { String(decoding: pages(of: $0), as: UTF8.self) }
      try Printing.write(Array(texts.joined(separator: "\n").utf8), to: output)
    case .jsonl: try Printing.write(lessons.flatMap(lines), to: output)
    case .html:
      let title = lessons.map(\.technique.name).joined(separator: ", ")
      try Printing.write(Array(BookPage.html(title: title, lessons.map(sheet)).utf8), to: output)
    case .pdf: try Printing.write(try Printing.convert(lessons.map(sheet), to: "pdf"), to: output)
    }
  }

  private func lines(of lesson: Lesson) -> [UInt8] {
    var bytes: [UInt8] = []
    for position in lesson.positions {
      OutputFormat.jsonl.append(LessonRow(record: .init(position)), to: &bytes)
    }
    return bytes
  }

  /// The lesson on a page: its first position is drawn with the step, the others are exercises.
  private func sheet(of lesson: Lesson) -> String {
    var positions = lesson.positions
    if let search = PracticeSearch([lesson.technique], seed: 1) {
      var index = 0
      while positions.count < 4, let position = search.position(at: index) {
        positions.append(position)
        index += 1
      }
    }
    positions += lesson.twins(atMost: 4 - positions.count)
    let example = positions.first.map { first in
      (
        picture: BoardPicture(of: first.step, clues: first.clues, in: first.grid),
        text: first.step.explanation.text
      )
    }
    let exercises = positions.dropFirst().prefix(3).map { position in
      var picture = BoardPicture(clues: position.clues, board: position.grid.board)
      for cell in position.grid.emptyCells { picture.notes[cell] = position.grid[cell] }
      return (picture: picture, answer: position.step.result.replacing("<>", with: "≠"))
    }
    return PrintedPage.lesson(
      title: lesson.technique.name, text: lesson.text, example: example, exercises: exercises)
  }

  private static func wrapped(_ text: String) -> String {
    SVGBoard.lines(of: text, width: 80).joined(separator: "\n")
  }

  private func pages(of lesson: Lesson) -> [UInt8] {
    let positions = lesson.positions
    var parts = ["\(lesson.technique.name)\n\n\(Self.wrapped(lesson.text))\n"]
    if let first = positions.first {
      let picture = BoardPicture(of: first.step, clues: first.clues, in: first.grid)
      parts.append("\(TextBoard(picture).text)\n\(Self.wrapped(first.step.explanation.text))\n")
    }
    for (number, position) in positions.enumerated() {
      let record = PracticeRecord(position)
      let removed = record.removed.map { "\($0.cell)<>\($0.digit)" }.joined(separator: " ")
      parts.append(
        "Position \(number + 1)\n  clues    \(position.clues.line)\n"
          + "  board    \(position.grid.board.line)\n"
          + (removed.isEmpty ? "" : "  removed  \(removed)\n")
          + "  result   \(position.step.result)\n")
    }
    return Array(parts.joined(separator: "\n").utf8)
  }
}

/// A line of `lesson --format jsonl`.
private struct LessonRow: OutputRow {
  let record: PracticeRecord

  var fields: [String] { [record.position.grid.board.line, record.position.step.result] }
  var text: String { record.position.step.explanation.text }
}
