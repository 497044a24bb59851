#if Network
  import Foundation
  import JSONCoding
  import SudokuCore
  import SudokuSession
  import SudokuStores
  import SudokuServer
  import SudokuSync
  import SudokuStoreConformance
  import TestSupport
  import Testing

  /// The lines of the threat model; see `ThreatModel.md`.
  @Suite("Hostile requests", .serialized) struct HostileRequestTests {
    private static let json = "Content-Type: application/json"
    private static let contents = #"{"version":1,"query":{"kind":"contents"}}"#

    /// Runs a body beside a server with tokens of anna and bert.
    private func withTokens(
      _ body: (RunningServer, SQLiteTokenStore, _ anna: AccessToken, _ bert: AccessToken)
        async throws -> Void
    ) async throws {
      let scratch = ScratchDirectory()
      defer { scratch.remove() }
      let tokens = try SQLiteTokenStore(path: scratch.path + "/tokens.sqlite")
      let (anna, bert) = (
        try await tokens.issue(to: "anna", at: 1), try await tokens.issue(to: "bert", at: 1)
      )
      try await RunningServer.with(tokens: tokens) { try await body($0, tokens, anna, bert) }
    }

    @Test(arguments: [(-1, 400), (0, 408), (1_000, 200), (86_400_000, 200), (86_400_001, 400)])
    func aTimeLimitIsTheCallersOwn(_ milliseconds: Int, _ status: Int) async throws {
      try await withTokens { server, _, anna, _ in
        let reply = try await RawConnection.exchange(
          server.port, "POST", "/v1/players/anna/requests",
          headers: ["Authorization: Bearer \(anna.text)", Self.json],
          body:
            #"{"version":1,"timeLimitMilliseconds":\#(milliseconds),"query":{"kind":"contents"}}"#)
        #expect(reply.status == status, "\(reply.text)")
      }
    }

    @Test func nobodyGetsInWithoutAValidToken() async throws {
      try await withTokens { server, _, anna, _ in
        let path = "/v1/players/anna/requests"
        let forged = "sudoku-" + String(repeating: "0", count: 64)
        let swapped = anna.text.replacingOccurrences(of: "sudoku-", with: "SUDOKU-")
        let headers = [
          [], ["Authorization: Bearer"], ["Authorization: Bearer \(forged)"],
          ["Authorization: Basic \(anna.text)"], ["Authorization: Bearer \(anna.text)x"],
          ["Authorization: Bearer \(anna.text.dropLast())"], ["Authorization: Bearer \(swapped)"],
          ["Authorization: Bearer ' OR 1=1 --"], ["Cookie: token=\(anna.text)"],
        ]
        for header in headers {
          for path in [path, "/v1/players/anna/requests?token=\(anna.text)"] {
            let reply = try await RawConnection.exchange(
              server.port, "POST", path, headers: header + [Self.json], body: Self.contents)
            #expect(
              reply.status == 401 && reply.text.contains("WWW-Authenticate: Bearer"), "\(header)")
          }
        }
        let good = ["Authorization: Bearer \(anna.text)", Self.json]
        let reply = try await RawConnection.exchange(
          server.port, "POST", path, headers: good, body: Self.contents)
        #expect(reply.status == 200)
      }
    }

    @Test func aTokenOpensOnePlayersStoreAndTellsNothingOfOthers() async throws {
      try await withTokens { server, _, anna, bert in
        let mine = try server.store("anna", token: anna.text)
        let theirs = try server.store("bert", token: bert.text)
        let (id, device) = (Fixtures.game(1), Fixtures.device(1))
        let delta = DocumentDelta(
          id: id, summary: Fixtures.summary(id, at: 1), chunks: [try Fixtures.chunk(device, 1...3)])
        try await theirs.append(OperationBatch(writer: device, documents: [delta]))
        #expect(try await mine.document(id, after: [:]) == nil, "the same ID is another document")
        var revealed: Set<String> = []
        for player in ["bert", "nobody"] {
          for (method, path) in [("POST", "requests"), ("GET", "events")] {
            let reply = try await RawConnection.exchange(
              server.port, method, "/v1/players/\(player)/\(path)",
              headers: ["Authorization: Bearer \(anna.text)", Self.json],
              body: method == "POST" ? Self.contents : nil)
            #expect(reply.status == 403)
            revealed.insert(String(reply.text.split(separator: "\r\n\r\n").last ?? ""))
          }
        }
        #expect(
          revealed.count == 1, "the answer must not reveal whether the player exists: \(revealed)")
        for store in [mine, theirs] { await store.close() }
      }
    }

    @Test func aRevokedTokenIsRefusedSoon() async throws {
      try await withTokens { server, tokens, anna, _ in
        let store = try server.store("anna", token: anna.text)
        _ = try await store.contents()
        #expect(try await tokens.revoke(anna.id, at: 2))
        try await Task.sleep(for: .seconds(1))
        do {
          _ = try await store.contents()
          Issue.record("still accepted")
        } catch let error as SyncError {
          #expect(error.kind == .unauthorized)
        }
        await store.close()
      }
    }

    @Test func metricsNeedATokenOfTheirOwn() async throws {
      try await withTokens { server, tokens, anna, _ in
        let operatorToken = try await tokens.issue(to: "", role: .metrics, at: 1)
        for (token, status) in [(anna.text, 403), (operatorToken.text, 200), ("", 401)] {
          let reply = try await RawConnection.exchange(
            server.port, "GET", "/metrics", headers: ["Authorization: Bearer \(token)"])
          #expect(reply.status == status)
        }
        let reply = try await RawConnection.exchange(
          server.port, "POST", "/v1/players/anna/requests",
          headers: ["Authorization: Bearer \(operatorToken.text)", Self.json], body: Self.contents)
        #expect(reply.status == 403, "a token for metrics opens no store")
      }
    }

    @Test func nothingSecretIsLogged() async throws {
      try await withTokens { server, _, anna, _ in
        let store = try server.store("anna", token: anna.text)
        _ = try await store.contents()
        _ = try await RawConnection.exchange(
          server.port, "GET", "/v1/players/bert/events?token=\(anna.text)",
          headers: ["Authorization: Bearer \(anna.text)"])
        let log = server.log.text
        #expect(log.contains("contents"), "something is logged at all")
        #expect(!log.contains(anna.text) && !log.contains(anna.text.suffix(64)))
        await store.close()
      }
    }

    @Test(arguments: [
      "/v1/players/../../etc/passwd/requests", "/v1/players/..%2F..%2Ftmp%2Fx/requests",
      "/v1/players/a'%20OR%201=1/requests", "/v1/players/A/requests", "/v1/players//requests",
      "/v1/players/a%00b/requests", "/v1/players/\(String(repeating: "a", count: 65))/requests",
      "/v1/players/anna", "/v1/players/anna/secrets", "/", "//", "/v2/players/anna/requests",
      "/v1/players/anna/requests/", "*",
    ])
    func strangePathsLeadNowhere(_ path: String) async throws {
      try await RunningServer.with { server in
        let reply = try await RawConnection.exchange(
          server.port, "POST", path, headers: [Self.json], body: Self.contents)
        #expect([400, 404].contains(reply.status), "\(reply.text)")
        let files = try FileManager.default.contentsOfDirectory(atPath: server.scratch.path)
        #expect(files.isEmpty, "no file is made: \(files)")
      }
    }

    @Test(arguments: [
      "", "{", "null", "[]", "{}", #"{"version":1}"#, #"{"version":2,"query":{"kind":"contents"}}"#,
      #"{"version":"1","query":{"kind":"contents"}}"#, #"{"version":1,"query":{"kind":"drop"}}"#,
      #"{"version":1,"query":{"kind":"contents"}} {}"#, "\u{0}", "{\"version\":1,\"version\":1}",
      #"{"version":1,"query":{"kind":"changes","limit":1e99}}"#,
      #"{"version":-1,"query":{"kind":"contents"}}"#,
      String(repeating: "[", count: 100_000),
      #"{"version":1,"player":"'; DROP TABLE document","query":{"kind":"contents"}}"#,
      #"{"version":1,"query":{"kind":"document","document":"../x","after":{}}}"#,
    ])
    func malformedBodiesAreRefused(_ body: String) async throws {
      try await RunningServer.with { server in
        let reply = try await RawConnection.exchange(
          server.port, "POST", "/v1/players/anna/requests", headers: [Self.json], body: body)
        #expect(reply.status == 400, "\(reply.text)")
        let text = reply.text.components(separatedBy: "\r\n\r\n").last ?? ""
        guard case .failure(let error) = try StrictJSONDecoder().decode(StoreReply.self, from: text)
        else { return #expect(Bool(false), "\(text)") }
        #expect(!error.message.isEmpty)
      }
    }

    @Test func otherMethodsAndTypesAreRefused() async throws {
      try await RunningServer.with { server in
        let path = "/v1/players/anna/requests"
        let get = try await RawConnection.exchange(server.port, "GET", path)
        #expect(get.status == 405 && get.text.contains("Allow: POST"))
        for type in ["text/plain", "application/jsonx", "application/x-www-form-urlencoded"] {
          let reply = try await RawConnection.exchange(
            server.port, "POST", path, headers: ["Content-Type: \(type)"], body: Self.contents)
          #expect(reply.status == 415)
        }
      }
    }

    @Test(arguments: ["", "x", "ABC", String(repeating: "a", count: 33), "1 2", "\u{e9}"])
    func strangeNamesOfClientsAreRefused(_ name: String) async throws {
      try await RunningServer.with { server in
        for (method, path) in [("POST", "requests"), ("GET", "events")] {
          let reply = try await RawConnection.exchange(
            server.port, method, "/v1/players/anna/\(path)",
            headers: ["Sudoku-Client: \(name)", Self.json],
            body: method == "POST" ? Self.contents : nil)
          #expect(reply.status == 400, "\(reply.text)")
        }
      }
    }

    @Test func pagesOfOtherSitesAreRefusedWithoutTokens() async throws {
      try await RunningServer.with { server in
        let path = "/v1/players/anna/requests"
        for header in ["Origin: https://evil.example", "Origin: null"] {
          let reply = try await RawConnection.exchange(
            server.port, "POST", path, headers: [header, Self.json], body: Self.contents)
          #expect(reply.status == 403, "\(reply.text)")
        }
        // A name of the attacker's that leads to this machine.
        let connection = try RawConnection(port: server.port)
        connection.send(
          "POST \(path) HTTP/1.1\r\nHost: evil.example\r\n\(Self.json)\r\nConnection: close\r\n"
            + "Content-Length: \(Self.contents.utf8.count)\r\n\r\n\(Self.contents)")
        #expect(await connection.read().text.contains(" 403 "))
      }
    }

    @Test func withoutTokensOnlyTheLoopbackAddressIsServed() {
      for host in ["0.0.0.0", "::", "192.168.0.1", "example.org", "127.0.0.1.evil.example"] {
        do throws(SyncError) {
          _ = try StoreServer(host: host, port: 0, tokens: nil, logger: .init(label: "")) {
            (_) throws(SyncError) in MemoryStore()
          }
          Issue.record("\(host) is served")
        } catch { #expect(error.kind == .unauthorized) }
      }
    }

    @Test func slowAndOversizedRequestsEnd() async throws {
      var limits = StoreServerLimits.unhurried
      limits.arrivalMilliseconds = 500
      limits.bodyBytes = 10_000
      try await RunningServer.with(limits: limits) { server in
        // Bytes that trickle in, of the head and of the body.
        for begin in ["POST /v1/players/anna/requests HTTP/1.1\r\nX: ", "POST / HT", "\u{1}"] {
          let clock = UnstalledClock()
          let head = try RawConnection(port: server.port)
          head.send(begin)
          var isTaken = true
          for _ in 0..<40 where isTaken {
            isTaken = head.send("x")
            try await Task.sleep(for: .milliseconds(100))
          }
          #expect(!isTaken && clock.elapsed < .seconds(4), "closed after \(begin)")
        }
        let request =
          "POST /v1/players/anna/requests HTTP/1.1\r\nHost: localhost\r\n\(Self.json)\r\n"
        let body = try RawConnection(port: server.port)
        body.send(request + "Content-Length: 100\r\n\r\n{")
        #expect(await body.read().text.contains(" 408 "))
        let large = try RawConnection(port: server.port)
        large.send(request + "Content-Length: 10001\r\n\r\n")
        #expect(await large.read().text.contains(" 413 "))
        let chunked = try RawConnection(port: server.port)
        chunked.send(request + "Transfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<12 { chunked.send("400\r\n" + String(repeating: " ", count: 1_024) + "\r\n") }
        #expect(await chunked.read(seconds: 2).text.contains(" 413 "))
        let torn = try RawConnection(port: server.port)
        torn.send(request + "Content-Length: 100\r\n\r\n{")
        torn.finish()
        #expect(await !torn.read(seconds: 2).text.contains(" 200 "))
        let headers = try RawConnection(port: server.port)
        headers.send(request + "X: " + String(repeating: "y", count: 100_000) + "\r\n\r\n")
        let text = await headers.read(seconds: 2).text
        #expect(text.isEmpty || text.contains(" 4"), "\(text)")
        let both = try RawConnection(port: server.port)
        both.send(
          request + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics")
        #expect(await !both.read(seconds: 2).text.contains(" 200 "), "no request is smuggled")
        _ = try await server.store("anna").contents()
      }
    }

    @Test func ratesAndQuotasAreKept() async throws {
      var limits = StoreServerLimits()
      (limits.requestsPerSecond, limits.burst, limits.games) = (1, 10, 3)
      limits.bytesPerDay = 20_000
      try await RunningServer.with(limits: limits) { server in
        let path = "/v1/players/anna/requests"
        var statuses: [Int] = []
        var last = ""
        for _ in 0..<15 {
          let reply = try await RawConnection.exchange(
            server.port, "POST", path, headers: [Self.json], body: Self.contents)
          statuses.append(reply.status)
          last = reply.text
        }
        #expect(statuses.prefix(10).allSatisfy { $0 == 200 } && statuses.last == 429)
        #expect(last.contains("Retry-After: 1"))
        let store = try server.store("bert")
        for game in 1...3 { try await store.append(Fixtures.batch(game, 1...1)) }
        do {
          try await store.append(Fixtures.batch(4, 1...1))
          Issue.record("a fourth game is taken")
        } catch let error as SyncError { #expect(error.kind.name == "quotaExceeded", "\(error)") }
        try await store.append(Fixtures.batch(2, 2...2))
        #expect(try await store.document(Fixtures.game(4), after: [:]) == nil)
        do {
          for seq in stride(from: 3, to: 2_000, by: 50) {
            let request = StoreRequest(
              timeLimitMilliseconds: 700, query: .append(try Fixtures.batch(2, seq...(seq + 49))))
            _ = try await store.perform(request)
          }
          Issue.record("no end to what is taken in a day")
        } catch let error as SyncError { #expect(error.kind == .quotaExceeded, "\(error)") }
        #expect(try await store.contents().contents.games == 3, "reading goes on")
        await store.close()
      }
    }

    @Test func floodsOfWatchesEnd() async throws {
      var limits = StoreServerLimits.unhurried
      limits.watchesPerPlayer = 3
      limits.heartbeatMilliseconds = 100
      try await RunningServer.with(limits: limits) { server in
        let request = "GET /v1/players/anna/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
        var open: [RawConnection] = []
        for _ in 0..<3 {
          let connection = try RawConnection(port: server.port)
          connection.send(request)
          #expect(await connection.read(until: "event: ready").text.contains("200 OK"))
          open.append(connection)
        }
        let refused = try RawConnection(port: server.port)
        refused.send(request)
        #expect(await refused.read(until: "watches").text.contains(" 503 "))
        open.removeAll()
        try await Task.sleep(for: .seconds(1))
        let late = try RawConnection(port: server.port)
        late.send(request)
        #expect(
          await late.read(until: "event: ready").text.contains("200 OK"), "those who left make room"
        )
      }
    }

    /// More connections than are allowed wait until another one ends.
    @Test func thereAreOnlySoManyConnections() async throws {
      var limits = StoreServerLimits.unhurried
      (limits.connections, limits.connectionsPerAddress) = (2, 10)
      try await RunningServer.with(limits: limits) { server in
        let question = FairServerTests.keptAlive
        func connected() async throws -> RawConnection {
          let connection = try RawConnection(port: server.port)
          connection.send(question)
          return connection
        }
        var first: RawConnection? = try await connected()
        let second = try await connected()
        #expect(try #require(await first?.read(until: "}}")).text.contains("200 OK"))
        #expect(await second.read(until: "}}").text.contains("200 OK"))
        let third = try await connected()
        #expect(await third.read(until: "}}", seconds: 1).text.isEmpty, "there is no room")
        first = nil
        #expect(await third.read(until: "}}").text.contains("200 OK"), "now there is")
        second.send(question)
        #expect(await second.read(until: "}}").text.contains("200 OK"), "nobody was cut off")
      }
    }
  }
#endif
