import ArgumentParser
import SudokuCore

/// Days on the command line: `2026-11-20`, or all from one to another, `2026-01-01...2026-12-31`.
struct DayRange {
  /// The days since 1970-01-01.
  let days: ClosedRange<Int>

  /// Reads days.
  ///
  /// - Throws: `ValidationError` that says which character is wrong, counted from 1.
  init(_ text: String) throws {
    guard let dots = ["...", ".."].lazy.compactMap({ text.firstRange(of: $0) }).first else {
      let day = try Self.day(text[...], in: text)
      days = day...day
      return
    }
    let first = try Self.day(text[..<dots.lowerBound], in: text)
    let last = try Self.day(text[dots.upperBound...], in: text)
    guard first <= last else {
      throw Self.error(text, dots.upperBound, "the last day is before the first")
    }
    days = first...last
  }

  private static func day(_ part: Substring, in text: String) throws -> Int {
    let shape = "dddd-dd-dd"
    var index = part.startIndex
    for sign in shape {
      let isRight =
        index < part.endIndex
        && (sign == "d" ? part[index].isASCII && part[index].isNumber : part[index] == sign)
      guard isRight else {
        throw error(text, index, "a day is written as 2026-11-20, its year from 0000 to 9999")
      }
      index = part.index(after: index)
    }
    guard index == part.endIndex else {
      throw error(text, index, "nothing is expected after a day")
    }
    let numbers = part.split(separator: "-").compactMap { Int($0) }
    let month = part.index(part.startIndex, offsetBy: 5)
    guard numbers.count == 3, 1...12 ~= numbers[1] else {
      throw error(text, month, "the months are 01 to 12")
    }
    let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    guard date.isValid else {
      let last = (28...31).last {
        CivilDate(year: date.year, month: date.month, day: $0).isValid
      }
      throw error(
        text, part.index(part.startIndex, offsetBy: 8),
        "\(part.prefix(7)) has the days 01 to \(last ?? 31)")
    }
    return date.daysSince1970
  }

  private static func error(
    _ text: String, _ index: String.Index, _ message: String
  ) -> ValidationError {
    let column = text.distance(from: text.startIndex, to: index) + 1
    return ValidationError("character \(column): \(message)")
  }
}
