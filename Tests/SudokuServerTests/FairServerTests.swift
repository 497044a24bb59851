#if Network
  import Foundation
  import JSONCoding
  import SudokuCore
  import SudokuSession
  import SudokuStores
  import SudokuStoreConformance
  import SudokuSync
  import Synchronization
  import TestSupport
  import Testing

  @testable import SudokuServer

  /// What one caller can't do to others, and what the operator learns.
  @Suite("A fair server", .serialized) struct FairServerTests {
    private static let json = "Content-Type: application/json"
    private static let contents = #"{"version":1,"query":{"kind":"contents"}}"#
    private static let path = "/v1/players/anna/requests"

    @Test(arguments: ["GET", "HEAD", "POST", "PUT", "OPTIONS"])
    func pagesOfOtherSitesAreRefusedWhateverTheMethod(_ method: String) async throws {
      try await RunningServer.with { server in
        for header in [
          "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Origin: httpx://localhost",
          "Origin: http://evil.example/localhost", "Origin: http://localhost@evil.example",
          "Origin: localhost", "Origin: http://[::1]evil.example", "Origin: http://localhost:x",
        ] {
          for path in [Self.path, "/v1/players/anna/events", "/healthz", "/metrics"] {
            let reply = try await RawConnection.exchange(
              server.port, method, path, headers: [header, Self.json],
              body: method == "POST" ? Self.contents : nil)
            #expect(reply.status == 403, "\(header) \(path): \(reply.text)")
          }
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: server.scratch.path)
        #expect(files.isEmpty, "no store is made: \(files)")
        for header in ["Origin: http://localhost:8080", "Sec-Fetch-Site: none"] {
          let reply = try await RawConnection.exchange(
            server.port, "POST", Self.path, headers: [header, Self.json], body: Self.contents)
          #expect(reply.status == 200, "\(header): \(reply.text)")
        }
      }
    }

    @Test func twoHostsAreRefused() async throws {
      try await RunningServer.with { server in
        let reply = try await RawConnection.exchange(
          server.port, "POST", Self.path, headers: ["Host: evil.example", Self.json],
          body: Self.contents)
        #expect(reply.status == 400, "\(reply.text)")
      }
    }

    @Test func aRevokedTokenEndsItsStreamsInASecond() async throws {
      let scratch = ScratchDirectory()
      defer { scratch.remove() }
      let tokens = try SQLiteTokenStore(path: scratch.path + "/tokens.sqlite")
      let (anna, bert) = (
        try await tokens.issue(to: "anna", at: 1), try await tokens.issue(to: "bert", at: 1)
      )
      try await RunningServer.with(tokens: tokens) { server in
        let revoked = try RawConnection(port: server.port)
        let kept = try RawConnection(port: server.port)
        for (player, token, connection) in [("anna", anna, revoked), ("bert", bert, kept)] {
          connection.send(
            "GET /v1/players/\(player)/events HTTP/1.1\r\nHost: localhost\r\n"
              + "Authorization: Bearer \(token.text)\r\n\r\n")
          #expect(await connection.read(until: "event: ready").text.contains("200 OK"))
        }
        try await Task.sleep(for: .milliseconds(500))
        #expect(try await tokens.revoke(anna.id, at: 2))
        let clock = UnstalledClock()
        #expect(await revoked.read(until: "0\r\n\r\n", seconds: 30).text.contains("0\r\n"))
        #expect(clock.elapsed < .milliseconds(1_500))
        #expect(await kept.read(seconds: 1).isClosed == false)
      }
    }

    @Test func aReplacedTokenFileEndsTheOldTokens() async throws {
      let scratch = ScratchDirectory()
      defer { scratch.remove() }
      let path = scratch.path + "/tokens.sqlite"
      let tokens = try SQLiteTokenStore(path: path)
      let old = try await tokens.issue(to: "anna", at: 1)
      #expect(try await tokens.valid(old) != nil)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let other = try SQLiteTokenStore(path: path + ".new")
      let new = try await other.issue(to: "anna", at: 1)
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      #expect(rename(path + ".new", path) == 0)
      for suffix in ["-wal", "-shm"] { _ = rename(path + ".new" + suffix, path + suffix) }
      #expect(try await tokens.valid(old) == nil)
      #expect(try await tokens.valid(new) != nil)
      try FileManager.default.removeItem(atPath: path)
      do throws(SyncError) {
        _ = try await tokens.valid(new)
        Issue.record("a missing file has tokens")
      } catch { #expect(error.kind == .storeUnavailable) }
    }

    @Test func costlyBodiesAreRefusedBeforeTheyAreDecoded() async throws {
      try await RunningServer.with { server in
        let leaves = String(repeating: "1,", count: 400_000) + "1"
        let query =
          #"{"version":1,"query":{"kind":"holdings","limit":1,"leaves":[\#(leaves)]}}"#
        let clock = UnstalledClock()
        let long = try await RawConnection.exchange(
          server.port, "POST", Self.path, headers: [Self.json], body: query)
        #expect(long.status == 413, "\(long.text)")
        let many =
          #"{"version":1,"query":{"kind":"append","batch":[\#(String(repeating: "{},", count: 400_000)){}]}}"#
        let empty = try await RawConnection.exchange(
          server.port, "POST", Self.path, headers: [Self.json], body: many)
        #expect(empty.status == 400 && empty.text.contains("too many values"), "\(empty.text)")
        #expect(clock.elapsed < .seconds(8), "a debug build, on a busy machine")
      }
    }

    @Test func oneAddressCannotHoldAllConnections() async throws {
      var limits = StoreServerLimits.unhurried
      (limits.connections, limits.connectionsPerAddress) = (100, 3)
      try await RunningServer.with(limits: limits) { server in
        var open: [RawConnection] = []
        for _ in 0..<3 {
          let connection = try RawConnection(port: server.port)
          connection.send(Self.keptAlive)
          #expect(await connection.read(until: "}}").text.contains("200 OK"))
          open.append(connection)
        }
        let refused = try RawConnection(port: server.port)
        #expect(await refused.read(seconds: 2).isClosed)
        open.removeAll()
        try await Task.sleep(for: .milliseconds(300))
        let late = try RawConnection(port: server.port)
        late.send(Self.keptAlive)
        #expect(await late.read(until: "}}").text.contains("200 OK"))
      }
    }

    static let keptAlive =
      "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(json)\r\n"
      + "Content-Length: \(contents.utf8.count)\r\n\r\n\(contents)"

    /// Callers without a token hold no connection once they are answered, whatever they go on to send.
    @Test(arguments: ["GET /healthz", "POST /nowhere", "POST /v1/players/anna/events"])
    func strangersAreLetGo(_ line: String) async throws {
      try await RunningServer.with { server in
        let connection = try RawConnection(port: server.port)
        connection.send(
          "\(line) HTTP/1.1\r\nHost: localhost\r\n"
            + (line.hasPrefix("POST") ? "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n" : "\r\n"))
        let clock = UnstalledClock()
        let reply = await connection.read(seconds: 30)
        #expect(reply.isClosed && reply.text.contains("HTTP/1.1 "), "\(reply)")
        #expect(clock.elapsed < .seconds(3))
      }
    }

    // MARK: The operator

    /// A store that fails while a test says so.
    private final class FailingStore: SyncStore {
      let base = MemoryStore()
      let failure = Mutex<SyncError?>(nil)
      /// Whether it can be read all the same.
      let isReadable: Bool

      init(isReadable: Bool = false) { self.isReadable = isReadable }

      func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
        let isAppend = if case .append = request.query { true } else { false }
        if let failure = failure.withLock({ $0 }), isAppend || !isReadable { throw failure }
        return try await base.perform(request)
      }
    }

    @Test func anOperatorLearnsOnceThatAStoreFailsAndThatItWorksAgain() async throws {
      let store = FailingStore()
      try await RunningServer.with(open: { (_) throws(SyncError) in store }) { server in
        #expect(try await RawConnection.exchange(server.port, "GET", "/readyz").status == 200)
        store.failure.withLock {
          $0 = SyncError(.fileFailed, "/secret/place/anna.sqlite: disk I/O error\nforged line")
        }
        for _ in 0..<3 {
          let reply = try await RawConnection.exchange(
            server.port, "POST", Self.path, headers: [Self.json], body: Self.contents)
          #expect(reply.status == 500 && !reply.text.contains("secret"), "\(reply.text)")
        }
        let ready = try await RawConnection.exchange(server.port, "GET", "/readyz")
        #expect(ready.status >= 500 && !ready.text.contains("secret"), "\(ready.text)")
        #expect(try await RawConnection.exchange(server.port, "GET", "/healthz").status == 200)
        let log = server.log.text
        #expect(log.components(separatedBy: "the store of anna fails").count == 2, "\(log)")
        #expect(log.contains("secret") && !log.contains("\nforged line"))
        store.failure.withLock { $0 = nil }
        _ = try await RawConnection.exchange(
          server.port, "POST", Self.path, headers: [Self.json], body: Self.contents)
        #expect(server.log.text.contains("the store of anna works again"))
        let metrics = try await RawConnection.exchange(server.port, "GET", "/metrics")
        #expect(metrics.text.contains("sudoku_store_failing_stores 0"), "\(metrics.text)")
      }
    }

    @Test func onlyAWriteShowsThatAStoreCanBeWrittenAgain() async throws {
      let append =
        #"{"version":1,"query":{"kind":"append","batch":{"writer":"0000000000001","documents":[]}}}"#
      let store = FailingStore(isReadable: true)
      store.failure.withLock { $0 = SyncError(.diskFull, "no space left on device") }
      try await RunningServer.with(open: { (_) throws(SyncError) in store }) { server in
        func send(_ body: String) async throws -> Int {
          try await RawConnection.exchange(
            server.port, "POST", Self.path, headers: [Self.json], body: body
          ).status
        }
        for _ in 0..<3 {
          let (written, read) = (try await send(append), try await send(Self.contents))
          #expect(written >= 500 && read == 200)
        }
        let log = server.log.text
        #expect(log.components(separatedBy: "the store of anna fails").count == 2, "\(log)")
        #expect(!log.contains("works again"), "\(log)")
        store.failure.withLock { $0 = nil }
        let written = try await send(append)
        #expect(written == 200)
        #expect(server.log.text.contains("the store of anna works again"))
      }
    }

    // MARK: Searches

    /// Counts searches.
    private final class Running: Sendable {
      private let numbers = Mutex((now: 0, most: 0, done: 0))
      var most: Int { numbers.withLock { $0.most } }
      var done: Int { numbers.withLock { $0.done } }
      func begin() { numbers.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.done) } }
      func end() { numbers.withLock { $0 = ($0.now - 1, $0.most, $0.done + 1) } }
    }

    @Test func searchesOfOnePlayerDelayNoOther() async {
      let lanes = SearchLanes(SearchPool(threads: 2, isNice: false))
      let (greedy, modest) = (lanes.lane(of: "greedy"), lanes.lane(of: "modest"))
      let running = Running()
      for _ in 0..<20 {
        Task.detached(executorPreference: greedy) {
          running.begin()
          usleep(100_000)
          running.end()
        }
      }
      let clock = UnstalledClock()
      await Task.detached(executorPreference: modest) { () async -> Void in }.value
      #expect(clock.elapsed < .seconds(1))
      #expect(running.most <= 1, "one search of a player at a time")
      while running.done < 20 { try? await Task.sleep(for: .milliseconds(20)) }
    }

    @Test func playersTakeTurns() async {
      let gate = AdmissionLimiter(width: 2, queue: 100, perPlayer: 1)
      #expect(await gate.enter("greedy"))
      // Each leaves by itself: tasks need not enter in the order in which they were made.
      let waiting = (0..<10).map { _ in
        Task {
          let isIn = await gate.enter("greedy")
          if isIn { gate.leave("greedy") }
          return isIn
        }
      }
      try? await Task.sleep(for: .milliseconds(50))
      #expect(await gate.enter("modest"), "there is a place that the other may not take")
      gate.leave("modest")
      gate.leave("greedy")
      for task in waiting { #expect(await task.value) }
      #expect(gate.count == 0)
    }
  }
#endif
