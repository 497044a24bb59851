/// A time to wait, by a clock that may be set meanwhile.
///
/// Where the clock reads less than at the beginning it was set back, and the wait is over: a wait
/// for a moment ten years ahead would be one for ever.
public struct RetryDelay: Hashable, Sendable {
  /// When the wait began, in milliseconds since 1970.
  public let sinceMilliseconds: Int64
  /// When it ends, in milliseconds since 1970.
  public let untilMilliseconds: Int64

  /// Creates a wait.
  ///
  /// - Parameters:
  ///   - length: How long, in milliseconds.
  ///   - now: When it begins, in milliseconds since 1970.
  public init(_ length: Int64, from now: Int64) {
    sinceMilliseconds = now
    untilMilliseconds = now + length
  }

  /// Whether it goes on.
  ///
  /// - Parameter now: The clock, in milliseconds since 1970.
  /// - Returns: Whether there is still to wait.
  public func goesOn(at now: Int64) -> Bool {
    sinceMilliseconds <= now && now < untilMilliseconds
  }
}
