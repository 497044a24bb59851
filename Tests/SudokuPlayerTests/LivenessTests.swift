import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync
import Synchronization
import Testing

/// Faults that users of other sync engines report and that concern a whole library; see the tests of the same name
/// for `SudokuSync`.
@Suite("Liveness of a library") struct LivenessTests {
  private let time = TestTime()

  @Test func whatWaitsForAMinuteIsReportedWithTheCause() async throws {
    let time = time
    let store = UnreliableStore(MemoryStore(clock: { time.now }), isAway: true)
    let bench = try TestLibrary(1, time)
    try bench.connect(store)
    _ = try bench.begin()
    try bench.library.commit()
    func stalled() -> [String] {
      bench.library.decisions.entries.filter { $0.kind == "stalled" }.map(\.text)
    }
    for _ in 0..<590 {
      time.advance(100)
      bench.library.runDueTasks()
      try await bench.runJobs()
    }
    #expect(stalled().isEmpty)
    for _ in 0..<20 {
      time.advance(100)
      bench.library.runDueTasks()
      try await bench.runJobs()
    }
    #expect(stalled().count == 1 && stalled().first?.contains("the store is away") == true)
    await store.comeBack()
    for _ in 0..<1_500 {
      time.advance(100)
      bench.library.runDueTasks()
      try await bench.runJobs()
    }
    #expect(try bench.replica.counts().pendingOperations == 0, "an idle library drains")
    #expect(stalled().count == 1)
  }

  @Test func openingAGameWritesNothing() throws {
    let bench = try TestLibrary(1, time)
    let id = try bench.begin()
    try bench.library.commit()
    let count = try bench.replica.counts().pendingOperations
    for _ in 0..<1_000 {
      _ = try bench.library.open(id)
      try bench.library.commit()
    }
    #expect(try bench.replica.counts().pendingOperations == count)
  }

  @Test func aLibraryWithoutAWatchAsksForNews() async throws {
    let time = time
    let memory = MemoryStore(clock: { time.now })
    let (mine, theirs) = (try TestLibrary(1, time), try TestLibrary(2, time))
    // A store that can't signal anything.
    try mine.connect(UnwatchedStore(memory), isWatched: true)
    try theirs.connect(memory)
    let id = try mine.begin()
    try mine.library.commit()
    _ = try theirs.begin()
    try theirs.library.commit()
    await (try mine.nextJob())()
    for _ in 0..<60 {
      time.advance(100)
      for bench in [mine, theirs] {
        bench.library.runDueTasks()
        try await bench.runJobs()
      }
    }
    #expect(try mine.replica.heads(of: id).count == 2, "both begin the same game")
    #expect(!mine.library.isWatching, "the store signals nothing")
  }

  @Test func aWatchThatDiesIsReplacedByPollingAtOnce() async throws {
    let time = time
    let store = MortalStore(MemoryStore(clock: { time.now }))
    let bench = try TestLibrary(1, time)
    try bench.connect(store, isWatched: true)
    await (try bench.nextJob())()
    store.isLive.withLock { $0 = true }
    for _ in 0..<100 {
      time.advance(100)
      bench.library.runDueTasks()
    }
    #expect(bench.jobCount == 0 && bench.library.isWatching, "nothing is asked while it is watched")
    store.isLive.withLock { $0 = false }
    bench.library.runDueTasks()
    #expect(bench.jobCount == 1, "asked at once")
    try await bench.runJobs()
    #expect(!bench.library.isWatching, "the store is asked and signals nothing")
    store.isLive.withLock { $0 = true }
    #expect(bench.library.isWatching)
    store.isLive.withLock { $0 = false }
    store.isAway.withLock { $0 = true }
    time.advance(4_001)
    bench.library.runDueTasks()
    try await bench.runJobs()
    #expect(!bench.library.isWatching, "the store is away")
  }

  /// A sync of everything that fails at its first request names the error and what waits.
  @Test func theStatusNamesTheErrorOfASyncOfEverything() async throws {
    let time = time
    let store = MortalStore(MemoryStore(clock: { time.now }))
    let bench = try TestLibrary(1, time)
    try bench.connect(store, isWatched: true)
    _ = try bench.begin()
    try bench.library.commit()
    store.isAway.withLock { $0 = true }
    let engine = try #require(bench.library.engine)
    await #expect(throws: SyncError.self) {
      try await engine.syncAwaited(.everything, isWhole: true, patience: 100) { _ in }
    }
    let failing = try await engine.status()
    #expect(failing.lastError?.message == "away, on purpose" && !failing.waiting.isEmpty)
    store.isAway.withLock { $0 = false }
    _ = try await engine.syncAwaited(.everything, isWhole: true, patience: 100) { _ in }
    let healed = try await engine.status()
    #expect(healed.lastError == nil && healed.waiting.isEmpty && !healed.isAway)
  }

  @Test func aStoreWithAnIntervalIsAskedThatOften() async throws {
    let time = time
    let store = MortalStore(MemoryStore(clock: { time.now }), pollMilliseconds: 60_000)
    let bench = try TestLibrary(1, time)
    try bench.connect(store, isWatched: true)
    await (try bench.nextJob())()
    time.advance(59_000)
    bench.library.runDueTasks()
    #expect(bench.jobCount == 0)
    time.advance(2_000)
    bench.library.runDueTasks()
    #expect(bench.jobCount == 1)
  }

  /// A store whose watch may die without a word.
  private final class MortalStore: WatchingStore {
    let base: MemoryStore
    let isLive = Mutex(false)
    let isAway = Mutex(false)

    let pollMilliseconds: Int64

    init(_ base: MemoryStore, pollMilliseconds: Int64 = 4_000) {
      (self.base, self.pollMilliseconds) = (base, pollMilliseconds)
    }

    var isWatchLive: Bool { isLive.withLock { $0 } }

    func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
      if isAway.withLock({ $0 }) { throw SyncError(.storeUnavailable, "away, on purpose") }
      return try await base.perform(request)
    }

    func watch() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
  }

  /// A store without a watch.
  private struct UnwatchedStore: SyncStore {
    let base: MemoryStore

    init(_ base: MemoryStore) { self.base = base }

    func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
      try await base.perform(request)
    }
  }
}
