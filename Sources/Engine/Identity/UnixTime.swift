import SudokuCore

/// A moment in whole seconds since 1970-01-01 00:00 UTC, leap seconds not counted.
///
/// ```swift
/// UnixTime(seconds: 1_767_225_600)                     // 2026-01-01 00:00:00 UTC
/// UnixTime(year: 2026, month: 1, day: 1).seconds       // 1767225600
/// UnixTime(milliseconds: 1_767_225_600_999).seconds    // 1767225600
/// ```
///
/// The type reads no clock: the caller passes the moment.
public struct UnixTime: Hashable, Comparable, Sendable {
  /// The seconds since 1970-01-01 00:00 UTC; negative before it.
  public let seconds: Int64

  /// Creates a moment from seconds since 1970-01-01 00:00 UTC.
  public init(seconds: Int64) { self.seconds = seconds }

  /// Creates the whole second that a moment in milliseconds since 1970-01-01 00:00 UTC lies in.
  public init(milliseconds: Int64) {
    seconds = milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
  }

  /// Creates the start (00:00 UTC) of a day of the Gregorian calendar.
  ///
  /// The year lies in `-9999...9999`; days past the end of a month run on into the next.
  public init(year: Int, month: Int, day: Int) {
    let date = CivilDate(year: year, month: month, day: day)
    seconds = Int64(date.daysSince1970) * 86_400
  }

  /// The start of the UTC day that the moment lies in.
  package var startOfDay: UnixTime {
    let rest = seconds % 86_400
    let start = seconds.subtractingReportingOverflow(rest < 0 ? rest + 86_400 : rest)
    // Only the day in which the numbers begin has no start.
    return UnixTime(seconds: start.overflow ? seconds : start.partialValue)
  }

  /// Orders moments by time.
  public static func < (lhs: UnixTime, rhs: UnixTime) -> Bool { lhs.seconds < rhs.seconds }
}

extension UnixTime: Codable, CustomStringConvertible {
  /// Reads the number of seconds.
  public init(from decoder: any Decoder) throws {
    self.init(seconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes the number of seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(seconds)
  }

  /// The number of seconds.
  public var description: String { String(seconds) }
}
