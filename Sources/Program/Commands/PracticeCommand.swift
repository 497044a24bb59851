import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuGenerator
import SudokuProtocol
import SudokuTechniques

/// `sudoku practice`: positions in which a technique is the next step.
struct PracticeCommand: ParsableCommand, WritesLines {
  static let configuration = CommandConfiguration(
    commandName: "practice",
    abstract: "Make positions in which a technique is the next step.",
    discussion: """
      Prints one line for each position, as in HoDoKu's library: placed digits behind +, the candidates \
      that earlier steps removed, technique and result. csv has clues, placed digits, candidates, \
      technique, result; JSON lines have the step in words. 'hint' and 'render' read all of them.

      EXAMPLES
        sudoku practice --technique x-wing --count 10
        sudoku practice --technique wing --seed 7 --format jsonl
        sudoku practice --technique als-xz | sudoku render --step -o step.svg
      """)

  static let lines: [Schema] = [.line(PracticeRecord.self)]

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
      format.header(["clues", "placed", "candidates", "technique", "result"]))
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

  private var marks: PencilMarks {
    var marks = PencilMarks()
    for cell in record.position.grid.emptyCells { marks[cell] = record.position.grid[cell] }
    return marks
  }

  var fields: [String] {
    let position = record.position
    let puzzle = PuzzleRecord(
      puzzle: position.clues, placed: position.grid.board, candidates: marks,
      fields: [PuzzleField("comment", "\(position.step.name) \(position.step.result)")])
    return [String(PuzzleWriter(.hodoku).text(of: puzzle).dropLast())]
  }
  var columnFields: [String] {
    let (clues, grid, step) = (record.position.clues, record.position.grid, record.position.step)
    return [clues.line, grid.board.line, marks.text, step.name, step.result]
  }
  var text: String {
    let grid = record.position.grid
    let marks = CellSet.all.map { cell in
      if let digit = grid.board[cell] { return "\(digit)" }
      // A dot sets the only candidate of a cell apart from a placed digit.
      return (grid[cell].count == 1 ? "." : "") + grid[cell].map(\.description).joined()
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
