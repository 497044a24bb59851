#if Network
  import SudokuStores
  import SudokuSync
  import Synchronization
  import TestSupport
  import Testing

  @testable import SudokuServer

  /// A watch says that it is live only while the server would be heard.
  @Suite("Watches that fail", .serialized) struct WatchFaultTests {
    /// A store that is watched.
    private struct Watched {
      let store: HTTPStore
      private let reader: Task<Void, Never>

      init(_ server: RunningServer) throws {
        store = try server.store("anna")
        let signals = store.watch()
        reader = Task { for await _ in signals {} }
      }

      /// Waits until the watch is or is not live; returns whether that came about.
      func becomes(isLive: Bool, within seconds: Double) async -> Bool {
        let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
        while ContinuousClock.now < deadline {
          if store.isWatchLive == isLive { return true }
          try? await Task.sleep(for: .milliseconds(20))
        }
        return store.isWatchLive == isLive
      }

      func end() async {
        reader.cancel()
        await store.close()
      }
    }

    @Test func aRefusedStreamIsNotLive() async throws {
      var limits = StoreServerLimits.unhurried
      limits.watchesPerPlayer = 1
      try await RunningServer.with(limits: limits) { server in
        let greedy = try RawConnection(port: server.port)
        greedy.send("GET /v1/players/anna/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await greedy.read(until: "event: ready").text.contains("200 OK"))
        let watched = try Watched(server)
        try await Task.sleep(for: .seconds(1))
        #expect(!watched.store.isWatchLive)
        _ = greedy
        await watched.end()
      }
    }

    @Test func aStreamThatEndsIsNotLive() async throws {
      let server = try await RunningServer.start()
      let watched = try Watched(server)
      #expect(await watched.becomes(isLive: true, within: 5))
      try await server.stop()
      #expect(await watched.becomes(isLive: false, within: 2))
      await watched.end()
    }

    @Test func aSilentStreamIsNotLiveAfterFiveSeconds() async throws {
      var quiet = StoreServerLimits.unhurried
      quiet.heartbeatMilliseconds = 120_000
      try await RunningServer.with(limits: quiet) { silent in
        try await RunningServer.with { server in
          let (deaf, heard) = (try Watched(silent), try Watched(server))
          #expect(await deaf.becomes(isLive: true, within: 5))
          #expect(await heard.becomes(isLive: true, within: 5))
          #expect(await deaf.becomes(isLive: false, within: 5.5))
          #expect(heard.store.isWatchLive, "the server gives signs of life")
          await deaf.end()
          await heard.end()
        }
      }
    }
  }
#endif
