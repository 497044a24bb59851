import ArgumentParser
import SudokuCore
import SudokuGenerator
import SudokuSolver

/// `sudoku unavoidable`: the unavoidable sets of solutions.
struct UnavoidableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unavoidable",
    abstract: "List the unavoidable sets of full grids, or of puzzles' solutions.",
    discussion: """
      One board in, one line out: board, number of sets, the sets. Every puzzle with this solution has \
      a clue in each of them. Only minimal sets are listed.

      EXAMPLES
        sudoku unavoidable --up-to 6 puzzles.txt
        sudoku unavoidable --up-to 12 --format jsonl grid.txt
      """)

  @OptionGroup var filter: FilterArguments

  @Option(help: "The largest sets to list: 4 to \(UnavoidableSets.mostCells) cells.")
  var upTo = 10

  func validate() throws {
    guard 4...UnavoidableSets.mostCells ~= upTo else {
      throw ValidationError("--up-to is 4 to \(UnavoidableSets.mostCells)")
    }
  }

  func run() async throws {
    let upTo = upTo
    try await runManyRowsFilter(filter) { board in
      let solution = board.isFull ? board : Solver().uniqueSolution(of: board)
      let sets = solution.flatMap { UnavoidableSets(of: $0, upTo: upTo)?.sets }
      return FoundRows(
        rows: [CellSetsRow(board, sets: sets)], isWanted: sets != nil,
        note: sets == nil ? FoundRows<CellSetsRow>.notProper : nil)
    }
  }
}
