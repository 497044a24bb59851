import SudokuIdentity

/// Moments as text: RFC 3339 in UTC.
///
/// ```swift
/// DateText.text(milliseconds: 1_795_176_000_000)       // "2026-11-20T12:00:00Z"
/// DateText.milliseconds("2026-11-20T13:00:00+01:00")   // 1795176000000
/// ```
enum DateText {
  /// The text of a moment; the fraction stands there only where it is not zero.
  ///
  /// - Parameter milliseconds: Milliseconds since 1970-01-01 00:00 UTC.
  /// - Returns: The text.
  static func text(milliseconds: Int64) -> String {
    let dayLength: Int64 = 86_400_000
    var rest = milliseconds % dayLength
    if rest < 0 { rest += dayLength }
    let (year, month, day) = civil(days: (milliseconds - rest) / dayLength)
    let seconds = Int(rest / 1000)
    let fraction = Int(rest % 1000)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let time =
      "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    return "\(date)T\(time)\(fraction == 0 ? "" : "." + padded(fraction, 3))Z"
  }

  /// The day of a moment in UTC, as in `2026-11-20`.
  static func day(milliseconds: Int64) -> String {
    String(text(milliseconds: milliseconds).prefix(10))
  }

  /// Reads a moment; `nil` for a text that is none.
  ///
  /// - Parameter text: RFC 3339 with `Z` or an offset; digits below milliseconds are dropped.
  /// - Returns: Milliseconds since 1970-01-01 00:00 UTC.
  static func milliseconds(_ text: String) -> Int64? {
    var parser = Parser(bytes: Array(text.utf8))
    guard let year = parser.number(4), parser.take("-"), let month = parser.number(2),
      parser.take("-"), let day = parser.number(2), parser.take("T") || parser.take("t"),
      let hour = parser.number(2), parser.take(":"), let minute = parser.number(2),
      parser.take(":"), let second = parser.number(2),
      1...12 ~= month, 1...daysIn(month, year) ~= day, hour < 24, minute < 60, second <= 60
    else { return nil }
    let fraction = parser.take(".") ? parser.fraction() : 0
    guard let fraction, let offset = parser.offsetMinutes(), parser.isAtEnd else { return nil }
    let start = UnixTime(year: year, month: month, day: day).seconds
    let seconds = start + Int64(hour * 3600 + (minute - offset) * 60 + min(second, 59))
    return seconds * 1000 + Int64(fraction)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func daysIn(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The date of a day, as in Howard Hinnant's "chrono-compatible low-level date algorithms".
  private static func civil(days: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = Int(days) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  private struct Parser {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
        return false
      }
      position += 1
      return true
    }

    mutating func digit() -> Int? {
      guard position < bytes.count, 48...57 ~= bytes[position] else { return nil }
      position += 1
      return Int(bytes[position - 1]) - 48
    }

    mutating func number(_ width: Int) -> Int? {
      var value = 0
      for _ in 0..<width {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    /// The digits of a fraction of a second, as milliseconds.
    mutating func fraction() -> Int? {
      guard var value = digit() else { return nil }
      var count = 1
      while let digit = digit() {
        if count < 3 { value = value * 10 + digit }
        count += 1
      }
      for _ in count..<max(count, 3) { value *= 10 }
      return value
    }

    mutating func offsetMinutes() -> Int? {
      if take("Z") || take("z") { return 0 }
      let isEast = take("+")
      guard isEast || take("-"), let hours = number(2), take(":"), let minutes = number(2),
        hours < 24, minutes < 60
      else { return nil }
      return (isEast ? 1 : -1) * (hours * 60 + minutes)
    }
  }
}
