#if Network
  import Foundation
  import SudokuServer
  import SudokuSync
  import SudokuStoreConformance
  import Synchronization
  import TestSupport
  import Testing

  /// Which handshakes are accepted; see the threat model of SudokuServer.
  @Suite("WebSocket handshake", .serialized) struct HandshakeTests {
    private static func withTokens(
      limits: PlayServerLimits = PlayServerLimits(), origins: Set<String> = [],
      _ body: (RunningPlayServer, SQLiteTokenStore, _ anna: AccessToken) async throws -> Void
    ) async throws {
      let scratch = ScratchDirectory()
      defer { scratch.remove() }
      let tokens = try SQLiteTokenStore(path: scratch.path + "/tokens.sqlite")
      let anna = try await tokens.issue(to: "anna", at: 1)
      try await RunningPlayServer.with(tokens: tokens, origins: origins, limits: limits) {
        try await body($0, tokens, anna)
      }
    }

    @Test func aTokenThatIsRevokedEndsThePlay() async throws {
      var limits = PlayServerLimits()
      limits.heartbeatMilliseconds = 1_000
      try await Self.withTokens(limits: limits) { server, tokens, anna in
        let client = try await WebSocketClient.connected(
          server.port, ["Authorization: Bearer \(anna.text)"])
        client.say("one")
        #expect(await client.nextMessage()?.text == "one")
        #expect(try await tokens.revoke(anna.id, at: 2))
        let bye = await client.nextMessage()
        #expect(bye?.code == 1008 && bye?.text.contains("the token was revoked") == true)
      }
    }

    @Test func aClientIsAnsweredByTheStandard() async throws {
      try await RunningPlayServer.with { server in
        let client = try WebSocketClient(port: server.port)
        let head = await client.handshake()
        // The example of RFC 6455, section 1.3.
        #expect(head.contains("101") && head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        client.say("hello")
        #expect(await client.nextMessage()?.text == "hello")
      }
    }

    /// One file, small, without an address of another host: it works where the server is all there is.
    @Test func thePageNeedsNothingElse() async throws {
      try await RunningPlayServer.with { server in
        let connection = try RawConnection(port: server.port)
        connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = await connection.read(until: "</html>").text
        #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
        #expect(answer.contains("text/html; charset=utf-8"))
        #expect(answer.contains("default-src 'none'"))
        #expect(answer.contains("<title>Sudoku</title>"))
        #expect(answer.utf8.count < 100_000)
        for word in ["http://", "https://", "src=", "href=", "@import", "url("] {
          // Its manifest and its picture come from the server too; a namespace is no address.
          let body = (answer.components(separatedBy: "<!doctype html>").last ?? "")
            .replacing("href=\"/", with: "\"/").replacing("url(#", with: "(#")
            .replacing("http://www.w3.org/2000/svg", with: "")
          #expect(!body.contains(word), "\(word)")
        }
      }
    }

    @Test func whatIsNotWebSocketIsToldSo() async throws {
      try await RunningPlayServer.with { server in
        let requests = [
          ("GET /v1/rpc HTTP/1.1\r\nHost: localhost\r\n\r\n", "426"),
          ("POST /v1/rpc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}", "426"),
          ("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", "200"),
          ("GET /etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", "404"),
          (
            "GET /v1/rpc HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
            "426"
          ),
          ("\u{16}\u{3}\u{1}\r\n\r\n", "400"),
        ]
        for (request, status) in requests {
          let client = try WebSocketClient(port: server.port)
          client.send(Array(request.utf8))
          let head = await client.head()
          #expect(head.contains(" \(status) "), "\(request): \(head)")
        }
        let wrong = try WebSocketClient(port: server.port)
        #expect(await wrong.handshake("/v1/rpc?token=x").contains(" 404 "))
      }
    }

    @Test func nobodyGetsInWithoutAValidToken() async throws {
      try await Self.withTokens { server, tokens, anna in
        let metrics = try await tokens.issue(to: "", role: .metrics, at: 1)
        let forged = "sudoku-" + String(repeating: "0", count: 64)
        for headers in [
          [], ["Authorization: Bearer \(forged)"], ["Authorization: Basic \(anna.text)"],
          ["Authorization: Bearer \(metrics.text)"], ["Cookie: token=\(anna.text)"],
          ["Sec-WebSocket-Protocol: sudoku.rpc.v1"],
          ["Sec-WebSocket-Protocol: sudoku.rpc.v1, \(forged)"],
          ["Authorization: Bearer \(anna.text)", "Sec-WebSocket-Protocol: \(forged)"],
        ] {
          let head = await (try WebSocketClient(port: server.port)).handshake(headers)
          #expect(head.contains(" 401 "), "\(headers): \(head)")
        }
        for headers in [
          ["Authorization: Bearer \(anna.text)"],
          ["Sec-WebSocket-Protocol: sudoku.rpc.v1, \(anna.text)"],
        ] {
          let client = try WebSocketClient(port: server.port)
          let head = await client.handshake(headers)
          #expect(head.contains(" 101 ") && !head.contains(anna.text), "\(head)")
          client.say("x")
          #expect(await client.nextMessage()?.text == "x")
        }
        #expect(server.played.withLock { $0.players } == ["anna", "anna"])
        _ = try await tokens.revoke(anna.id, at: 2)
        let late = try WebSocketClient(port: server.port)
        #expect(await late.handshake(["Authorization: Bearer \(anna.text)"]).contains(" 401 "))
      }
    }

    @Test func pagesOfOtherSitesAreRefused() async throws {
      try await RunningPlayServer.with(origins: ["https://play.example"]) { server in
        for (host, origin, status) in [
          ("localhost", "https://evil.example", 403), ("localhost", "null", 403),
          ("localhost", "https://localhost.evil.example", 403), ("evil.example", nil, 403),
          ("localhost", "file://localhost", 403), ("localhost", "https://play.example", 101),
          ("127.0.0.1:8090", "http://localhost:3000", 101), ("localhost", nil, 101),
        ] {
          let client = try WebSocketClient(port: server.port)
          let head = await client.handshake(
            "/v1/rpc", host: host, origin.map { ["Origin: \($0)"] } ?? [])
          #expect(head.contains(" \(status) "), "\(host) \(origin ?? ""): \(head)")
        }
      }
      // A token does not help a page of another site either.
      try await Self.withTokens { server, _, anna in
        let client = try WebSocketClient(port: server.port)
        let head = await client.handshake([
          "Origin: https://evil.example", "Authorization: Bearer \(anna.text)",
        ])
        #expect(head.contains(" 403 "))
      }
    }

    @Test func anInvitationIsForOneDevice() async throws {
      let scratch = ScratchDirectory()
      defer { scratch.remove() }
      let tokens = try SQLiteTokenStore(path: scratch.path + "/devices.sqlite")
      let codes = Mutex<[String]>([])
      let invitation = Invitation { code in codes.withLock { $0.append(code) } }
      let first = invitation.renew()
      var random = SystemRandomNumberGenerator()
      let (phone, other) = (AccessToken(using: &random), AccessToken(using: &random))
      try await RunningPlayServer.with(tokens: tokens, invitation: invitation) { server in
        func status(_ offers: String...) async throws -> String {
          let client = try WebSocketClient(port: server.port)
          // The page of this server, as another machine calls it.
          let head = await client.handshake(
            "/v1/rpc", host: "192.168.1.5:80",
            [
              "Origin: http://192.168.1.5:80",
              "Sec-WebSocket-Protocol: " + (["sudoku.rpc.v1"] + offers).joined(separator: ", "),
            ])
          return String(head.dropFirst(9).prefix(3))
        }
        #expect(try await status(phone.text) == "401")
        #expect(try await status(phone.text, "invite-") == "401")
        #expect(try await status("invite-" + first) == "401")
        #expect(try await status(phone.text, "invite-" + first) == "101")
        #expect(try await status(other.text, "invite-" + first) == "401")
        #expect(try await status(phone.text) == "101")
        let next = try #require(codes.withLock { $0.first })
        #expect(try await status(other.text, "invite-" + next) == "101")
        #expect(codes.withLock { Set($0 + [first]).count } == 3)
        #expect(server.played.withLock { Set($0.players) } == [Invitation.player])
      }
    }

    @Test func withoutTokensOnlyTheLoopbackAddressIsServed() throws {
      for host in ["0.0.0.0", "::", "example.org", "127.0.0.1.evil.example"] {
        do throws(SyncError) {
          _ = try PlayServer(host: host, port: 0, tokens: nil, logger: .init(label: "test")) {
            (_, _) throws(SyncError) in
          }
          Issue.record("\(host) is served")
        } catch { #expect(error.kind == .unauthorized) }
      }
    }

    @Test(.timeLimit(.minutes(1))) func aStopAsSoonAsItListensIsNotLost() async throws {
      let server = try PlayServer(
        host: "127.0.0.1", port: 0, tokens: nil, logger: .init(label: "test")
      ) { (_, _) throws(SyncError) in }
      try await server.run(catchesSignals: false) { _ in
        let asked = DispatchSemaphore(value: 0)
        Task {
          await server.stop()
          asked.signal()
        }
        _ = asked.wait(timeout: .now() + 10)
      }
    }

    @Test func thereAreOnlySoManyConnections() async throws {
      var limits = PlayServerLimits()
      (limits.connections, limits.connectionsPerPlayer) = (3, 2)
      try await Self.withTokens(limits: limits) { server, tokens, anna in
        let header = ["Authorization: Bearer \(anna.text)"]
        var open = [
          try await WebSocketClient.connected(server.port, header),
          try await WebSocketClient.connected(server.port, header),
        ]
        let third = try WebSocketClient(port: server.port)
        #expect(await third.handshake(header).contains(" 503 "), "of one player")
        let bert = ["Authorization: Bearer \(try await tokens.issue(to: "bert", at: 1).text)"]
        open.append(try await WebSocketClient.connected(server.port, bert))
        let fourth = try WebSocketClient(port: server.port)
        #expect(await fourth.handshake(bert).contains(" 503 "), "of all")
        open.removeFirst()
        for _ in 0..<100 where server.played.withLock({ $0.ended }) == 0 {
          try await Task.sleep(for: .milliseconds(20))
        }
        try await Task.sleep(for: .milliseconds(100))
        _ = try await WebSocketClient.connected(server.port, header)
      }
    }

    @Test func slowHandshakesEnd() async throws {
      var limits = PlayServerLimits()
      limits.arrivalMilliseconds = 300
      try await RunningPlayServer.with(limits: limits) { server in
        let client = try WebSocketClient(port: server.port)
        client.send(Array("GET /v1/rpc HTTP/1.1\r\nX: ".utf8))
        var isTaken = true
        for _ in 0..<40 where isTaken {
          isTaken = client.send(Array("x".utf8))
          try await Task.sleep(for: .milliseconds(50))
        }
        #expect(!isTaken)
      }
    }
  }
#endif
