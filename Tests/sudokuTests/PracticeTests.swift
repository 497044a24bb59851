import JSONCoding
import SudokuCore
import SudokuSolver
import TestSupport
import Testing

/// `sudoku practice`: positions in which a technique is the next step.
@Suite struct PracticeTests {
  /// What is found is what `hint` says in the same position with the same notes.
  @Test(arguments: ["x-wing", "naked-pair", "pointing"].suffix(sized(1, full: 3)))
  func hintsAgree(technique: String) throws {
    let run = try Program.run(
      ["practice", "--technique", technique, "--count", "2", "--seed", "5", "--format", "jsonl"])
    #expect(run.status == 0 && run.lines.count == 2, "\(run.error)")
    for line in run.lines {
      let value = try JSONValue(parsing: Array(line.utf8))
      #expect(value["technique"]?.string == technique)
      let clues = try Board(line: try #require(value["clues"]?.string))
      let board = try Board(line: try #require(value["board"]?.string))
      let solution = try #require(Solver().uniqueSolution(of: clues))
      for cell in CellSet.all where board[cell] != nil { #expect(board[cell] == solution[cell]) }
      for cell in CellSet.all where board[cell] == nil {
        let notes = value["notes"]?[cell.description]?.array?.compactMap(\.integer) ?? []
        #expect(notes.contains { solution[cell] == Digit($0) }, "\(cell)")
      }
    }
    let again = try Program.run(
      ["practice", "--technique", technique, "--count", "2", "--seed", "5", "--format", "jsonl"])
    #expect(again.output == run.output)
  }

  @Test func badArguments() throws {
    for (arguments, message) in [
      (["--technique", "x-wong"], "unknown technique"),
      (["--technique", "direct-pointing"], "hints use none of these"),
      (["--technique", "x-wing", "--count", "0"], "whole number"),
    ] {
      let run = try Program.run(["practice"] + arguments)
      #expect(run.status == 2 && run.error.contains(message), "\(arguments): \(run.error)")
    }
  }
}
