import Foundation
import JSONCoding
import SudokuCore
import TestSupport
import Testing

/// No input vanishes: every record gives a result or a positioned error, whatever its line ends and
/// encoding, from a file, a pipe or an argument.
@Suite struct InputEdgeTests {
  private static let good = BadInputTests.good
  private static let formats = ConvertTests.formats

  /// How a file's bytes may come.
  enum Encoding: String, CaseIterable {
    case plain, noFinalNewline, crlf, cr, mark, utf16LittleEndian, utf16BigEndian, utf16NoMark

    func encoded(_ text: String) -> Data {
      switch self {
      case .plain: return Data(text.utf8)
      case .noFinalNewline: return Data(Self.trimmed(text).utf8)
      case .crlf: return Data(text.replacing("\n", with: "\r\n").utf8)
      case .cr: return Data(text.replacing("\n", with: "\r").utf8)
      case .mark: return Data(("\u{FEFF}" + text).utf8)
      case .utf16LittleEndian:
        return Self.utf16("\u{FEFF}" + text) { [UInt8($0 & 255), UInt8($0 >> 8)] }
      case .utf16BigEndian:
        return Self.utf16("\u{FEFF}" + text) { [UInt8($0 >> 8), UInt8($0 & 255)] }
      case .utf16NoMark: return Self.utf16(text) { [UInt8($0 & 255), UInt8($0 >> 8)] }
      }
    }

    private static func trimmed(_ text: String) -> String {
      var text = text
      while text.last?.isNewline == true { text.removeLast() }
      return text
    }

    private static func utf16(_ text: String, _ bytes: (UInt16) -> [UInt8]) -> Data {
      Data(text.utf16.flatMap(bytes))
    }
  }

