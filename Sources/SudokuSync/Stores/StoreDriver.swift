import Dispatch
import SudokuSession
import Synchronization

/// A store that answers by blocking system calls: on a disk, in a database.
///
/// It is used by one thread at a time, mostly through a `BlockingStore`; directly where nobody minds
/// waiting, as in a simulation.
public protocol StoreDriver: AnyObject, SendableMetatype {
  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - deadline: Until when somebody waits; a wait for a lock ends then.
  /// - Returns: The response.
  /// - Throws: `SyncError`.
  func perform(
    _ request: StoreRequest, until deadline: Deadline
  ) throws(SyncError) -> StoreResponse

  /// Begins to watch for changes by others.
  ///
  /// - Parameters:
  ///   - queue: Where the driver is used; it may look at itself there, briefly.
  ///   - changed: To be called, from any thread, after each change or several.
  /// - Returns: What ends the watch; `nil` where changes can't be noticed.
  func watch(on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void) -> StoreWatch?

  /// Lets go of files; no request follows.
  func close()
}

extension StoreDriver {
  /// A store that can't tell.
  public func watch(
    on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void
  ) -> StoreWatch? { nil }

  /// Nothing to let go of.
  public func close() {}
}
