/// The waiting times between attempts to reach a store that does not answer.
///
/// Each failure doubles the longest wait up to a limit; the wait itself is drawn evenly from the
/// upper half of it, so that many devices that lost the same store do not all come back at once
/// ("equal jitter", M. Brooker, "Exponential Backoff And Jitter", 2015). Randomness is handed in.
///
/// ```swift
/// var backoff = Backoff()
/// var random = SeededRandom(seed: 7)
/// backoff.failed(using: &random)   // 500...1_000 milliseconds
/// backoff.failed(using: &random)   // 1_000...2_000
/// backoff.succeeded()              // the next failure starts over
/// ```
public struct Backoff: Hashable, Sendable {
  /// The longest wait after the first failure, in milliseconds.
  public let firstMilliseconds: Int64
  /// The longest wait after many failures, in milliseconds.
  public let limitMilliseconds: Int64
  /// The number of failures since the last success.
  public private(set) var failures = 0

  /// Creates waiting times.
  ///
  /// - Parameters:
  ///   - firstMilliseconds: The longest wait after the first failure, at least 2.
  ///   - limitMilliseconds: The longest wait of all, at least `firstMilliseconds`.
  public init(firstMilliseconds: Int64 = 1_000, limitMilliseconds: Int64 = 300_000) {
    precondition(
      2 <= firstMilliseconds && firstMilliseconds <= limitMilliseconds,
      "the first wait lies in 2...limit")
    self.firstMilliseconds = firstMilliseconds
    self.limitMilliseconds = limitMilliseconds
  }

  /// Counts a failure and draws the wait before the next attempt.
  ///
  /// - Parameter random: Where the jitter comes from.
  /// - Returns: The wait in milliseconds.
  public mutating func failed(using random: inout some RandomNumberGenerator) -> Int64 {
    failures += 1
    var longest = firstMilliseconds
    for _ in 1..<failures where longest < limitMilliseconds { longest *= 2 }
    longest = min(longest, limitMilliseconds)
    let half = longest / 2
    let product = random.next().multipliedFullWidth(by: UInt64(longest - half + 1))
    return half + Int64(product.high)
  }

  /// Forgets the failures.
  public mutating func succeeded() { failures = 0 }
}
