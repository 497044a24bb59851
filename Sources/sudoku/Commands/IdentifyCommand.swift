import ArgumentParser
import SudokuCore
import SudokuIdentity
import SudokuRecords
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
      """)

  @OptionGroup var filter: FilterArguments

  @Option(help: "Print a canonical form instead: solution, minlex, row-min or pattern.")
  var form: CanonicalForm?

  func run() async throws {
    if let form {
      // The class is an answer of its own and costs more than a form: only where it is shown.
      let showsClass = filter.format == .jsonl
      try await runBatchFilter(filter, blockSize: 1 << 14) { boards in
        var canonicalizer = Canonicalizer()
        return boards.map { board in
          let canonical = canonicalizer.form(form, of: board)
          let row = FormRow(
            record: IdentityRecord(
              board, classID: showsClass ? ClassID(board) : nil,
              automorphisms: canonical?.automorphismCount,
              form: form, canonicalForm: canonical?.board))
          return (row, canonical != nil)
        }
      }
    } else {
      try await runBatchFilter(filter, blockSize: 1 << 15, largestBlock: 1 << 18) { boards in
        var canonicalizer = Canonicalizer()
        let results = BatchSolver(threads: 1).solve(boards)
        return zip(boards, results).map { board, result in
          let row = IdentityRow(board, result, &canonicalizer)
          return (row, row.record.classID != nil)
        }
      }
    }
  }
}

extension CanonicalForm: ExpressibleByArgument {
  /// Reads a name in any case.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

/// A row of `identify`.
private struct IdentityRow: RecordRow {
  static let columns = ["puzzle", "puzzleId", "classId", "automorphisms"]
  let record: IdentityRecord

  init(_ board: Board, _ result: SolveResult, _ canonicalizer: inout Canonicalizer) {
    let solution = result.isUnique ? result.solution : nil
    let form = solution.flatMap { canonicalizer.solutionForm(of: board, solution: $0) }
    record = IdentityRecord(
      board, classID: form.map { ClassID(solutionForm: $0) },
      automorphisms: form?.automorphismCount)
  }

  var fields: [String] {
    [
      record.puzzle.line, record.puzzleID.description, record.classID?.description ?? "-",
      record.automorphisms.map { String($0) } ?? "-",
    ]
  }

  func appendLine(to bytes: inout [UInt8]) {
    record.puzzle.appendLine(to: &bytes)
    bytes.append(
      fields: record.puzzleID.description, record.classID?.description ?? "-",
      record.automorphisms.map { String($0) } ?? "-")
  }
}

/// A row of `identify --form`.
private struct FormRow: RecordRow {
  static let columns = ["puzzle", "form", "canonicalForm"]
  let record: IdentityRecord

  var fields: [String] {
    [record.puzzle.line, record.form?.rawValue ?? "-", record.canonicalForm?.line ?? "-"]
  }
}
