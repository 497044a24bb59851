#if Network
  import Foundation
  import SudokuSession
  import SudokuStoreConformance
  import SudokuStores
  import SudokuSync
  import TestSupport
  import Testing

  @testable import SudokuServer

  /// Nothing that a caller leaves unread, unfinished or open stays for long.
  @Suite("Bounded answers", .serialized) struct BoundedAnswerTests {
    private static let path = "/v1/players/anna/requests"
    private static let json = "Content-Type: application/json"

    /// Gives a player one game of ten long operations for each megabyte.
    private func fill(_ server: RunningServer, megabytes: Int) async throws {
      let store = try server.store("anna")
      let (id, device) = (Fixtures.game(1), Fixtures.device(1))
      let name = String(repeating: "x", count: 100_000)
      let operations = (1...megabytes * 10).map { seq in
        DocumentOperation(
          key: OperationKey(device: device, seq: seq), stamp: Fixtures.stamp(Int64(seq)),
          action: .bookmark(name: name))
      }
      let whole = try OperationChunk(operations)
      for part in 0..<megabytes {
        let chunk = whole.suffix(after: part * 10)?.prefix(through: (part + 1) * 10)
        try await store.append(
          OperationBatch(
            writer: device,
            documents: [
              DocumentDelta(
                id: id, summary: Fixtures.summary(id, at: 1), chunks: [try #require(chunk)])
            ]))
      }
      await store.close()
    }

    private static func question(_ query: String) -> String {
      let body = #"{"version":1,"query":\#(query)}"#
      return "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(json)\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// Whole requests that are refused before their bodies are read.
    private static let refused: [(status: Int, head: String)] = [
      (400, "POST \(path) HTTP/1.1\r\nSudoku-Client: X"),
      (403, "POST \(path) HTTP/1.1\r\nOrigin: https://evil.example"),
      (404, "POST /nowhere HTTP/1.1"), (405, "PUT \(path) HTTP/1.1"),
      (413, "POST \(path) HTTP/1.1"), (415, "POST \(path) HTTP/1.1\r\nContent-Type: text/plain"),
      (429, "POST \(path) HTTP/1.1"), (429, "POST \(path) HTTP/1.1\r\nConnection: close"),
      (429, "GET /v1/players/anna/events HTTP/1.1"), (200, "GET /healthz HTTP/1.1"),
      (200, "GET /metrics HTTP/1.1"),
    ]

    @Test(arguments: refused)
    func whatFollowsARefusalIsNotSwallowed(_ status: Int, _ head: String) async throws {
      var limits = StoreServerLimits.unhurried
      if status == 429 { (limits.requestsPerSecond, limits.burst) = (1, 1) }
      try await RunningServer.with(limits: limits) { server in
        if status == 429 {
          _ = try await RawConnection.exchange(
            server.port, "POST", Self.path, headers: [Self.json],
            body: #"{"version":1,"query":{"kind":"contents"}}"#)
        }
        let connection = try RawConnection(port: server.port)
        let type = head.contains("Content-Type") ? "" : Self.json + "\r\n"
        connection.send(
          head + "\r\nHost: localhost\r\n\(type)Transfer-Encoding: chunked\r\n\r\n")
        let piece = "8000\r\n" + String(repeating: " ", count: 0x8000) + "\r\n"
        let taken = await connection.flood(piece, seconds: 8)
        // A body of the allowed length is read before it is refused as too long.
        let most = status == 413 ? 24 : 16
        #expect(taken.bytes < most << 20, "the system's buffers hold some")
        #expect(taken.seconds < 5, "the connection ends")
      }
    }

    @Test(arguments: ["POST /nowhere", "POST /v1/rpc", "GET /metrics", "GET /healthz", "GET /"])
    func thePlayServerSwallowsNothingEither(_ begin: String) async throws {
      try await RunningPlayServer.with { server in
        let connection = try RawConnection(port: server.port)
        connection.send(
          "\(begin) HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        let piece = "8000\r\n" + String(repeating: " ", count: 0x8000) + "\r\n"
        let taken = await connection.flood(piece, seconds: 8)
        #expect(taken.bytes < 16 << 20 && taken.seconds < 5, "\(taken)")
      }
    }

    @Test func streamsThatAreResetLeaveNothing() async throws {
      try await RunningServer.with { server in
        for _ in 0..<300 {
          let connection = try RawConnection(port: server.port)
          connection.send("GET /v1/players/anna/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
          connection.reset()
        }
        let deadline = Date().addingTimeInterval(10)
        var text = ""
        repeat {
          try await Task.sleep(for: .milliseconds(200))
          text = try await RawConnection.exchange(server.port, "GET", "/metrics").text
        } while !text.contains("sudoku_store_watches 0.0\n") && Date() < deadline
        #expect(text.contains("sudoku_store_watches 0.0\n"), "\(text)")
      }
    }

    @Test func aRevokedTokenEndsItsIdleConnectionInASecond() async throws {
      let scratch = ScratchDirectory()
      defer { scratch.remove() }
      let tokens = try SQLiteTokenStore(path: scratch.path + "/tokens.sqlite")
      let (anna, bert) = (
        try await tokens.issue(to: "anna", at: 1), try await tokens.issue(to: "bert", at: 1)
      )
      try await RunningServer.with(tokens: tokens) { server in
        let (revoked, kept) = (
          try RawConnection(port: server.port), try RawConnection(port: server.port)
        )
        for (player, token, connection) in [("anna", anna, revoked), ("bert", bert, kept)] {
          let request = Self.question(#"{"kind":"contents"}"#)
            .replacing("/anna/", with: "/\(player)/")
            .replacing(Self.json, with: Self.json + "\r\nAuthorization: Bearer \(token.text)")
          connection.send(request)
          #expect(await connection.read(until: "}}").text.contains("200 OK"))
        }
        #expect(try await tokens.revoke(anna.id, at: 2))
        let clock = UnstalledClock()
        #expect(await revoked.read(seconds: 30).isClosed)
        #expect(clock.elapsed < .milliseconds(1_500))
        #expect(await kept.read(seconds: 1).isClosed == false)
      }
    }

    @Test(arguments: [
      "HTTP/1.1\r\nTransfer-Encoding: gzip, chunked", "HTTP/1.0\r\nTransfer-Encoding: chunked",
      "HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
      "HTTP/1.1\r\nTransfer-Encoding: chunked, identity", "HTTP/1.1\r\nTransfer-Encoding: identity",
      "HTTP/1.1\r\nTransfer-Encoding: xchunked",
    ])
    func unclearFramingIsRefused(_ framing: String) async throws {
      let body = #"{"version":1,"query":{"kind":"contents"}}"#
      let rest =
        "\r\nHost: localhost\r\n\(Self.json)\r\n\r\n"
        + String(body.utf8.count, radix: 16) + "\r\n\(body)\r\n0\r\n\r\n"
      try await RunningServer.with { server in
        let connection = try RawConnection(port: server.port)
        connection.send("POST \(Self.path) \(framing)\(rest)")
        let answer = await connection.read(seconds: 3)
        #expect(answer.text.contains(" 400 ") && answer.isClosed, "\(answer)")
      }
      try await RunningPlayServer.with { server in
        let connection = try RawConnection(port: server.port)
        connection.send("POST /v1/rpc \(framing)\(rest)")
        let answer = await connection.read(seconds: 3)
        #expect(answer.text.contains(" 400 ") && answer.isClosed, "\(answer)")
      }
    }

    @Test func aReaderThatReadsNothingIsCutOffAndHoldsNoMore() async throws {
      var limits = StoreServerLimits.unhurried
      (limits.arrivalMilliseconds, limits.answerBytesPerPlayer) = (10_000, 20 << 20)
      try await RunningServer.with(limits: limits) { server in
        try await fill(server, megabytes: 12)
        let id = Fixtures.game(1)
        let ask = Self.question(#"{"kind":"document","document":"\#(id)","after":{}}"#)
        var deaf: [RawConnection] = []
        for _ in 0..<4 {
          let connection = try RawConnection(port: server.port, receiving: 64 << 10)
          connection.send(ask)
          deaf.append(connection)
        }
        // They have their answers, or none as there is room for one of this length.
        var heads: [String] = []
        for connection in deaf {
          heads.append(await connection.read(until: "\r\n", seconds: 60).text)
        }
        #expect(heads.contains { $0.contains(" 200 ") }, "\(heads)")
        #expect(heads.contains { $0.contains(" 503 ") }, "\(heads)")
        try await Task.sleep(for: .seconds(12))
        let late = try RawConnection(port: server.port)
        late.send(ask)
        let answer = await late.read(until: #""version":1}"#, seconds: 60).text
        #expect(answer.contains("200 OK") && answer.utf8.count > 8 << 20, "the room is free again")
        for (connection, head) in zip(deaf, heads) where head.contains(" 200 ") {
          let rest = await connection.read(seconds: 20)
          #expect(rest.isClosed && rest.text.utf8.count < 8 << 20, "cut off")
        }
      }
    }

    @Test func pagesOfChangesEndByBytesToo() async throws {
      try await RunningServer.with { server in
        try await fill(server, megabytes: 4)
        let store = try server.store("anna")
        var (cursor, pages, held) = (nil as ChangeCursor?, 0, 0)
        var hasMore = true
        while hasMore, pages < 20 {
          let page = try await store.changes(since: cursor, limit: 1_000)
          for chunk in page.documents.flatMap(\.chunks) {
            #expect(chunk.firstSeq <= held + 1, "nothing is skipped")
            held = max(held, chunk.lastSeq)
          }
          (cursor, hasMore, pages) = (page.next, page.hasMore, pages + 1)
        }
        #expect(held == 40 && pages >= 2, "\(held) in \(pages) pages")
        await store.close()
      }
    }

    @Test func aLongDocumentIsCutOff() async throws {
      try await RunningServer.with { server in
        try await fill(server, megabytes: 18)
        let store = try server.store("anna")
        let id = Fixtures.game(1)
        let delta = try #require(try await store.document(id, after: [:]))
        let held = delta.chunks.map(\.lastSeq).max() ?? 0
        let length = delta.chunks.reduce(0) { $0 + $1.lines.count }
        #expect(length < AnswerBounds.documentBytes + 2 << 20)
        #expect(delta.heads?[Fixtures.device(1)]?.seq == 180 && (150..<180).contains(held))
        let last = try #require(delta.chunks.last)
        let known = [last.device: StreamHead(seq: last.lastSeq, hash: last.hash)]
        let rest = try #require(try await store.document(id, after: known))
        #expect(rest.chunks.first?.firstSeq == held + 1 && rest.chunks.last?.lastSeq == 180)
        await store.close()
      }
    }

    @Test func anAnswerBeyondTheLimitIsAnError() async throws {
      for (limit, status) in [(150_000, 200), (70_000, 500)] {
        var limits = StoreServerLimits.unhurried
        limits.answerBytes = limit
        try await RunningServer.with(limits: limits) { server in
          let store = try server.store("anna")
          try await store.append(Fixtures.batch(1, 1...600))
          await store.close()
          let reply = try await RawConnection.exchange(
            server.port, "POST", Self.path, headers: [Self.json],
            body:
              #"{"version":1,"query":{"kind":"document","document":"\#(Fixtures.game(1))","after":{}}}"#
          )
          #expect(reply.status == status, "\(reply.text.utf8.count): \(reply.text.prefix(300))")
        }
      }
    }
  }
#endif
