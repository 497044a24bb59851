import ArgumentParser
import SudokuCore
import SudokuGenerator
import SudokuProtocol
import SudokuSolver

/// `sudoku backdoors`: the smallest backdoors of puzzles.
struct BackdoorsCommand: FilterCommand {
  static let configuration = CommandConfiguration(
    commandName: "backdoors",
    abstract: "Find the smallest backdoors of puzzles.",
    discussion: """
      A backdoor is a set of cells whose digits reduce the puzzle to singles and locked candidates. \
      Prints one line for each puzzle: puzzle, number of backdoors, backdoors. The number is 0 if none \
      has at most --up-to cells; one empty set means that no digit is needed.

      EXAMPLES
        sudoku backdoors puzzles.txt
        sudoku backdoors --up-to 3 hardest.txt
      """)

  static let lines: [Schema] = [.line(CellSetsRecord.self)]

  @OptionGroup var filter: FilterArguments

  @Option(help: "The maximum number of cells (0-4).")
  var upTo = 2

  func validate() throws {
    guard 0...4 ~= upTo else { throw ValidationError("--up-to must be 0 to 4") }
  }

  func run() async throws {
    let upTo = upTo
    try await runManyRowsFilter(filter, CellSetsRow.layout) { board in
      guard Solver().solve(board).isUnique else {
        return FoundRows(
          rows: [CellSetsRow(board, sets: nil)], isAccepted: false,
          note: FoundRows<CellSetsRow>.notProper)
      }
      return FoundRows(
        rows: [CellSetsRow(board, sets: BatchSolver().smallestBackdoors(of: board, upTo: upTo))])
    }
  }
}

/// `sudoku unavoidable`: the unavoidable sets of solutions.
struct UnavoidableCommand: FilterCommand {
  static let configuration = CommandConfiguration(
    commandName: "unavoidable",
    abstract: "List the minimal unavoidable sets of solutions.",
    discussion: """
      Takes full grids or puzzles. Prints one line for each: board, number of sets, sets. Every puzzle \
      with this solution has a clue in each unavoidable set.

      EXAMPLES
        sudoku unavoidable --up-to 6 puzzles.txt
        sudoku unavoidable --up-to 12 --format jsonl grid.txt
      """)

  static let lines: [Schema] = [.line(CellSetsRecord.self)]

  @OptionGroup var filter: FilterArguments

  @Option(help: "The maximum number of cells (4-\(UnavoidableSets.mostCells)).")
  var upTo = 10

  func validate() throws {
    guard 4...UnavoidableSets.mostCells ~= upTo else {
      throw ValidationError("--up-to must be 4 to \(UnavoidableSets.mostCells)")
    }
  }

  func run() async throws {
    let upTo = upTo
    try await runManyRowsFilter(filter, CellSetsRow.layout) { board in
      let solution = board.isFull ? board : Solver().uniqueSolution(of: board)
      let sets = solution.flatMap { UnavoidableSets(of: $0, upTo: upTo)?.sets }
      return FoundRows(
        rows: [CellSetsRow(board, sets: sets)], isAccepted: sets != nil,
        note: sets == nil ? FoundRows<CellSetsRow>.notProper : nil)
    }
  }
}

struct CellSetsRow: OutputRow {
  static let layout = RowLayout(["puzzle", "count", "sets"], ["puzzle", "sets"])
  let record: CellSetsRecord

  init(_ puzzle: Board, sets: [CellSet]?) { record = CellSetsRecord(puzzle, sets: sets) }

  var fields: [String] {
    guard let sets = record.sets else { return [record.puzzle.line, "-", "-"] }
    return [
      record.puzzle.line, String(sets.count), sets.map(\.description).joined(separator: "; "),
    ]
  }
}
