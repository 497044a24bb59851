#if Network
  import Foundation
  import SudokuServer
  import SudokuSync
  import SudokuStoreConformance
  import TestSupport
  import Testing

  /// What is said on an open connection, and what nobody should say.
  @Suite("WebSocket frames", .serialized) struct FrameTests {
    private static var short: PlayServerLimits {
      var limits = PlayServerLimits()
      limits.messageBytes = 10_000
      limits.framesPerMessage = 20
      // A busy machine takes seconds for a handshake; clients here wait for five.
      limits.arrivalMilliseconds = 4_000
      return limits
    }

    @Test func messagesAreLinesHoweverTheyCome() async throws {
      try await RunningPlayServer.with(limits: Self.short) { server in
        let client = try await WebSocketClient.connected(server.port)
        client.say("one")
        client.send(1, Array("t".utf8), fin: false)
        client.send(9, Array("are you there".utf8))
        client.send(0, [], fin: false)
        client.send(0, Array("wo".utf8))
        client.say("{\n\"three\":\r\n3}")
        client.say(String(repeating: "4", count: 10_000))
        // A pong may be sooner than the answer to what was said before.
        var frames: [WebSocketClient.Frame] = []
        for _ in 0..<5 { if let frame = await client.next() { frames.append(frame) } }
        #expect(frames.contains(.init(opcode: 10, data: Array("are you there".utf8))))
        let texts = frames.filter { $0.opcode == 1 }.map(\.text)
        let expected = ["one", "two", "{\t\"three\":\r\t3}", String(repeating: "4", count: 10_000)]
        // Without the texts: one is long.
        let areLines = texts == expected
        #expect(areLines, "a message is one line, whatever it contains")
        client.send(8, [3, 232])
        let bye = await client.next()
        #expect(bye?.opcode == 8 && bye?.code == 1000)
      }
    }

    @Test func longLinesComeInPieces() async throws {
      try await RunningPlayServer.with { server in
        let client = try await WebSocketClient.connected(server.port)
        let line = String(repeating: "0123456789", count: 100_000)
        client.say(line)
        let first = try #require(await client.next())
        #expect(first.opcode == 1 && !first.isLast && first.data.count < 400_000)
        let rest = try #require(await client.nextMessage())
        #expect(rest.opcode == 0 && first.text + rest.text == line)
        client.say("short")
        #expect(await client.nextMessage() == .init(opcode: 1, data: Array("short".utf8)))
      }
    }

    @Test func linesInManyPiecesAreWhole() async throws {
      try await RunningPlayServer.with { server in
        let client = try await WebSocketClient.connected(server.port)
        let texts = (1...200).map { String(repeating: "\($0) ", count: $0 * 7) + "ü" }
        for text in texts { client.say(text) }
        for text in texts { #expect(await client.nextMessage()?.text == text) }
      }
    }

    struct Nonsense: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let code: Int
      let send: @Sendable (WebSocketClient) -> Void
    }

    static let nonsense = [
      Nonsense(testDescription: "not masked", code: 1002) { $0.send(1, [120], isMasked: false) },
      Nonsense(testDescription: "binary", code: 1003) { $0.send(2, [120]) },
      Nonsense(testDescription: "not UTF-8", code: 1007) { $0.send(1, [0xC3, 0x28]) },
      Nonsense(testDescription: "reserved bits", code: 1002) { $0.send(1, [120], reserved: 4) },
      Nonsense(testDescription: "an unknown kind", code: 1002) { $0.send(3, [120]) },
      Nonsense(testDescription: "an unknown control frame", code: 1002) { $0.send(11) },
      Nonsense(testDescription: "nothing to go on with", code: 1002) { $0.send(0, [120]) },
      Nonsense(testDescription: "a message within one", code: 1002) {
        $0.send(1, [120], fin: false)
        $0.send(1, [120])
      },
      Nonsense(testDescription: "a ping in pieces", code: 1002) { $0.send(9, [120], fin: false) },
      Nonsense(testDescription: "a long ping", code: 1002) {
        $0.send(9, [UInt8](repeating: 120, count: 126))
      },
      Nonsense(testDescription: "too long", code: 1009) {
        $0.send(1, [UInt8](repeating: 120, count: 10_001))
      },
      Nonsense(testDescription: "too long in pieces", code: 1009) { client in
        client.send(1, [UInt8](repeating: 120, count: 6_000), fin: false)
        client.send(0, [UInt8](repeating: 120, count: 6_000), fin: false)
      },
      Nonsense(testDescription: "2^63 bytes", code: 1009) {
        $0.send([0x81, 0xFF, 0x7F, 255, 255, 255, 255, 255, 255, 255, 1, 2, 3, 4])
      },
      Nonsense(testDescription: "empty pieces for ever", code: 1008) { client in
        client.send(1, [], fin: false)
        for _ in 0..<100 { client.send(0, [], fin: false) }
      },
      Nonsense(testDescription: "pings for ever", code: 1008) { client in
        for _ in 0..<300 { client.send(9, [1]) }
      },
      Nonsense(testDescription: "a message that does not end", code: 1008) {
        $0.send(1, [120], fin: false)
      },
    ]

    @Test(arguments: nonsense) func nonsenseEndsTheConnectionWithAReason(
      _ nonsense: Nonsense
    ) async throws {
      try await RunningPlayServer.with(limits: Self.short) { server in
        let client = try await WebSocketClient.connected(server.port)
        nonsense.send(client)
        var last: WebSocketClient.Frame?
        while let frame = await client.next() {
          last = frame
          if frame.opcode == 8 { break }
        }
        #expect(last?.opcode == 8 && last?.code == nonsense.code, "\(String(describing: last))")
        #expect(await client.next() == nil, "and then nothing")
        for _ in 0..<100 where server.played.withLock({ $0.ended }) == 0 {
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(server.played.withLock { $0.ended } == 1, "the session has ended")
        let next = try await WebSocketClient.connected(server.port)
        next.say("still here")
        #expect(await next.nextMessage()?.text == "still here")
      }
    }

    @Test func aClientThatIsSilentIsGivenUp() async throws {
      var limits = PlayServerLimits()
      limits.heartbeatMilliseconds = 200
      try await RunningPlayServer.with(limits: limits) { server in
        let polite = try await WebSocketClient.connected(server.port)
        let silent = try await WebSocketClient.connected(server.port)
        for _ in 0..<5 {
          #expect(await polite.next(seconds: 2)?.opcode == 9, "it is asked")
          polite.send(10)
        }
        #expect(server.played.withLock { $0.ended } == 1, "the other one was given up")
        #expect(await silent.next()?.opcode == 9)
        polite.say("here")
        #expect(await polite.nextMessage()?.text == "here")
      }
    }

    /// A client that asks for much and reads nothing.
    @Test func nothingPilesUpForWhoReadsNothing() async throws {
      try await RunningPlayServer.with { server in
        let client = try await WebSocketClient.connected(server.port)
        let text = [UInt8](repeating: 120, count: 100_000)
        var taken = 0
        while taken < 2_000, client.send(1, text) { taken += 1 }
        #expect(taken < 400, "after \(taken) messages of 100 kB it is not read any more")
      }
    }

    @Test func theEndOfTheServerIsTheEndOfTheInput() async throws {
      let client: WebSocketClient
      let (clients, one) = AsyncStream<WebSocketClient>.makeStream()
      try await RunningPlayServer.with { server in
        let client = try await WebSocketClient.connected(server.port)
        client.say("last")
        try await Task.sleep(for: .milliseconds(100))
        one.yield(client)
      }
      one.finish()
      client = try #require(await clients.first { _ in true })
      #expect(await client.nextMessage()?.text == "last", "what was answered is sent")
      #expect(await client.nextMessage()?.code == 1001, "going away")
    }

    @Test func whoCannotPlayIsToldWhy() async throws {
      let scratch = ScratchDirectory()
      defer { scratch.remove() }
      let tokens = try SQLiteTokenStore(path: scratch.path + "/tokens.sqlite")
      let token = try await tokens.issue(to: "nobody", at: 1)
      try await RunningPlayServer.with(tokens: tokens) { server in
        let client = try await WebSocketClient.connected(
          server.port, ["Authorization: Bearer \(token.text)"])
        let bye = await client.nextMessage()
        #expect(bye?.code == 1011)
        #expect(
          bye.map { String(decoding: $0.data.dropFirst(2), as: UTF8.self) }
            == "there is no room for nobody")
      }
    }
  }
#endif
