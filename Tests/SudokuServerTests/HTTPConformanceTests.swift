#if Network
  import Foundation
  import SudokuCore
  import SudokuSession
  import SudokuStores
  import SudokuServer
  import SudokuSync
  import SudokuStoreConformance
  import Synchronization
  import TestSupport
  import Testing

  @Suite("Stores over HTTP", .serialized) struct HTTPConformanceTests {
    @Test func conformsOverSQLite() async throws {
      try await RunningServer.with { server in
        let findings = try await StoreConformance { place in try server.store("t-\(place)") }.run()
        #expect(findings.isEmpty, "\(findings)")
      }
    }

    @Test func aServerThatIsAwayFailsInTime() async throws {
      let store = try HTTPStore(url: "http://127.0.0.1:1/v1/players/anna")
      let clock = UnstalledClock()
      do throws(SyncError) {
        _ = try await store.perform(
          StoreRequest(timeLimitMilliseconds: 700, query: .contents))
        Issue.record("answered by nobody")
      } catch {
        #expect(error.kind == .storeUnavailable, "\(error)")
      }
      #expect(clock.elapsed < .seconds(3))
      await store.close()
    }

    @Test(arguments: [
      "http://", "http://host", "http://host/v1/players", "http://host/v1/players/",
      "http://host/v1/players/A", "http://host/v1/players/a?x=1", "http://u:p@host/v1/players/a",
      "ftp://host/v1/players/a", "http://host/v1/players/a\r\nx: y", "http:///v1/players/a",
      "http://host/v1/players/../a b",
    ])
    func strangeURLsAreRefused(_ url: String) {
      do throws(SyncError) {
        _ = try HTTPStore(url: url)
        Issue.record("taken")
      } catch {
        #expect(error.kind == .malformedURL && !error.message.contains("u:p"), "\(error)")
      }
    }

    @Test func newsOfOneDeviceReachTheOtherAndNobodyElse() async throws {
      try await RunningServer.with { server in
        let (one, other) = (try server.store("anna"), try server.store("anna"))
        let foreign = try server.store("bert")
        let (mine, theirs) = (Signals(one.watch()), Signals(other.watch()))
        let strange = Signals(foreign.watch())
        for store in [one, other, foreign] { await store.watchBecomesLive() }
        try await one.append(Fixtures.batch(1, 1...1))
        #expect(await theirs.count(atLeast: 1, within: 5) > 0, "the other device hears of it")
        #expect(strange.count == 0, "another player does not")
        #expect(mine.count == 0, "nor does the device that wrote")
        for store in [one, other, foreign] { await store.close() }
      }
    }

    /// Each watch has a connection of its own; those of requests are for requests.
    @Test func manyWatchesAreNotInTheWayOfRequests() async throws {
      try await RunningServer.with { server in
        let stores = try (0..<100).map { try server.store("player-\($0)") }
        let watches = stores.map { Signals($0.watch()) }
        for store in stores { await store.watchBecomesLive() }
        for store in stores.prefix(3) {
          _ = try await store.perform(
            StoreRequest(timeLimitMilliseconds: 5_000, query: .contents))
        }
        for store in stores { await store.close() }
        _ = watches
      }
    }

    @Test func aWatchThatWasCutTellsOfWhatWasMissedAndOfNothingElse() async throws {
      let scratch = ScratchDirectory()
      defer { scratch.remove() }
      let path = scratch.path + "/anna.sqlite"
      let open: @Sendable (String) throws(SyncError) -> any SyncStore = {
        (_) throws(SyncError) in try SQLiteStore(path: path)
      }
      let direct = try SQLiteStore(path: path)
      try await direct.append(Fixtures.batch(1, 1...1))
      let first = try await RunningServer.start(open: open)
      let watcher = try first.store("anna")
      let signals = Signals(watcher.watch())
      await watcher.watchBecomesLive()
      try await first.stop()
      let second = try await RunningServer.start(port: first.port, open: open)
      await watcher.watchBecomesLive()
      #expect(signals.count == 0, "nothing was missed")
      try await second.stop()
      try await direct.append(Fixtures.batch(1, 2...3))
      let third = try await RunningServer.start(port: first.port, open: open)
      #expect(await signals.count(atLeast: 1, within: 10) > 0, "what was missed is a signal")
      await watcher.close()
      try await third.stop()
      await direct.close()
    }

    /// The server is asked to end while appends are under way: whatever was acknowledged is there.
    @Test func aServerThatEndsLosesNoAcknowledgement() async throws {
      let scratch = ScratchDirectory()
      defer { scratch.remove() }
      let path = scratch.path + "/anna.sqlite"
      let server = try await RunningServer.start { (_) throws(SyncError) in
        try SQLiteStore(path: path)
      }
      let device = Fixtures.device(1)
      let stores = try (0..<8).map { _ in try server.store("anna") }
      let writers = stores.enumerated().map { number, store in
        Task { () -> Int in
          let device = Fixtures.device(number + 1)
          for seq in 1...100_000 {
            let request = StoreRequest(
              timeLimitMilliseconds: 300,
              query: .append(try Fixtures.batch(1, by: device, seq...seq)))
            do throws(SyncError) { _ = try await store.perform(request) } catch { return seq - 1 }
          }
          return 100_000
        }
      }
      try await Task.sleep(for: .seconds(1))
      try await server.stop()
      let direct = try SQLiteStore(path: path)
      let heads = try await direct.document(Fixtures.game(1), after: [:])?.heads ?? [:]
      #expect(heads[device] != nil, "something was written")
      for (number, writer) in writers.enumerated() {
        let acknowledged = try await writer.value
        #expect(heads[Fixtures.device(number + 1)]?.seq ?? 0 >= acknowledged)
      }
      await direct.close()
      for store in stores { await store.close() }
    }

    @Test func twoServersOnOneFileAgree() async throws {
      let scratch = ScratchDirectory()
      defer { scratch.remove() }
      let path = scratch.path
      let open: @Sendable (String) throws(SyncError) -> any SyncStore = {
        (player) throws(SyncError) in try SQLiteStore(path: "\(path)/\(player).sqlite")
      }
      try await RunningServer.with(open: open) { one in
        try await RunningServer.with(open: open) { other in
          let turn = Turn()
          let findings = try await StoreConformance { place in
            try (turn.next() ? one : other).store("t-\(place)")
          }.run("sharing")
          #expect(findings?.isEmpty == true, "\(findings ?? [])")
        }
      }
    }
  }

  /// Gives true and false in turn.
  final class Turn: Sendable {
    private let number = Atomic(0)
    func next() -> Bool { number.wrappingAdd(1, ordering: .relaxed).oldValue % 2 == 0 }
  }

  extension HTTPStore {
    /// Waits until the server would signal a change, for at most twenty seconds.
    func watchBecomesLive() async {
      for _ in 0..<1_000 where !isWatchLive { try? await Task.sleep(for: .milliseconds(20)) }
    }
  }

  /// Counts the signals of a watch.
  final class Signals: Sendable {
    private let number = Atomic(0)
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

    init(_ stream: AsyncStream<Void>) {
      let task = Task { [weak self] in
        for await _ in stream { self?.number.wrappingAdd(1, ordering: .relaxed) }
      }
      self.task.withLock { $0 = task }
    }

    deinit { task.withLock { $0?.cancel() } }

    var count: Int { number.load(ordering: .relaxed) }

    /// The number once it is large enough, or after a time.
    func count(atLeast least: Int, within seconds: Int) async -> Int {
      for _ in 0..<(seconds * 50) where count < least {
        try? await Task.sleep(for: .milliseconds(20))
      }
      return count
    }
  }
#endif
