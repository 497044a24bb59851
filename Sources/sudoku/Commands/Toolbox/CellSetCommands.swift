import ArgumentParser
import SudokuCore
import SudokuGenerator
import SudokuProtocol
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

/// Sets of cells found for a puzzle: their number and the sets.
struct CellSetsRow: OutputRow {
  static let columns = ["puzzle", "count", "sets"]
  static let memberNames = ["puzzle", "sets"]
  let record: CellSetsRecord

  init(_ puzzle: Board, sets: [CellSet]?) { record = CellSetsRecord(puzzle, sets: sets) }

  var fields: [String] {
    guard let sets = record.sets else { return [record.puzzle.line, "-", "-"] }
    return [
      record.puzzle.line, String(sets.count), sets.map(\.description).joined(separator: "; "),
    ]
  }
}
