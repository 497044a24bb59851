import Dispatch
import JSONCoding
import SudokuSession
import Synchronization

/// A store in a place, for one thread; see `PlaceStore`.
public final class PlaceStoreDriver: StoreDriver {
  let place: any ValuePlace
  let cache: PlaceCache?
  private let clock: @Sendable () -> Int64
  let monotonicClock: @Sendable () -> Int64
  var random: any RandomNumberGenerator
  private let liveNews = LiveNews()

  /// The store's identity: a proposal until the value `store` has been read or created.
  var identity: StoreIdentity
  var isCreated = false
  /// The content read so far; its epoch and its order of changes are this object's own.
  var core: StoreCore
  /// The place's cursor for the next list.
  var cursor: String?
  /// The names of values read, each with its version, which is empty while it is not known.
  var known: [String: String] = [:]
  /// Names listed and not read yet.
  var unread: [String: String] = [:]
  /// Operations that arrived before their predecessors.
  var waiting: [DocumentDelta] = []
  /// The largest number of each device's segments.
  var lastNumbers: [DeviceID: Int] = [:]
  /// Values whose operations contradict those of another one.
  var contradictory: Set<String> = []
  /// True if a value was found to do so.
  var isContradicted = false
  /// The names in the cache's file.
  var cached: Set<String> = []
  /// Values that can't be used.
  var skipped = SkippedFiles()
  /// The time of the last complete list, by the monotonic clock; `nil` for none.
  var listedAt: Int64?

  /// The time between two lists while the place has no news.
  var pollMilliseconds: Int64 = 4_000
  /// The device that appends through this object.
  var writer: DeviceID?
  /// The times at which this object learned of its device's youngest segments.
  var learnedAt: [PlaceName.Segment: Int64] = [:]
  /// Segments that are too long to be joined with others.
  var full: Set<PlaceName.Segment> = []
  /// The page of changes that more pages follow.
  private var openPage: ChangeCursor?

  /// A list older than this many milliseconds is repeated before a device writes.
  static let listLifetime: Int64 = 60_000

  /// Creates a store in a place.
  package init(
    _ place: any ValuePlace, cache: PlaceCache? = nil,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
    clock: @escaping @Sendable () -> Int64 = SystemClock.wallMilliseconds,
    monotonicClock: @escaping @Sendable () -> Int64 = SystemClock.monotonicMilliseconds
  ) {
    (self.place, self.cache, self.clock, self.monotonicClock) = (
      place, cache, clock, monotonicClock
    )
    var random = random
    identity = StoreIdentity.random(using: &random)
    core = Self.emptyCore(&random)
    self.random = random
    restoreCache()
  }

  static func emptyCore(_ random: inout any RandomNumberGenerator) -> StoreCore {
    StoreCore(identity: "", epoch: StreamHash(rawValue: random.next()).hexadecimal)
  }

  /// See `StoreDriver`.
  public func perform(
    _ request: StoreRequest, until deadline: Deadline
  ) throws(SyncError) -> StoreResponse {
    let isFresh = needsList(request.query)
    if isFresh { try refresh(until: deadline) }
    if !isCreated, case .append = request.query { try createStore(for: request, until: deadline) }
    _ = try identity.admit(request)
    let answer: StoreAnswer
    switch request.query {
    case .append(let batch): answer = .append(try append(batch, until: deadline))
    case .changes(let cursor, let limit):
      let page = changes(since: cursor, limit: limit)
      openPage = page.hasMore ? page.next : nil
      answer = .changes(page)
      try? compact(until: deadline)
    default: answer = core.answer(request.query)
    }
    var status = core.status(at: clock())
    status.identity = identity.identity
    status.epoch = epoch
    status.player = identity.player
    status.revision = nil
    status.skipped = skipped.list
    // The digest of an old list would hide what others have written since, that of a part the rest.
    if !unread.isEmpty || request.query.isAppend && !isFresh { status.digest = nil }
    return StoreResponse(status: status, answer: answer)
  }

  /// True for a query that must see what others have written.
  ///
  /// A page of changes that continues another one, and the steps of a comparison, follow a query
  /// that has listed.
  private func needsList(_ query: StoreQuery) -> Bool {
    guard let listedAt else { return true }
    switch query {
    case .changes(let cursor, _): return cursor == nil || cursor != openPage
    case .digests, .holdings: return false
    case .append(let batch):
      // Among names that were listed and not read may be one of a copy of the device.
      return batch.question != nil || !unread.isEmpty
        || monotonicClock() - listedAt >= Self.listLifetime
    case .document, .inProgress, .contents: return true
    }
  }

  /// The store's epoch: that of its creation, and how often values were lost since.
  private var epoch: String {
    let losses = lossCount
    return losses == 0 ? identity.epoch : "\(identity.epoch)-\(losses)"
  }

  /// The number of times that values were lost.
  var lossCount: Int {
    known.keys.reduce(0) { most, name in
      if case .epoch(let number) = PlaceName(name) { max(most, number) } else { most }
    }
  }

