import Foundation
import JSONCoding
import TestSupport
import Testing

/// `sudoku serve` as a client sees it: a process with two pipes.
@Suite(.serialized) struct ServeTests {
  static let transcripts = Transcript.all(
    in: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("SudokuProtocolTests/Transcripts")
  ).filter { transcript in
    ![
      "failing", "local", "mcp", "store", "stranger", "two-devices",
    ].contains { transcript.name.hasPrefix($0) }
  }

  static let puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

  @Test(arguments: transcripts)
  func transcriptsReplayByteForByte(transcript: Transcript) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let version = try Binary.run(["--version"]).output.prefix { $0 != " " && $0 != "\n" }
    let server = try ServerProcess(
      [
        "serve", "--trust-any-client-time", "--data", folder.url.path, "--device", "0000000000001",
        "--log-level", "error",
      ])
    for exchange in transcript.exchanges {
      for line in exchange.sent { server.send(line) }
      let wanted = exchange.expected.map { $0.replacing("\"VERSION\"", with: "\"\(version)\"") }
      let came = wanted.map { _ in server.nextLine() ?? "" }
        .map(Self.withoutNumbers)
      // What takes long is answered when it is done, before or after the requests that follow it.
      #expect(
        came.sorted() == wanted.map(Self.withoutNumbers).sorted(),
        "\(transcript.name): \(exchange.sent)")
    }
    server.endInput()
    #expect(server.nextLine() == nil)
    #expect(server.wait() == 0)
  }

  /// A line without the numbers of notifications, which begin with the real time.
  private static func withoutNumbers(_ line: String) -> String {
    line.replacing(/"(seq|since)":[0-9]{10,}/) { "\"\($0.1)\":0" }
  }

  @Test func killedInMidStreamEveryAnsweredMoveIsThere() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var game = ""
    var answered = 0
    for round in 0..<sized(3, full: 6) {
      let server = try ServerProcess(
        ["serve", "--data", folder.url.path, "--log-level", "error"])
      if round == 0 {
        server.send(
          #"{"jsonrpc":"2.0","id":0,"method":"game.new","params":{"puzzle":"\#(Self.puzzle)"}}"#)
        game = try JSONValue(parsing: server.nextLine() ?? "")["result"]?["game"]?.string ?? ""
      } else {
        server.send(
          #"{"jsonrpc":"2.0","id":0,"method":"game.open","params":{"game":"\#(game)"}}"#)
        let state = try JSONValue(parsing: server.nextLine() ?? "")
        let rev = state["result"]?["rev"]?.int ?? -1
        #expect(rev >= answered, "round \(round)")
        #expect(state["result"]?["canUndo"] == true)
      }
      for index in 0..<400 {
        server.send(
          #"{"jsonrpc":"2.0","id":\#(index),"method":"game.place","#
            + #""params":{"game":"\#(game)","cell":"r1c3","digit":\#(index % 9 + 1)}}"#)
      }
      for _ in 0..<(40 * round + 20) {
        guard let line = server.nextLine() else { break }
        answered = max(answered, try JSONValue(parsing: line)["result"]?["rev"]?.int ?? 0)
      }
      server.kill()
    }
    #expect(answered > 100)
  }

  /// The time played survives a kill but for a second, and is never less than what was answered.
  @Test(arguments: [false, true])
  func aKilledProcessLosesLessThanASecondOfPlay(_ hasPlayers: Bool) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    func start() throws -> ServerProcess {
      try ServerProcess([
        "serve", hasPlayers ? "--players" : "--data", folder.url.path, "--log-level", "error",
      ])
    }
    func ask(
      _ server: ServerProcess, _ method: String, _ more: JSONObject = [:]
    ) throws -> JSONValue {
      var parameters = more
      if hasPlayers { parameters["player"] = "anna" }
      let request: JSONValue = [
        "id": 1, "jsonrpc": "2.0", "method": .string(method), "params": .object(parameters),
      ]
      server.send(request.description)
      return try JSONValue(parsing: server.nextLine() ?? "")["result"] ?? .null
    }
    var server = try start()
    let game = try ask(server, "game.new", ["puzzle": .string(Self.puzzle)])["game"] ?? .null
    for pause in [0.0, 0.35, 1.6] {
      let shown =
        try ask(server, "game.state", ["game": game])["elapsedMilliseconds"]?.integer ?? .max
      let asked = ContinuousClock.now
      Thread.sleep(forTimeInterval: pause)
      let least = asked.duration(to: .now)
      server.kill()
      server = try start()
      let kept =
        try ask(server, "game.open", ["game": game])["elapsedMilliseconds"]?.integer ?? -1
      #expect(kept >= shown, "after \(pause) s")
      let truth = Duration.milliseconds(shown) + least
      #expect(Duration.milliseconds(kept) + .milliseconds(1_000) >= truth, "after \(pause) s")
    }
  }

  @Test func twoProcessesOnOneFolderHaveTwoIdentities() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let arguments = ["serve", "--data", folder.url.path, "--log-level", "error"]
    let one = try ServerProcess(arguments)
    let hello = #"{"jsonrpc":"2.0","id":1,"method":"hello"}"#
    one.send(hello)
    let first = try JSONValue(parsing: one.nextLine() ?? "")["result"]?["device"]
    let two = try ServerProcess(arguments)
    two.send(hello)
    let second = try JSONValue(parsing: two.nextLine() ?? "")["result"]?["device"]
    #expect(first != nil && second != nil && first != second)
    one.endInput()
    two.endInput()
    #expect(one.wait() == 0 && two.wait() == 0)
  }

  @Test func aSignalEndsInOrder() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = try ServerProcess(
      ["serve", "--data", folder.url.path, "--log-level", "error"])
    let empty = String(repeating: ".", count: 81)
    server.send(
      #"{"jsonrpc":"2.0","id":7,"method":"puzzle.count","params":{"puzzle":"\#(empty)"}}"#)
    server.send(#"{"jsonrpc":"2.0","id":8,"method":"hello"}"#)
    #expect(server.nextLine()?.contains("\"id\":8") == true)
    server.terminate()
    #expect(server.nextLine()?.contains("\"id\":7") == true)
    #expect(server.nextLine() == nil)
    #expect(server.wait() == 0)
  }

  /// However many long requests run, moves, cancellations and signals get through.
  @Test(arguments: [true, false])
  func longRequestsHoldNothingUp(isCancelled: Bool) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = try ServerProcess(
      ["serve", "--data", folder.url.path, "--log-level", "error"])
    for id in 0..<80 {
      server.send(
        """
        {"jsonrpc":"2.0","id":\(id),"method":"puzzle.generate","params":{"level":"extreme",\
        "count":1000,"minRating":11.0,"seed":\(id)}}
        """)
    }
    server.send(#"{"jsonrpc":"2.0","id":"hello","method":"hello"}"#)
    #expect(server.nextLine()?.contains("\"id\":\"hello\"") == true)
    if isCancelled {
      for id in 0..<80 {
        server.send(#"{"jsonrpc":"2.0","id":"c","method":"cancel","params":{"id":\#(id)}}"#)
      }
      let answers = (0..<160).compactMap { _ in server.nextLine() }
      #expect(answers.count { $0.contains("-32800") } == 80)
      server.endInput()
    } else {
      server.terminate()
    }
    #expect(server.wait() == 0)
  }

  /// What can't be written is reported, and nobody takes it for done.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func aFullDiskIsReported() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let data = (folder / "data").path
    let new =
      #"{"jsonrpc":"2.0","id":1,"method":"game.new","params":{"puzzle":"\#(BadInputTests.good)"}}"#
    let run = try Binary.run(["serve", "--data", data, "--journal", "/dev/full"], input: new)
    #expect(run.status == 74 && run.lines.count == 1, "\(run)")
    #expect(run.error.contains("operations are missing in the journal"), "\(run)")
    let answers = try Binary.run(
      shell: "'\(Binary.url.path)' serve --data '\(data)' > /dev/full", input: new)
    #expect(
      answers.status == 74 && answers.error.contains("the answers can't be written: No space"))
  }

  /// A move is not answered where it can't be found again.
  @Test(arguments: [true, false])
  func aRemovedFolderIsReported(isDeleted: Bool) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let data = folder / "data"
    let server = try ServerProcess(["serve", "--data", data.path, "--log-level", "error"])
    server.send(
      #"{"jsonrpc":"2.0","id":1,"method":"game.new","params":{"puzzle":"\#(BadInputTests.good)"}}"#)
    #expect(server.nextLine()?.contains("\"result\"") == true)
    if isDeleted {
      // The server may write a file while its folder is being emptied.
      for _ in 0..<100 where FileManager.default.fileExists(atPath: data.path) {
        try? FileManager.default.removeItem(at: data)
      }
      #expect(!FileManager.default.fileExists(atPath: data.path))
    } else {
      try FileManager.default.moveItem(at: data, to: folder / "moved")
    }
    server.send(
      #"{"jsonrpc":"2.0","id":2,"method":"game.place","params":{"cell":"r1c3","digit":4}}"#)
    #expect(server.nextLine()?.contains("fileFailed") == true)
    server.endInput()
    _ = server.wait()
  }

  @Test func anOversizedLineIsRefusedAndTheNextOneRead() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let long = String(repeating: "x", count: 3 << 20)
    let run = try Binary.run(
      ["serve", "--data", folder.url.path, "--log-level", "error"],
      input: long + "\n" + #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    #expect(run.status == 0)
    #expect(run.lines.count == 2)
    #expect(run.lines.first?.contains("limitExceeded") == true)
    #expect(run.lines.last == #"{"id":1,"jsonrpc":"2.0","result":{}}"#)
  }
}

