import SudokuCore
import Testing

struct CivilDateTests {
  /// Counted day by day, from year -1 to year 2401: every rule for leap years is met.
  @Test
  func countsAsACalendarDoes() {
    var year = -1
    var month = 1
    var day = 1
    let first = CivilDate(year: year, month: month, day: day).daysSince1970
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for number in first..<(first + 2_402 * 365) {
      let date = CivilDate(daysSince1970: number)
      let expected = CivilDate(year: year, month: month, day: day)
      if date != expected || expected.daysSince1970 != number || !date.isValid {
        Issue.record("day \(number) is \(date), not \(expected)")
        return
      }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      day += 1
      if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(CivilDate(year: 1970, month: 1, day: 1).daysSince1970 == 0)
  }

  @Test
  func writesFourDigitYears() {
    #expect(CivilDate(daysSince1970: 20_777).description == "2026-11-20")
    #expect(CivilDate(year: 7, month: 3, day: 9).description == "0007-03-09")
  }

  @Test(arguments: [(2026, 2, 29), (1900, 2, 29), (2026, 13, 1), (2026, 0, 1), (2026, 4, 31)])
  func knowsWhichDaysThereAre(year: Int, month: Int, day: Int) {
    #expect(!CivilDate(year: year, month: month, day: day).isValid)
  }

  /// A day past the end of its month is one of the next.
  @Test
  func runsOn() {
    let late = CivilDate(year: 2026, month: 2, day: 30)
    #expect(CivilDate(daysSince1970: late.daysSince1970).description == "2026-03-02")
  }
}
