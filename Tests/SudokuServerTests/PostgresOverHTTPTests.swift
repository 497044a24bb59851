#if Network && Postgres
  import Foundation
  import SudokuCore
  import SudokuSession
  import SudokuStores
  import SudokuServer
  import SudokuSync
  import SudokuStoreConformance
  import Testing

  /// Needs a database; `Scripts/postgres swift test --traits Network,Postgres` has one.
  @Suite(
    "PostgreSQL over HTTP", .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment["SUDOKU_POSTGRES"] != nil,
      "no PostgreSQL: run by Scripts/postgres"))
  struct PostgresOverHTTPTests {
    private static let url = ProcessInfo.processInfo.environment["SUDOKU_POSTGRES"] ?? ""

    private static func pool() throws(SyncError) -> PostgresPool {
      try PostgresPool(url: url, connections: 6)
    }

    @Test func conformsThroughTwoServers() async throws {
      let run = UUID().uuidString.lowercased().prefix(8)
      let pools = [try Self.pool(), try Self.pool()]
      let servers = try await [
        RunningServer.start { [pool = pools[0]] (player) throws(SyncError) in
          try pool.store(player)
        },
        RunningServer.start { [pool = pools[1]] (player) throws(SyncError) in
          try pool.store(player)
        },
      ]
      let turn = Turn()
      let findings = try await StoreConformance { place in
        // Who opens a store a second time gets it through the other server.
        try servers[turn.next() ? 0 : 1].store("t-\(run)-\(place)")
      }.run()
      #expect(findings.isEmpty, "\(findings)")
      for server in servers { try await server.stop() }
      for pool in pools { pool.close() }
    }

    /// A watch at one server hears of a write at the other; other players' watches don't.
    @Test func newsCrossServers() async throws {
      let run = UUID().uuidString.lowercased().prefix(8)
      let pools = [try Self.pool(), try Self.pool()]
      let one = try await RunningServer.start { [pool = pools[0]] (player) throws(SyncError) in
        try pool.store(player)
      }
      let other = try await RunningServer.start { [pool = pools[1]] (player) throws(SyncError) in
        try pool.store(player)
      }
      let writer = try one.store("anna-\(run)")
      let reader = try other.store("anna-\(run)")
      let others = try (0..<50).map { try other.store("s\($0)-\(run)") }
      let signals = Signals(reader.watch())
      let strange = others.map { Signals($0.watch()) }
      try await Task.sleep(for: .seconds(2))
      // Others end connections to the same database, after which everybody hears something.
      var (isHeard, isPrivate) = (false, false)
      for seq in 1...20 where !(isHeard && isPrivate) {
        let (before, strangeBefore) = (signals.count, strange.map(\.count))
        try await writer.append(Fixtures.batch(1, seq...seq))
        isHeard = await signals.count(atLeast: before + 1, within: 5) > before
        try await Task.sleep(for: .milliseconds(300))
        isPrivate = strange.map(\.count) == strangeBefore
      }
      #expect(isHeard && isPrivate, "the player's other device hears of it, and nobody else")
      for store in others + [writer, reader] { await store.close() }
      for server in [one, other] { try await server.stop() }
      for pool in pools { pool.close() }
    }
  }
#endif