/// A running `sudoku` with a pipe in and a pipe out.
final class ServerProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var bytes: [UInt8] = []
  private var isAtEnd = false

  /// Starts the executable.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - fileBlocks: How long its files may become, in blocks of 512 bytes; `nil` for any length.
  ///   - log: Where its log goes; `nil` for nowhere.
  /// - Throws: If it can't be started.
  init(_ arguments: [String], fileBlocks: Int? = nil, log: URL? = nil) throws {
    if let fileBlocks {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        ["-c", "ulimit -S -f \(fileBlocks); exec \"$0\" \"$@\"", Binary.url.path] + arguments
    } else {
      process.executableURL = Binary.url
      process.arguments = arguments
    }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    if let log {
      if !FileManager.default.fileExists(atPath: log.path) {
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
      }
      let handle = try FileHandle(forWritingTo: log)
      _ = try handle.seekToEnd()
      process.standardError = handle
    }
    signal(SIGPIPE, SIG_IGN)
    try process.run()
  }

  deinit {
    if process.isRunning { kill() }
  }

  func send(_ line: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// The next line of the output, `nil` at its end.
  func nextLine() -> String? {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeSubrange(...end) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      guard !isAtEnd else { return nil }
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { isAtEnd = true } else { bytes += chunk }
    }
  }

  func endInput() { try? input.fileHandleForWriting.close() }

  func terminate() { process.terminate() }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
