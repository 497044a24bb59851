import ArgumentParser
import SudokuCore
import SudokuGenerator
import SudokuProtocol

/// `sudoku minimize`: minimal puzzles within puzzles.
struct MinimizeCommand: FilterCommand {
  static let configuration = CommandConfiguration(
    commandName: "minimize",
    abstract: "Remove redundant clues from puzzles.",
    discussion: """
      Prints one minimal puzzle for each puzzle: it has the same solution and no redundant clue. The \
      seed decides which clues are removed. With --all, prints every minimal puzzle within, each once. \
      Input fields about the source (its rating, its IDs) are renamed to input_rating and so on.

      EXAMPLES
        sudoku minimize --seed 7 puzzles.txt
        sudoku minimize --all --limit 1000 puzzles.txt
      """)

  static let lines: [Schema] = [.line(DerivedPuzzleRecord.self)]

  @OptionGroup var filter: FilterArguments

  @Option(help: "The seed of the random choice.")
  var seed: UInt64 = 1

  @Flag(help: "Print every minimal puzzle within.")
  var all = false

  @Option(
    help: "With --all: print at most this many for a puzzle (default: 100000).",
    transform: parsePositive)
  var limit: Int?

  func validate() throws {
    guard all || limit == nil else { throw ValidationError("--limit needs --all") }
  }

  func run() async throws {
    let (seed, all, limit) = (seed, all, limit ?? 100_000)
    try await runManyRowsFilter(filter, DerivedPuzzleRow.layout) { board in
      all ? allInside(board, limit: limit) : oneInside(board, seed: seed)
    }
  }
}

private func oneInside(_ board: Board, seed: UInt64) -> FoundRows<DerivedPuzzleRow> {
  var random = SeededRandom(seed: seed, stream: board.stream)
  guard let minimal = Minimizer().minimalPuzzle(of: board, using: &random) else {
    return FoundRows(fault: FoundRows<DerivedPuzzleRow>.notProper)
  }
  return FoundRows(rows: [DerivedPuzzleRow(minimal, source: board)])
}

private func allInside(_ board: Board, limit: Int) -> FoundRows<DerivedPuzzleRow> {
  var rows: [DerivedPuzzleRow] = []
  var isCut = false
  let isComplete = Minimizer().forEachMinimalPuzzle(of: board) { minimal in
    isCut = rows.count == limit
    if !isCut { rows.append(DerivedPuzzleRow(minimal, source: board)) }
    return !isCut
  }
  if isCut {
    return FoundRows(
      rows: rows, isAccepted: false,
      note: "more than \(limit) minimal \(limit == 1 ? "puzzle is" : "puzzles are") inside; "
        + "--limit raises the limit")
  }
  if !isComplete {
    return FoundRows(rows: [], isAccepted: false, note: FoundRows<DerivedPuzzleRow>.notProper)
  }
  return FoundRows(rows: rows)
}
