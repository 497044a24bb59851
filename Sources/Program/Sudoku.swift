import ArgumentParser
import Foundation
import SudokuProtocol
import Synchronization

@main
enum EntryPoint {
  static func main() {
    ProcessSetup.prepare()
    let executor = CallerExecutor()
    Task(executorPreference: executor) {
      let arguments = Array(CommandLine.arguments.dropFirst())
      exit(await Sudoku.run(arguments, on: globalConcurrentExecutor))
    }
    executor.runForever()
  }
}

/// Runs jobs on the thread that calls `runForever`.
private final class CallerExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrivals.signal()
  }

  func runForever() -> Never {
    while true {
      arrivals.wait()
      jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// The command line: one type for each command.
struct Sudoku: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sudoku",
    abstract: "Solve, generate, grade and identify Sudoku puzzles.",
    discussion: """
      Commands that read puzzles take 81 characters, files in any common format, or - for standard \
      input, and write one record for each puzzle.

      EXAMPLES
        sudoku generate -q | sudoku solve  # or files, or 81 characters
        sudoku generate --level hard --count 10
        sudoku grade puzzles.csv --format csv
      """,
    version: Version.text,
    subcommands: [
      SolveCommand.self, GenerateCommand.self, GradeCommand.self, HintCommand.self,
      PlayCommand.self, PracticeCommand.self, LessonCommand.self,
      RenderCommand.self, BookCommand.self, CheckCommand.self,
      IdentifyCommand.self, CandidatesCommand.self,
      ConvertCommand.self, MinimizeCommand.self,
      ScrambleCommand.self, DedupeCommand.self, NeighboursCommand.self, UnavoidableCommand.self,
      BackdoorsCommand.self, PatternCommand.self, StatsCommand.self, LevelsCommand.self,
      TechniquesCommand.self, BenchCommand.self, ServeCommand.self, MCPCommand.self,
      GamesCommand.self, SyncCommand.self, StoreCommand.self, BackupCommand.self,
      ExportCommand.self, ImportCommand.self, SchemaCommand.self, CompletionsCommand.self,
      ManualCommand.self,
    ])

  /// The schemas of the JSON lines of all commands.
  static var commandLines: [SchemaBook.CommandLines] {
    configuration.subcommands.compactMap { command in
      guard let name = command.configuration.commandName,
        let writer = command as? any WritesLines.Type
      else { return nil }
      return (name, writer.lines)
    }
  }

  /// Runs a command line with the current streams; returns the exit code.
  ///
  /// Commands that serve or keep games run on the executor; `nil` is the task's own. Those that turn files
  /// into others stay on the caller's thread: they need no others.
  ///
  /// The argument parser's exit code for wrong usage is 64; ours is 2, as for most Unix filters.
  static func run(
    _ arguments: [String], on executor: (any TaskExecutor)? = nil
  ) async -> Int32 {
    let arguments = UsageAdvice.normalized(arguments)
    do {
      if arguments.isEmpty, Output.standard.isTerminal { throw CommandFailure(usage: firstSteps) }
      if let message = UsageAdvice.aboutCommand(arguments) {
        throw CommandFailure(message, code: .usage)
      }
      // The parser would take the next argument as the value: with `--output=$NAME FILE` the input's name.
      if let option = UsageAdvice.emptyOption(in: arguments) {
        throw CommandFailure("\(option) has no value behind its '='", code: .usage)
      }
      let command = try parseAsRoot(arguments)
      let writer = command as? any WritesFile
      try writer?.checkOutput()
      try (command as? any NamesFiles)?.usedFiles.check()
      if let resumable = command as? any ResumableCommand, resumable.resuming.resume,
        resumable.outputPath == nil
      {
        throw CommandFailure("--resume needs --output FILE", code: .usage)
      }
      if let path = writer?.outputPath { return try await run(command, to: path) }
      if command is any NamesFiles & AsyncParsableCommand {
        try await run(command)
      } else {
        try Processors.requireThreads()
        try await withTaskExecutorPreference(executor) { try await run(command) }
      }
      return 0
    } catch {
      return report(error, arguments)
    }
  }

  private static func run(_ command: any ParsableCommand) async throws {
    var command = command
    if var asyncCommand = command as? AsyncParsableCommand {
      try await asyncCommand.run()
    } else {
      try command.run()
    }
    try Output.standard.flush()
  }

  /// Runs a command whose results go to a file.
  private static func run(
    _ command: any ParsableCommand, to path: String
  ) async throws -> Int32 {
    let file: OutputFile
    var streams = Streams.current
    if let command = command as? any ResumableCommand {
      switch try Resumption.open(command, to: path) {
      case .whole(let code): return code
      case .open(let opened, let checkpoints): (file, streams.checkpoints) = (opened, checkpoints)
      }
    } else {
      file = try OutputFile(path)
    }
    streams.output = file.output
    do {
      try await Streams.$current.withValue(streams) { try await run(command) }
    } catch let code as ExitCode where code.rawValue == CommandFailure.Code.badPuzzle.rawValue {
      // There are results beside the errors.
      try file.finish(streams.checkpoints)
      throw code
    }
    try file.finish(streams.checkpoints)
    return 0
  }

  /// Writes an error's message; returns its exit code.
  private static func report(_ error: any Error, _ arguments: [String]) -> Int32 {
    if !(error is CleanExit) { _ = try? Output.standard.flush() }
    if let failure = error as? CommandFailure {
      note(failure.isBare ? failure.message : "sudoku: error: \(failure.message)")
      return failure.code.rawValue
    }
    let code = exitCode(for: error)
    if error is ExitCode, code != .validationFailure { return code.rawValue }
    let message = fullMessage(for: error)
    if code == .validationFailure {
      if let advice = UsageAdvice.aboutOption(in: arguments),
        !message.contains("Unknown option") || advice.contains("Did you mean")
          || advice.contains("give the names")
      {
        note("sudoku: error: \(advice)")
      } else {
        note(message.hasPrefix("Error:") ? "sudoku: error:" + message.dropFirst(6) : message)
        if let advice = UsageAdvice.aboutValue(in: message) { note(advice) }
      }
      return CommandFailure.Code.usage.rawValue
    }
    guard code.isSuccess else {
      note(message)
      return code.rawValue
    }
    // The version or the help, with the exit codes, which all commands share.
    let isHelp = message.contains("USAGE:")
    do {
      let text = message + (isHelp ? "\n\n" + CommandFailure.Code.help : "") + "\n"
      _ = try Output.standard.send(Array(text.utf8))
      return 0
    } catch {
      return report(error, arguments)
    }
  }

  /// The text that `sudoku` alone prints on a terminal.
  private static let firstSteps = """
    usage: sudoku COMMAND [OPTIONS] [PUZZLES]

      sudoku generate --level hard   make a puzzle
      sudoku solve puzzles.txt       solve puzzles: files, 81 characters, or - for stdin
      sudoku serve                   play games over JSON-RPC, one object a line

    'sudoku help' lists all commands, 'sudoku help COMMAND' explains one.
    """
}
