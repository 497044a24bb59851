import SudokuSync
import Synchronization

/// Ends connections soon after the token that opened them was revoked.
final class TokenWatch: Sendable {
  /// The objects that a token opened: a stream by a number, or a connection.
  enum Key: Hashable, Sendable {
    case stream(Int)
    case connection(ObjectIdentifier)
  }

  private struct State {
    var last = 0
    var entries: [Key: (token: AccessToken, end: @Sendable () -> Void)] = [:]
  }

  private let tokens: any TokenStore
  private let state = Mutex(State())
  private static let interval = Duration.milliseconds(400)

  init(_ tokens: any TokenStore) { self.tokens = tokens }

  /// Calls `end` once the token is not valid any more; the key is for `remove`.
  func add(_ token: AccessToken, end: @escaping @Sendable () -> Void) -> Key {
    state.withLock { state in
      state.last += 1
      state.entries[.stream(state.last)] = (token, end)
      return .stream(state.last)
    }
  }

  /// Calls `end` once the token that a connection used last is not valid any more.
  ///
  /// - Returns: True if the connection is new: then it must be removed at its end.
  func use(
    _ token: AccessToken, on connection: ObjectIdentifier, end: @escaping @Sendable () -> Void
  ) -> Bool {
    state.withLock { $0.entries.updateValue((token, end), forKey: .connection(connection)) == nil }
  }

  func remove(_ key: Key) { state.withLock { _ = $0.entries.removeValue(forKey: key) } }

  /// Looks at the tokens until its task is cancelled.
  func run() async {
    var seen: String?
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.interval)
      guard state.withLock({ !$0.entries.isEmpty }) else { continue }
      // While the tokens can't be read, connected callers stay.
      guard let mark = try? await tokens.mark(), mark != seen else { continue }
      if await check() { seen = mark }
    }
  }

  /// Ends the connections and streams of revoked tokens; returns whether all tokens could be looked up.
  private func check() async -> Bool {
    var isComplete = true
    let entries = state.withLock { $0.entries }
    for (key, entry) in entries {
      do throws(SyncError) {
        if try await tokens.valid(entry.token) != nil { continue }
        remove(key)
        entry.end()
      } catch { isComplete = false }
    }
    return isComplete
  }
}
