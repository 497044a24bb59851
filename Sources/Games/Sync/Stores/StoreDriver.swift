import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A store that answers by blocking system calls: on a disk, in a database.
///
/// It is used by one thread at a time: through a `BlockingStore`, or directly where blocking is
/// fine.
public protocol StoreDriver: AnyObject, SendableMetatype {
  /// Answers a request; waiting, for a lock say, must end at the deadline.
  func perform(
    _ request: StoreRequest, until deadline: Deadline
  ) throws(SyncError) -> StoreResponse

  /// Watches for changes by others.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the driver is used.
  ///   - changed: Call it, from any thread, after one change or several.
  /// - Returns: The watch; `nil` if changes cannot be detected.
  func watch(on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void) -> StoreWatch?

  /// Closes files; no request follows.
  func close()
}

extension StoreDriver {
  /// Detects no changes.
  public func watch(
    on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void
  ) -> StoreWatch? { nil }

  /// Does nothing.
  public func close() {}
}

/// A running watch; releasing it ends it.
public final class StoreWatch: Sendable {
  private let end: Mutex<(@Sendable () -> Void)?>

  /// Creates a watch.
  ///
  /// - Parameter end: Ends it; is called once.
  public init(end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

  package func cancel() {
    let last = end.withLock { end in
      defer { end = nil }
      return end
    }
    last?()
  }

  deinit { cancel() }
}

/// The machine's clock, for stores without another one.
package enum SystemClock {
  /// Milliseconds since 1970-01-01 00:00 UTC.
  package static let wallMilliseconds: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Milliseconds of a clock that never runs backwards.
  package static let monotonicMilliseconds: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
