import Dispatch
import SudokuSession
import Synchronization

/// A watch that is under way.
public final class StoreWatch: Sendable {
  private let end: Mutex<(@Sendable () -> Void)?>

  /// Creates a watch.
  ///
  /// - Parameter end: Ends it; is called once.
  public init(end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

  /// Ends the watch.
  public func cancel() {
    let last = end.withLock { end in
      defer { end = nil }
      return end
    }
    last?()
  }

  deinit { cancel() }
}
