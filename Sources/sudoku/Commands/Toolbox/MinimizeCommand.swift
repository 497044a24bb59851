import ArgumentParser
import SudokuCore
import SudokuGenerator

/// `sudoku minimize`: minimal puzzles inside puzzles.
struct MinimizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "minimize",
    abstract: "Take redundant clues off puzzles.",
    discussion: """
      One puzzle in, one minimal puzzle out: it has the same one solution, and no clue can go. Which \
      clues go is drawn by the seed. With --all: every minimal puzzle inside, each once. What the input \
      says of the source (its rating, its IDs) goes out as input_rating and so on.

      EXAMPLES
        sudoku minimize --seed 7 puzzles.txt
        sudoku minimize --all --limit 1000 puzzles.txt
      """)

  @OptionGroup var filter: FilterArguments

  @Option(help: "The seed: the same one gives the same puzzles.")
  var seed: UInt64 = 1

  @Flag(help: "Every minimal puzzle inside.")
  var all = false

  @Option(
    help: "With --all: the most puzzles out of one, 100000 if omitted; more are told on stderr.",
    transform: parsePositive)
  var limit: Int?

  func validate() throws {
    guard all || limit == nil else { throw ValidationError("--limit goes with --all") }
  }

  func run() async throws {
    let (seed, all, limit) = (seed, all, limit ?? 100_000)
    try await runManyRowsFilter(filter) { board in
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
      rows: rows, isWanted: false,
      note: "more than \(limit) minimal \(limit == 1 ? "puzzle is" : "puzzles are") inside; "
        + "--limit allows more")
  }
  if !isComplete {
    return FoundRows(rows: [], isWanted: false, note: FoundRows<DerivedPuzzleRow>.notProper)
  }
  return FoundRows(rows: rows)
}
