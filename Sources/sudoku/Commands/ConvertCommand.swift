import ArgumentParser
import SudokuCore
import SudokuFormats

/// `sudoku convert`: puzzles from any format into another.
struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert puzzles between file formats.",
    discussion: "The format of the input is told from its content.")

  @OptionGroup var filter: FilterArguments

  @Option(
    help: "The format to write: line, grid, sdk, sdm, ss, opensudoku, hodoku, csv or jsonl.")
  var to: PuzzleFormat = .line

  func run() async throws {
    let writer = PuzzleWriter(to)
    let code = try await runFilter(
      filter, header: writer?.header, blockSize: 1 << 17,
      work: { part in
        var outcome = FilterOutcome(tally: ())
        for record in part.records {
          outcome.recordCount += 1
          switch (record.puzzle, writer) {
          case (.success(let puzzle), let writer?):
            outcome.output.append(contentsOf: writer.text(of: puzzle).utf8)
          case (.success(let puzzle), nil):
            OutputFormat.jsonl.append(ConvertedRow(puzzle), to: &outcome.output)
          case (.failure(let fault), let writer?):
            outcome.output.append(contentsOf: writer.placeholder.utf8)
            outcome.diagnostics.append(fault.diagnostic)
          case (.failure, nil):
            outcome.addFault(of: record, columns: 1, format: .jsonl)
          }
        }
        return outcome
      },
      collect: { _ in })
    _ = try Output.standard.write(Array((writer?.footer ?? "").utf8))
    try Output.standard.flush()
    if let code { throw ExitCode(code.rawValue) }
  }
}

extension PuzzleFormat: ExpressibleByArgument {}

/// A row of `convert --to jsonl`.
private struct ConvertedRow: OutputRow {
  static let columns = ["puzzle"]
  let puzzle: String
  let solution: String?
  let clues: Int

  init(_ record: PuzzleRecord) {
    puzzle = record.puzzle.line
    solution = record.solution?.line
    clues = record.puzzle.clueCount
  }

  var fields: [String] { [puzzle] }
}
