import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuSync
import Synchronization
import TestSupport
import Testing

/// A sync says that all is well only when it is.
@Suite("Truthful syncs") struct TruthfulSyncTests {
  /// A store that can be made to refuse every change.
  private final class RefusingStore: SyncStore {
    let base = MemoryStore(clock: { 0 })
    private let refusal = Mutex<SyncError?>(nil)
    let backgroundRequests = Mutex(0)

    func refuse(_ error: SyncError?) { refusal.withLock { $0 = error } }

    func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
      if request.isBackground { backgroundRequests.withLock { $0 += 1 } }
      if case .append = request.query, let refusal = refusal.withLock({ $0 }) { throw refusal }
      return try await base.perform(request)
    }
  }

  private func engine(
    _ device: TestDevice, _ store: any SyncStore, clock: @escaping @Sendable () -> Int64
  ) throws -> SyncEngine {
    try SyncEngine(
      replica: device.replica, store: store, storeName: "test", random: SeededRandom(seed: 1),
      clock: clock)
  }

  @Test(arguments: [SyncError.Kind.readOnly, .quotaExceeded, .diskFull])
  func aStoreThatAcceptsNothingIsAnErrorAndIsRead(_ kind: SyncError.Kind) async throws {
    let store = RefusingStore()
    let (mine, theirs) = (TestDevice(1), TestDevice(2))
    let now = Mutex<Int64>(1_795_176_000_000)
    let a = try engine(mine, store) { now.withLock { $0 } }
    let b = try engine(theirs, store) { now.withLock { $0 } }
    try mine.begin(1, at: 0)
    #expect(await a.sync(.everything).error == nil)
    #expect(await b.sync(.everything).error == nil)

    store.refuse(SyncError(kind, "on purpose"))
    try mine.begin(2, at: 1_000)
    for goal in [SyncGoal.now, .news, .everything, .push] {
      let report = await a.syncRest(after: await a.sync(goal))
      #expect(report.error?.kind == kind, "\(goal)")
      #expect(report.pushed == 0)
    }
    let status = try await a.status()
    #expect(status.lastError?.kind == kind && status.pendingOperations > 0)
    #expect(status.isOnline, "the store answers")

    // Reading goes on.
    store.refuse(nil)
    try theirs.begin(3, at: 2_000)
    #expect(await b.sync(.everything).error == nil)
    store.refuse(SyncError(kind, "on purpose"))
    #expect(await a.sync(.news).error?.kind == kind)
    #expect(try mine.replica.summary(of: DocumentID(TestDevice.game(3))) != nil)

    store.refuse(nil)
    let last = await a.sync(.now)
    #expect(await a.syncRest(after: last).error == nil)
    #expect(try await a.status().pendingOperations == 0)
    #expect(try await a.status().lastError == nil)
  }

  @Test func aDocumentThatIsRefusedIsReportedWithEachSync() async throws {
    var core = StoreCore(identity: "0123456789abcdef", epoch: "fedcba9876543210")
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    let now = device.reading(0).wallMilliseconds
    device.machine.begin(.everything, at: now)
    while let request = device.machine.nextRequest() {
      if case .append = request.query {
        device.machine.receive(.failure(SyncError(.idCollision, "another board")), at: now)
      } else {
        device.machine.receive(
          Result { () throws(SyncError) in try core.perform(request, at: now) }, at: now)
      }
    }
    #expect(device.machine.report.error?.message.contains("another board") == true)
    #expect(device.machine.report.error?.kind == .idCollision)
    // In the background it is not tried again yet, and still not stored.
    device.machine.begin(.push, inBackground: true, at: now + 10)
    #expect(device.machine.nextRequest() == nil)
    #expect(device.machine.report.error?.kind == .idCollision)
    // Who asks gets an attempt.
    let report = device.sync(.now, &core, at: 20)
    #expect(report.pushed == 1 && report.error == nil)
  }

  /// Files that were there before the request are in its answer, whatever the watch has missed.
  @Test func aFolderShowsAllThatWasThere() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.fresh()
    let mine = DirectoryStore(path, isDurable: false)
    let theirs = DirectoryStore(path, isDurable: false)
    try await theirs.append(Fixtures.batch(1, 1...1))
    _ = try await mine.contents()
    let watch = mine.watch()
    let reader = Task { for await _ in watch {} }
    defer { reader.cancel() }
    for number in 2..<60 {
      // A new device's folder each time: the watch does not know what is in it.
      let delta = DocumentDelta(
        id: Fixtures.game(number), summary: Fixtures.summary(Fixtures.game(number), at: 1),
        chunks: [try Fixtures.chunk(Fixtures.device(number), 1...2)])
      try await theirs.append(
        OperationBatch(writer: Fixtures.device(number), documents: [delta]))
      #expect(try await mine.contents().contents.games == number)
    }
    await mine.close()
    await theirs.close()
  }

  @Test func onlySyncsThatNobodyWaitsForAreInTheBackground() async throws {
    let store = RefusingStore()
    let device = TestDevice(1)
    let engine = try engine(device, store) { 0 }
    try device.begin(1, at: 0)
    _ = await engine.sync(.everything)
    #expect(store.backgroundRequests.withLock { $0 } == 0)
    try device.play(.place(Cell(index: 0), try #require(Digit(1))), in: 1, at: 10)
    _ = await engine.pushIfDue()
    #expect(store.backgroundRequests.withLock { $0 } > 0)
  }

  @Test(arguments: [
    ("a\u{1b}[2Jb\nc", #"a\u{1b}[2Jb\u{a}c"#), ("\u{202e}abc", #"\u{202e}abc"#), ("ä", "ä"),
  ])
  func whatOthersSendForgesNoLine(_ text: String, _ escaped: String) {
    #expect(text.escapingControls() == escaped)
    #expect(text.escapingControls(limit: 0) == "...")
  }
}
