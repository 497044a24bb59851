import ArgumentParser
import SudokuCore
import SudokuSolver

/// `sudoku backdoors`: the cells that open a puzzle.
struct BackdoorsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backdoors",
    abstract: "Find the smallest sets of cells that open puzzles.",
    discussion: """
      One puzzle in, one line out: puzzle, number of sets, the sets. Once the digits of such a set \
      are given, singles and locked candidates do the rest. '0' sets: none up to the size of --up-to; one \
      empty set: nothing needs to be given.

      EXAMPLES
        sudoku backdoors puzzles.txt
        sudoku backdoors --up-to 3 hardest.txt
      """)

  @OptionGroup var filter: FilterArguments

  @Option(help: "The largest sets to look for: 0 to 4 cells.")
  var upTo = 2

  func validate() throws {
    guard 0...4 ~= upTo else { throw ValidationError("--up-to is 0 to 4") }
  }

  func run() async throws {
    let upTo = upTo
    try await runManyRowsFilter(filter) { board in
      guard Solver().solve(board).isUnique else {
        return FoundRows(
          rows: [CellSetsRow(board, sets: nil)], isWanted: false,
          note: FoundRows<CellSetsRow>.notProper)
      }
      return FoundRows(
        rows: [CellSetsRow(board, sets: BatchSolver().smallestBackdoors(of: board, upTo: upTo))])
    }
  }
}
