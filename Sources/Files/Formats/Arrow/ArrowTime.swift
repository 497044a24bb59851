/// Dates and times of Arrow columns as texts in ISO 8601.
struct ArrowTime: Sendable, Hashable {
  private enum Form: Sendable, Hashable {
    case date
    case timeOfDay
    case timestamp
  }

  private let form: Form
  /// The units of a second, or of a day for a date of days: 1.
  private let unitsPerSecond: Int
  private let fractionDigits: Int
  private let zone: String?

  init(_ field: ArrowField) {
    switch field.type {
    case .date: self = field.unit == 0 ? .days : .milliseconds
    case .time: self.init(.timeOfDay, unit: field.unit, zone: nil)
    default: self.init(timestampUnit: field.unit, zone: field.zone)
    }
  }

  private init(_ form: Form, unit: Int, zone: String?) {
    self.form = form
    fractionDigits = 3 * min(max(unit, 0), 3)
    unitsPerSecond = [1, 1_000, 1_000_000, 1_000_000_000][fractionDigits / 3]
    self.zone = zone
  }

  /// Dates as numbers of days since 1970-01-01.
  static let days = ArrowTime(.date, unit: 0, zone: nil)
  /// Dates as numbers of milliseconds.
  static let milliseconds = ArrowTime(.date, unit: 1, zone: nil)

  /// Moments in a unit from 0 for seconds to 3 for nanoseconds; `zone` is that of the schema.
  init(timestampUnit unit: Int, zone: String?) {
    self.init(.timestamp, unit: unit, zone: zone.flatMap { $0.isEmpty ? nil : $0 })
  }

  private static let secondsPerDay = 86_400

  /// The seconds that a zone such as `+05:30` is ahead; `nil` for names.
  private var offset: Int? { zone.flatMap { Self.offset($0[...]) } }

  private static func offset(_ text: Substring) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.utf8.count == 4, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(digits), number % 100 < 60
    else { return nil }
    return (number / 100 * 60 + number % 100) * (sign == "-" ? -60 : 60)
  }

  /// The text of a number; moments of a zone with a name are in UTC.
  func text(_ value: Int) -> String {
    if self == .days { return Self.date(value) }
    let seconds = Self.floored(value, by: unitsPerSecond)
    // No calendar has such moments.
    guard seconds.magnitude < 1 << 50 else { return String(value) }
    let rest = value % unitsPerSecond
    let fraction = rest < 0 ? rest + unitsPerSecond : rest
    let local = seconds + (form == .timestamp ? offset ?? 0 : 0)
    let day = Self.floored(local, by: Self.secondsPerDay)
    let second = local - day * Self.secondsPerDay
    if form == .date, second == 0, fraction == 0 { return Self.date(day) }
    var text = form == .timeOfDay && day == 0 ? "" : Self.date(day) + "T"
    text += "\(Self.two(second / 3_600)):\(Self.two(second / 60 % 60)):\(Self.two(second % 60))"
    if fraction > 0 { text += "." + Self.padded(fraction, fractionDigits) }
    if zone != nil { text += offset == nil ? "Z" : zone ?? "" }
    return text
  }

  /// The number of a text that `text` has written; `nil` for other texts.
  func value(_ text: String) -> Int? {
    let parts = text.split(separator: "T", maxSplits: 1)
    guard let first = parts.first, let day = Self.day(first) else { return nil }
    if self == .days { return parts.count == 1 ? day : nil }
    var (seconds, fraction) = (0, 0)
    if parts.count == 2 {
      var rest = parts[1]
      if rest.last == "Z" {
        rest = rest.dropLast()
      } else if let place = rest.lastIndex(where: { $0 == "+" || $0 == "-" }) {
        guard let offset = Self.offset(rest[place...]) else { return nil }
        seconds = -offset
        rest = rest[..<place]
      }
      let clock = rest.split(separator: ".", omittingEmptySubsequences: false)
      let numbers = clock.first?.split(separator: ":").map { Int($0) } ?? []
      guard numbers.count == 3, clock.count <= 2, let hour = numbers[0], let minute = numbers[1],
        let second = numbers[2]
      else { return nil }
      seconds += hour * 3_600 + minute * 60 + second
      if clock.count == 2 {
        guard clock[1].utf8.count == fractionDigits, let number = Int(clock[1]) else { return nil }
        fraction = number
      }
    }
    let (whole, isLarge) = day.multipliedReportingOverflow(by: Self.secondsPerDay)
    seconds = whole &+ seconds
    // The first moments of the range lie within a second that begins before it.
    if seconds < 0 { (seconds, fraction) = (seconds + 1, fraction - unitsPerSecond) }
    let (units, isLarger) = seconds.multipliedReportingOverflow(by: unitsPerSecond)
    let (sum, isTooLarge) = units.addingReportingOverflow(fraction)
    return isLarge || isLarger || isTooLarge ? nil : sum
  }

  // MARK: Calendar

  private static func floored(_ value: Int, by divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  /// The days of a year of 400 before March of its first year, and of the four centuries.
  private static let daysPerEra = 146_097
  /// The days from 0000-03-01 to 1970-01-01.
  private static let epoch = 719_468

  /// The date of a day since 1970-01-01, in the Gregorian calendar of all times; years have at least 4 digits.
  private static func date(_ day: Int) -> String {
    // A shifted year begins in March, so that the leap day is its last one.
    let shifted = day + epoch
    let era = floored(shifted, by: daysPerEra)
    let inEra = shifted - era * daysPerEra
    let yearInEra = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * yearInEra + yearInEra / 4 - yearInEra / 100)
    let shiftedMonth = (5 * inYear + 2) / 153
    let dayOfMonth = inYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = era * 400 + yearInEra + (month <= 2 ? 1 : 0)
    let sign = year < 0 ? "-" : year > 9_999 ? "+" : ""
    return sign + padded(abs(year), 4) + "-" + two(month) + "-" + two(dayOfMonth)
  }

  /// The day of a date.
  private static func day(_ text: Substring) -> Int? {
    let isNegative = text.first == "-"
    let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: "-").map { Int($0) }
    guard parts.count == 3, let size = parts[0], let month = parts[1], let dayOfMonth = parts[2],
      size < 1 << 50, 1...12 ~= month, 1...31 ~= dayOfMonth
    else { return nil }
    let year = (isNegative ? -size : size) - (month <= 2 ? 1 : 0)
    let era = floored(year, by: 400)
    let yearInEra = year - era * 400
    let inYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + dayOfMonth - 1
    let inEra = yearInEra * 365 + yearInEra / 4 - yearInEra / 100 + inYear
    return era * daysPerEra + inEra - epoch
  }
}

