import SudokuCore

/// Where a segment of playing time begins; its length is the last `elapsedMilliseconds` of the
/// device's operations up to its next segment.
public struct SegmentStart: Hashable, Sendable {
  /// The device's wall clock, in milliseconds since 1970-01-01 00:00 UTC.
  public var wallMilliseconds: Int64
  /// What to add for the store's clock, or to begin after what was known to be played, in
  /// milliseconds; `nil` for neither.
  public var offsetMilliseconds: Int64?

  /// Creates a start.
  ///
  /// - Parameters:
  ///   - wallMilliseconds: The device's wall clock, in milliseconds since 1970-01-01 00:00 UTC.
  ///   - offsetMilliseconds: What to add for the store's clock, in milliseconds, where known.
  public init(wallMilliseconds: Int64, offsetMilliseconds: Int64? = nil) {
    self.wallMilliseconds = wallMilliseconds
    self.offsetMilliseconds = offsetMilliseconds
  }
}
