import SudokuCore
import SudokuSession
import SudokuSync

/// What every sync store must do, as checks that an author of a store can run on it.
///
/// ```swift
/// let findings = try await StoreConformance { MyStore(freshly: created) }.run()
/// #expect(findings.isEmpty)
/// ```
///
/// Each check gets an empty store of its own. A finding is one line that says what was expected.
public struct StoreConformance: Sendable {
  /// What the suite found wrong.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The check.
    public let check: String
    /// What was expected.
    public let message: String

    /// The finding in one line.
    public var description: String { "\(check): \(message)" }
  }

  let makeStore: @Sendable () async throws -> any SyncStore

  /// Creates the suite for a kind of store.
  ///
  /// - Parameter makeStore: Makes an empty store.
  public init(makeStore: @escaping @Sendable () async throws -> any SyncStore) {
    self.makeStore = makeStore
  }

  /// Runs all checks.
  ///
  /// - Returns: What was found wrong; empty for a store that conforms.
  /// - Throws: What the store throws where it should not.
  public func run() async throws -> [Finding] {
    var findings: [Finding] = []
    for (name, check) in Self.checks {
      let expectations = Expectations(check: name)
      try await check(try await makeStore(), expectations)
      findings += await expectations.findings
    }
    return findings
  }

  /// Collects what a check finds.
  actor Expectations {
    let check: String
    private(set) var findings: [Finding] = []

    init(check: String) { self.check = check }

    func expect(_ condition: Bool, _ message: String) {
      if !condition { findings.append(Finding(check: check, message: message)) }
    }
  }

  typealias Check = @Sendable (any SyncStore, Expectations) async throws -> Void

  static let checks: [(String, Check)] = [
    ("empty", checkEmpty), ("append", checkAppend), ("idempotence", checkIdempotence),
    ("gaps", checkGaps), ("divergence", checkDivergence), ("question", checkQuestion),
    ("summaries", checkSummaries), ("inProgress", checkInProgress), ("changes", checkChanges),
    ("foreignCursor", checkForeignCursor), ("collision", checkCollision),
    ("concurrency", checkConcurrency), ("unknown", checkUnknownKinds),
    ("identity", checkIdentity), ("digest", checkDigest), ("player", checkPlayer),
    ("strangeQueries", checkStrangeQueries), ("haste", checkHaste), ("close", checkClose),
  ]
}
