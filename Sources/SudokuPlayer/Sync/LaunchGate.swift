/// Until when the first requests wait for the store: sync first, then local.
///
/// The store decides which game is the current one and how it stands, so nothing is played before
/// it has answered, but nobody waits for a slow store longer than a limit, nor for all its news.
struct LaunchGate {
  /// When play begins whatever the store does, by the monotonic clock.
  private(set) var opensAtMilliseconds: Int64
  private let beganAtMilliseconds: Int64

  /// How long to wait for news of games other than the current one, in milliseconds.
  static let newsMilliseconds: Int64 = 200

  /// Creates a gate that opens after a time at the latest.
  init(at nowMilliseconds: Int64, waitingAtMost milliseconds: Int64) {
    beganAtMilliseconds = nowMilliseconds
    opensAtMilliseconds = nowMilliseconds + max(0, milliseconds)
  }

  /// Notes that the current game's news are there.
  mutating func currentIsKnown() {
    opensAtMilliseconds = min(opensAtMilliseconds, beganAtMilliseconds + Self.newsMilliseconds)
  }
}
