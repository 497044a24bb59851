/// A day of the proleptic Gregorian calendar.
///
/// ```swift
/// CivilDate(daysSince1970: 20_777).description                    // "2026-11-20"
/// CivilDate(year: 2026, month: 11, day: 20).daysSince1970         // 20777
/// ```
///
/// Days are counted as in Howard Hinnant's "chrono-compatible low-level date algorithms".
package struct CivilDate: Hashable, Sendable, CustomStringConvertible {
  /// The year; 0 is the one before year 1.
  package let year: Int
  /// The month, in `1...12`.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// Creates a day; days past the end of a month run on into the next.
  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  package init(daysSince1970 days: Int) {
    // Years begin in March here, so that the leap day is their last; 400 of them are an era.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The days since 1970-01-01; negative before it.
  package var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// True if the month and the day of the month are in range.
  package var isValid: Bool {
    guard 1...12 ~= month else { return false }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    return 1...length ~= day
  }

  /// The day as RFC 3339 writes it, as in `2026-11-20`.
  package var description: String {
    let padded = { (number: Int, width: Int) in
      String(repeating: "0", count: max(0, width - String(number).utf8.count)) + String(number)
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
