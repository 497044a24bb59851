import ArgumentParser

/// The command line: one type for each command, each in its own file.
@main
struct Sudoku: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sudoku",
    abstract: "Solve, generate, grade and identify Sudoku puzzles.")
}
