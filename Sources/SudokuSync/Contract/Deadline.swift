import Synchronization

/// Until when somebody waits for an answer: a moment of a clock that is never set, or less if the
/// caller gives up.
///
/// What waits in a store, for a lock say, looks at it from time to time and throws once it has
/// passed.
public final class Deadline: Sendable {
  private let end: ContinuousClock.Instant?
  private let isCancelled = Atomic<Bool>(false)

  /// Creates a deadline.
  ///
  /// - Parameter milliseconds: How long from now, in milliseconds; `nil` for no end.
  public init(milliseconds: Int? = nil) {
    end = milliseconds.map { .now.advanced(by: .milliseconds(max(0, $0))) }
  }

  /// Lets it pass now.
  public func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Whether nobody waits any more.
  public var hasPassed: Bool {
    isCancelled.load(ordering: .relaxed) || end.map { $0 <= .now } ?? false
  }

  /// Throws once it has passed.
  ///
  /// - Parameter what: What was waited for, as in `"the lock of x"`.
  /// - Throws: `SyncError` of kind `storeUnavailable`.
  public func check(_ what: @autoclosure () -> String) throws(SyncError) {
    if hasPassed { throw SyncError(.storeUnavailable, "\(what()) did not come in time") }
  }
}
