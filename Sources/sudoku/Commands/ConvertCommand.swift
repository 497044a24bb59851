import ArgumentParser
import SudokuCore

/// `sudoku convert`: puzzles from any format into another.
struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert puzzles between formats.")

  @OptionGroup var filter: FilterArguments

  @Option(help: "The format to write: line, grid, csv or jsonl.")
  var to: Target = .line

  enum Target: String, CaseIterable, ExpressibleByArgument, Sendable {
    case line
    case grid
    case csv
    case jsonl

    var format: OutputFormat {
      switch self {
      case .line: .line
      case .grid: .text
      case .csv: .csv
      case .jsonl: .jsonl
      }
    }
  }

  func run() async throws {
    var arguments = filter
    arguments.format = to.format
    try await runRowFilter(arguments, blockSize: 1 << 16) { (ConvertedRow(board: $0), true) }
  }
}

/// A row of `convert`.
private struct ConvertedRow: OutputRow {
  static let columns = ["puzzle"]
  let board: Board

  enum CodingKeys: String, CodingKey {
    case puzzle
    case clues
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(board.line, forKey: .puzzle)
    try container.encode(board.clueCount, forKey: .clues)
  }

  var fields: [String] { [board.line] }
  var text: String { board.grid + "\n" }
}
