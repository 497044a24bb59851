import Foundation
import SudokuCore
import SudokuIdentity
import TestSupport
import Testing

/// `sudoku generate --unique-classes`: no two puzzles of a class, and none of the classes in files.
@Suite struct UniqueClassesTests {
  private func classes(_ puzzles: some Sequence<Substring>) throws -> [ClassID] {
    try puzzles.map { try #require(ClassID(try Board(line: String($0)))) }
  }

  @Test func isomorphsOfFilesAreReplaced() throws {
    let plain = try Program.run(["generate", "--count", "6", "--seed", "8"])
    let scrambled = try Program.run(["scramble", "--seed", "2"], input: plain.output)
    let ids = try classes(plain.lines).map { "\($0)" }
    let known = "# classes\n\n" + ids.prefix(3).joined(separator: "\tmore\n")
    let oneLine = ids.prefix(4).joined(separator: " ")
    for (input, dropped) in [(scrambled.output, 6), (known, 3), (oneLine, 4)] {
      let run = try Program.run(
        ["generate", "--count", "6", "--seed", "8", "--unique-classes", "-"], input: input)
      #expect(run.status == 0 && run.lines.count == 6)
      #expect(run.error == "sudoku: \(dropped) puzzles of known classes dropped\n")
      let made = try Set(classes(run.lines))
      #expect(made.count == 6)
      #expect(made.isDisjoint(with: try classes(plain.lines.prefix(dropped))))
      #expect(run.lines.prefix(6 - dropped) == plain.lines.suffix(6 - dropped))
    }
  }

  @Test func theSameBytesWithAnyNumberOfJobs() throws {
    let plain = try Program.run(["generate", "--count", "9", "--seed", "8"])
    let arguments = ["generate", "--count", "9", "--seed", "8", "--unique-classes", "-"]
    let one = try Program.run(arguments + ["--jobs", "1"], input: plain.output)
    let three = try Program.run(arguments + ["--jobs", "3"], input: plain.output)
    #expect(one.output == three.output && one.lines.count == 9)
    // What comes in place of dropped puzzles is another one in each shard.
    let shards = try (1...2).flatMap { shard in
      let run = try Program.run(arguments + ["--shard", "\(shard)/2"], input: plain.output)
      return run.output.split(separator: "\n")
    }
    #expect(shards.count == 9 && Set(shards).count == 9)
  }

  /// Where no new class exists a puzzle is given up after its attempts; it was searched for for ever.
  ///
  /// All cells of the most symmetric grid are alike, so all its puzzles of 80 clues are of one class.
  @Test func attemptsEndWhereNoNewClassExists() throws {
    let grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    let arguments = [
      "generate", "--solution", grid, "--clues", "80", "--seed", "4", "--unique-classes",
    ]
    let two = try Program.run(arguments + ["-c2", "--attempts", "10"])
    #expect(two.status == 1 && two.lines.count == 1)
    #expect(two.error.contains("sudoku: 10 puzzles of known classes dropped"), "\(two.error)")
    #expect(
      two.error.contains(
        "1 puzzle given up: 10 attempts for each gave known classes only (see --attempts); the last: "
      ))
    #expect(two.error.contains("1 of 2 puzzles not found"))
    let known = try Program.run(arguments + ["--attempts", "1", "-"], input: two.output)
    #expect(known.status == 1 && known.output.isEmpty)
    #expect(known.error.contains("1 puzzle of known classes dropped"), "\(known.error)")
    #expect(known.error.contains("1 of 1 puzzle not found"))
    let timed = try Program.run(arguments + ["-c2", "--budget", "1s"])
    #expect(timed.status == 1 && timed.lines.count == 1)
    #expect(!timed.error.contains("note: puzzle "), "\(timed.error)")
  }

  @Test func mistakesInFilesAreReportedWithTheirPlace() throws {
    for (input, message) in [
      ("c1-zzz\n", "<stdin>:1:1: error: 'c1-zzz' is not a ClassID"),
      ("c1-28kk71kdb3rn0gt7854c800139\n\nnothing\n", "<stdin>:3:1: error: 'nothing' is not"),
      ("53..7....6..195\n", "<stdin>:1:"),
    ] {
      let run = try Program.run(["generate", "--unique-classes", "-"], input: input)
      #expect(run.status == 1 && run.output.isEmpty && run.error.contains(message), "\(input)")
    }
    let missing = try Program.run(["generate", "--unique-classes", "/nowhere.txt"])
    #expect(missing.status == 66 && missing.error.contains("no such file"))
    let unasked = try Program.run(["generate", "file.txt"])
    #expect(unasked.status == 2 && unasked.error.contains("files need --unique-classes"))
  }

  @Test func puzzlesWithoutAClassAreReported() throws {
    let empty = String(repeating: ".", count: 81)
    let run = try Program.run(
      ["generate", "--seed", "1", "--unique-classes", "-"], input: empty + "\n")
    #expect(run.status == 0 && run.lines.count == 1)
    #expect(run.error.contains("1 puzzle without exactly one solution is in no class"))
  }
}