/// Decimal numbers of up to 256 bits as texts.
enum ArrowDecimal {
  /// The text of a number in little-endian bytes, `scale` digits of it after the point.
  static func text(_ bytes: ArraySlice<UInt8>, scale: Int) -> String {
    let isNegative = (bytes.last ?? 0) & 0x80 != 0
    // Words of 32 bits, the highest first.
    var words: [UInt64] = []
    var carry: UInt64 = isNegative ? 1 : 0
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 4) {
      var word: UInt64 = 0
      for index in (start..<min(start + 4, bytes.endIndex)).reversed() {
        word = word << 8 | UInt64(isNegative ? ~bytes[index] : bytes[index])
      }
      word += carry
      carry = word >> 32
      words.insert(word & 0xFFFF_FFFF, at: 0)
    }
    var groups: [String] = []
    while words.contains(where: { $0 != 0 }) {
      var rest: UInt64 = 0
      for index in words.indices {
        let value = rest << 32 | words[index]
        words[index] = value / 1_000_000_000
        rest = value % 1_000_000_000
      }
      groups.append(String(rest))
    }
    var digits = groups.last ?? "0"
    for group in groups.dropLast().reversed() {
      digits += String(repeating: "0", count: 9 - group.utf8.count) + group
    }
    if scale < 0, digits != "0" { digits += String(repeating: "0", count: -scale) }
    if scale > 0 {
      if digits.utf8.count <= scale {
        digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits
      }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -scale))
    }
    return isNegative ? "-" + digits : digits
  }

  /// The 16 bytes of a number with `scale` digits after the point; `nil` for other texts and large numbers.
  static func bytes(_ text: String, scale: Int) -> [UInt8]? {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2 else { return nil }
    let fraction = parts.count == 2 ? parts[1] : ""
    guard fraction.utf8.count <= scale, whole.utf8.count + scale <= 39 else { return nil }
    let digits =
      Array(whole.utf8) + Array(fraction.utf8)
      + [UInt8](repeating: UInt8(ascii: "0"), count: scale - fraction.utf8.count)
    var words: [UInt64] = [0, 0, 0, 0]
    for digit in digits {
      guard 0x30...0x39 ~= digit else { return nil }
      var carry = UInt64(digit & 15)
      for index in words.indices {
        let value = words[index] * 10 + carry
        words[index] = value & 0xFFFF_FFFF
        carry = value >> 32
      }
      guard carry == 0, words[3] < 1 << 31 else { return nil }
    }
    if isNegative {
      var carry: UInt64 = 1
      for index in words.indices {
        let value = (~words[index] & 0xFFFF_FFFF) + carry
        words[index] = value & 0xFFFF_FFFF
        carry = value >> 32
      }
    }
    return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }
}
