import ArgumentParser
import Foundation

/// The command line: one type for each command, each in its own file.
@main
struct Sudoku: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sudoku",
    abstract: "Solve, generate, grade and identify Sudoku puzzles.",
    discussion: """
      Every command that reads puzzles takes 81 characters, files in any of the common formats, or - for \
      standard input, and writes one record for each puzzle.

      EXAMPLES
        sudoku solve 53..7....6..195...  # 81 characters, or files, or a pipe
        sudoku generate --level hard --count 10
        sudoku grade puzzles.csv --format csv
      """,
    version: Version.text,
    subcommands: [
      SolveCommand.self, GenerateCommand.self, GradeCommand.self, HintCommand.self,
      CheckCommand.self, IdentifyCommand.self, ConvertCommand.self, MinimizeCommand.self,
      ScrambleCommand.self,
      DedupeCommand.self, NeighboursCommand.self, UnavoidableCommand.self, BackdoorsCommand.self,
      PatternCommand.self, StatsCommand.self, LevelsCommand.self, TechniquesCommand.self,
      BenchCommand.self,
      ServeCommand.self, MCPCommand.self, GamesCommand.self, SyncCommand.self,
      StoreCommand.self, BackupCommand.self, ExportCommand.self, ImportCommand.self,
      SchemaCommand.self, CompletionsCommand.self,
      ManualCommand.self,
    ])

  /// Runs the command and turns every error into a message and an exit code.
  ///
  /// The argument parser ends with 64 on wrong usage; ours is 2, as for most Unix filters.
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    SignalMask.unblockEnding()
    StandardDescriptors.fillGaps()
    HeapSettings.keepLargeBlocks()
    do {
      let arguments = UsageAdvice.normalized(Array(CommandLine.arguments.dropFirst()))
      let names = configuration.subcommands.map { $0._commandName }
      if let message = UsageAdvice.aboutCommand(arguments, commands: names) {
        note(message)
        Foundation.exit(CommandFailure.Code.usage.rawValue)
      }
      var command = try parseAsRoot(arguments)
      if var asyncCommand = command as? AsyncParsableCommand {
        try await asyncCommand.run()
      } else {
        try command.run()
      }
      try Output.flushPrinted()
    } catch let failure as CommandFailure {
      note("sudoku: error: \(failure.message)")
      Foundation.exit(failure.code.rawValue)
    } catch let code as ExitCode where code != .validationFailure {
      Foundation.exit(code.rawValue)
    } catch {
      if exitCode(for: error) == .validationFailure {
        let message = fullMessage(for: error)
        note(message.hasPrefix("Error:") ? "sudoku: error:" + message.dropFirst(6) : message)
        if let advice = UsageAdvice.aboutValue(in: message) { note(advice) }
        Foundation.exit(CommandFailure.Code.usage.rawValue)
      }
      if exitCode(for: error).isSuccess {
        do { _ = try Output.standard.send(Array(answer(in: error).utf8)) } catch {
          note("sudoku: error: \((error as? CommandFailure)?.message ?? "\(error)")")
          Foundation.exit(CommandFailure.Code.ioError.rawValue)
        }
        Foundation.exit(0)
      }
      exit(withError: error)
    }
  }

  /// The version or the help that was asked for; the help with the exit codes, which are the same for
  /// all commands.
  private static func answer(in error: any Error) -> String {
    let message = fullMessage(for: error)
    return message + (message.contains("USAGE:") ? "\n\n" + ExitCodes.help : "") + "\n"
  }
}
