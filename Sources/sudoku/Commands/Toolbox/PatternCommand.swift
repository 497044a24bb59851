import ArgumentParser
import Foundation
import SudokuCore
import SudokuGenerator
import SudokuProtocol

/// `sudoku pattern`: the puzzles whose clues stand in given cells.
struct PatternCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pattern",
    abstract: "Find the puzzles whose clues stand in given cells.",
    discussion: """
      A pattern is 81 characters: '.', '0', '-', '_' and a space are empty cells, everything else is a \
      clue; a puzzle is a pattern, too. Puzzles come one after the other, all different; those that differ \
      in the names of the digits only are one. How many a pattern has nobody knows, often millions: the \
      search ends with --count or --budget, or when --attempts grids in succession brought nothing new. \
      For puzzles of a level or a rating use 'sudoku generate --pattern'.

      EXAMPLES
        sudoku pattern --count 1000 --seed 7 "$PATTERN"
        sudoku pattern --count 100000 --budget 60s PUZZLE > puzzles.txt
      """)

  @Argument(help: "The cells of the clues: 81 characters.", transform: parsePattern)
  var pattern: CellSet

  @Option(name: [.short, .long], help: "How many puzzles at most.", transform: parsePositive)
  var count = 10

  @Option(help: "The seed: the same one gives the same puzzles (default: drawn and told).")
  var seed: UInt64?

  @Option(
    help: "How many grids to try in succession without a new puzzle.", transform: parsePositive)
  var attempts = 1_000

  @Option(help: "Stop after this time, as in 60s, 5m or 500ms; what was found by then is written.")
  var budget: TimeBudget?

  @Flag(help: "Only puzzles without redundant clues.")
  var minimal = false

  @Option(help: "How to write the puzzles: line, jsonl, csv or text.")
  var format: OutputFormat = .line

  @Flag(name: [.short, .long], help: "Write no messages to standard error.")
  var quiet = false

  func run() throws {
    let seed = seed ?? UInt64.random(in: 0..<1 << 32)
    if self.seed == nil, !quiet { note("sudoku: seed \(seed)") }
    var search = PatternSearch(pattern, seed: seed)
    search.attemptLimit = attempts
    search.isMinimal = minimal
    if let reason = search.impossibility {
      throw CommandFailure("no puzzle has this pattern: \(reason)", code: .badPuzzle)
    }
    _ = try Output.standard.write(format.header(PatternRow.columns))
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
      note("sudoku: note: \(found) of \(count.counted("puzzle")) found; there may be more")
    }
    if found == 0 { throw ExitCode(CommandFailure.Code.badPuzzle.rawValue) }
  }
}

/// A puzzle of a pattern: alone on a line.
private struct PatternRow: OutputRow {
  static let columns = ["puzzle", "clues"]
  static let lineFieldCount = 1
  let record: PuzzleLineRecord

  init(_ puzzle: Board) { record = PuzzleLineRecord(puzzle: puzzle, solution: nil) }

  var fields: [String] { [record.puzzle.line] }
  var columnFields: [String] { [record.puzzle.line, String(record.puzzle.clueCount)] }
  var text: String { record.puzzle.grid + "\n" }
}

/// Reads a pattern: 81 characters; those that stand for empty cells are told in the help.
func parsePattern(_ text: String) throws -> CellSet {
  let characters = Array(text.filter { !$0.isNewline })
  guard characters.count == 81 else {
    throw ValidationError("a pattern has 81 characters, this one has \(characters.count)")
  }
  return CellSet(CellSet.all.filter { !".0 _-".contains(characters[$0.index]) })
}
