/// The clock that stamps a device's operations.
///
/// Each stamp is larger than all that the clock gave or observed before. So the stamps of devices
/// that exchange operations follow the order of events. The caller passes the clocks' readings.
///
/// ```swift
/// var clock = HybridLogicalClock()
/// clock.next(at: ClockReading(wallMilliseconds: 1_000))             // 1000
/// clock.next(at: ClockReading(wallMilliseconds: 1_000))             // 1000+1
/// let reading = ClockReading(wallMilliseconds: 1_001)
/// clock.observe(Stamp(milliseconds: 5_000), at: reading)            // another device is ahead
/// clock.next(at: reading)                                           // 5000+1
/// clock.skewMilliseconds                                            // 3999
/// ```
///
/// A stamp more than a day ahead of this device's clock and the store's doesn't move the clock. The
/// order does not suffer: an operation comes after all that it has seen, whatever their stamps (see
/// `OperationSet.ordered`). Skew is reported; no operation is refused for it.
public struct HybridLogicalClock: Hashable, Sendable, Codable {
  package private(set) var last: Stamp
  /// An observed stamp that waits for the next reading.
  private var unchecked = Stamp.zero
  /// The greatest lead of an observed stamp over this device's time, in milliseconds.
  package private(set) var skewMilliseconds: Int64 = 0

  /// The greatest lead of a stamp that still moves the clock, in milliseconds: a day.
  package static let maximumLeadMilliseconds: Int64 = 86_400_000

  /// Creates a clock that has seen a stamp.
  public init(last: Stamp = .zero) { self.last = last }

  /// Observes another device's stamp; a larger one that is not too far ahead moves the clock.
  package mutating func observe(_ stamp: Stamp, at reading: ClockReading) {
    skewMilliseconds = max(
      skewMilliseconds, stamp.milliseconds.subtractingClamped(reading.latestMilliseconds))
    if stamp > last, stamp <= reading.largestPlausibleStamp { last = stamp }
  }

  /// Observes another device's stamp at the next reading.
  package mutating func observe(_ stamp: Stamp) { unchecked = max(unchecked, stamp) }

  /// Returns a new stamp, larger than all before.
  ///
  /// If the device's clock differs from a known store's clock by more than a day, the store's
  /// counts. Once the store's clock is known, a last stamp more than a day ahead is dropped; the
  /// new stamp can then be smaller.
  package mutating func next(at reading: ClockReading) -> Stamp {
    if unchecked != .zero {
      observe(unchecked, at: reading)
      unchecked = .zero
    }
    if reading.storeOffsetMilliseconds != nil, last > reading.largestPlausibleStamp {
      last = .zero
    }
    last = max(Stamp(milliseconds: reading.stampMilliseconds), last.successor)
    return last
  }

  /// Returns a new stamp while the store's clock is unknown.
  package mutating func next(wallMilliseconds: Int64) -> Stamp {
    next(at: ClockReading(wallMilliseconds: wallMilliseconds))
  }

  private enum CodingKeys: String, CodingKey { case last }
}

extension ClockReading {
  /// The store's clock in milliseconds since 1970-01-01 00:00 UTC, where it is known.
  package var storeMilliseconds: Int64? {
    storeOffsetMilliseconds.map { wallMilliseconds.addingClamped($0) }
  }

  /// The time for stamps: the device's clock, or the store's where they are more than a day apart.
  var stampMilliseconds: Int64 {
    guard let storeMilliseconds, let storeOffsetMilliseconds,
      storeOffsetMilliseconds.magnitude > HybridLogicalClock.maximumLeadMilliseconds.magnitude
    else { return wallMilliseconds }
    return storeMilliseconds
  }

  /// The date: the device's clock, or the store's where they are more than a minute apart.
  package var dateMilliseconds: Int64 {
    guard let storeMilliseconds, let storeOffsetMilliseconds,
      storeOffsetMilliseconds.magnitude > 60_000
    else { return wallMilliseconds }
    return storeMilliseconds
  }

  /// The later of the time for stamps and the store's clock.
  var latestMilliseconds: Int64 { max(stampMilliseconds, storeMilliseconds ?? stampMilliseconds) }

  /// The largest stamp that is not too far ahead.
  package var largestPlausibleStamp: Stamp {
    Stamp(
      milliseconds: latestMilliseconds.addingClamped(HybridLogicalClock.maximumLeadMilliseconds),
      counter: .max)
  }
}

/// A reading of the clocks; every command takes one, because the session reads no clock itself.
public struct ClockReading: Hashable, Sendable {
  /// The device's wall clock, in milliseconds since 1970-01-01 00:00 UTC.
  public var wallMilliseconds: Int64
  /// A clock that never goes back and stops while the device sleeps, in milliseconds from any origin.
  ///
  /// Playing time is measured with it.
  public var monotonicMilliseconds: Int64
  /// The offset from the wall clock to the store's clock, in milliseconds; `nil` if unknown.
  public var storeOffsetMilliseconds: Int64?

  /// Creates a reading.
  public init(
    wallMilliseconds: Int64, monotonicMilliseconds: Int64? = nil,
    storeOffsetMilliseconds: Int64? = nil
  ) {
    self.wallMilliseconds = wallMilliseconds
    self.monotonicMilliseconds = monotonicMilliseconds ?? wallMilliseconds
    self.storeOffsetMilliseconds = storeOffsetMilliseconds
  }
}
