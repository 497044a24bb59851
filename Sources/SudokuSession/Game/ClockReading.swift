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
  ///
  /// - Parameters:
  ///   - wallMilliseconds: The device's wall clock, in milliseconds since 1970-01-01 00:00 UTC.
  ///   - monotonicMilliseconds: A clock that never goes back, in milliseconds from any origin; the
  ///     wall clock if omitted.
  ///   - storeOffsetMilliseconds: What to add to the wall clock for the store's, in milliseconds.
  public init(
    wallMilliseconds: Int64, monotonicMilliseconds: Int64? = nil,
    storeOffsetMilliseconds: Int64? = nil
  ) {
    self.wallMilliseconds = wallMilliseconds
    self.monotonicMilliseconds = monotonicMilliseconds ?? wallMilliseconds
    self.storeOffsetMilliseconds = storeOffsetMilliseconds
  }
}
