import ArgumentParser
import SudokuCore
import SudokuGenerator
import SudokuProtocol
import SudokuTechniques

/// `sudoku practice`: positions in which a technique is the next step.
struct PracticeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "practice",
    abstract: "Make positions in which a technique is the next step.",
    discussion: """
      Prints one line for each position: clues, board, the candidates that earlier steps removed, \
      technique, result. JSON lines also contain the notes and the step in words.

      EXAMPLES
        sudoku practice --technique x-wing --count 10
        sudoku practice --technique wing --seed 7 --format jsonl
      """)

  @Option(help: "The techniques: ids, names or families.", transform: parseTechniques)
  var technique: Set<Technique>

  @Option(help: "The number of positions (default: 1).", transform: parsePositive)
  var count = 1

  @Option(help: "The seed of the puzzles (default: random, printed on stderr).")
  var seed: UInt64?

  @Option(help: "The output format: line, jsonl, csv or text.")
  var format: OutputFormat = .line

  func run() throws {
    try format.refuseArrow()
    let seed = seed ?? UInt64.random(in: 0...UInt64(Int64.max))
    guard let search = PracticeSearch(technique, seed: seed) else {
      throw ValidationError("hints use none of these techniques")
    }
    if self.seed == nil { note("sudoku: seed \(seed)") }
    _ = try Output.standard.write(
      format.header(["clues", "board", "removed", "technique", "result"]))
    for index in 0..<count {
      guard let position = search.position(at: index) else {
        throw CommandFailure(
          "only \(index.counted("position")) found: the technique is rare", code: .badPuzzle)
      }
      var bytes: [UInt8] = []
      format.append(PracticeRow(record: PracticeRecord(position)), to: &bytes)
      _ = try Output.standard.write(bytes)
      try Output.standard.flush()
    }
  }
}

/// A row of `practice`.
private struct PracticeRow: OutputRow {
  let record: PracticeRecord

  private func facts(none: String) -> [String] {
    let position = record.position
    let removed = record.removed.map { "\($0.cell)<>\($0.digit)" }.joined(separator: " ")
    return [
      position.clues.line, position.grid.board.line, removed.isEmpty ? none : removed,
      position.step.name, position.step.result,
    ]
  }

  var fields: [String] { facts(none: "-") }
  var columnFields: [String] { facts(none: "") }
  var text: String {
    let marks = CellSet.all.map { cell in
      record.position.grid.board[cell].map(\.description)
        ?? record.position.grid[cell].map(\.description).joined()
    }
    let width = marks.map(\.count).max() ?? 1
    let rows = stride(from: 0, to: 81, by: 9).map { start in
      marks[start..<start + 9]
        .map { $0 + String(repeating: " ", count: width - $0.count) }.joined(separator: " ")
    }
    return rows.joined(separator: "\n")
      + "\nFind \(Phrase.withArticle(record.position.step.name)).\n"
  }
}
