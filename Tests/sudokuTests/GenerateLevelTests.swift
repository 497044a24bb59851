import Foundation
import SudokuCore
import SudokuSolver
import TestSupport
import Testing

/// `sudoku generate` as people ask for puzzles: by level, in words that they try, into a file.
@Suite struct GenerateLevelTests {
  /// The words have one meaning: where they meet another scale, the error says whose they are.
  @Test func levelsBelongToTheScaleLevel() throws {
    for (arguments, message) in [
      (
        ["--scale", "se", "--level", "hard"],
        "the scale 'se' has no levels: 'hard' is a level of the scale 'level'; leave out --scale, or "
          + "give --rating 3.0...4.4, which 'hard' meant before version 0.3"
      ),
      (["--scale", "se", "--level", "extreme"], "--rating 6.5...20.0"),
      (["--scale", "se", "--level", "unfair"], "the scale 'se' has no levels: give a --rating"),
      (["--level", "unfair"], "valid levels: easy, medium, hard, expert, extreme"),
      (["--scale", "hodoku", "--level", "expert"], "valid levels: easy, medium, hard, unfair"),
      (
        ["--level", "hard", "--rating", "4.0...4.4"], "no puzzle of the level 'hard' (40.0 to 59.9)"
      ),
      (["--level", "hard", "--ep", "4.0"], "the scale 'level' does not have EP; valid scale: se"),
    ].sized(3) {
      let run = try Program.run(["generate"] + arguments)
      #expect(run.status == 2 && run.output.isEmpty && run.error.contains(message), "\(run.error)")
    }
    let levels = try Program.run(["levels", "--scale", "se"])
    #expect(levels.status == 2 && levels.error.contains("are of the scale 'level'"))
  }

  /// A rating or technique without a level is asked of `se`, as always; the row has no level word.
  @Test(
    arguments: [["--rating", "3.0...4.4"], ["--needs", "x-wing"], ["--jewel", "pearl"]].sized(2))
  func figuresWithoutALevelAreThoseOfSE(_ target: [String]) throws {
    let arguments = ["generate", "--seed", "1", "--format", "csv"] + target
    let run = try Program.run(arguments)
    #expect(run.lines.first == "puzzle,solution,puzzleId,classId,clues,er,ep,ed,seed")
    #expect(try Program.run(arguments + ["--scale", "se"]).output == run.output)
    let json = try Program.run(arguments.dropLast(4) + target)
    #expect(json.lines.first == run.lines[1].prefix { $0 != "," })
  }

  @Test func namesThatPeopleTry() throws {
    for (arguments, message) in [
      (["--number", "5"], "Unknown option '--number'. Did you mean '--count'?"),
      (["--difficulty", "hard"], "Unknown option '--difficulty'. Did you mean '--level'?"),
      (["-n", "5"], "Unknown option '-n'. Did you mean '--count'?"),
      (["--symmetry", "slanted"], "Valid is a symmetry: none, rotational180"),
    ].sized(2) {
      let run = try Program.run(["generate"] + arguments)
      #expect(run.status == 2 && run.output.isEmpty && run.error.contains(message), "\(run.error)")
    }
    let seeded = ["generate", "--level", "easy", "--seed", "3"]
    let turned = try Program.run(seeded + ["--symmetry", "rotational180"]).output
    for name in ["180", "half-turn", "180deg", "Half-Turn"].sized(2) {
      #expect(try Program.run(seeded + ["--symmetry", name]).output == turned)
    }
    let solved = try Program.run(seeded + ["--solutions"])
    let fields = solved.lines[0].split(separator: "\t").map(String.init)
    #expect(fields.count == 2)
    let puzzle = try Board(line: fields[0])
    #expect(Solver().solve(puzzle).solution?.line == fields[1])
    let text = try Program.run(seeded + ["--solutions", "--format", "text"])
    #expect(text.output == "\(puzzle.grid)\n\nSolution:\n\(try Board(line: fields[1]).grid)\n\n")
  }

  @Test func resultsGoToAFile() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.url.appendingPathComponent("out.txt").path
    let seeded = ["generate", "--level", "easy", "--seed", "3", "-c", "2"]
    let plain = try Program.run(seeded)
    for option in [["-o", path], ["--output", path], ["--output=\(path)"]].sized(2) {
      let run = try Program.run(seeded + option)
      #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == plain.output)
    }
    let rated = folder.url.appendingPathComponent("rated.csv").path
    let grade = try Program.run(["grade", "--format", "csv", "-o", rated, path])
    #expect(grade.status == 0 && grade.output.isEmpty)
    let rows = try String(contentsOfFile: rated, encoding: .utf8).split(separator: "\n")
    #expect(rows.count == 3 && rows[0] == "puzzle,level,number,unrated")
  }

  @Test func easyIsPrintableAndASpreadThatMissesSaysSo() throws {
    let easy = try Program.run([
      "generate", "--level", "easy", "--spread", "-c", "\(sized(8, full: 80))", "--seed", "4",
    ])
    #expect(try easy.lines.allSatisfy { try Board(line: $0).clueCount <= 45 })
    let full = try Program.run(["generate", "--level", "easy", "--clues", "60", "--seed", "4"])
    #expect(try Board(line: full.lines[0]).clueCount == 60)
    // The last of the sixteen alone misses.
    let medium = try Program.run(
      ["generate", "--level", "medium", "--spread", "-c", "16", "--seed", "2"]
        + (TestSize.isFull ? [] : ["--skip", "15"]))
    let count = TestSize.isFull ? "16 puzzles" : "1 puzzle"
    #expect(
      medium.status == 0 && medium.error.contains("the spread is not even: for 1 of \(count) "))
  }
}
