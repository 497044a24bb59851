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
      to three positions. In drawings, * marks the pattern and - what is removed. JSON lines contain the \
      positions as in 'sudoku practice'.

      EXAMPLES
        sudoku lesson x-wing
        sudoku lesson unique-rectangle  # all its types
        sudoku lesson "BUG+1" --format jsonl
        sudoku practice --technique x-wing --count 10  # more positions
      """)

  @Argument(
    help: "The technique: its id, its name or its family.", transform: parseTechniques)
  var technique: Set<Technique>

  @Option(help: "The output format: text or jsonl.")
  var format: OutputFormat = .text

  func validate() throws {
    guard format == .text || format == .jsonl else {
      throw ValidationError("lessons are text or jsonl")
    }
    if lessons.isEmpty { throw ValidationError("trial and error has no lesson") }
  }

  /// The lessons that the name stands for, in the order of the catalogue.
  private var lessons: [Lesson] { Technique.all.filter(technique.contains).compactMap(Lesson.init) }

  func run() throws {
    for (number, lesson) in lessons.enumerated() {
      let text = format == .jsonl ? lines(of: lesson) : pages(of: lesson)
      _ = try Output.standard.write((number == 0 || format == .jsonl ? [] : [10]) + text)
    }
  }

  private func lines(of lesson: Lesson) -> [UInt8] {
    var bytes: [UInt8] = []
    for position in lesson.positions {
      format.append(LessonRow(record: .init(position)), to: &bytes)
    }
    return bytes
  }

  private func pages(of lesson: Lesson) -> [UInt8] {
    let positions = lesson.positions
    var parts = ["\(lesson.technique.name)\n\n\(lesson.text)\n"]
    if let first = positions.first {
      let picture = BoardPicture(of: first.step, clues: first.clues, in: first.grid)
      parts.append("\(TextBoard(picture).text)\n\(first.step.explanation.text)\n")
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
