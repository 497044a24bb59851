import ArgumentParser
import SudokuCore
import SudokuGenerator
import SudokuProtocol

/// `sudoku pattern`: puzzles with clues in given cells.
struct PatternCommand: ParsableCommand, WritesLines {
  static let configuration = CommandConfiguration(
    commandName: "pattern",
    abstract: "Find puzzles with clues in given cells.",
    discussion: """
      A pattern is 81 characters: '.', '0', '-', '_' and space are empty cells, all others are clues; a \
      puzzle is a pattern too. Prints different puzzles; those that differ only in the names of the \
      digits count as one. A pattern often has millions: the search ends after --count puzzles, after \
      --budget, or after --attempts grids in succession without a new puzzle. For puzzles of a level \
      or rating use 'sudoku generate --pattern'.

      EXAMPLES
        sudoku pattern --count 1000 --seed 7 "$PATTERN"
        sudoku pattern --count 100000 --budget 60s PUZZLE > puzzles.txt
        sudoku pattern --count 1 PUZZLE                     # 17 clues: seconds
      """)

  static let lines: [Schema] = [.line(PuzzleLineRecord.self)]

  @Argument(help: "The cells of the clues: 81 characters.", transform: parsePattern)
  var pattern: CellSet

  @Option(
    name: [.short, .long], help: "Print at most this many puzzles.", transform: parsePositive)
  var count = 10

  @Option(help: "The seed of the search (default: random, printed on stderr).")
  var seed: UInt64?

  @Option(
    help: """
      Stop after this many grids in succession without a new puzzle (default: 1000, or 100 with fewer \
      than 20 clues).
      """,
    transform: parsePositive)
  var attempts: Int?

  @Option(help: "Stop after this time, such as 60s, 5m or 500ms.")
  var budget: TimeBudget?

  @Flag(help: "Print only minimal puzzles.")
  var minimal = false

  @Option(help: "The output format: line, jsonl, csv or text.")
  var format: OutputFormat = .line

  @Flag(name: [.short, .long], help: "Print no messages on standard error.")
  var quiet = false

  func run() throws {
    try format.refuseArrow()
    let seed = seed ?? UInt64.random(in: 0..<1 << 32)
    if self.seed == nil, !quiet { note("sudoku: seed \(seed)") }
    var search = PatternSearch(pattern, seed: seed)
    if let attempts { search.attemptLimit = attempts }
    search.isMinimal = minimal
    if let reason = search.impossibility {
      throw CommandFailure("no puzzle has this pattern: \(reason)", code: .badPuzzle)
    }
    _ = try Output.standard.write(format.header(["puzzle", "clues"]))
    let deadline = budget.map { ContinuousClock.now + $0.duration }
    var found = 0
    var isReaderGone = false
    var failure: (any Error)?
    search.forEachPuzzle(isCancelled: { deadline.map { ContinuousClock.now >= $0 } ?? false }) {
      puzzle in
      var bytes: [UInt8] = []
      format.append(PatternRow(puzzle), to: &bytes)
      found += 1
      do {
        isReaderGone = try !Output.standard.send(bytes)
        return !isReaderGone && found < count
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    if found < count, !isReaderGone, !quiet {
      let isOver = deadline.map { ContinuousClock.now >= $0 } ?? false
      let advice = isOver ? "" : "; a larger --attempts searches longer"
      note("sudoku: note: \(found) of \(count.counted("puzzle")) found; there may be more\(advice)")
    }
    if found == 0 { throw ExitCode(CommandFailure.Code.badPuzzle.rawValue) }
  }
}

/// A puzzle of a pattern: alone on a line.
private struct PatternRow: OutputRow {
  let record: PuzzleLineRecord

  init(_ puzzle: Board) { record = PuzzleLineRecord(puzzle: puzzle, solution: nil) }

  var fields: [String] { [record.puzzle.line] }
  var columnFields: [String] { [record.puzzle.line, String(record.puzzle.clueCount)] }
  var text: String { record.puzzle.grid + "\n" }
}

/// Reads a pattern of 81 characters.
func parsePattern(_ text: String) throws -> CellSet {
  let characters = Array(text.filter { !$0.isNewline })
  guard characters.count == 81 else {
    throw ValidationError("a pattern has 81 characters, this one has \(characters.count)")
  }
  return CellSet(CellSet.all.filter { !".0 _-".contains(characters[$0.index]) })
}
