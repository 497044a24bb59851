import Synchronization

/// The rate limits of all players: requests in a second, bytes in a day.
///
/// It remembers only who has used something up lately: memory is bounded by the rate of requests.
final class RateLimiter: Sendable {
  private struct Buckets {
    var requests: TokenBucket
    var bytes: TokenBucket
  }

  private struct State {
    var players: [String: Buckets] = [:]
    var sweepAt = 1_024
  }

  private let limits: StoreServerLimits
  private let state = Mutex(State())

  init(_ limits: StoreServerLimits) { self.limits = limits }

  /// Counts a request of a length: each 256 KiB count as one more.
  func admit(
    _ player: String, length: Int = 0, at now: ContinuousClock.Instant = .now
  ) -> Double? {
    guard limits.requestsPerSecond > 0 else { return nil }
    return state.withLock { state in
      sweep(&state, at: now)
      return state.players[player, default: buckets(at: now)].requests
        .take(Double(1 + length >> 18), at: now)
    }
  }

  /// Counts what a player sends to be kept.
  func admit(bytes: Int, of player: String, at now: ContinuousClock.Instant = .now) -> Double? {
    guard limits.bytesPerDay > 0 else { return nil }
    return state.withLock { state in
      sweep(&state, at: now)
      return state.players[player, default: buckets(at: now)].bytes.take(Double(bytes), at: now)
    }
  }

  private func buckets(at now: ContinuousClock.Instant) -> Buckets {
    Buckets(
      requests: TokenBucket(
        rate: Double(max(limits.requestsPerSecond, 1)), capacity: Double(max(limits.burst, 1)),
        at: now),
      bytes: TokenBucket(
        rate: Double(max(limits.bytesPerDay, 1)) / 86_400,
        capacity: Double(max(limits.bytesPerDay, 1)), at: now))
  }

  /// Forgets whose buckets are full again, when the memory has doubled since the last time.
  private func sweep(_ state: inout State, at now: ContinuousClock.Instant) {
    guard state.players.count >= state.sweepAt else { return }
    state.players = state.players.filter {
      !$0.value.requests.isFull(at: now) || !$0.value.bytes.isFull(at: now)
    }
    state.sweepAt = max(1_024, state.players.count * 2)
  }
}
