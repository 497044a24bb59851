import Foundation
import SudokuSolver
import TestSupport
import Testing

/// The signature of `sudoku bench`: one number over nodes and results of fixed puzzles.
@Suite struct SignatureTests {
  /// Debug or release, whatever the instruction set: the written one.
  @Test(arguments: InstructionSet.allCases.filter(\.isAvailable).sized(1))
  func everyInstructionSetKeepsTheSignature(_ instructionSet: InstructionSet) throws {
    let file = Repository.root.appendingPathComponent("Benchmarks/signature.txt")
    let expected = try String(contentsOf: file, encoding: .utf8)
    let run = try Program.run([
      "bench", "--smoke", "--isa", instructionSet.rawValue,
      "--puzzles", Repository.root.appendingPathComponent("puzzles").path,
    ])
    #expect(run.status == 0)
    #expect(run.lines.last.map { $0 + "\n" } == "signature: \(expected)")
  }

  @Test func figuresComeAsJSONToo() throws {
    let run = try Program.run([
      "bench", "--smoke", "--json",
      "--puzzles", Repository.root.appendingPathComponent("puzzles").path,
    ])
    #expect(run.status == 0)
    #expect(run.lines.count == 1)
    #expect(run.output.contains("\"signature\":"))
  }

  @Test func missingCollectionsAreNamed() throws {
    let run = try Program.run(["bench", "--smoke", "--puzzles", "/nonexistent"])
    #expect(run.status == 66)
    #expect(run.error.contains("/nonexistent/se/below-2.0.jsonl: no such file"))
  }

  /// Without the folder `puzzles` the collections are generated: the same puzzles, the same signature.
  ///
  /// Plain code takes minutes for them.
  @Test(.enabled(if: TestSize.isFull)) func benchWorksAnywhere() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let process = Process()
    process.executableURL = Binary.url
    process.arguments = ["bench", "--smoke"]
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let file = Repository.root.appendingPathComponent("Benchmarks/signature.txt")
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(process.terminationStatus == 0)
    #expect(text.hasSuffix("signature: \(expected)"), "\(text)")
  }

  @Test func oneTaskOverAFile() throws {
    let file = Repository.root.appendingPathComponent("puzzles/easy.jsonl").path
    for task in ["solve", "check", "identify"] {
      let run = try Program.run(["bench", "--smoke", "--json", "--task", task, "--data", file])
      #expect(run.status == 0 && run.output.contains("\"puzzles\":1000"), "\(run.error)")
      #expect(!run.output.contains("signature"))
    }
    #expect(try Program.run(["bench", "--task", "check"]).status == 2)
  }
}
