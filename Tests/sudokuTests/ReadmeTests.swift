import Foundation
import SudokuFormats
import SudokuRating
import TestSupport
import Testing

/// The README and its pages say what is so.
@Suite struct ReadmeTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The commands that a shell block shows, `sudoku NAME ...`.
  private static func commands(in text: String) -> Set<String> {
    Set(text.matches(of: /(?m)^(?:\$ )?sudoku ([a-z]+)/).map { String($0.1) })
  }

  @Test func everyCommandShownExists() throws {
    let shown = try Self.commands(in: Self.text("README.md") + Self.text("puzzles/README.md"))
    #expect(shown.isSuperset(of: ["generate", "solve", "hint", "grade", "serve", "sync"]))
    for name in shown {
      let run = try Binary.run(["help", name])
      #expect(run.status == 0 && run.output.contains("USAGE: sudoku \(name)"), "\(name)")
    }
  }

  /// Each `$` line of a console block, as a user of an empty home types it after the README's first command,
  /// prints the lines below it.
  @Test func theOutputShownIsReal() throws {
    let text = try Self.text("README.md")
    let build = "PATH=$PWD/.build/debug:$PATH"
    #expect(text.contains("\n\(build) "))
    let home = try TemporaryFolder()
    defer { home.remove() }
    let blocks = text.components(separatedBy: "```console\n").dropFirst()
    #expect(blocks.count == 3)
    for command in blocks.flatMap({ "\n\($0.prefix { $0 != "`" })".split(separator: "\n$ ") }) {
      let lines = command.split(separator: "\n")
      // Where a build lies elsewhere, its programs are those of the tests.
      let folder = Binary.url.deletingLastPathComponent().path
      let run = try Binary.run(
        shell:
          "cd '\(home.url.path)' && env -i HOME=\"$PWD\" PATH='\(folder):/usr/bin:/bin' \(lines[0])"
      )
      #expect(run.status == 0, "\(lines[0]): \(run.error)")
      #expect(run.output == lines.dropFirst().map { $0 + "\n" }.joined(), "\(lines[0])")
    }
  }

  @Test func theArchitectureNamesEveryModule() throws {
    let text = try Self.text("ARCHITECTURE.md")
    let modules = try Self.text("Package.swift").matches(of: /module\(\s*"(\w+)"/)
    #expect(modules.count > 15)
    for module in modules.map(\.output.1) {
      #expect(text.contains(module), "\(module)")
    }
  }

  @Test func thePagesNameEveryFormatAndLevel() throws {
    let formats = try Self.text("Sources/Documentation/formats.md")
    for format in PuzzleFormat.allCases {
      #expect(formats.contains("`\(format.rawValue)`"), "\(format.rawValue)")
    }
    let scales = try Self.text("Sources/Documentation/scales.md")
    for scale in ScaleRegistry.standard.scales {
      #expect(scales.contains("## `\(scale.name)`"), "\(scale.name)")
      for level in scale.levels { #expect(scales.contains("| \(level.name) |"), "\(level.name)") }
    }
  }

  @Test func theVersionNamesTheScale() throws {
    let version = try Binary.run(["--version"])
    #expect(version.status == 0 && version.output.contains("1.2.1"))
  }
}
