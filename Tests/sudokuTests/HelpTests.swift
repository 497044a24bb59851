import TestSupport
import Testing

/// What every command tells about itself.
@Suite struct HelpTests {
  private static let commands = [
    "solve", "generate", "grade", "check", "identify", "convert", "levels", "techniques", "bench",
    "serve", "mcp", "games", "sync", "backup", "export", "import", "simulate", "schema",
    "completions", "man", "scramble", "minimize", "dedupe", "neighbours", "unavoidable",
    "backdoors", "pattern", "stats",
  ]

  @Test(arguments: commands)
  func examplesAndExitCodes(_ command: String) throws {
    for arguments in [[command, "--help"], ["help", command]] {
      let help = try Binary.run(arguments)
      #expect(help.status == 0 && help.error.isEmpty)
      #expect(help.output.contains("EXAMPLES"), "\(command)")
      #expect(help.output.contains("sudoku \(command)"), "\(command)")
      #expect(help.output.split(separator: "EXIT CODES").count == 2, "\(command)")
    }
  }

  /// An example that is broken over two lines can't be copied.
  @Test(arguments: commands + ["store bench", "store check", "store serve", "backup restore"])
  func examplesFitIntoALine(_ command: String) throws {
    let help = try Binary.run(["help"] + command.split(separator: " ").map(String.init))
    let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
    let examples = lines.drop { $0 != "EXAMPLES" }.dropFirst().prefix { !$0.isEmpty }
    for line in examples {
      #expect(line.hasPrefix("  ") && line.utf8.count <= 80, "\(command): \(line)")
    }
  }

  @Test func namesInAnyCase() throws {
    let lower = ["generate", "--level", "hard", "--symmetry", "rotational180", "--seed", "3"]
    let upper = ["generate", "--level", "HARD", "--symmetry", "Rotational180", "--seed", "3"]
    #expect(try Binary.run(upper).output == Binary.run(lower).output)
    let form = try Binary.run(["identify", "--form", "MinLex", BadInputTests.good])
    #expect(form.status == 0)
  }
}
