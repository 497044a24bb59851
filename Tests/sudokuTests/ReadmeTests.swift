import Foundation
import SudokuCore
import SudokuIdentity
import SudokuRating
import SudokuSolver
import TestSupport
import Testing

/// What the README shows is true.
@Suite struct ReadmeTests {
  @Test func theExampleInSwift() throws {
    let board = try Board(
      line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    let result = Solver().solve(board)
    #expect(result.isUnique)
    #expect(
      result.solution?.line
        == "534678912672195348198342567859761423426853791713924856961537284287419635345286179")
    let grade = SudokuExplainerScale().grade(board)
    #expect(grade.scoreTenths == 12 && grade.level?.name == "easy")
    #expect(grade.steps.allSatisfy { !$0.step.explanation.text.isEmpty })
    #expect(PuzzleID(board).description.hasPrefix("p1-"))
  }

  /// Every command that the README and the collections' README show can be run.
  @Test func theCommandsAreThere() throws {
    for name in [
      "solve", "grade", "identify", "check", "generate", "convert", "levels", "techniques", "bench",
      "serve", "mcp",
      "games", "sync", "store", "backup", "export", "import", "simulate",
    ] {
      let run = try Program.run(["help", name])
      #expect(run.status == 0, "\(name)")
      #expect(run.output.contains("USAGE: sudoku \(name)"), "\(name)")
    }
    let version = try Program.run(["--version"])
    #expect(version.status == 0 && version.output.contains("se 1.2.1"))
  }

  /// The map of the folders names each module.
  @Test func theMapIsComplete() throws {
    let readme = try String(
      contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
    let sources = Repository.root.appendingPathComponent("Sources").path
    for module in try FileManager.default.contentsOfDirectory(atPath: sources)
    where module.hasPrefix("Sudoku") && !module.contains("AVX") {
      // One row is about all stores.
      let name = module.hasPrefix("SudokuStore") ? "Sources/SudokuStore..." : module
      #expect(readme.contains(name), "\(module)")
    }
  }
}