  /// Creates the value `store`, unless another device is faster.
  private func createStore(
    for request: StoreRequest, until deadline: Deadline
  ) throws(SyncError) {
    var proposal = identity
    _ = try proposal.admit(request)
    let bytes = (try? CanonicalJSONEncoder().encode(proposal)) ?? []
    let name = PlaceName.store.name
    if let version = try create(name, bytes, until: deadline) {
      (identity, isCreated) = (proposal, true)
      known[name] = version
      writeCache([])
    } else {
      unread[name] = ""
      try read(until: deadline)
      guard isCreated else { throw SyncError(.storeFailed, "the value 'store' can't be read") }
    }
  }

  /// A page of the changes that this object has seen.
  ///
  /// A cursor of another object reads from the beginning, unless nothing has changed since.
  private func changes(since cursor: ChangeCursor?, limit: Int) -> ChangePage {
    let parts = cursor?.rawValue.split(separator: "/", omittingEmptySubsequences: false) ?? []
    let root = StreamHash(rawValue: core.status(at: 0).digest?.rawValue ?? 0).hexadecimal
    var own = parts.first.map { ChangeCursor(String($0)) }
    if parts.count == 3, parts[1] == identity.identity, parts[2] == root,
      own?.number(in: core.identity.epoch, atMost: Int64(core.changeCount)) == nil
    {
      own = ChangeCursor(epoch: core.identity.epoch, number: Int64(core.changeCount))
    }
    var page = core.changes(since: own, limit: limit)
    if !page.hasMore, unread.isEmpty {
      page.next = ChangeCursor("\(page.next.rawValue)/\(identity.identity)/\(root)")
    }
    return page
  }

  // MARK: Watching

  /// True while the place's signals come.
  var isWatchLive: Bool { liveNews.isAny }

  /// See `StoreDriver`.
  public func watch(
    on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void
  ) -> StoreWatch? {
    guard let news = place.news() else { return nil }
    liveNews.add(1)
    let task = Task { [liveNews] in
      for await _ in news { changed() }
      liveNews.add(-1)
    }
    return StoreWatch { task.cancel() }
  }

  // MARK: Calls

  /// Creates a value; returns its version, or `nil` if the name exists.
  func create(
    _ name: String, _ value: [UInt8], until deadline: Deadline
  ) throws(SyncError) -> String? {
    try wait(until: deadline) { (place) async throws(SyncError) in
      try await place.create(name, value)
    }
  }

  /// Waits for a call of the place on this thread, until the deadline.
  ///
  /// The call is cancelled then; whether it happened is not known.
  func wait<Value: Sendable>(
    until deadline: Deadline,
    _ body: @escaping @Sendable (any ValuePlace) async throws(SyncError) -> Value
  ) throws(SyncError) -> Value {
    try deadline.check("the place's answer")
    let result = CallResult<Value>()
    let (place, executor) = (place, CallExecutor())
    let task = Task(executorPreference: executor) {
      do throws(SyncError) { result.set(.success(try await body(place))) } catch {
        result.set(.failure(error))
      }
    }
    while true {
      if let result = result.value { return try result.get() }
      guard deadline.hasPassed else {
        executor.runJobs(waitingMilliseconds: 20)
        continue
      }
      task.cancel()
      executor.abandon()
      throw SyncError(.storeUnavailable, "the place did not answer in time")
    }
  }
}

private final class CallResult<Value: Sendable>: Sendable {
  private let state = Mutex<Result<Value, SyncError>?>(nil)

  var value: Result<Value, SyncError>? { state.withLock { $0 } }

  func set(_ value: Result<Value, SyncError>) { state.withLock { $0 = value } }
}

/// Runs a call's jobs on the thread that waits for it: no call costs a change of threads.
private final class CallExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isAbandoned = false
  }

  private let state = Mutex(State())
  private let arrived = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isAbandoned = state.withLock { state in
      if !state.isAbandoned { state.jobs.append(job) }
      return state.isAbandoned
    }
    if isAbandoned { run([job], on: .global()) } else { arrived.signal() }
  }

  func runJobs(waitingMilliseconds limit: Int) {
    guard arrived.wait(timeout: .now() + .milliseconds(limit)) == .success else { return }
    let jobs = state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Lets the rest run elsewhere: nobody waits for it.
  func abandon() {
    let jobs = state.withLock { state in
      defer { (state.jobs, state.isAbandoned) = ([], true) }
      return state.jobs
    }
    run(jobs, on: .global())
  }

  private func run(_ jobs: [UnownedJob], on queue: DispatchQueue) {
    for job in jobs {
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

/// The number of streams of news that run.
final class LiveNews: Sendable {
  private let count = Atomic(0)

  var isAny: Bool { count.load(ordering: .relaxed) > 0 }

  func add(_ number: Int) { count.add(number, ordering: .relaxed) }
}
