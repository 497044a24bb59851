import Synchronization

/// The environment of a `GameLibrary`: clocks, randomness, logs, and the runner of long jobs.
///
/// ```swift
/// var environment = PlayerEnvironment()
/// environment.wallMilliseconds = { 1_795_176_000_000 }    // a test's clock is stopped
/// ```
public struct PlayerEnvironment: Sendable {
  /// The wall clock, in milliseconds since 1970-01-01 00:00 UTC.
  public var wallMilliseconds: @Sendable () -> Int64 = { 0 }
  /// A clock that never runs backwards, in milliseconds; its origin is near the wall clock's.
  public var monotonicMilliseconds: @Sendable () -> Int64 = { 0 }
  /// The longest time that a request for a sync waits for the store, in milliseconds.
  package var storeTimeoutMilliseconds = 1_800
  /// Draws a random seed.
  public var drawSeed: @Sendable () -> UInt64 = { 0 }
  /// The offset from UTC to the player's local time, in milliseconds, for the daily backup.
  public var localOffsetMilliseconds: @Sendable () -> Int64 = { 0 }
  /// Starts a long job in the background.
  public var start: @Sendable (_ job: @escaping @Sendable () async -> Void) -> Void = { job in
    Task.detached(operation: job)
  }
  /// Starts a search, a long job for the processor; `nil` to use `start`.
  package var startSearch: (@Sendable (_ job: @escaping @Sendable () async -> Void) -> Void)?
  /// Receives a line for the log.
  public var log: @Sendable (String) -> Void = { _ in }
  /// Receives a warning for the log, which somebody should act on.
  package var warn: @Sendable (String) -> Void = { _ in }
  /// Called from any thread when a result waits for `GameLibrary.collect()`.
  public var wake: @Sendable () -> Void = {}

  /// Creates an environment whose clocks are stopped at 1970.
  public init() {}
}

/// Results of background work that wait for the library's thread; any thread may post.
final class Mailbox: Sendable {
  typealias Message = @Sendable (GameLibrary) -> Void

  private let messages = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func post(_ message: @escaping Message) {
    messages.withLock { $0.append(message) }
    wake()
  }

  func take() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