  /// Files were once opened to learn their length: the writer of a pipe then lost its reader, and
  /// the command waited for ever.
  @Test(arguments: [["check"], ["solve"], ["dedupe"], ["stats"], ["convert"]].sized(2))
  func namedPipes(_ command: [String]) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let pipe = folder / "pipe"
    #expect(mkfifo(pipe.path, 0o600) == 0)
    // The writer is late and writes once; a second opening would find nobody.
    let script = """
      (sleep 0.1; echo \(Self.good) > '\(pipe.path)') &
      timeout 20 '\(Binary.url.path)' \(command.joined(separator: " ")) '\(pipe.path)'
      """
    let run = try shell(script)
    #expect(run.status == 0, "\(command): \(run.error)")
    #expect(!run.output.isEmpty)
  }

  @Test(arguments: formats.sized(2))
  func everyFormatInEveryEncoding(_ format: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let text = try Program.run(["convert", "--to", format, Self.good]).output
    let expected = "\(Self.good)\t1\t\(BadInputTests.solved)\n"
    for encoding in Encoding.allCases {
      let bytes = encoding.encoded(text)
      let name = "\(format), \(encoding.rawValue)"
      try bytes.write(to: folder / "file")
      let file = try Program.run(["solve", (folder / "file").path])
      #expect(file.output == expected && file.status == 0, "\(name), file: \(file.error)")
      if encoding == .plain || encoding == .utf16NoMark {
        let pipe = try piped(["solve"], folder / "file")
        #expect(pipe.output == expected && pipe.status == 0, "\(name), pipe: \(pipe.error)")
      }
      // An argument can't hold the zero bytes of UTF-16.
      guard !encoding.rawValue.hasPrefix("utf16") else { continue }
      let argument = try Program.run(["solve", String(decoding: bytes, as: UTF8.self)])
      #expect(
        argument.output == expected && argument.status == 0, "\(name), argument: \(argument.error)")
    }
  }

  @Test(arguments: ["solve", "check", "grade", "identify", "convert"].sized(2))
  func aRunWithoutAPuzzleSaysSo(_ command: String) throws {
    for text in ["# only a comment", "\n\n", "[]", "<a/>", "#x\r#y"].sized(2) {
      let run = try Program.run([command], input: text)
      #expect(run.status == 1, "\(text)")
      #expect(run.error.contains("no puzzle found"), "\(text): \(run.error)")
    }
    let one = try Program.run([command], input: Self.good)
    #expect(one.status == 0 && one.lines.count == 1)
  }

  /// Columns of one name stay apart, through any number of commands.
  @Test func columnsOfOneNameStayApart() throws {
    let twice = try Program.run(
      ["check", "--format", "csv"], input: "puzzle,a,a,input_status\n\(Self.good),1,2,x\n")
    #expect(twice.lines[0].hasSuffix(",a,a_2,input_input_status"), "\(twice.output)")
    #expect(twice.lines[1].hasSuffix(",1,2,x"))
    for format in ["csv", "jsonl"] {
      var text = Self.good + "\n"
      for scale in ["level", "hodoku", "level"] {
        text = try Program.run(["grade", "--scale", scale, "--format", format], input: text).output
      }
      let names =
        format == "csv"
        ? text.split(separator: "\n")[0].split(separator: ",").map(String.init)
        : try #require(try JSONValue(parsing: Array(text.utf8)).object?.keys.map { $0 })
      #expect(Set(names).count == names.count, "\(names)")
      #expect(names.contains("input_input_level"))
    }
  }

  /// What only looks like a number goes through as it is.
  @Test func longNumbersOfTablesAreText() throws {
    let input = "puzzle,id,big,short\n\(Self.good),1e5,12345678901234567890123,7.2\n"
    let run = try Program.run(["convert", "--to", "jsonl"], input: input)
    #expect(run.output.contains(#""id":"1e5""#), "\(run.output)")
    #expect(run.output.contains(#""big":"12345678901234567890123""#))
    #expect(run.output.contains(#""short":7.2"#))
  }

  /// What of the input does not count is said, once.
  @Test func ignoredPartsAreReported() throws {
    let twice = try Program.run(
      ["solve"], input: "\(Self.good) \(Self.good.replacing("5", with: "."))\n")
    #expect(twice.lines.count == 1)
    #expect(twice.error.contains("of several boards in a line only the first counts"))
    #expect(try Program.run(["solve", "-q"], input: "\(Self.good) \(Self.good)\n").error.isEmpty)
    let solved = try Program.run(["solve"], input: "\(Self.good) \(BadInputTests.solved)\n")
    #expect(solved.error.isEmpty, "\(solved.error)")
    let grid = CandidateGrid(try Board(line: Self.good))
    let words = CellSet.all.map { cell in
      grid.board[cell].map { "\($0)" } ?? grid[cell].map(\.description).joined()
    }
    let rows = stride(from: 0, to: 81, by: 9).map { words[$0..<$0 + 9].joined(separator: " ") }
    let marks = rows.joined(separator: "\n") + "\n"
    for command in ["solve", "grade", "check", "minimize"] {
      let run = try Program.run([command], input: marks)
      #expect(run.error.contains("pencilmarks don't count here"), "\(command): \(run.error)")
    }
    #expect(try Program.run(["hint"], input: marks).error.isEmpty)
  }

  /// `--format`, as other commands have it, is `--to`.
  @Test func convertTakesTheOtherName() throws {
    let run = try Program.run(["convert", "--format", "csv", Self.good])
    #expect(run.status == 0 && run.output == "puzzle,solution\n\(Self.good),\n")
    let text = try Program.run(["convert", "--format", "text", Self.good])
    #expect(text.status == 2 && text.error.contains("--to"), "\(text.error)")
  }

  @Test func jsonOfEveryLayout() throws {
    let numbers = Self.good.map { $0 == "." ? "0" : String($0) }
    let rows = (0..<9).map { "[" + numbers[($0 * 9)..<($0 * 9 + 9)].joined(separator: ",") + "]" }
    let texts = (0..<9).map { "\"" + numbers[($0 * 9)..<($0 * 9 + 9)].joined() + "\"" }
    for text in [
      "[" + numbers.joined(separator: ", ") + "]", "[" + rows.joined(separator: ",\n") + "]",
      "[" + texts.joined(separator: ",") + "]", "\"\(Self.good)\"", "[\"\(Self.good)\"]",
      "{\"newboard\":{\"grids\":[{\"value\":[\(rows.joined(separator: ","))],\"difficulty\":\"Hard\"}]}}",
      "{\n  \"mission\": \"\(Self.good)\",\n  \"level\": 3\n}\n",
      "[[\(rows.joined(separator: ","))]]", "{\"board\": [\(rows.joined(separator: ","))]}",
    ] {
      let run = try Program.run(["solve"], input: text)
      #expect(run.output.hasPrefix(Self.good) && run.lines.count == 1, "\(text): \(run.error)")
    }
    let two =
      "{\"puzzle\":\"\(Self.good)\"}{\"quizzes\":\"\(Self.good)\"}\n{\"question\":\"\(Self.good)\"}"
    #expect(try Program.run(["solve"], input: two).lines.count == 3)
  }

  /// A coprocess writes a line and waits for its answer.
  @Test(arguments: ["solve", "check", "grade", "identify", "convert"])
  func aLineIsAnsweredAtOnce(_ command: String) throws {
    let process = Process()
    process.executableURL = Binary.url
    process.arguments = [command]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for _ in 0..<3 {
      try input.fileHandleForWriting.write(contentsOf: Data("\(Self.good)\n".utf8))
      // Without the answer this waits for ever; the test's time limit would end it.
      let answer = output.fileHandleForReading.availableData
      #expect(String(decoding: answer, as: UTF8.self).hasPrefix(Self.good))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func columnsGoOutAgain() throws {
    let csv =
      "id;question;answer;rating;source\n7;\(Self.good);\(BadInputTests.solved);1,5;\"a;b\"\n"
    for command in ["solve", "check", "identify", "convert"] {
      let arguments = command == "convert" ? ["--to", "csv"] : ["--format", "csv"]
      let run = try Program.run([command] + arguments, input: csv)
      #expect(run.lines[0].contains("id") && run.lines[0].contains("source"), "\(run.output)")
      #expect(run.lines[1].contains("a;b") && run.lines[1].contains("\"1,5\""), "\(run.output)")
      let json = try Program.run(
        [command] + (command == "convert" ? ["--to", "jsonl"] : ["--format", "jsonl"]), input: csv)
      let object = try JSONValue(parsing: json.output)
      #expect(object["id"]?.int == 7 && object["source"]?.string == "a;b", "\(json.output)")
      #expect(object["rating"]?.string == "1,5" || object["input_rating"]?.string == "1,5")
      #expect(object["solution"]?.string == BadInputTests.solved)
    }
  }

  @Test func aCountIsTrueOrSaysThatItStopped() throws {
    let board = "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
    #expect(try Program.run(["solve", "--count", board]).output == "\(board)\t872\n")
    let limited = try Program.run([
      "solve", "--count", "--limit", "100", "--format", "jsonl", board,
    ])
    let object = try JSONValue(parsing: limited.output)
    #expect(object["complete"]?.bool == false && object["limit"]?.int == 100)
    #expect(limited.status == 0 && limited.error.contains("stopped at the limit of 100"))
  }

  @Test func junkGetsASummary() throws {
    let run = try Program.run(["solve"], input: String(repeating: "junk\n", count: 5_000))
    #expect(run.status == 1 && run.lines.count == 5_000)
    #expect(run.error.split(separator: "\n").count == 21)
    #expect(run.error.contains("5000 in all"))
    #expect(try Program.run(["solve", "--quiet"], input: "junk\n").error.isEmpty)
  }

  /// Files that hold no text get one message that helps, not one for each line.
  @Test func foreignFiles() throws {
    for start in [[0x50, 0x4B, 3, 4], Array("%PDF-1.7\n".utf8)] as [[UInt8]] {
      let bytes = Data(start + [UInt8](repeating: 0x0A, count: 1_000) + [1, 2, 3, 0x0A])
      let run = try Program.run(["solve"], inputBytes: bytes)
      #expect(run.status == 66 && run.output.isEmpty)
      #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
      #expect(run.error.contains("the file is"), "\(run.error)")
    }
  }

  /// Closed descriptors are errors that are reported; nothing else is opened in their place.
  @Test func closedDescriptors() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for (redirection, status) in [(">&-", 74), ("<&-", 74), ("2>&-", 0), (">&- 2>&-", 74)] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      let puzzle = redirection.contains("<") ? "" : Self.good
      process.arguments = ["-c", "'\(Binary.url.path)' solve \(puzzle) \(redirection)"]
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == status, "\(redirection)")
    }
  }

  @Test func argumentsOutOfRange() throws {
    for option in ["--limit", "--jobs"] {
      for value in ["0", "100000000000000000000", "x", "1.5"] {
        let run = try Program.run(["solve", option, value, Self.good])
        #expect(run.status == 2 && run.error.contains("from 1 to"), "\(run.error)")
      }
    }
    #expect(try Program.run(["solve", "--jobs", "1000000", Self.good]).status == 0)
    #expect(try Program.run(["solve", ""]).error == "'': error: no such file\n")
  }

  /// Values that JSON has or nearly has: each gives a result or one message.
  @Test func oddJSON() throws {
    let good = Self.good
    for (text, count) in [
      ("{\"puzzle\":NaN}", 0), ("[1e400,2]", 0), ("{\"puzzle\":\"\(good)\",\"x\":1e400}", 1),
      ("{\"puzzle\":\"\(good)\",\"puzzle\":\"\(good)\"}", 1), ("{\"puzzle\":null}", 0),
      ("[[[[[[\"\(good)\"]]]]]]", 1), ("{\"puzzle\":{\"puzzle\":\"\(good)\"}}", 1),
      (String(repeating: "[", count: 100_000), 0),
      (String(repeating: "{\"a\":", count: 100_000), 0),
    ] {
      let run = try Program.run(["solve", "--format", "jsonl"], input: text)
      #expect(run.lines.count { $0.contains("solutionCount") } == count, "\(text.prefix(80))")
      #expect(run.status == (count == 1 ? 0 : 1), "\(text.prefix(80)): \(run.error)")
      // A number that no double holds goes out as it came in.
      for line in run.lines where !line.contains("1e400") {
        _ = try JSONValue(parsing: String(line))
      }
    }
  }

  @Test func typingErrorsAreExplained() throws {
    let solv = try Program.run(["solv"])
    #expect(solv.status == 2 && solv.error.contains("did you mean 'solve'?"))
    #expect(try Program.run(["help", "nope"]).status == 2)
    #expect(try Program.run(["-V"]).output == Program.run(["--version"]).output)
    #expect(try Program.run(["solve", "-j1", Self.good]).status == 0)
    #expect(try Program.run(["generate", "-c3", "--seed", "1"]).lines.count == 3)
    for clues in ["16", "30...20", "x"] {
      let run = try Program.run(["generate", "--clues", clues])
      #expect(run.status == 2 && run.error.contains("from 17 to 81"), "\(run.error)")
    }
    #expect(try Program.run(["solve", "--format", "json", Self.good]).error.contains("jsonl"))
  }

  @Test func manualAndCompletions() throws {
    let manual = try Program.run(["man"])
    #expect(manual.status == 0 && manual.output.hasPrefix(".TH SUDOKU 1"))
    for command in ["solve", "generate", "grade", "check", "identify", "convert", "serve"] {
      #expect(manual.output.contains(".SS \(command)"))
    }
    for shell in ["bash", "zsh", "fish"] {
      let script = try Program.run(["completions", shell])
      #expect(script.status == 0 && script.output.contains("identify"))
    }
  }

  /// Runs with a real pipe as standard input.
  private func piped(_ arguments: [String], _ file: URL) throws -> Binary.Run {
    try shell("cat '\(file.path)' | '\(Binary.url.path)' \(arguments.joined(separator: " "))")
  }

  private func shell(_ script: String) throws -> Binary.Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let messages = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Binary.Run(
      status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
      error: String(decoding: messages, as: UTF8.self))
  }

  /// A solution that the input gives is compared with the puzzle's.
  @Test func aWrongSolutionIsReported() throws {
    let solved = try Program.run(["solve", Self.good]).output.split(separator: "\t")
    let right = try #require(solved.last).trimmingCharacters(in: .whitespacesAndNewlines)
    let empty = try #require(Self.good.firstIndex(of: "."))
    let place = right.index(
      right.startIndex, offsetBy: Self.good.distance(from: Self.good.startIndex, to: empty))
    var wrong = right
    wrong.replaceSubrange(place...place, with: right[place] == "9" ? "8" : "9")
    let others = String(right.map { $0 == "9" ? "1" : Character(String(Int(String($0))! + 1)) })
    for separator in [",", "\t", " "] {
      for format in ["line", "csv", "jsonl"] {
        let lines = [right, wrong, others].map { "\(Self.good)\(separator)\($0)\n" }
        let run = try Program.run(["check", "--format", format], input: lines.joined())
        #expect(
          run.status == 1 && run.error.contains("<stdin>:2:83: error: the solution given is wrong"),
          "\(run)")
        #expect(run.error.contains("<stdin>:3:83: error: the solution given is not"), "\(run)")
        #expect(!run.error.contains("<stdin>:1:"), "\(run)")
      }
    }
    let table = "puzzle,solution\n\(Self.good),\(right)\n\(Self.good),\n\(Self.good),\(Self.good)\n"
    let run = try Program.run(["check"], input: table)
    #expect(
      run.status == 1
        && run.error.contains("the solution given is not a full board"))
    #expect(run.error.split(separator: "\n").count == 1, "\(run)")
  }

  /// One puzzle in, one line out, and why where there is nothing to say.
  @Test(arguments: ["minimize", "unavoidable", "backdoors"])
  func puzzlesOfSeveralSolutionsAreReported(_ command: String) throws {
    let improper = String(repeating: ".", count: 81)
    let run = try Program.run([command], input: "\(improper)\n\(Self.good)\n")
    #expect(run.status == 1 && run.lines.count == 2, "\(run)")
    #expect(run.error.contains("<stdin>:1:1: error: the puzzle doesn't have exactly one solution"))
  }

  /// A program that sends lines and waits for each answer gets it, also where its first lines have mistakes.
  @Test func aPipeIsNotHeldBack() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let fifo = (folder / "answer").path
    let run = try Binary.run(
      shell: """
        mkfifo '\(fifo)'
        { printf 'x\\n\(Self.good)\\n'; read line < '\(fifo)'; printf '\(Self.good)\\n'; } \\
          | timeout 60 '\(Binary.url.path)' solve 2> /dev/null \\
          | { read first; echo "$first" > '\(fifo)'; echo "$first"; cat; }
        """)
    #expect(run.lines.count == 3 && run.lines.last?.hasPrefix(Self.good) == true, "\(run.output)")
  }
}
