import Foundation
import JSONCoding
import SudokuCore
import SudokuRating
import SudokuSolver
import TestSupport
import Testing

/// `sudoku generate`: the same seed gives the same bytes, parts of the work fit together.
@Suite struct GenerateTests {
  static let levels = ["easy", "medium", "hard", "expert", "extreme"]

  @Test(arguments: levels)
  func sameSeedSameBytesWithAnyNumberOfJobs(_ level: String) throws {
    let count = sized(4, full: 30)
    let arguments = ["generate", "--level", level, "--count", "\(count)", "--seed", "11"]
    let one = try Program.run(arguments + ["--jobs", "1"])
    let two = try Program.run(arguments + ["--jobs", "2"])
    #expect(one.status == 0 && one.error.isEmpty)
    #expect(one.output == two.output)
    #expect(Set(one.lines).count == count)
    let graded = try Program.run(["grade"], input: one.output)
    #expect(graded.lines.allSatisfy { $0.split(separator: "\t")[1] == level })
  }

  @Test func shardsAreTheWholeInParts() throws {
    let whole = try Program.run(["generate", "--count", "10", "--seed", "4"]).output
    let parts = try (1...3).map {
      try Program.run(["generate", "--count", "10", "--seed", "4", "--shard", "\($0)/3"]).output
    }
    #expect(parts.joined() == whole)
  }

