#if Postgres
  import Foundation
  import SudokuCore
  import SudokuSession
  @testable import SudokuStores
  import SudokuSync
  import SudokuStoreConformance
  import Testing

  /// Needs a server: `Scripts/postgres swift test --traits Postgres --filter SudokuStorePostgresTests`.
  @Suite(
    "PostgreSQL store", .serialized,
    .enabled(if: PostgresServer.url != nil, "no PostgreSQL: run by Scripts/postgres"))
  struct PostgresStoreTests {
    @Test func conforms() async throws {
      let run = PostgresServer.freshName()
      let findings = try await StoreConformance { place in
        try PostgresStore(url: PostgresServer.url("\(run)-\(place)"))
      }.run()
      #expect(findings.isEmpty, "\(findings)")
    }

    /// All operations that a reader with a cursor has seen, reading on until it is stopped.
    private static func follow(
      _ store: any SyncStore, until isDone: @Sendable () async -> Bool
    ) async throws -> [DeviceID: Int] {
      var streams: [DeviceID: OperationStream] = [:]
      var cursor: ChangeCursor?
      while true {
        let isLast = await isDone()
        var page: ChangePage
        repeat {
          page = try await store.changes(since: cursor, limit: 2)
          for chunk in page.documents.flatMap(\.chunks) {
            _ = streams[chunk.device, default: OperationStream()].add(chunk)
          }
          cursor = page.next
        } while page.hasMore
        if isLast { return streams.mapValues { $0.head.seq } }
      }
    }

    /// The first writer is held before its commit; the second one, begun later, would be done first.
    ///
    /// With numbers drawn from a sequence a reader between them would skip the first.
    @Test func aCursorSkipsNothingOfWritersThatCommitInTheOtherOrder() async throws {
      let name = PostgresServer.freshName()
      let url = try PostgresServer.url(name)
      let (first, second) = (try PostgresStore(url: url), try PostgresStore(url: url))
      let reader = try PostgresStore(url: url)
      _ = try await reader.contents()
      // The first writer's transaction, held open by an earlier writer.
      let gate = try PostgresSession()
      try gate.run("BEGIN; LOCK sudoku.stream IN ACCESS EXCLUSIVE MODE")
      let early = Task { try await first.append(Fixtures.batch(1, 1...3)) }
      try await Task.sleep(for: .milliseconds(300))
      let late = Task { try await second.append(Fixtures.batch(2, by: Fixtures.device(2), 1...3)) }
      try await Task.sleep(for: .milliseconds(300))
      let before = try await reader.perform(
        StoreRequest(query: .changes(since: nil, limit: 10)))
      guard case .changes(let page) = before.answer else { return }
      #expect(page.documents.isEmpty, "neither has committed")
      try gate.run("COMMIT")
      _ = try await late.value
      let seen = try await reader.changes(since: page.next, limit: 10)
      _ = try await early.value
      let rest = try await reader.changes(since: seen.next, limit: 10)
      let found = Set((seen.documents + rest.documents).map(\.id))
      #expect(found == [Fixtures.game(1), Fixtures.game(2)])
    }

    @Test func manyServersWriteToOneStore() async throws {
      let url = try PostgresServer.url(PostgresServer.freshName())
      let servers = try (0..<2).map { _ in try PostgresStore(url: url) }
      let reader = try PostgresStore(url: url)
      let done = Done()
      async let seen = Self.follow(reader) { await done.isSet }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...8 {
          group.addTask {
            let (device, store) = (Fixtures.device(number), servers[number % 2])
            for seq in 1...25 { try await store.append(Fixtures.batch(1, by: device, seq...seq)) }
          }
        }
        try await group.waitForAll()
      }
      await done.set()
      let streams = try await seen
      #expect(streams.count == 8 && streams.values.allSatisfy { $0 == 25 }, "\(streams)")
    }

    /// Backends are ended again and again; what was acknowledged is there, once.
    @Test func endedBackendsLoseNothing() async throws {
      let url = try PostgresServer.url(PostgresServer.freshName())
      let store = try PostgresStore(url: url, connections: 3)
      _ = try await store.contents()
      let done = Done()
      let killer = Task.detached {
        let session = try PostgresSession()
        while await !done.isSet {
          try session.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
              + "AND application_name = 'sudoku'")
          try await Task.sleep(for: .milliseconds(25))
        }
      }
      var failures = 0
      for seq in 1...150 {
        while true {
          do {
            let receipt = try await store.append(Fixtures.batch(1, seq...seq))
            #expect(receipt.outcomes.first?.heads[Fixtures.device(1)]?.seq == seq)
            break
          } catch let error as SyncError {
            #expect(error.isRetryable, "\(error)")
            failures += 1
          }
        }
      }
      await done.set()
      try await killer.value
      let all = try await store.document(Fixtures.game(1), after: [:])
      #expect(
        all?.chunks.flatMap(\.lines) == (try Fixtures.chunk(Fixtures.device(1), 1...150)).lines)
      let status = try await store.contents().status
      var tree = DigestTree()
      tree.replace(
        [:], with: [Fixtures.device(1): try Fixtures.chunk(Fixtures.device(1), 1...150).head],
        in: Fixtures.game(1))
      #expect(status.digest == tree.root, "\(failures) failures on the way")
    }

    @Test func aKilledServerComesBack() async throws {
      let control = try #require(PostgresServer.control)
      let store = try PostgresStore(url: PostgresServer.url(PostgresServer.freshName()))
      try await store.append(Fixtures.batch(1, 1...3))
      try PostgresServer.run(control, "kill")
      do throws(SyncError) {
        _ = try await store.contents()
        Issue.record("answered without a server")
      } catch {
        #expect(error.kind == .storeUnavailable, "\(error)")
      }
      try PostgresServer.run(control, "start")
      let all = try await store.document(Fixtures.game(1), after: [:])
      #expect(all?.heads?[Fixtures.device(1)]?.seq == 3)
    }

    /// As a server is after a failover: it answers and refuses every change.
    @Test func aReadOnlyServerIsAnErrorOfEachSync() async throws {
      // A database of its own: others write meanwhile.
      let session = try PostgresSession()
      let name = "r" + UUID().uuidString.lowercased().filter { $0 != "-" }
      try session.run("CREATE DATABASE \(name)")
      let server = try #require(PostgresServer.url)
      let url = server.replacing(/[^\/]+$/, with: name) + "?store=test"
      let replica = MemoryReplica(device: Fixtures.device(1))
      let engine = try SyncEngine(
        replica: replica, store: try PostgresStore(url: url), storeName: url,
        random: SeededRandom(seed: 1),
        clock: { Int64(Date().timeIntervalSince1970 * 1_000) })
      try Fixtures.play(1...2, in: .profile, on: replica)
      #expect(await engine.syncRest(after: await engine.sync(.now)).error == nil)

      func setReadOnly(_ value: String) throws {
        try session.run("ALTER DATABASE \(name) SET default_transaction_read_only = \(value)")
        // Only new connections have it.
        try session.run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
      }
      try setReadOnly("on")
      try Fixtures.play(3...4, in: .profile, on: replica)
      for _ in 1...12 {
        let report = await engine.syncRest(after: await engine.sync(.now))
        #expect(report.error?.kind == .readOnly && report.pushed == 0, "\(report)")
      }
      let status = try await engine.status()
      #expect(status.pendingOperations == 2 && status.lastError?.kind == .readOnly)
      #expect(status.isOnline, "the server answers")

      try setReadOnly("off")
      #expect(await engine.syncRest(after: await engine.sync(.now)).error == nil)
      #expect(try await engine.status().pendingOperations == 0)
      await engine.close()
    }

    @Test func signalsCrossServers() async throws {
      let url = try PostgresServer.url(PostgresServer.freshName())
      let (one, other) = (try PostgresStore(url: url), try PostgresStore(url: url))
      try await one.append(Fixtures.batch(1, 1...1))
      let signals = other.watch()
      let writer = Task {
        // Whenever the other one has begun to listen, one of these is after it.
        for seq in 2...1_000 where !Task.isCancelled {
          try await one.append(Fixtures.batch(1, seq...seq))
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      var count = 0
      for await _ in signals {
        count += 1
        if count == 3 { break }
      }
      writer.cancel()
      _ = try? await writer.value
      #expect(count == 3)
      await one.close()
      await other.close()
    }

    /// The server that took the append was killed before its notification; its client asks another one.
    @Test(.timeLimit(.minutes(1))) func aRepeatedAppendThatChangesNothingIsAnnounced() async throws
    {
      let url = try PostgresServer.url(PostgresServer.freshName())
      let address = try PostgresAddress(url)
      let killed = PostgresStoreDriver(address, PostgresConnections(address.database, limit: 1))
      let append = StoreRequest(query: .append(try Fixtures.batch(1, 1...3)))
      _ = try killed.perform(append, until: Deadline(milliseconds: 10_000))
      let (one, other) = (try PostgresStore(url: url), try PostgresStore(url: url))
      _ = try await (one.contents(), other.contents())
      let signals = other.watch()
      // Until the other one listens, and once more.
      let again = Task {
        while !Task.isCancelled {
          _ = try await one.perform(append)
          try await Task.sleep(for: .milliseconds(50))
        }
      }
      let isTold = Task {
        for await _ in signals { return true }; return false
      }
      let limit = Task {
        try await Task.sleep(for: .seconds(5))
        isTold.cancel()
      }
      #expect(await isTold.value)
      limit.cancel()
      again.cancel()
      _ = try? await again.value
      #expect(try await other.document(Fixtures.game(1), after: [:])?.chunks.count == 1)
      await one.close()
      await other.close()
    }

    @Test func playersAreApart() async throws {
      let run = PostgresServer.freshName()
      let mine = try PostgresStore(url: PostgresServer.url("\(run)-a"))
      let theirs = try PostgresStore(url: PostgresServer.url("\(run)-b"))
      try await mine.append(Fixtures.batch(1, 1...3), player: PlayerID("mine"))
      try await theirs.append(
        Fixtures.batch(1, by: Fixtures.device(2), 1...2), player: PlayerID("theirs"))
      #expect(
        try await mine.document(Fixtures.game(1), after: [:])?.heads?.keys.map { $0 }
          == [Fixtures.device(1)])
      #expect(try await theirs.changes(since: nil, limit: 10).documents.first?.chunks.count == 1)
      #expect(try await theirs.contents(player: PlayerID("theirs")).contents.games == 1)
    }

    @Test(arguments: ["store=A", "store=", "store=a&store=b", "store=a'b", "store=../x"])
    func aBadNameIsRefused(_ option: String) {
      #expect(throws: SyncError.self) { try PostgresStore(url: "postgres://localhost/x?\(option)") }
    }

    @Test func aServerOutOfReachIsUnavailable() async throws {
      let store = try PostgresStore(url: "postgres://127.0.0.1:1/x?connect_timeout=2")
      do throws(SyncError) {
        _ = try await store.contents()
        Issue.record("answered without a server")
      } catch { #expect(error.kind == .storeUnavailable, "\(error)") }
    }

    /// Something that happens once.
    private actor Done {
      private(set) var isSet = false
      func set() { isSet = true }
    }
  }
#endif
