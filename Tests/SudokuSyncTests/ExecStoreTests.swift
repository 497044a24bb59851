import Foundation
import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuSync
import TestSupport
import Testing

@Suite("Programs as stores") struct ExecStoreTests {
  static let hasPython =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    || (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/python3")
    }
  static let example = Repository.root.appendingPathComponent("Scripts/example-store/store.py").path

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func theExampleConforms() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let findings = try await StoreConformance { place in
      try ExecStore(command: "python3 \(Self.example) \(scratch.path)/\(place).jsonl")
    }.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// On a full disk nothing is acknowledged, and what was written before stays readable.
  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func theExampleAcknowledgesOnlyWhatItWrote() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let file = "\(scratch.path)/games.jsonl"
    // Files of at most 4 kB; the signal that says so is ignored, so that a write comes out short.
    let small = try ExecStore(
      command: "trap '' XFSZ; ulimit -f 8; exec python3 \(Self.example) \(file)")
    let (id, device) = (Fixtures.game(1), Fixtures.device(1))
    var acknowledged = 0
    for first in stride(from: 1, to: 100, by: 10) {
      let delta = DocumentDelta(
        id: id, summary: Fixtures.summary(id, at: Int64(first)),
        chunks: [try Fixtures.chunk(device, first...(first + 9))])
      let batch = OperationBatch(writer: device, documents: [delta])
      guard let response = try? await small.perform(StoreRequest(query: .append(batch))),
        case .append(let receipt) = response.answer
      else { break }
      acknowledged = receipt.outcomes.first?.heads[device]?.seq ?? 0
    }
    await small.close()
    #expect(acknowledged > 0 && acknowledged < 100)
    let whole = try ExecStore(command: "python3 \(Self.example) \(file)")
    let held = try await whole.document(id, after: [:])
    #expect(held?.heads?[device]?.seq == acknowledged)
    await whole.close()
  }

  /// The error of one request to a program.
  private func failure(
    _ command: String, limit: Int? = 10_000, limits: ExecLimits = ExecLimits()
  ) async throws -> SyncError {
    let store = try ExecStore(command: command, limits: limits)
    defer { Task { await store.close() } }
    do throws(SyncError) {
      let response = try await store.perform(
        StoreRequest(timeLimitMilliseconds: limit, query: .contents))
      Issue.record("\(response)")
      return SyncError(.damaged, "answered")
    } catch { return error }
  }

  /// What else is open in the app ends when the app closes it, whatever the program does.
  @Test func aProgramInheritsNothing() async throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let store = try ExecStore(command: "sleep 60", limits: ExecLimits())
    // A request starts the program; it outlives the request.
    _ = try? await store.perform(StoreRequest(timeLimitMilliseconds: 200, query: .contents))
    let other = try ExecStore(command: "echo $$; exec sleep 60", limits: ExecLimits())
    async let waiting = try? other.perform(
      StoreRequest(timeLimitMilliseconds: 2_000, query: .contents))
    try await Task.sleep(for: .milliseconds(300))
    close(ends[1])
    var watched = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&watched, 1, 1_000) == 1, "the pipe is still open elsewhere")
    _ = await waiting
    await store.close()
    await other.close()
  }

  @Test func anEmptyCommandIsRefused() {
    for command in ["", "  ", "a\0b"] {
      #expect(throws: SyncError.self) { try ExecStore(command: command) }
    }
  }

  @Test(arguments: [
    ("no-such-program-xyz", "exit code 127: "),
    ("echo what >&2; exit 3", "ended with exit code 3: what"),
    ("read line; exit 5", "exit code 5"),
    ("kill -9 $$", "ended by signal 9"),
    ("echo garbage; read a; read b", "not a reply: 'garbage'"),
    (#"echo '{"id":7'; cat"#, "not a reply"),
    (#"printf '{"id":1,"version":1'; exit 0"#, "in the middle of a line"),
    (#"echo '{"id":9,"version":1}'; cat >/dev/null"#, "request 9, which is not open"),
    (#"echo '{"version":1}'; cat >/dev/null"#, "without the id"),
    (#"echo '[1]'; cat >/dev/null"#, "not a reply"),
    (#"printf '\377\376\n'; cat >/dev/null"#, "not a reply"),
    (#"read l; echo '{"id":1,"version":1}'; cat >/dev/null"#, "can't be read"),
    (#"read l; echo '{"id":1,"version":99}'; cat"#, "version 99"),
    ("exec >&-; sleep 30", "was ended"),
    ("yes '{\"changed\":true}'", "lines that answer nothing"),
    ("yes", "not a reply: 'y'"),
    ("tr -d '\\n' </dev/zero | tr '\\0' x", "a line of more than 65536 bytes"),
  ])
  func aProgramThatMisbehavesIsNamedAndEnded(
    _ command: String, _ text: String
  ) async throws {
    let error = try await failure(command, limits: ExecLimits(lineBytes: 65_536, idleLines: 100))
    #expect(error.message.contains(text), "\(error)")
    #expect(!error.message.contains("\n"))
  }

  @Test func aSilentProgramTimesOut() async throws {
    let error = try await failure("cat >/dev/null", limit: 150)
    #expect(error.kind == .storeUnavailable)
  }

  @Test func aProgramThatReadsNothingTimesOut() async throws {
    let store = try ExecStore(command: "sleep 60")
    let delta = DocumentDelta(
      id: Fixtures.game(1), summary: Fixtures.summary(Fixtures.game(1), at: 1),
      chunks: [try Fixtures.chunk(Fixtures.device(1), 1...5_000)])
    let batch = OperationBatch(writer: Fixtures.device(1), documents: [delta])
    await #expect(throws: SyncError.self) {
      try await store.perform(StoreRequest(timeLimitMilliseconds: 200, query: .append(batch)))
    }
    await store.close()
  }

  private static let contents =
    #""version":1,"status":{"identity":"i","epoch":"e","milliseconds":1},"answer":{"kind":"contents","contents":{"games":0,"completedGames":0}}}"#

  /// A late answer is not taken for the answer to the next request.
  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func aLateAnswerIsDropped() async throws {
    let program = """
      import sys, time, json
      reply = json.loads('{\(Self.contents)')
      for line in sys.stdin:
        reply["id"] = reply["answer"]["contents"]["games"] = json.loads(line)["id"]
        if reply["id"] == 1: time.sleep(0.8)
        print(json.dumps(reply), flush=True)
      """
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    try program.write(toFile: scratch.path + "/late.py", atomically: true, encoding: .utf8)
    let store = try ExecStore(command: "python3 \(scratch.path)/late.py")
    await #expect(throws: SyncError.self) {
      try await store.perform(StoreRequest(timeLimitMilliseconds: 300, query: .contents))
    }
    #expect(try await store.contents().contents.games == 2)
    await store.close()
  }

  /// Each start answers one request and ends: the next request starts it again.
  @Test func itIsStartedAgain() async throws {
    let store = try ExecStore(
      command: "read l; id=${l#*\\\"id\\\":}; id=${id%%,*}; echo '{\"id\":'$id',\(Self.contents)'")
    for _ in 0..<3 { _ = try await store.contents() }
    await store.close()
  }

  @Test func aProgramThatHangsIsReplaced() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let store = try ExecStore(
      command: "echo $$ >>\(scratch.path)/starts; exec cat >/dev/null",
      limits: ExecLimits(overdueMilliseconds: 100))
    for _ in 0..<4 {
      await #expect(throws: SyncError.self) {
        try await store.perform(StoreRequest(timeLimitMilliseconds: 400, query: .contents))
      }
    }
    let starts = try String(contentsOfFile: scratch.path + "/starts", encoding: .utf8)
    #expect(starts.split(separator: "\n").count >= 2, "\(starts)")
    await store.close()
  }

  /// Whatever it started ends with it, also what ignores the end of its input and signals.
  @Test func closingLeavesNothingBehind() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let store = try ExecStore(
      command:
        "trap '' TERM; sleep 300 & echo $! $$ >\(scratch.path)/ids; while :; do sleep 1; done",
      limits: ExecLimits(graceMilliseconds: 50))
    await #expect(throws: SyncError.self) {
      try await store.perform(StoreRequest(timeLimitMilliseconds: 500, query: .contents))
    }
    await store.close()
    let ids = try String(contentsOfFile: scratch.path + "/ids", encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    #expect(ids.count == 2)
    for id in ids {
      // Killed; the system may take a moment to see it off.
      var state: String?
      for _ in 0..<100 {
        state = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        if kill(id, 0) != 0 || state?.contains(") Z ") == true { break }
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(kill(id, 0) != 0 || state?.contains(") Z ") == true, "\(id): \(state ?? "")")
    }
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func signalsReachTheWatcher() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let program = """
      import sys, time
      sys.stdin.readline()
      print('{"id":1,\(Self.contents)', flush=True)
      time.sleep(0.2)
      print('{"changed":true}', flush=True)
      sys.stdin.readline()
      """
    try program.write(toFile: scratch.path + "/signal.py", atomically: true, encoding: .utf8)
    let store = try ExecStore(command: "python3 \(scratch.path)/signal.py")
    let signals = store.watch()
    _ = try await store.contents()
    var count = 0
    for await _ in signals {
      count += 1
      break
    }
    #expect(count == 1)
    await store.close()
  }

  /// A program that never signals, as the example, is asked for news; one that does is not.
  @Test(.enabled(if: hasPython, "python3 is not installed"), arguments: [true, false])
  func aSilentProgramIsAsked(_ isSilent: Bool) async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let program = """
      import sys
      \(isSilent ? "" : #"print('{"changed":true}', flush=True)"#)
      sys.stdin.readline()
      print('{"id":1,\(Self.contents)', flush=True)
      sys.stdin.readline()
      """
    try program.write(toFile: scratch.path + "/silent.py", atomically: true, encoding: .utf8)
    let store = try ExecStore(
      command: "python3 \(scratch.path)/silent.py", limits: ExecLimits(pollMilliseconds: 20))
    let signals = store.watch()
    _ = try await store.contents()
    let watching = Task {
      var count = 0
      // Signals not yet received are merged into one.
      for await _ in signals {
        count += 1
        if count == 5 { break }
      }
      return count
    }
    if isSilent {
      #expect(await watching.value == 5)
    } else {
      try await Task.sleep(for: .milliseconds(500))
    }
    await store.close()
    watching.cancel()
    let count = await watching.value
    #expect(isSilent || count <= 2, "\(count)")
  }
}
