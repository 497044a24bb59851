import JSONCoding
import SudokuCore
import SudokuSession
import SudokuSimulator
import SudokuStoreConformance
import SudokuSync
import Synchronization
import Testing

/// What the store did not accept is said, named, and tried again soon.
@Suite("Games that wait") struct WaitingTests {
  /// A store that fails while a rule says so.
  private final class FailingStore: SyncStore {
    typealias Rule = @Sendable (StoreRequest) throws(SyncError) -> Void
    let base = MemoryStore(clock: { 0 })
    private let rule = Mutex<Rule?>(nil)
    let requests = Mutex<[StoreRequest]>([])

    func fail(_ rule: Rule?) { self.rule.withLock { $0 = rule } }

    func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
      requests.withLock { $0.append(request) }
      if let rule = rule.withLock({ $0 }) { try rule(request) }
      return try await base.perform(request)
    }
  }

  private final class Scene {
    let device = TestDevice(1)
    let store = FailingStore()
    let engine: SyncEngine
    private let time = Time()

    private final class Time: Sendable { let now = Mutex<Int64>(1_795_176_000_000) }

    init() throws {
      let time = time
      engine = try SyncEngine(
        replica: device.replica, store: store, storeName: "test", random: SeededRandom(seed: 1),
        clock: { time.now.withLock { $0 } })
    }

    func clock() -> Int64 { time.now.withLock { $0 } }
    func advance(_ step: Int64) { time.now.withLock { $0 += step } }
  }

  private static func failed(_ text: String = "on purpose") -> SyncError {
    SyncError(.storeFailed, text)
  }

  @Test(arguments: [1, 4, 12, 100], [false, true])
  func aStoreThatHealsIsInStepWithinTenSeconds(_ failures: Int, _ readsWork: Bool) async throws {
    let scene = try Scene()
    try scene.device.begin(1, at: 0)
    scene.store.fail { (request) throws(SyncError) in
      if case .append = request.query { throw Self.failed() }
      if !readsWork { throw Self.failed("<html>sign in</html>") }
    }
    var count = 0
    while count < failures {
      count += await scene.engine.pushIfDue() == nil ? 0 : 1
      let status = try await scene.engine.status()
      #expect(status.lastError?.kind == .storeFailed)
      #expect(status.waiting.map(\.id) == [DocumentID(TestDevice.game(1))])
      #expect(status.waiting.first?.sinceMilliseconds == 1_795_176_000_000)
      scene.advance(200)
    }
    let explicit = await scene.engine.sync(.now)
    #expect(explicit.error?.kind == .storeFailed, "asked for and not accepted")
    scene.store.fail(nil)
    let healed = scene.clock()
    while try await scene.engine.status().pendingOperations > 0 {
      _ = await scene.engine.pushIfDue()
      scene.advance(100)
      try #require(scene.clock() - healed <= 10_000)
    }
    _ = await scene.engine.pushIfDue()
    let status = try await scene.engine.status()
    #expect(status.lastError == nil && status.waiting.isEmpty && status.isOnline)
  }

  @Test func whoAsksIsNotPutOff() async throws {
    let scene = try Scene()
    try scene.device.begin(1, at: 0)
    scene.store.fail { (request) throws(SyncError) in
      if case .append = request.query { throw Self.failed() }
    }
    for _ in 0..<12 { #expect(await scene.engine.sync(.everything).error != nil) }
    scene.store.fail(nil)
    let report = await scene.engine.sync(.everything)
    #expect(report.error == nil && report.pushed == 1)
  }

  @Test func oneBadDocumentKeepsNoOtherBack() async throws {
    let scene = try Scene()
    for number in 1...40 { try scene.device.begin(number, at: Int64(number)) }
    let bad = DocumentID(TestDevice.game(17))
    scene.store.fail { (request) throws(SyncError) in
      guard case .append(let batch) = request.query else { return }
      if batch.documents.contains(where: { $0.id == bad }) { throw Self.failed("too odd") }
    }
    let report = await scene.engine.sync(.everything)
    #expect(report.error?.kind == .storeFailed)
    #expect(report.error?.message.contains(bad.rawValue) == true)
    #expect(report.requests < 40)
    let status = try await scene.engine.status()
    #expect(status.pendingDocuments == 1 && status.waiting.map(\.id) == [bad])
    #expect(status.waiting.first?.reason.contains("too odd") == true)
    #expect(status.isOnline, "the store can be read")
    // New moves in other games go out at once.
    try scene.device.begin(41, at: 41)
    #expect(await scene.engine.pushIfDue()?.pushed == 1)
    scene.store.fail(nil)
    #expect(await scene.engine.sync(.everything).error == nil)
    #expect(try await scene.engine.status().lastError == nil)
  }

  @Test func aFailureOfTheStoreSetsNoDocumentAside() async throws {
    let scene = try Scene()
    for number in 1...10 { try scene.device.begin(number, at: Int64(number)) }
    scene.store.fail { (_) throws(SyncError) in throw Self.failed() }
    for goal in [SyncGoal.now, .push, .everything] {
      let asked = scene.store.requests.withLock { $0.count }
      #expect(await scene.engine.sync(goal).error?.kind == .storeFailed)
      #expect(scene.store.requests.withLock { $0.count } - asked <= 8, "\(goal)")
    }
    scene.store.fail(nil)
    #expect(await scene.engine.sync(.push).pushed == 10, "in one sync")
  }

  @Test func aStoreThatKeepsLessThanItWasSentIsAnError() throws {
    var device = try DeceivedDevice()
    _ = try device.sync(.push) { response, _ in
      var response = response
      guard case .append(var receipt) = response.answer else { return .success(response) }
      for index in receipt.outcomes.indices { receipt.outcomes[index].heads = [:] }
      response.answer = .append(receipt)
      return .success(response)
    }
    #expect(device.report.error?.kind == .storeFailed)
    #expect(try device.faultOnceHonest() == nil)
  }

  @Test func aGameLongerThanARequestIsSentInPieces() async throws {
    let replica = MemoryReplica(device: Fixtures.device(1))
    let store = FailingStore()
    let id = Fixtures.game(1)
    try Fixtures.play(1...30_000, in: id, on: replica)
    try replica.setValue(id.rawValue, for: .currentGame)
    let engine = try SyncEngine(
      replica: replica, store: store, storeName: "test", random: SeededRandom(seed: 1), clock: { 0 }
    )
    let report = await engine.syncRest(after: await engine.sync(.now))
    #expect(report.error == nil && report.pushed == 30_000)
    #expect(try replica.counts().pendingOperations == 0)
    var parts = 0
    for request in store.requests.withLock({ $0 }) {
      guard case .append(let batch) = request.query else { continue }
      parts += 1
      let bytes = batch.documents.flatMap(\.chunks).reduce(0) { $0 + $1.lines.count }
      #expect(bytes <= 3 << 20)
      #expect(try CanonicalJSONEncoder().encode(request).count <= 8 << 20)
    }
    #expect(parts >= 2)
    let other = MemoryReplica(device: Fixtures.device(2))
    #expect(try await Fixtures.sync(other, with: store).pulled == 30_000)
    #expect(try other.heads(of: id) == replica.heads(of: id))
  }

  @Test func whoStoppedWaitingIsNotServedLater() async throws {
    let store = HangingStore()
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    let engine = try SyncEngine(
      replica: device.replica, store: store, storeName: "test", random: SeededRandom(seed: 1),
      timeoutMilliseconds: 600_000, clock: { 0 })
    for _ in 0..<20 {
      #expect(await engine.sync(.now, waitingAtMost: 10, late: { _ in }) == nil)
    }
    store.release()
    #expect(await engine.sync(.now).error == nil)
    #expect(store.count.withLock { $0 } <= 3, "one that hung, one of this sync")
  }

  /// A store that does not answer until it is released.
  private final class HangingStore: SyncStore {
    let base = MemoryStore(clock: { 0 })
    let count = Mutex(0)
    private let isFree = Mutex(false)

    func release() { isFree.withLock { $0 = true } }

    func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
      count.withLock { $0 += 1 }
      while !isFree.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(5)) }
      return try await base.perform(request)
    }
  }

  @Test func aCancelledSyncEndsBeforeTheNextRequest() async throws {
    let scene = try Scene()
    for number in 1...3 { try scene.device.begin(number, at: Int64(number)) }
    let store = scene.store
    let report = await scene.engine.sync(
      .everything, unless: { store.requests.withLock { $0.count } >= 1 })
    #expect(report.requests == 1 && report.error?.message.contains("cancelled") == true)
    #expect(try await scene.engine.status().lastError == nil, "that is no failure of the store")
  }
}