  /// Without a seed each shard would draw its own, and they would not be parts of one set.
  @Test func shardsNeedASeed() throws {
    let refused = try Program.run(["generate", "--count", "10", "--shard", "1/3"])
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.error.contains("--shard needs --seed"), "\(refused.error)")
    #expect(try Program.run(["generate", "--count", "2", "--shard", "1/1"]).status == 0)
  }

  @Test func aSeedIsDrawnAndReported() throws {
    let first = try Program.run(["generate"])
    let seed = try #require(first.error.split(whereSeparator: \.isWhitespace).last)
    let again = try Program.run(["generate", "--seed", String(seed)])
    #expect(first.output == again.output)
    #expect(again.error.isEmpty)
  }

  @Test func anExhaustedBudgetIsAResult() throws {
    let run = try Program.run([
      "generate", "--clues", "17", "--minimal", "--seed", "1", "--attempts", "3", "--count", "2",
    ])
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.error.contains("2 of 2 puzzles not found"))
    #expect(run.error.contains("puzzle 0 not found among 3 grids (see --attempts); closest: "))
    let timed = try Program.run([
      "generate", "--clues", "17", "--minimal", "--seed", "1", "--budget", "100ms",
    ])
    #expect(timed.status == 1 && timed.output.isEmpty)
    #expect(timed.error.contains("puzzle 0 not found within the budget of time"))
  }

  @Test(
    arguments: [
      ["--rating", "7.15", "one decimal"], ["--ep", "7.1...7.25", "from 0.0 to 14.0"],
      ["--rating", "16", "no puzzle is rated above 14.0"], ["--ep", "16", "from 0.0 to 14.0"],
      ["--rating", "0x10", "with one decimal at most"], ["--budget", "0x10s", "a length of time"],
      ["--needs", "x-wnig", "unknown technique 'x-wnig' (did you mean 'x-wing'?)"],
      ["--needs", "locked", "(there are locked-pair, locked-triple"],
      ["--needs", "subset", "'subset' stands for several techniques: naked-pair, "],
      ["--only", "single,,wing", "unknown technique ''"],
    ].sized(4))
  func whatIsNotUnderstoodIsRefused(_ row: [String]) throws {
    let run = try Program.run(["generate"] + row[..<2])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.error.contains(row[2]), "\(run.error)")
  }

  /// What only one technique may solve ends with easier singles; unlike it was, it is found.
  @Test(arguments: [("Hidden Single", 1.5), ("naked-single", 2.3), ("x-wing , Naked Pair", 3.2)])
  func easierSinglesMayBeUsed(_ only: String, _ highest: Double) throws {
    let count = sized(1, full: 3)
    let run = try Program.run(["generate", "--only", only, "--seed", "3", "--count", "\(count)"])
    #expect(run.status == 0 && run.lines.count == count)
    for line in try Program.run(["grade", "--scale", "se"], input: run.output).lines {
      #expect(Double(line.split(separator: "\t")[1]).map { $0 <= highest } == true, "\(line)")
    }
  }

  @Test(
    arguments: [
      ["--count", "-1", "'-1' is invalid for '--count <count>': give a whole number from 1"],
      ["-c", "-3", "'-3' is invalid for '-c <count>': give a whole number from 1"],
      ["--attempts", "0", "'0' is invalid"], ["--jobs", "-2", "'-2' is invalid"],
      ["--seed", "-5", "'-5' is invalid"], ["--skip", "-1", "from 0 to"],
      ["--skip", "1", "--skip needs --seed"],
    ].sized(3))
  func numbersThatAreNoneAreNamed(_ row: [String]) throws {
    let run = try Program.run(["generate"] + row[..<2])
    #expect(run.status == 2 && run.output.isEmpty && run.error.contains(row[2]), "\(run.error)")
  }

  /// An interrupted run continues where it ended.
  @Test func theFirstPuzzlesAreSkipped() throws {
    for kind in [["--level", "easy:3,hard:4"], ["--count", "7"], ["--grids", "--count", "7"]].sized(
      2)
    {
      let arguments = ["generate", "--seed", "6"] + kind
      let whole = try Program.run(arguments)
      #expect(whole.status == 0 && whole.lines.count == 7)
      for count in [0, 2, 5].sized(2) {
        let rest = try Program.run(arguments + ["--skip", "\(count)"])
        #expect(rest.status == 0 && rest.lines == Array(whole.lines.dropFirst(count)))
      }
      let none = try Program.run(arguments + ["--skip", "8"])
      let noun = kind[0] == "--grids" ? "grids" : "puzzles"
      #expect(none.status == 0 && none.output.isEmpty)
      #expect(none.error == "sudoku: note: nothing is left of 7 \(noun) with --skip 8\n")
      let half = try Program.run(arguments + ["--shard", "2/2", "--skip", "1"])
      #expect(half.lines == Array(whole.lines.dropFirst(5)))
    }
    let late = try Program.run([
      "generate", "--seed", "6", "--count", "1000000000", "--budget", "300ms", "--jobs", "1",
    ])
    let next = "--skip \(late.lines.count) continues"
    #expect(late.status == 1 && late.error.contains(next), "\(late.error)")
  }

  @Test func familiesMayBeUsed() throws {
    let run = try Program.run([
      "generate", "--only", "single,lockedCandidates", "--needs", "pointing", "--seed", "3",
      "--count", "3",
    ])
    #expect(run.status == 0 && run.lines.count == 3)
    let graded = try Program.run(["grade", "--scale", "se"], input: run.output)
    #expect(graded.lines.allSatisfy { ["2.6", "2.8"].contains($0.split(separator: "\t")[1]) })
  }

  @Test func thePatternIsKept() throws {
    let count = sized(1, full: 5)
    let pattern =
      "1...1.1..11.....1..1..1..1....11.1..1.......1..1.11....1..1..1..1.....11..1.1...1"
    let run = try Program.run([
      "generate", "--pattern", pattern, "--level", "hard", "--strictly-minimal", "--symmetry",
      "rotational180", "--count", "\(count)", "--seed", "5",
    ])
    #expect(run.status == 0 && run.lines.count == count)
    for line in run.lines {
      let puzzle = try Board(line: line)
      #expect(puzzle.line.map { $0 == "." ? "." : "1" }.joined() == pattern)
      let level = LevelScale().grade(puzzle).level
      #expect(Solver().solve(puzzle).isUnique && level?.name == "hard")
      #expect(BatchSolver().redundantClues(of: puzzle).isEmpty)
    }
    let short = try Program.run(["generate", "--pattern", "1.."])
    #expect(short.status == 2 && short.error.contains("81 characters, this one has 3"))
    let few = try Program.run([
      "generate", "--pattern",
      String(pattern.prefix(40)) + pattern.suffix(41).map { _ in "." }.joined(),
    ])
    #expect(few.status == 2 && few.error.contains("17 clues or more"))
    let skew = try Program.run(["generate", "--pattern", pattern, "--symmetry", "vertical"])
    #expect(skew.status == 2 && skew.error.contains("lacks the symmetry 'vertical'"))
  }

  @Test func severalLevelsInOneRun() throws {
    let arguments = ["generate", "--level", "easy:4,hard:3,Medium:2", "--seed", "9"]
    let one = try Program.run(arguments + ["--jobs", "1"])
    #expect(one.status == 0 && one.error.isEmpty)
    #expect(try Program.run(arguments + ["--jobs", "3"]).output == one.output)
    let parts = try (1...4).map { try Program.run(arguments + ["--shard", "\($0)/4"]).output }
    #expect(parts.joined() == one.output)
    let graded = try Program.run(["grade"], input: one.output)
    let levels = graded.lines.map { $0.split(separator: "\t")[1] }
    #expect(levels == ["easy", "easy", "easy", "easy", "hard", "hard", "hard", "medium", "medium"])
    let each = try Program.run(["generate", "--level", "easy,hard", "-c", "2", "--seed", "9"])
    #expect(each.lines.count == 4 && each.lines.prefix(2) == one.lines.prefix(2))
    for (bad, message) in [
      ("easy:0", "is invalid"), ("easy:x", "is invalid"), ("easy,,hard", "is invalid"),
      ("easy:2,nope:3", "valid levels: easy, medium"),
    ].sized(2) {
      let run = try Program.run(["generate", "--level", bad])
      #expect(run.status == 2 && run.output.isEmpty && run.error.contains(message), "\(bad)")
    }
    let both = try Program.run(["generate", "--level", "easy:2", "--count", "3"])
    #expect(both.status == 2 && both.error.contains("--count can't be combined"))
  }

  /// Puzzles that take long go out one by one: a kill costs none that was made.
  @Test(arguments: [
    ["generate", "--level", "expert", "--count", "1000000", "--seed", "1", "--jobs", "1"],
    [
      "pattern", "--count", "1000000", "--seed", "1",
      ".1.1...1...11............11.......1.1...1.....11...11.1...1.....1.1......1...1.11",
    ],
  ])
  func puzzlesGoOutAsTheyAreMade(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = Binary.url
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The first piece that arrives, not what fills a buffer.
    let first = pipe.fileHandleForReading.availableData
    // Works although this thread may have blocked the signal, which children inherit.
    process.terminate()
    process.waitUntilExit()
    #expect(!first.isEmpty && first.count < 1 << 15)
    #expect(first.count % 82 == 0, "whole lines")
  }

  /// The columns are those of the scale: a number of `level` is not an ER.
  @Test(arguments: [
    ("level", "level,number,seed"), ("hodoku", "level,score,seed"),
  ])
  func columnsAreThoseOfTheScale(_ scale: String, _ columns: String) throws {
    let run = try Program.run([
      "generate", "--scale", scale, "--level", "hard", "--seed", "1", "--format", "csv",
    ])
    try #require(run.status == 0 && run.lines.count == 2)
    #expect(run.lines[0] == "puzzle,solution,puzzleId,classId,clues," + columns)
    let row = run.lines[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    #expect(row.count == run.lines[0].split(separator: ",").count)
    let grade = try Program.run(["grade", "--scale", scale, "--format", "csv", row[0]])
    let graded = grade.lines.last?.split(separator: ",").map(String.init) ?? []
    #expect(graded.contains(row[6]) && graded.contains("hard"), "\(row) \(graded)")
  }

  @Test func solutionFiguresAndBreadth() throws {
    let solution =
      "261973584985421763473568921139857642752634198648192375527389416816745239394216857"
    let count = sized(1, full: 3)
    let run = try Program.run(
      [
        "generate", "--solution", solution, "--jewel", "pearl", "--ed", "1.2...3.0", "--rating",
        TestSize.isFull ? "3.0...4.4" : "2.0...4.4", "--seed", "1", "--format", "csv", "-c",
        "\(count)",
      ] + (TestSize.isFull ? ["--spread"] : []))
    #expect(run.status == 0 && run.lines.count == count + 1)
    for row in run.lines.dropFirst().map({ $0.split(separator: ",") }) {
      #expect(row[1] == solution && row[5] == row[6])
    }
    let broad = try Program.run(["generate", "--breadth", "7", "--clues", "34...38", "--seed", "2"])
    #expect(broad.status == 0 && broad.lines.count == 1)
    for (arguments, message) in [
      (["--solution", "1" + solution.dropFirst()], "r1c1 and r1c3 of the solution hold the same"),
      (["--solution", solution.dropLast() + "."], "r9c9 of the solution is empty"),
      (["--solution", "123"], "81"), (["--jewel", "ruby"], "pearl"),
      (["--ed", "7", "--rating", "6"], "ED is never above ER, which is at most 6.0"),
      (["--breadth", "65"], "from 1 to 64"), (["--breadth", "0"], "'0' is invalid"),
    ].sized(3) {
      let run = try Program.run(["generate"] + arguments)
      #expect(run.status == 2 && run.output.isEmpty && run.error.contains(message), "\(arguments)")
    }
    let pattern =
      "..1..358......1...47.....2.......6..75..3..9..48..23.........1.8..7....9....16..7"
    let only = try Program.run(["generate", "--solution", solution, "--pattern", pattern, "-q"])
    #expect(only.output == pattern + "\n")
    let none = try Program.run([
      "generate", "--solution", solution, "--pattern", pattern, "--level", "hard", "--seed", "1",
    ])
    #expect(none.status == 1 && none.error.contains("puzzle 0 not found in its only grid"))
  }

  @Test func fullGrids() throws {
    let count = sized(300, full: 5_000)
    let arguments = ["generate", "--grids", "--seed", "5", "--count", "\(count)"]
    let one = try Program.run(arguments + ["--jobs", "1"])
    #expect(one.status == 0 && one.error.isEmpty && Set(one.lines).count == count)
    #expect(try one.lines.allSatisfy { try Board(line: $0).isSolved })
    #expect(try Program.run(arguments + ["--jobs", "3"]).output == one.output)
    let parts = try (1...3).map { try Program.run(arguments + ["--shard", "\($0)/3"]).output }
    #expect(parts.joined() == one.output)
    for unfit in [
      ["--level", "easy"], ["--minimal"], ["--format", "csv"], ["--daily", "2026-01-01"],
    ].sized(2) {
      let run = try Program.run(["generate", "--grids"] + unfit)
      #expect(run.status == 2 && run.error.contains("can't be combined with --grids"))
    }
  }

  @Test func quietReportsOnlyMissingPuzzles() throws {
    #expect(try Program.run(["generate", "-q"]).error.isEmpty)
    let run = try Program.run([
      "generate", "-q", "--clues", "17", "--minimal", "--attempts", "3", "--count", "2",
    ])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.error == "sudoku: note: 2 of 2 puzzles not found\n")
  }

  @Test func contradictoryTargetsAreRefusedAtOnce() throws {
    let run = try Program.run(["generate", "--level", "easy", "--rating", "90...119"])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.error.contains("valid levels for this rating: extreme (from 80.0)"))
    let level = try Program.run(["generate", "--level", "devilish"])
    #expect(level.status == 2)
    #expect(level.error.contains("valid levels: easy, medium, hard, expert, extreme"))
    let grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    for cells in [["--clues", "81"], ["--pattern", grid]] {
      let one = ["generate", "--solution", grid, "--seed", "1", "--quiet"] + cells
      #expect(try Program.run(one).output == grid + "\n")
      let several = try Program.run(one + ["--count", "3"])
      #expect(several.status == 2 && several.output.isEmpty)
      #expect(several.error.contains("one puzzle, not 3"), "\(several)")
    }
  }

  @Test func listsAndScales() throws {
    let levels = try Program.run(["levels", "--format", "line"])
    #expect(levels.output.hasPrefix("easy\t0.0\t19.9\tlevel\t2\n"))
    let techniques = try Program.run(["techniques", "--format", "jsonl"])
    #expect(techniques.output.contains(#""BUG type 1","BUG+1""#))
    let named = try Program.run(["techniques", "--format", "line", "Naked Triplets", "bug+1,wing"])
    let ids = named.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(
      ids == [
        "naked-triplet", "xy-wing", "xyz-wing", "wxyz-wing", "w-wing", "vwxyz-wing", "m-wing",
        "s-wing", "l-wing", "h-wing", "bug-1",
      ])
    let misspelt = try Program.run(["techniques", "skyscrapper"])
    #expect(misspelt.status == 2 && misspelt.error.contains("did you mean 'skyscraper'?"))
    let several = try Program.run(["generate", "--needs", "XY-Cycle"])
    #expect(several.status == 2)
    #expect(several.error.contains("'XY-Cycle' stands for several techniques: y-cycle, xy-cycle"))
    let unknown = try Program.run(["grade", "--scale", "nope"])
    #expect(unknown.status == 2 && unknown.error.contains("Valid is a scale: level, se or hodoku"))
  }

  /// The collections in `puzzles/se` are what their README says: the first of each are made again.
  @Test(arguments: zip([(0.0, 1.9), (2.0, 2.9), (3.0, 4.4), (4.5, 6.4), (6.5, 20.0)], 1...5))
  func collectionsComeFromTheirSeeds(_ range: (Double, Double), seed: Int) throws {
    let names = ["below-2.0", "2.0-to-2.9", "3.0-to-4.4", "4.5-to-6.4", "from-6.5"]
    let url = Repository.root.appendingPathComponent("puzzles/se/\(names[seed - 1]).jsonl")
    let text = try String(contentsOf: url, encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 1_000)
    let count = sized(2, full: 20)
    let again = try Program.run([
      "generate", "--rating", "\(range.0)...\(range.1)", "--count", "\(count)", "--seed", "\(seed)",
      "--minimal", "--format", "jsonl",
    ])
    #expect(again.lines == Array(lines.prefix(count)))
    let some = lines.sized(100)
    let puzzles = try some.map { try JSONValue(parsing: String($0))["puzzle"]?.string }
    #expect(Set(puzzles).count == some.count)
  }

  /// Ratings of any scale can be asked for; those that it can't give are refused at once.
  @Test func ratingsOfAnyScale() throws {
    let count = sized(1, full: 4)
    let made = try Program.run(
      ["generate", "--scale", "level", "--rating", "41...47", "-c", "\(count)", "--seed", "2"])
    #expect(made.status == 0 && made.lines.count == count)
    let graded = try Program.run(["grade", "--scale", "level", "-"], input: made.output)
    for line in graded.lines {
      let number = line.split(separator: "\t").last.flatMap { Double($0) }
      #expect(number.map { 41...47 ~= $0 } == true, "\(line)")
    }
    for (scale, limit) in [("se", "14.0"), ("level", "150.0")] {
      let run = try Program.run(["generate", "--scale", scale, "--rating", "151"])
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.error.contains("no puzzle is rated above \(limit)"), "\(run.error)")
    }
  }
}
