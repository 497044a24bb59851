/// The clock that stamps a device's operations.
///
/// Each stamp is larger than all it gave or saw before, whatever the wall clock does: so an edit
/// made after seeing another one sorts after it. Wall time is handed in.
///
/// ```swift
/// var clock = HybridLogicalClock()
/// clock.next(wallMilliseconds: 1_000)                    // 1000
/// clock.next(wallMilliseconds: 1_000)                    // 1000+1
/// clock.observe(Stamp(milliseconds: 5_000))              // another device is ahead
/// clock.next(wallMilliseconds: 1_001)                    // 5000+1
/// clock.skewMilliseconds(wallMilliseconds: 1_001)        // 3999
/// ```
///
/// Skew is reported, never rejected.
public struct HybridLogicalClock: Hashable, Sendable, Codable {
  /// The largest stamp given or seen.
  public private(set) var last: Stamp

  /// Creates a clock that has seen a stamp.
  public init(last: Stamp = .zero) { self.last = last }

  /// Adopts a stamp from elsewhere where it is larger.
  public mutating func observe(_ stamp: Stamp) {
    if stamp > last { last = stamp }
  }

  /// A new stamp, larger than all before.
  ///
  /// - Parameter wallMilliseconds: The wall clock, in milliseconds since 1970-01-01 00:00 UTC.
  /// - Returns: The stamp.
  public mutating func next(wallMilliseconds: Int64) -> Stamp {
    last = max(Stamp(milliseconds: wallMilliseconds), last.successor)
    return last
  }

  /// How far the largest stamp is ahead of the wall clock, in milliseconds; 0 where it is not.
  ///
  /// - Parameter wallMilliseconds: The wall clock, in milliseconds since 1970-01-01 00:00 UTC.
  /// - Returns: The milliseconds, at least 0.
  public func skewMilliseconds(wallMilliseconds: Int64) -> Int64 {
    max(0, last.milliseconds - wallMilliseconds)
  }
}
