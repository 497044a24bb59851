import Foundation
import JSONCoding
import TestSupport
import Testing

/// What goes with a puzzle of the input and comes out beside the results, or is reported as missing.
@Suite struct CarriedFieldsTests {
  /// A table of several files has all their columns.
  ///
  /// A field that comes from a pipe when the header is written
  /// is reported with its place, and ends with exit code 1.
  @Test(arguments: ["solve", "check", "grade", "identify", "dedupe", "minimize"].sized(3))
  func lateColumnsAreReported(_ command: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (plain, table) = (folder / "plain.txt", folder / "one.csv")
    let puzzles = try Program.run(["generate", "--count", "4", "--seed", "2", "--minimal"]).lines
    try Data((puzzles.prefix(2).joined(separator: "\n") + "\n").utf8).write(to: plain)
    let rows = "7,\(puzzles[2])\n,\(puzzles[0])\n8,\(puzzles[3])\n"
    try Data(("id,puzzle\n" + rows).utf8).write(to: table)
    let run = try Program.run([command, "--format", "csv", plain.path, table.path])
    #expect(run.lines[0].hasSuffix(",id") && run.lines.count > 4, "\(run.output)")
    #expect(run.lines[3].hasSuffix(",7") && !run.error.contains("no column"), "\(run.error)")
    let quiet = try Program.run([command, "-q", "--format", "csv", plain.path, table.path])
    #expect(quiet.error.isEmpty)
    // The columns are those of the first hundred records.
    let late = #"{"puzzle":"\#(puzzles[0])"}"# + "\n"
    let input =
      String(repeating: late, count: 200) + #"{"id":5,"puzzle":"\#(puzzles[1])"}"# + "\n"
    let lines = try Program.run([command, "--format", "csv"], input: input)
    #expect(lines.error.contains("have no column: id (<stdin>:201)"), "\(lines.error)")
    #expect(lines.status == 1)
  }

  /// A solution of the input that nobody compares is not one of the count.
  @Test func aCountHandsOnNoSolution() throws {
    for text in [BadInputTests.solved, "junk"] {
      let input = #"{"puzzle":"\#(BadInputTests.good)","solution":"\#(text)"}"# + "\n"
      let run = try Program.run(["solve", "--count", "--format", "jsonl"], input: input)
      let record = try JSONValue(parsing: String(#require(run.lines.first)))
      #expect(record["solution"] == nil && record["input_solution"]?.string == text)
      let table = "puzzle,id,solution\n\(BadInputTests.good),7,\(text),more\n"
      let csv = try Program.run(["solve", "--count", "--format", "csv"], input: table)
      #expect(csv.lines[0].hasPrefix("puzzle,solutionCount,complete,id,"), "\(csv.output)")
      let others = csv.lines[0].split(separator: ",").dropFirst(4)
      #expect(Set(others) == ["input_solution", "column4"])
      #expect(csv.error.isEmpty && csv.lines[1].contains(text))
    }
  }
}
