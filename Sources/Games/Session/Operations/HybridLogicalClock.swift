/// The clock that stamps a device's operations.
///
/// Each stamp is larger than all it gave or took in before, so that stamps of devices that hear of
/// each other follow the order of events. The clocks' readings are handed in.
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
/// A stamp more than a day ahead of this device's clock and the store's doesn't move the clock: what
/// has seen an operation wins over it whatever their stamps are (see `OperationSet.ordered`). Skew is
/// reported; no operation is refused for it.
public struct HybridLogicalClock: Hashable, Sendable, Codable {
  package private(set) var last: Stamp
  /// A stamp from elsewhere that waits for the next reading.
  private var unchecked = Stamp.zero
  /// The furthest that a stamp from elsewhere was ahead of this device, in milliseconds.
  package private(set) var skewMilliseconds: Int64 = 0

  /// How far ahead of this device and the store a stamp may be to move the clock, in milliseconds.
  package static let maximumLeadMilliseconds: Int64 = 86_400_000

  /// Creates a clock that has seen a stamp.
  public init(last: Stamp = .zero) { self.last = last }

  /// Takes in a stamp from elsewhere: where it is larger and not too far ahead, the clock goes on
  /// from it.
  package mutating func observe(_ stamp: Stamp, at reading: ClockReading) {
    skewMilliseconds = max(
      skewMilliseconds, stamp.milliseconds.subtractingClamped(reading.latestMilliseconds))
    if stamp > last, stamp <= reading.largestPlausibleStamp { last = stamp }
  }

  /// Takes in a stamp from elsewhere with the next reading.
  package mutating func observe(_ stamp: Stamp) { unchecked = max(unchecked, stamp) }

  /// A new stamp, larger than all before.
  ///
  /// Where the store's clock is known and the device's is more than a day off, the store's counts;
  /// stamps that this device gave while it was ahead by so much are then left behind.
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

  /// A new stamp where nothing is known of the store's clock.
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

  /// The later of what is known of the time: the store's clock where the device's is wrong.
  var latestMilliseconds: Int64 { max(stampMilliseconds, storeMilliseconds ?? stampMilliseconds) }

  /// The largest stamp that is not too far ahead.
  package var largestPlausibleStamp: Stamp {
    Stamp(
      milliseconds: latestMilliseconds.addingClamped(HybridLogicalClock.maximumLeadMilliseconds),
      counter: .max)
  }
}

/// What the clocks show: handed in with every command, because the session reads none.
public struct ClockReading: Hashable, Sendable {
  /// The device's wall clock, in milliseconds since 1970-01-01 00:00 UTC.
  public var wallMilliseconds: Int64
  /// A clock that never goes back and stops while the device sleeps, in milliseconds from any
  /// origin; playing time is measured with it.
  public var monotonicMilliseconds: Int64
  /// What to add to the wall clock for the store's, in milliseconds; `nil` where it is not known.
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
