import Foundation
import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuSolver
import TestSupport
import Testing

/// The researcher's commands through the shell.
@Suite struct ToolboxTests {
  private static func lines(_ count: Int) throws -> String {
    try DataSets.boards("puzzles/few-clues.txt").prefix(count).map { $0.line + "\n" }.joined()
  }

  @Test func scrambledPuzzlesStayInTheirClass() throws {
    let input = try Self.lines(5)
    let run = try Program.run(["scramble", "--seed", "7", "--count", "3"], input: input)
    #expect(run.status == 0)
    #expect(run.lines.count == 15)
    #expect(Set(run.lines).count == 15)
    let again = try Program.run(["scramble", "--seed", "7", "--count", "3", "-j1"], input: input)
    #expect(again.output == run.output)
    let classes = try Set(run.lines.map { try #require(ClassID(Board(line: $0))) })
    #expect(classes.count == 5)
  }

  /// However many are asked for, they come at once, the same ones for a larger number.
  @Test func anyNumberOfScrambledPuzzles() throws {
    let boards = try DataSets.boards("puzzles/few-clues.txt").prefix(2).map(\.line)
    let head = try Binary.run(
      shell: "'\(Binary.url.path)' scramble --seed 1 -c 1000000000000 \(boards[0]) | head -n 2500")
    #expect(head.lines.count == 2_500 && Set(head.lines).count == 2_500)
    let input = "\(boards[0])\nbad\n\(boards[1])\n"
    let run = try Program.run(["scramble", "--seed", "1", "-c", "2500"], input: input)
    #expect(run.status == 1 && run.lines.count == 5_001 && run.lines[2_500] == "-")
    #expect(run.lines.prefix(2_500) == head.lines[...])
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    for number in [999, 1_000, 2_499, 2_501, 5_000] {
      let source = try Board(line: boards[number < 2_500 ? 0 : 1])
      #expect(try ClassID(Board(line: String(run.lines[number]))) == ClassID(source))
    }
    let one = try Program.run(["scramble", "--seed", "1", "-c", "2500", "-j1"], input: input)
    #expect(one.output == run.output)
  }

  /// What the input says of its puzzle is not handed on as a fact about another one.
  @Test(arguments: [["scramble", "--seed", "1"], ["neighbours", "--limit", "1"], ["minimize"]])
  func factsAboutTheSourceAreNamedSo(_ command: [String]) throws {
    let options = ["--level", "easy", "--clues", "34", "--seed", "7"]
    let json = try Program.run(["generate", "--format", "jsonl"] + options).output
    let source = try JSONValue(parsing: String(json.dropLast()))
    let run = try Program.run(command + ["--format", "jsonl"], input: json)
    let record = try JSONValue(parsing: String(#require(run.lines.first)))
    for name in ["solution", "puzzleId", "classId", "level", "rating", "seed", "index"] {
      #expect(record[name] == nil && record["input_" + name] == source[name], "\(name)")
    }
    let checked = try Program.run(["check"], input: run.output)
    #expect(checked.lines.count == 1 && checked.error.isEmpty, "\(checked.error)")
    let csv = try Program.run(["generate", "--format", "csv"] + options).output
    let table = try Program.run(command + ["--format", "csv"], input: csv)
    let names = try #require(table.lines.first).split(separator: ",")
    #expect(names.prefix(2) == ["puzzle", "source"])
    let others = names.dropFirst(2)
    #expect(others.count == 7 && others.allSatisfy { $0.hasPrefix("input_") }, "\(names)")
  }

  @Test func dedupeKeepsTheFirstOfEachClass() throws {
    let input = try Self.lines(20)
    let scrambled = try Program.run(["scramble", "--seed", "1", "--count", "4"], input: input)
    let run = try Program.run(["dedupe"], input: input + scrambled.output + "bad\n")
    #expect(run.status == 1)
    #expect(run.output == input)
    #expect(run.error.contains("100 puzzles, 20 classes"))
    #expect(run.error.contains("<stdin>:101:"))
    let byClues = try Program.run(["dedupe", "--by", "clues"], input: input + input)
    #expect(byClues.status == 0 && byClues.output == input)
  }

  @Test func dedupeCarriesFieldsAndRefusesAnotherRunsFolder() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let board = try #require(try DataSets.boards("puzzles/few-clues.txt").first)
    let table = folder / "a.csv"
    try Data("puzzle,source\n\(board.line),book 1\n\(board.line),book 2\n".utf8).write(to: table)
    let run = try Program.run(["dedupe", "--format", "csv", table.path])
    #expect(run.output == "puzzle,source\n\(board.line),book 1\n")
    let work = folder / "work"
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    try Data("sudoku-dedupe 1\nother\n0 0\n".utf8).write(to: work.appendingPathComponent("run"))
    let refused = try Program.run(["dedupe", "--work", work.path, table.path])
    #expect(refused.status == 74 && refused.error.contains("other inputs"))
  }

  /// A run that is killed while it writes (nobody reads its output), and the next one.
  @Test func dedupeGoesOnAfterAKill() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (file, work) = (folder / "a.txt", folder / "work")
    let line = try Self.lines(20)
    let count = sized(100, full: 400)
    let scrambled = try Program.run(
      ["scramble", "--seed", "5", "--count", "\(count)"], input: line)
    let text = line + "bad\n" + scrambled.output
    try Data(text.utf8).write(to: file)
    let arguments = ["dedupe", "--by", "clues", "--work", work.path, file.path]
    let expected = try Program.run(["dedupe", "--by", "clues"], input: text)
    let killed = Process()
    killed.executableURL = Binary.url
    killed.arguments = arguments
    killed.standardOutput = Pipe()
    killed.standardError = FileHandle.nullDevice
    try killed.run()
    let manifest = work.appendingPathComponent("run")
    let deadline = Date(timeIntervalSinceNow: 120)
    while !FileManager.default.fileExists(atPath: manifest.path), Date() < deadline {
      usleep(10_000)
    }
    // Another run must not take the folder of one that works.
    let second = try Program.run(arguments)
    #expect(second.status == 74 && second.error.contains("another run is working"))
    kill(killed.processIdentifier, SIGKILL)
    killed.waitUntilExit()
    let next = try Program.run(arguments)
    #expect(next.output == expected.output)
    #expect(next.error.contains("continuing after \(20 * count + 20) puzzles"))
    // What the killed run reported is reported again.
    #expect(next.status == 1 && next.error.contains("a.txt:21:"))
    #expect(!FileManager.default.fileExists(atPath: work.path))
  }

  @Test func dedupeComesBackOnlyToFilesThatAreTheSame() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (file, work) = (folder / "a.txt", folder / "work")
    let lines = try Self.lines(3)
    let fromPipe = try Program.run(["dedupe", "--work", work.path], input: lines)
    #expect(fromPipe.status == 2 && fromPipe.error.contains("standard input can't be read again"))
    let noFile = try Program.run(["dedupe", "--work", work.path, "/no/such/file"])
    #expect(noFile.status == 2 && noFile.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: work.path))
    try Data(lines.utf8).write(to: file)
    let first = try Program.run(["dedupe", "--work", work.path, file.path])
    #expect(first.status == 0 && first.output == lines)
    #expect(!FileManager.default.fileExists(atPath: work.path))
  }

  @Test func minimizeGivesMinimalPuzzles() throws {
    let puzzle = try #require(try DataSets.boards("puzzles/easy.txt").first)
    // Many redundant clues: half of the solution.
    var board = try #require(Solver().uniqueSolution(of: puzzle))
    for cell in CellSet.all where cell.index % 2 == 0 && puzzle[cell] == nil { board[cell] = nil }
    let one = try Program.run(["minimize", board.line])
    let all = try Program.run(["minimize", "--all", "--limit", "50", board.line])
    #expect(one.lines.count == 1)
    #expect(all.lines.count == 50 && all.status == 1 && all.error.contains("more than 50"))
    for line in one.lines + all.lines {
      let minimal = try Board(line: line)
      #expect(minimal.isSubset(of: board) && Solver().solve(minimal).isUnique)
      #expect(BatchSolver().redundantClues(of: minimal).isEmpty)
    }
    let none = try Program.run(["minimize", Board().line])
    #expect(none.status == 1 && none.output == "-\n" && none.error.contains("argument:1:1"))
  }

  /// A full disk is reported by every filter.
  @Test(
    arguments: ["neighbours", "minimize", "dedupe", "stats", "backdoors", "unavoidable"].sized(2))
  func aFullDeviceIsReported(command: String) throws {
    let board = try #require(try DataSets.boards("puzzles/few-clues.txt").first)
    let run = try Binary.run(shell: "'\(Binary.url.path)' \(command) \(board.line) > /dev/full")
    #expect(run.status == 74)
    #expect(run.error.contains("cannot write the output: "))
  }

  @Test func neighboursDifferInOneClue() throws {
    let board = try #require(try DataSets.boards("puzzles/few-clues.txt").first)
    let run = try Program.run(["neighbours", board.line])
    #expect(run.status == 0 && !run.lines.isEmpty)
    #expect(run.error == "sudoku: \(run.lines.count.counted("neighbour"))\n")
    for line in run.lines {
      let neighbour = try Board(line: line)
      #expect(CellSet.all.count { neighbour[$0] != board[$0] } <= 2)
      #expect(Solver().solve(neighbour).isUnique)
    }
    #expect(try Program.run(["neighbors", "--twins", "--add", "2", board.line]).status == 2)
    let easy = try #require(try DataSets.boards("puzzles/easy.txt").first)
    let one = try Program.run(["neighbours", "--limit", "1", easy.line])
    #expect(one.error.contains("more than 1 neighbour;"), "\(one.error)")
    #expect(one.error.contains("sudoku: 1 neighbour\n"))
  }

  @Test func aPatternHasManyPuzzles() throws {
    let puzzle = try #require(try DataSets.boards("puzzles/easy.txt").first)
    let run = try Program.run(["pattern", "--count", "50", "--seed", "3", puzzle.line])
    #expect(run.status == 0 && run.lines.count == 50 && run.error.isEmpty)
    #expect(Set(run.lines).count == 50)
    for line in run.lines {
      let found = try Board(line: line)
      #expect(found.filledCells == puzzle.filledCells && Solver().solve(found).isUnique)
    }
    let rows = try Program.run(["pattern", "-c1", "--seed", "3", "--format", "jsonl", puzzle.line])
    #expect(rows.output == "{\"clues\":\(puzzle.clueCount),\"puzzle\":\"\(run.lines[0])\"}\n")
    let none = try Program.run([
      "pattern", String(repeating: "1", count: 16) + String(repeating: ".", count: 65),
    ])
    #expect(none.status == 1 && none.error.contains("the pattern has 16"))
    let timed = try Program.run(["pattern", "--budget", "50ms", "-c", "100000000", puzzle.line])
    #expect(timed.status == 0 && timed.error.contains("there may be more"))
  }

  @Test func identifyReportsSymmetries() throws {
    let grid =
      "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    let run = try Program.run(["identify", "--generators", grid])
    let fields = try #require(run.lines.first).split(separator: "\t")
    #expect(run.status == 0 && fields.count == 3 && fields[1] == "648")
    #expect(fields[2].split(separator: "; ").allSatisfy { $0.count == 31 })
    let form = try Program.run(["identify", "--form", "minlex", "--format", "jsonl", grid])
    let record = try JSONValue(parsing: form.output)
    let found = try #require(record["transformation"])
    func lines(_ name: String) -> [Int] {
      (found[name]?.array ?? []).compactMap { $0.int.map { $0 - 1 } }
    }
    let symmetry = try #require(
      Transformation(
        isTransposed: found["transposed"]?.bool ?? false, sourceRows: lines("rows"),
        sourceColumns: lines("columns"),
        digits: (found["digits"]?.string ?? "").compactMap { $0.wholeNumberValue }
          .map { Digit(index: $0 - 1) }))
    let canonical = try Board(line: #require(record["canonicalForm"]?.string))
    #expect(try symmetry.applied(to: Board(line: grid)) == canonical)
    #expect(try symmetry.inverse.applied(to: canonical) == Board(line: grid))
    #expect(try Program.run(["identify", "--generators", "--form", "minlex", grid]).status == 2)
  }

  @Test func setsOfCells() throws {
    let board = try #require(try DataSets.boards("puzzles/hardest.txt").first)
    let backdoors = try Program.run(["backdoors", "--format", "jsonl", board.line])
    #expect(backdoors.output.hasPrefix("{\"puzzle\":\"\(board.line)\",\"sets\":["))
    let sets = try Program.run(["unavoidable", "--up-to", "6", board.line])
    #expect(sets.status == 0)
    let fields = try #require(sets.lines.first).split(separator: "\t")
    #expect(fields.count == 3 && fields[2].split(separator: ";").count == Int(fields[1]))
    #expect(try Program.run(["unavoidable", Board().line]).status == 1)
  }

  @Test func statsCountEverything() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let input = try Self.lines(30) + Board().line + "\n"
    let picture = folder / "clues.svg"
    let run = try Program.run(["stats", "--svg", picture.path], input: input)
    #expect(run.status == 0)
    #expect(run.output.contains("puzzles: 31") && run.output.contains("multiple: 1"))
    let clueCounts = Dictionary(
      grouping: try DataSets.boards("puzzles/few-clues.txt").prefix(30), by: \.clueCount
    ).mapValues(\.count)
    for (clues, count) in clueCounts {
      #expect(run.output.firstMatch(of: try Regex("\(clues) +\(count)  ##")) != nil)
    }
    #expect(try String(contentsOf: picture, encoding: .utf8).hasPrefix("<svg"))
    let json = try Program.run(["stats", "--grade", "--format", "jsonl"], input: input)
    let bars = ([0: 1].merging(clueCounts) { $1 }).sorted { $0.key < $1.key }
      .map { "\"\($0.key)\":\($0.value)" }
    #expect(json.output.contains("\"clues\":{\(bars.joined(separator: ","))}"))
    let made = try Program.run(
      ["generate", "--level", "medium:2,easy:3,extreme:1", "--seed", "3"])
    let levels = try Program.run(["stats", "--grade", "--format", "jsonl"], input: made.output)
    #expect(levels.output.contains(#""ratings":{"easy":3,"extreme":1,"medium":2}"#))
    let text = try Program.run(["stats", "--grade"], input: made.output).output
    #expect(text.contains(#/easy +3 .*\n *medium +2 .*\n *extreme +1 /#), "\(text)")
    let ratings = try Program.run(["stats", "--grade", "--scale", "se"], input: made.output)
    #expect(ratings.output.contains(#/1\.[0-9] +[0-9]/#) && !ratings.output.contains("easy"))
    for format in ["csv", "line"] {
      let refused = try Program.run(["stats", "--grade", "--format", format], input: input)
      #expect(refused.status == 2 && refused.error.contains("cannot show ratings"))
    }
  }
  /// A device under the picture's name was once replaced by a file.
  @Test func statsWriteIntoPipes() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let pipe = folder / "clues.svg"
    #expect(mkfifo(pipe.path, 0o600) == 0)
    let descriptor = open(pipe.path, O_RDWR | O_NONBLOCK)
    defer { close(descriptor) }
    let run = try Program.run(["stats", "--svg", pipe.path], input: Self.lines(3))
    #expect(run.status == 0)
    var start = [UInt8](repeating: 0, count: 4)
    #expect(read(descriptor, &start, 4) == 4)
    #expect(String(decoding: start, as: UTF8.self) == "<svg")
  }
}
