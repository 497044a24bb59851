import ArgumentParser
import Foundation

/// The command line: one type for each command, each in its own file.
@main
struct Sudoku: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sudoku",
    abstract: "Solve, generate, grade and identify Sudoku puzzles.",
    version: Version.text,
    subcommands: [
      SolveCommand.self, GenerateCommand.self, GradeCommand.self, CheckCommand.self,
      IdentifyCommand.self, ConvertCommand.self, BenchCommand.self,
      ServeCommand.self, MCPCommand.self, GamesCommand.self, SyncCommand.self,
      BackupCommand.self, ExportCommand.self, ImportCommand.self, SimulateCommand.self,
      SchemaCommand.self,
      StoreBenchCommand.self,
    ])

  /// Runs the command and turns every error into a message and an exit code.
  ///
  /// The argument parser ends with 64 on wrong usage; ours is 2, as for most Unix filters.
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try parseAsRoot()
      if var asyncCommand = command as? AsyncParsableCommand {
        try await asyncCommand.run()
      } else {
        try command.run()
      }
    } catch let failure as CommandFailure {
      note("sudoku: error: \(failure.message)")
      Foundation.exit(failure.code.rawValue)
    } catch let code as ExitCode where code != .validationFailure {
      Foundation.exit(code.rawValue)
    } catch {
      if exitCode(for: error) == .validationFailure {
        note(fullMessage(for: error))
        Foundation.exit(CommandFailure.Code.usage.rawValue)
      }
      exit(withError: error)
    }
  }
}
