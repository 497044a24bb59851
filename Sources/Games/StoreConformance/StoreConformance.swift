import SudokuSync
import Synchronization

/// Checks of the requirements on every sync store, for the authors of stores.
///
/// ```swift
/// let findings = try await StoreConformance { MyStore(freshly: created) }.run()
/// #expect(findings.isEmpty)
/// ```
///
/// Each check gets an empty store of its own. A finding is one line that states the expectation; an
/// error of the store is a finding too. A store that outlives its process has further checks: pass
/// a closure that opens the store at a place again.
///
/// ```swift
/// StoreConformance { place in try MyStore(path: "\(folder)/\(place)") }
/// ```
public struct StoreConformance: Sendable {
  /// A fault that the suite found.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The check.
    public let check: String
    /// The expectation that failed.
    public let message: String

    /// The finding in one line.
    public var description: String { "\(check): \(message)" }
  }

  private let open: @Sendable (_ place: Int) async throws -> any SyncStore
  private let isLasting: Bool
  private let lastPlace = LastPlace()

  /// The longest time that a store may take for one request, in milliseconds.
  public var timeLimitMilliseconds = 10_000

  /// Creates the suite for a kind of store.
  ///
  /// - Parameter makeStore: Makes an empty store.
  public init(makeStore: @escaping @Sendable () async throws -> any SyncStore) {
    open = { _ in try await makeStore() }
    isLasting = false
  }

  /// Creates the suite for a kind of store that outlives its process and can be shared.
  ///
  /// - Parameter openStore: Opens the store at a place, which is empty the first time. The same
  ///   place may be opened again after the store was closed, and while it is open.
  public init(openStore: @escaping @Sendable (_ place: Int) async throws -> any SyncStore) {
    open = openStore
    isLasting = true
  }

  /// The checks in order.
  public static var checkNames: [String] { checks.map(\.name) }

  /// Runs all checks.
  ///
  /// - Returns: The faults found; empty for a store that conforms.
  /// - Throws: The error of making a store.
  public func run() async throws -> [Finding] {
    var findings: [Finding] = []
    for name in Self.checkNames { findings += try await run(name) ?? [] }
    return findings
  }

  /// Runs one check.
  ///
  /// - Parameter name: One of `checkNames`.
  /// - Returns: The faults found; `nil` for an unknown check, or one that needs a lasting store.
  /// - Throws: The error of making a store.
  public func run(_ name: String) async throws -> [Finding]? {
    guard let check = Self.checks.first(where: { $0.name == name }),
      isLasting || !check.needsLasting
    else { return nil }
    let place = lastPlace.next()
    let scene = Scene(
      check: name, here: { try await self.store(at: place) },
      elsewhere: { try await self.store(at: lastPlace.next()) })
    let store = try await scene.open()
    do { try await check.body(store, scene) } catch {
      await scene.expect(false, "no error; it threw \(error)")
    }
    await scene.closeAll()
    return await scene.findings
  }

  private func store(at place: Int) async throws -> any SyncStore {
    HurriedStore(store: try await open(place), milliseconds: timeLimitMilliseconds)
  }

  /// The counter of places; each is used by one check only.
  private final class LastPlace: Sendable {
    private let number = Atomic(0)

    func next() -> Int { number.add(1, ordering: .relaxed).newValue }
  }

  /// The stores of a check and its findings.
  actor Scene {
    private let check: String
    private let here: @Sendable () async throws -> any SyncStore
    private let elsewhere: @Sendable () async throws -> any SyncStore
    private var stores: [any SyncStore] = []
    private(set) var findings: [Finding] = []

    init(
      check: String, here: @escaping @Sendable () async throws -> any SyncStore,
      elsewhere: @escaping @Sendable () async throws -> any SyncStore
    ) {
      (self.check, self.here, self.elsewhere) = (check, here, elsewhere)
    }

    func expect(_ condition: Bool, _ message: String) {
      if !condition { findings.append(Finding(check: check, message: message)) }
    }

    /// Opens the check's store; a lasting one can be opened again.
    func open() async throws -> any SyncStore { keep(try await here()) }

    /// Opens another, empty store of the same kind.
    func another() async throws -> any SyncStore { keep(try await elsewhere()) }

    private func keep(_ store: any SyncStore) -> any SyncStore {
      stores.append(store)
      return store
    }

    func closeAll() async {
      for store in stores { await store.close() }
      stores = []
    }
  }

  typealias Check = @Sendable (any SyncStore, Scene) async throws -> Void

  private static let checks: [(name: String, needsLasting: Bool, body: Check)] = [
    ("empty", false, checkEmpty), ("append", false, checkAppend),
    ("idempotence", false, checkIdempotence), ("gaps", false, checkGaps),
    ("divergence", false, checkDivergence), ("question", false, checkQuestion),
    ("summaries", false, checkSummaries), ("inProgress", false, checkInProgress),
    ("changes", false, checkChanges), ("foreignCursor", false, checkForeignCursor),
    ("collision", false, checkCollision), ("concurrency", false, checkConcurrency),
    ("unknown", false, checkUnknownKinds), ("identity", false, checkIdentity),
    ("anew", false, checkAnew), ("digest", false, checkDigest), ("holdings", false, checkHoldings),
    ("player", false, checkPlayer), ("strangeQueries", false, checkStrangeQueries),
    ("foreignSummaries", false, checkForeignSummaries),
    ("haste", false, checkHaste), ("close", false, checkClose),
    ("durability", true, checkDurability), ("sharing", true, checkSharing),
  ]
}

/// A store whose requests all have a time limit.
private struct HurriedStore: SyncStore {
  let store: any SyncStore
  let milliseconds: Int

  func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
    var request = request
    request.timeLimitMilliseconds = request.timeLimitMilliseconds ?? milliseconds
    return try await store.perform(request)
  }

  func watch() -> AsyncStream<Void> { store.watch() }

  func close() async { await store.close() }
}
