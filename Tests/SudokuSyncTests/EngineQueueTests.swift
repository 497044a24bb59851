import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuSync
import Synchronization
import Testing

/// Syncs of one engine run one after the other, and a store that fails is left alone for a while.
@Suite("The engine's queue")
struct EngineQueueTests {
  /// A store that counts who asks at the same time.
  private final class CountingStore: SyncStore {
    private struct Count {
      var inside = 0
      var most = 0
      var requests = 0
      var failing = false
    }

    private let base = MemoryStore(clock: { 0 })
    private let count = Mutex(Count())
    var most: Int { count.withLock { $0.most } }
    var requests: Int { count.withLock { $0.requests } }

    func fail(_ failing: Bool) { count.withLock { $0.failing = failing } }

    func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
      let failing = count.withLock { count in
        count.inside += 1
        count.requests += 1
        count.most = max(count.most, count.inside)
        return count.failing
      }
      defer { count.withLock { $0.inside -= 1 } }
      for _ in 0..<5 { await Task.yield() }
      if failing { throw SyncError(.storeUnavailable, "on purpose") }
      return try await base.perform(request)
    }
  }

  private final class TestClock: Sendable {
    private let value = Mutex<Int64>(1_795_176_000_000)
    var now: Int64 {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  private func engine(
    _ device: TestDevice, _ store: any SyncStore, clock: TestClock = TestClock()
  ) throws -> SyncEngine {
    try SyncEngine(
      replica: device.replica, store: store, storeName: "test", random: SeededRandom(seed: 1),
      clock: { clock.now })
  }

  @Test func syncsAtTheSameTimeRunOneAfterTheOther() async throws {
    let store = CountingStore()
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    let engine = try engine(device, store)
    let reports = await withTaskGroup(of: SyncReport.self) { group in
      for goal in [SyncGoal.now, .push, .news, .everything, .discover, .now, .push, .news] {
        group.addTask { await engine.sync(goal) }
      }
      return await group.reduce(into: [SyncReport]()) { $0.append($1) }
    }
    #expect(reports.count == 8, "everybody gets a report")
    #expect(reports.allSatisfy { $0.error == nil })
    #expect(store.most == 1)
    #expect(reports.reduce(0) { $0 + $1.pushed } == 1, "the one operation is sent once")
    #expect(reports.reduce(0) { $0 + $1.requests } == store.requests)
  }

  @Test func aPushAfterAFailureWaits() async throws {
    let store = CountingStore()
    let clock = TestClock()
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    let engine = try engine(device, store, clock: clock)
    store.fail(true)
    #expect(await engine.pushIfDue()?.error != nil)
    let asked = store.requests
    #expect(await engine.pushIfDue() == nil, "too early")
    #expect(store.requests == asked, "the store is not asked")
    let retry = try #require(try await engine.status().retryAtMilliseconds)
    #expect(retry > clock.now)
    clock.now = retry + 1
    store.fail(false)
    let report = try #require(await engine.pushIfDue())
    #expect(report.error == nil && report.pushed == 1)
    #expect(report.events.contains(.recovered))
    #expect(await engine.pushIfDue() == nil, "nothing waits")
    #expect(try await engine.status().lastError == nil)
  }

  @Test func anAbandonedSyncIsReportedLate() async throws {
    let store = CountingStore()
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    let engine = try engine(device, store)
    let late = AsyncStream<SyncReport>.makeStream()
    let early = await engine.sync(.everything, waitingAtMost: 0) { late.continuation.yield($0) }
    if early == nil {
      var reports = late.stream.makeAsyncIterator()
      #expect(await reports.next()?.pushed == 1)
    } else {
      #expect(early?.pushed == 1)
    }
  }
}
