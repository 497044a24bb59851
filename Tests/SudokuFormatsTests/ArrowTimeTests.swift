import SudokuCore
import TestSupport
import Testing

@testable import SudokuFormats

/// Dates, times and decimals of Arrow columns as texts, and back.
@Suite struct ArrowTimeTests {
  @Test func timesOfAllRangesReturn() {
    var random = SeededRandom(seed: 20_261_129)
    let times = (0...3).flatMap { unit in
      [nil, "", "UTC", "+05:30", "-11:00"].map { ArrowTime(timestampUnit: unit, zone: $0) }
    }
    for time in times + [.milliseconds] {
      for _ in 0..<sized(300, full: 30_000) {
        let value =
          Int.random(in: .min ... .max, using: &random) >> Int.random(in: 15...50, using: &random)
        #expect(time.value(time.text(value)) == value, "\(time) \(value)")
      }
    }
    for day in [
      0, -1, 59, -719_468, -719_469, 2_932_896, 2_932_897, Int(Int32.min), Int(Int32.max),
    ] {
      #expect(ArrowTime.days.value(ArrowTime.days.text(day)) == day)
    }
    let nanoseconds = ArrowTime(timestampUnit: 3, zone: nil)
    #expect(nanoseconds.text(.min) == "1677-09-21T00:12:43.145224192")
    for value in [Int.min, Int.min + 1, -1, 0, 1, .max] {
      #expect(nanoseconds.value(nanoseconds.text(value)) == value)
    }
    #expect(ArrowTime.days.text(2_932_897) == "+10000-01-01")
    #expect(ArrowTime.days.text(-719_529) == "-0001-12-31")
    #expect(ArrowTime(timestampUnit: 0, zone: nil).text(.max) == "\(Int.max)")
    for text in [
      "", "T", "2026", "2026-13-01T00:00:00", "2026-01-01T00:00", "2026-01-01T0:0:0+99:99",
    ] {
      #expect(nanoseconds.value(text) == nil, "\(text)")
    }
  }

  @Test func decimalsReturn() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<sized(300, full: 30_000) {
      let high =
        Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 5...63, using: &random)
      let low = UInt64.random(in: 0 ... .max, using: &random)
      let bytes = withUnsafeBytes(of: low) { Array($0) } + withUnsafeBytes(of: high) { Array($0) }
      for scale in [0, 3, 18, 38] {
        let text = ArrowDecimal.text(bytes[...], scale: scale)
        #expect(ArrowDecimal.bytes(text, scale: scale) == bytes, "\(text)")
      }
    }
    #expect(ArrowDecimal.text([0xFF, 0xFF][...], scale: 1) == "-0.1")
    #expect(ArrowDecimal.text([0, 0x80, 0, 0][...], scale: -2) == "3276800")
    #expect(ArrowDecimal.bytes("0.05", scale: 1) == nil)
    #expect(ArrowDecimal.bytes(String(repeating: "9", count: 39), scale: 0) == nil)
  }
}
