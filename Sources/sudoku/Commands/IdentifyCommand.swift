import ArgumentParser
import SudokuCore
import SudokuIdentity
import SudokuSolver

/// `sudoku identify`: which puzzle it is, and which up to symmetry.
struct IdentifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Give puzzles their identifiers and canonical forms.",
    discussion: """
      One puzzle in, one line out: puzzle, PuzzleID (these clues), ClassID (the same for all \
      symmetric puzzles; needs one solution), number of symmetries that leave the puzzle as it is. \
      With --form: puzzle, name of the form, the puzzle in that form.

      EXAMPLES
        sudoku identify --format jsonl puzzles.txt
        sudoku identify puzzles.txt | awk '!seen[$3]++'      # one of each class
        sudoku identify --form minlex puzzles.txt

      \(ExitCodes.help)
      """)

  @OptionGroup var filter: FilterArguments

  @Option(help: "Print a canonical form instead: solution, minlex, row-min or pattern.")
  var form: CanonicalForm?

  func run() async throws {
    if let form {
      try await runBatchFilter(filter, blockSize: 1 << 14) { boards in
        var canonicalizer = Canonicalizer()
        return boards.map { board in
          let row = FormRow(
            puzzle: board.line, form: form.rawValue,
            canonical: canonicalizer.form(form, of: board)?.board.line)
          return (row, row.canonical != nil)
        }
      }
    } else {
      try await runBatchFilter(filter, blockSize: 1 << 14) { boards in
        var canonicalizer = Canonicalizer()
        let results = BatchSolver(threads: 1).solve(boards)
        return zip(boards, results).map { board, result in
          let row = IdentityRow(board, result, &canonicalizer)
          return (row, row.classId != nil)
        }
      }
    }
  }
}

extension CanonicalForm: ExpressibleByArgument {}

/// A row of `identify`.
private struct IdentityRow: OutputRow {
  static let columns = ["puzzle", "puzzleId", "classId", "automorphisms"]
  let puzzle: String
  let puzzleId: String
  let classId: String?
  let automorphisms: Int?

  init(_ board: Board, _ result: SolveResult, _ canonicalizer: inout Canonicalizer) {
    puzzle = board.line
    puzzleId = PuzzleID(board).description
    let solution = result.isUnique ? result.solution : nil
    let form = solution.flatMap { canonicalizer.solutionForm(of: board, solution: $0) }
    classId = form.map { ClassID(solutionForm: $0).description }
    automorphisms = form?.automorphismCount
  }

  var fields: [String] {
    [puzzle, puzzleId, classId ?? "-", automorphisms.map { String($0) } ?? "-"]
  }
}

/// A row of `identify --form`.
private struct FormRow: OutputRow {
  static let columns = ["puzzle", "form", "canonical"]
  let puzzle: String
  let form: String
  let canonical: String?
  var fields: [String] { [puzzle, form, canonical ?? "-"] }
}
