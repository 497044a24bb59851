import SudokuCore
import SudokuFormats
import TestSupport
import Testing

/// `sudoku convert`: every format there and back, and every filter reads them all.
@Suite struct ConvertTests {
  static let formats = PuzzleFormat.allCases.map(\.rawValue)

  @Test(arguments: formats)
  func everyFormatRoundTrips(_ format: String) throws {
    let count = sized(4, full: 40)
    let puzzles = try Program.run(["generate", "--count", "\(count)", "--seed", "2"]).output
    let converted = try Program.run(["convert", "--to", format], input: puzzles)
    #expect(converted.status == 0 && converted.error.isEmpty)
    let back = try Program.run(["convert"], input: converted.output)
    // A grid of candidates has those that the clues allow.
    #expect(back.error.isEmpty || format == "pencilmarks")
    #expect(back.output == puzzles)
    let solved = try Program.run(["solve", "--count"], input: converted.output)
    #expect(solved.status == 0)
    #expect(solved.lines.count == count)
  }

  /// What a format can't hold is reported with the place of the first record that has it.
  @Test func lossesHaveAPlace() throws {
    let wrong = String(BadInputTests.solved.reversed())
    let good = BadInputTests.good
    let table = "puzzle,solution\n\(good),\(BadInputTests.solved)\n\(good),\(wrong)\n"
    let csv = try Program.run(["convert", "--to", "csv"], input: table)
    #expect(csv.status == 1 && csv.lines[2] == "\(good),\(wrong)")
    #expect(csv.error.hasPrefix("<stdin>:3:83: error: the solution given is not a full board"))
    let line = try Program.run(
      ["convert", "--to", "sdm"], input: "puzzle,id\n\(good),\n\(good),7\n\(good),8\n")
    #expect(
      line.error == "sudoku: note: 'sdm' can't hold all of 2 records, the first at <stdin>:3: "
        + "further fields are omitted\n")
  }

  /// Titles stand above grids on the way in and out; text without a grid is reported.
  @Test(arguments: ["grid", "unicode", "ss", "pencilmarks"])
  func titlesStayAndTextIsReported(form: String) throws {
    let grid = try Board(line: BadInputTests.good).grid
    let text =
      "No. 17 (easy)\n1998-05-01\n\(grid)\n\nNo. 18, Müller\n\(grid)\n\n"
      + "All rights reserved\n"
    let run = try Program.run(["convert", "--to", form], input: text)
    #expect(run.status == 0)
    #expect(
      run.error
        == "sudoku: note: <stdin>:28: text that belongs to no puzzle is omitted\n")
    let titles = run.lines.filter { $0.hasPrefix("No") || $0.hasPrefix("1998") }
    #expect(titles == ["No. 17 (easy)", "1998-05-01", "No. 18, Müller"])
    let back = try Program.run(["convert", "--to", "csv"], input: run.output)
    #expect(back.output.contains("No. 17 (easy) / 1998-05-01") && back.error.isEmpty, "\(back)")
    // A title that would be read as something else is omitted, and said so.
    let other = try Program.run(
      ["convert", "--to", form], input: "puzzle,title\n\(BadInputTests.good),# 7\n")
    #expect(other.error.contains("further fields are omitted"), "\(other)")
  }

  @Test func aMistakeInAGridNamesItsLine() throws {
    let board = try Board(line: BadInputTests.good)
    let broken = board.grid.replacing("8 . . | . 6 .", with: "8 . q | . 6 .")
    let input = "\(board.grid)\n\n\(broken)\n\n\(board.grid)\n"
    let run = try Program.run(["solve", "--count"], input: input)
    #expect(run.status == 1)
    #expect(run.lines.count == 3)
    #expect(run.error.hasPrefix("<stdin>:17:5: error: unexpected character 'q'"), "\(run.error)")
  }
}
