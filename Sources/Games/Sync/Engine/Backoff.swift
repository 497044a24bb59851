/// The waiting times between attempts to reach a store that does not answer.
///
/// Each failure doubles the longest wait up to a limit. The wait itself is drawn evenly from the
/// upper half, so that many devices that lost the same store do not all return at once ("equal
/// jitter", M. Brooker, "Exponential Backoff And Jitter", 2015). The caller supplies the
/// randomness.
///
/// ```swift
/// var backoff = Backoff()
/// var random = SeededRandom(seed: 7)
/// backoff.failed(using: &random)   // 500...1_000 milliseconds
/// backoff.failed(using: &random)   // 1_000...2_000
/// backoff.succeeded()              // the next failure starts over
/// ```
package struct Backoff: Hashable, Sendable {
  /// The longest wait after the first failure, in milliseconds.
  package let firstMilliseconds: Int64
  /// The longest wait after many failures, in milliseconds.
  package let limitMilliseconds: Int64
  /// The number of failures since the last success.
  package private(set) var failures = 0

  /// Creates waiting times.
  package init(firstMilliseconds: Int64 = 1_000, limitMilliseconds: Int64 = 60_000) {
    precondition(
      2 <= firstMilliseconds && firstMilliseconds <= limitMilliseconds,
      "the first wait lies in 2...limit")
    self.firstMilliseconds = firstMilliseconds
    self.limitMilliseconds = limitMilliseconds
  }

  /// Counts a failure and draws the wait before the next attempt.
  package mutating func failed(using random: inout some RandomNumberGenerator) -> Int64 {
    failures += 1
    var longest = firstMilliseconds
    for _ in 1..<failures where longest < limitMilliseconds { longest *= 2 }
    longest = min(longest, limitMilliseconds)
    let half = longest / 2
    let product = random.next().multipliedFullWidth(by: UInt64(longest - half + 1))
    return half + Int64(product.high)
  }

  package mutating func succeeded() { failures = 0 }
}

/// A wait measured by a clock that may be set meanwhile.
///
/// If the clock is set back, the wait ends, as it could otherwise last for years.
package struct RetryDelay: Hashable, Sendable {
  /// The start of the wait, in milliseconds since 1970.
  package let sinceMilliseconds: Int64
  /// The end of the wait, in milliseconds since 1970.
  package let untilMilliseconds: Int64

  package init(_ length: Int64, from now: Int64) {
    sinceMilliseconds = now
    let (end, isOverflow) = now.addingReportingOverflow(length)
    untilMilliseconds = isOverflow ? .max : end
  }

  package func isPending(at now: Int64) -> Bool {
    sinceMilliseconds <= now && now < untilMilliseconds
  }

  /// The time left, in milliseconds, 0 after the end.
  func rest(at now: Int64) -> Int64 { isPending(at: now) ? untilMilliseconds - now : 0 }
}
