import SudokuCore

/// A moment in milliseconds since 1970-01-01 00:00 UTC, written as RFC 3339 text.
///
/// ```swift
/// UTCTime(milliseconds: 1_795_176_000_000).description     // "2026-11-20T12:00:00Z"
/// UTCTime(milliseconds: 1_795_176_000_007).description     // "2026-11-20T12:00:00.007Z"
/// UTCTime("2026-11-20T13:00:00+01:00")?.milliseconds       // 1795176000000
/// ```
///
/// It reads no clock.
public struct UTCTime: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01 00:00 UTC.
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
  }

  /// The whole seconds since 1970-01-01 00:00 UTC.
  package var seconds: Int64 {
    milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
  }

  /// Orders moments by time.
  public static func < (lhs: UTCTime, rhs: UTCTime) -> Bool { lhs.milliseconds < rhs.milliseconds }
}

extension UTCTime: Codable, LosslessStringConvertible {
  /// The text in UTC, with milliseconds where there are some.
  public var description: String {
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let second = seconds - days * 86_400
    let clock = [second / 3_600, second / 60 % 60, second % 60].map { padded($0, 2) }
    let fraction = milliseconds - seconds * 1000
    let point = fraction == 0 ? "" : "." + padded(fraction, 3)
    let date = CivilDate(daysSince1970: Int(days))
    return "\(date)T\(clock.joined(separator: ":"))\(point)Z"
  }

  /// Reads an RFC 3339 text; digits past the milliseconds are cut off.
  public init?(_ description: String) {
    let bytes = Array(description.utf8)
    guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] | 0x20 == UInt8(ascii: "t"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), let year = number(bytes[0..<4]),
      let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
      let second = number(bytes[17..<19]), hour < 24, minute < 60, second <= 60
    else { return nil }
    let date = CivilDate(year: Int(year), month: Int(month), day: Int(day))
    guard date.isValid else { return nil }
    var place = 19
    var fraction: Int64 = 0
    if bytes[place] == UInt8(ascii: ".") {
      let digits = bytes[(place + 1)...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      guard !digits.isEmpty else { return nil }
      fraction = number(Array((digits + [48, 48, 48]).prefix(3))[...]) ?? 0
      place += 1 + digits.count
    }
    guard let offset = offsetMinutes(bytes[place...]) else { return nil }
    let days = Int64(date.daysSince1970)
    let seconds = days * 86_400 + hour * 3_600 + (minute - offset) * 60 + second
    self.init(milliseconds: seconds * 1000 + fraction)
    // An offset may lead out of the years 0000 to 9999: the nearest moment would be another one.
    guard milliseconds == seconds * 1000 + fraction else { return nil }
  }

  /// Reads the text.
  public init(from decoder: any Decoder) throws { self = try decodeText(Self.self, from: decoder) }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws { try encodeText(self, to: encoder) }
}

private func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

private func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
  var value: Int64 = 0
  for byte in bytes {
    guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
    value = value * 10 + Int64(byte - UInt8(ascii: "0"))
  }
  return value
}

/// The minutes east of UTC that `Z`, `+01:00` or `-01:00` stand for.
private func offsetMinutes(_ bytes: ArraySlice<UInt8>) -> Int64? {
  let bytes = Array(bytes)
  if bytes.count == 1, bytes[0] | 0x20 == UInt8(ascii: "z") { return 0 }
  guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
    bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
    let hours = number(bytes[1..<3]), let minutes = number(bytes[4..<6]), hours < 24, minutes < 60
  else { return nil }
  return (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
}

func decodeText<Value: LosslessStringConvertible>(
  _ type: Value.Type, from decoder: any Decoder
) throws -> Value {
  let container = try decoder.singleValueContainer()
  let text = try container.decode(String.self)
  guard let value = Value(text) else {
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "'\(text)' is not a valid \(type)")
  }
  return value
}

func encodeText(_ value: some LosslessStringConvertible, to encoder: any Encoder) throws {
  var container = encoder.singleValueContainer()
  try container.encode(value.description)
}
