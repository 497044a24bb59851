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

  /// Each `$ sudoku ...` line of the README prints the lines below it.
  @Test func theOutputShownIsReal() throws {
    let blocks = try Self.text("README.md").components(separatedBy: "```console\n").dropFirst()
    #expect(blocks.count == 3)
    for block in blocks {
      let lines = block.components(separatedBy: "```")[0].split(separator: "\n")
      let words = lines[0].split(separator: " ").dropFirst(2).map(String.init)
      let run = try Binary.run(words)
      #expect(run.status == 0)
      #expect(run.lines.joined(separator: "\n") == lines.dropFirst().joined(separator: "\n"))
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
