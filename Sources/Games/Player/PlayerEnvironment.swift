import Synchronization

/// What a `GameLibrary` gets from outside: clocks, randomness, and where long jobs run.
///
/// ```swift
/// var environment = PlayerEnvironment()
/// environment.wallMilliseconds = { 1_795_176_000_000 }    // a test's clock is stopped
/// ```
public struct PlayerEnvironment: Sendable {
  /// The wall clock, in milliseconds since 1970-01-01 00:00 UTC.
  public var wallMilliseconds: @Sendable () -> Int64 = { 0 }
  /// A clock that never runs backwards, in milliseconds; it began near the wall clock.
  public var monotonicMilliseconds: @Sendable () -> Int64 = { 0 }
  /// How long a request for a sync waits for the store, in milliseconds.
  package var storeTimeoutMilliseconds = 1_800
  /// Draws a seed where nothing else decides.
  public var drawSeed: @Sendable () -> UInt64 = { 0 }
  /// What to add to UTC for the player's local time, in milliseconds: for the daily backup.
  public var localOffsetMilliseconds: @Sendable () -> Int64 = { 0 }
  /// Starts a long job in the background.
  public var start: @Sendable (_ job: @escaping @Sendable () async -> Void) -> Void = { job in
    Task.detached(operation: job)
  }
  /// Starts a search, which takes the processor for long; `nil` for the same as other jobs.
  package var startSearch: (@Sendable (_ job: @escaping @Sendable () async -> Void) -> Void)?
  /// Takes a line for the log.
  public var log: @Sendable (String) -> Void = { _ in }
  /// Takes a line for the log that somebody should act on.
  package var warn: @Sendable (String) -> Void = { _ in }
  /// Called from any thread when something waits for `GameLibrary.collect()`.
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
