import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import sudoku

/// The help of every command, and what a wrong command line gets.
@Suite struct HelpTests {
  /// All commands that have no subcommands, as one types them.
  static let leaves = leaves(of: Sudoku.self, path: [])
  private static let commands = Sudoku.configuration.subcommands.map { $0._commandName }

  private static func leaves(
    of command: any ParsableCommand.Type, path: [String]
  ) -> [[String]] {
    let subcommands = command.configuration.subcommands
    if subcommands.isEmpty { return [path] }
    return subcommands.flatMap { leaves(of: $0, path: path + [$0._commandName]) }
  }

  @Test(arguments: commands.filter { $0 != "store" }.sized(6))
  func examplesAndExitCodes(_ command: String) throws {
    for arguments in [[command, "--help"], ["help", command]] {
      let help = try Program.run(arguments)
      #expect(help.status == 0 && help.error.isEmpty)
      #expect(help.output.contains("EXAMPLES"), "\(command)")
      #expect(help.output.contains("sudoku \(command)"), "\(command)")
      #expect(help.output.split(separator: "EXIT CODES").count == 2, "\(command)")
    }
  }

  /// An example that is broken over two lines can't be copied.
  @Test(arguments: leaves.sized(8))
  func examplesFitIntoALine(_ command: [String]) throws {
    let help = try Program.run(["help"] + command)
    #expect(help.status == 0 && help.output.contains("USAGE: sudoku \(command[0])"))
    let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
    let examples = lines.drop { $0 != "EXAMPLES" }.dropFirst().prefix { !$0.isEmpty }
    for line in examples {
      #expect(line.hasPrefix("  ") && line.utf8.count <= 80, "\(command): \(line)")
    }
  }

  @Test func namesInAnyCase() throws {
    let lower = ["generate", "--level", "hard", "--symmetry", "rotational180", "--seed", "3"]
    let upper = ["generate", "--level", "HARD", "--symmetry", "Rotational180", "--seed", "3"]
    #expect(try Program.run(upper).output == Program.run(lower).output)
    let form = try Program.run(["identify", "--form", "MinLex", BadInputTests.good])
    #expect(form.status == 0)
  }

  @Test(
    arguments: [
      ("solv", "unknown command 'solv'; did you mean 'solve'?"),
      ("help nope", "unknown command 'nope'; 'sudoku help' lists the commands"),
      ("store chekc", "unknown command 'chekc' of 'sudoku store'; did you mean 'check'?"),
      ("help store chekc", "unknown command 'chekc' of 'sudoku store'; did you mean 'check'?"),
      (
        "store token x", "unknown command 'x' of 'sudoku store token'; available: add, list, revoke"
      ),
      ("backup creat", "unknown command 'creat' of 'sudoku backup'; did you mean 'create'?"),
      ("generate --levle hard", "Unknown option '--levle'. Did you mean '--level'?"),
      ("solve --fromat=csv x", "Unknown option '--fromat'. Did you mean '--format'?"),
      ("sync --stroe memory:", "Unknown option '--stroe'. Did you mean '--store'?"),
      ("store token add anna --tokns x", "Unknown option '--tokns'. Did you mean '--tokens'?"),
      ("backup create --dat x", "Unknown option '--dat'. Did you mean '--data'?"),
      ("levels --zzzzzzzz", "Unknown option '--zzzzzzzz'"),
    ].sized(6))
  func typingErrorsAreNamed(_ line: String, _ message: String) throws {
    let run = try Program.run(line.split(separator: " ").map(String.init))
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.error.hasPrefix("sudoku: error: \(message)"), "\(run.error)")
  }

  /// An option of another spelling is known, and a value after `--` is none.
  @Test(arguments: [
    (["solve", "--output=", "in.txt"], "--output has no value behind its '='"),
    (["solve", "in.txt", "--errors="], "--errors has no value behind its '='"),
    (["generate", "--level=", "hard"], "--level has no value behind its '='"),
    (["solve", "--errors", "", "in.txt"], "the name of a file to write is empty"),
    (["solve", "-o", "", "in.txt"], "the name of a file to write is empty"),
    (["grade", "--format", "csv", "--columns", " ,", "in.txt"], "give names of columns"),
  ])
  func anEmptyValueIsAnError(_ arguments: [String], _ words: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let input = folder / "in.txt"
    try Data("\(BadInputTests.good)\n".utf8).write(to: input)
    let run = try Program.run(arguments.map { $0 == "in.txt" ? input.path : $0 })
    #expect(run.status == 2 && run.error.contains(words) && run.output.isEmpty, "\(run.error)")
    #expect(try String(contentsOf: input, encoding: .utf8) == "\(BadInputTests.good)\n")
  }

  @Test func aliasesAndValuesAreNoTypingErrors() throws {
    #expect(try Program.run(["neighbors", "--help"]).status == 0)
    let inverse = try Program.run(["solve", "--no-progress", "--count", BadInputTests.good])
    #expect(inverse.status == 0)
    let value = try Program.run(["solve", "--", "--levle"])
    #expect(value.status == 66 && value.error == "--levle: error: no such file\n")
  }

  /// The first line is the package's version alone; the others name what results depend on.
  @Test func versions() throws {
    let version = try Program.run(["--version"])
    #expect(version.status == 0)
    #expect(version.lines.first?.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    for part in [
      "kernels: baseline", "chosen: ", "scales: level ", "se 1.2.1", "hodoku ",
      "generator: xoshiro",
    ] {
      #expect(version.output.contains(part), "\(part)")
    }
    #expect(try Program.run(["-V"]).output == version.output)
    let manual = try Program.run(["man"])
    #expect(manual.output.contains("\"\(Version.package)\""))
  }

  /// Away from a terminal the program alone prints its help.
  @Test func noArguments() throws {
    let run = try Program.run([])
    #expect(run.status == 0 && run.output.contains("USAGE: sudoku <subcommand>"))
  }
}
