import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync
import Synchronization
import Testing

/// A time that stands still until a test moves it, shared by devices and store.
final class TestTime: Sendable {
  private let milliseconds = Mutex<Int64>(1_795_176_000_000)

  var now: Int64 { milliseconds.withLock { $0 } }
  func advance(_ step: Int64) { milliseconds.withLock { $0 += step } }
}

/// A store that is away while a test says so.
actor UnreliableStore: SyncStore {
  private let store: MemoryStore
  private var isAway: Bool

  init(_ store: MemoryStore, isAway: Bool) {
    self.store = store
    self.isAway = isAway
  }

  func comeBack() { isAway = false }

  func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
    if isAway { throw SyncError(.storeUnavailable, "the store is away") }
    return try await store.perform(request)
  }

  nonisolated func watch() -> AsyncStream<Void> { store.watch() }
}

/// A library whose background jobs run only when the test runs them.
final class TestLibrary {
  private final class Recorder: Sendable {
    let jobs = Mutex<[@Sendable () async -> Void]>([])
    let lines = Mutex<[String]>([])
  }

  static let puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  static let solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

  let time: TestTime
  /// What the device's wall clock reads more than the true time, in milliseconds.
  let skew: Int64
  let replica: MemoryReplica
  let library: GameLibrary
  private let recorder = Recorder()
  private(set) var events: [LibraryEvent] = []
  /// The report of the last sync, with what was reported to its caller.
  private(set) var lastReport: SyncReport?

  init(_ number: UInt64, _ time: TestTime, replica: MemoryReplica? = nil, skew: Int64 = 0) throws {
    self.time = time
    self.skew = skew
    self.replica = replica ?? MemoryReplica(device: DeviceID(rawValue: number))
    var environment = PlayerEnvironment()
    environment.wallMilliseconds = { time.now + skew }
    environment.monotonicMilliseconds = { time.now }
    environment.start = { [recorder] job in recorder.jobs.withLock { $0.append(job) } }
    environment.log = { [recorder] line in recorder.lines.withLock { $0.append(line) } }
    library = try GameLibrary(replica: self.replica, environment: environment)
    library.onEvent = { [unowned self] event in events.append(event) }
  }

  func connect(_ store: any SyncStore, isWatched: Bool = false) throws {
    let (time, skew) = (time, skew)
    let engine = try SyncEngine(
      replica: replica, store: store, storeName: "test:", random: SeededRandom(seed: 1),
      clock: { time.now + skew })
    library.connect(engine, watching: isWatched ? store : nil)
  }

  var jobCount: Int { recorder.jobs.withLock { $0.count } }

  var log: [String] { recorder.lines.withLock { $0 } }

  /// Takes the oldest job that waits.
  func nextJob() throws -> @Sendable () async -> Void {
    try #require(recorder.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() })
  }

  /// Runs what waits, and what follows from it.
  func runJobs() async throws {
    while jobCount > 0 {
      await (try nextJob())()
      library.collect()
    }
  }

  /// The reports of all syncs so far.
  var reports: [SyncReport] {
    events.compactMap { event -> SyncReport? in
      if case .synced(let report) = event { report } else { nil }
    }
  }

  /// Connects a store and waits for the launch.
  func launch(_ store: any SyncStore) async throws {
    try connect(store)
    library.launch()
    try await runJobs()
    try library.commit()
  }

  /// Syncs as a client that asks for it.
  @discardableResult
  func sync(_ goal: SyncGoal = .now) async throws -> SyncReport {
    try library.commit()
    let engine = try #require(library.engine)
    var report = await engine.sync(goal)
    if goal == .now { report = await engine.syncRest(after: report) }
    lastReport = library.takeAwaited(report)
    try library.commit()
    return report
  }

  func begin() throws -> DocumentID {
    _ = try library.begin(NewGame(puzzle: try #require(Board(Self.puzzle))))
    return try #require(library.current)
  }

  /// Places the solution's digit in the empty cell of this number.
  func place(_ number: Int) throws {
    let solution = try #require(Board(Self.solution))
    let puzzle = try #require(Board(Self.puzzle))
    let cell = Array(CellSet.all.subtracting(puzzle.filledCells))[number]
    try library.perform(.place(cell, try #require(solution[cell])))
  }
}
