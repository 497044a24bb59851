/// A rate limit that allows bursts: a bucket that fills at a rate and from which requests take.
///
/// (The leaky bucket as a meter, J. Turner, 1986.)
package struct TokenBucket {
  /// The amount that is added in a second.
  let rate: Double
  /// The greatest amount.
  let capacity: Double
  private var level: Double
  private var filled: ContinuousClock.Instant

  package init(rate: Double, capacity: Double, at now: ContinuousClock.Instant) {
    (self.rate, self.capacity, level, filled) = (rate, capacity, capacity, now)
  }

  package mutating func take(_ amount: Double, at now: ContinuousClock.Instant) -> Double? {
    level = min(capacity, level + rate * (filled.duration(to: now) / .seconds(1)))
    filled = now
    if level >= min(amount, capacity) {
      // An amount larger than the bucket leaves a debt.
      level -= amount
      return nil
    }
    return (min(amount, capacity) - level) / rate
  }

  /// True if the bucket would be full by now, and so need not be remembered.
  func isFull(at now: ContinuousClock.Instant) -> Bool {
    level + rate * (filled.duration(to: now) / .seconds(1)) >= capacity
  }
}
