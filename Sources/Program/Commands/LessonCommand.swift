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
        sudoku lesson "BUG+1" --format jsonl
        sudoku practice --technique x-wing --count 10  # more positions
      """)

  @Argument(help: "The technique: its id or name.", transform: parseEachTechnique)
  var technique: Set<Technique>

  @Option(help: "The output format: text or jsonl.")
  var format: OutputFormat = .text

  func validate() throws {
    guard format == .text || format == .jsonl else {
      throw ValidationError("lessons are text or jsonl")
    }
    guard technique.count == 1, let one = technique.first, Lesson(one) != nil else {
      throw ValidationError("give one technique; trial and error has no lesson")
    }
  }

  func run() throws {
    guard let technique = technique.first, let lesson = Lesson(technique) else { return }
    let positions = lesson.positions
    if format == .jsonl {
      var bytes: [UInt8] = []
      for position in positions { format.append(LessonRow(record: .init(position)), to: &bytes) }
      _ = try Output.standard.write(bytes)
      return
    }
    var parts = ["\(technique.name)\n\n\(lesson.text)\n"]
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
    _ = try Output.standard.write(Array(parts.joined(separator: "\n").utf8))
  }
}

/// A line of `lesson --format jsonl`.
private struct LessonRow: OutputRow {
  let record: PracticeRecord

  var fields: [String] { [record.position.grid.board.line, record.position.step.result] }
  var text: String { record.position.step.explanation.text }
}
