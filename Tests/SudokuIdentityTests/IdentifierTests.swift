import Foundation
import SudokuCore
import SudokuIdentity
import Testing

@Suite struct IdentifierTests {
  @Test func goldenPuzzleIDs() throws {
    for (line, hash) in GoldenIdentifiers.all {
      #expect(PuzzleID(try Board(line: line)).description == "p1-" + hash)
    }
  }

  @Test func goldenGameIDs() throws {
    for (index, (line, hash)) in GoldenIdentifiers.all.enumerated() {
      let start = UnixTime(seconds: 1_767_225_600 + Int64(index) * 1_000_003)
      let game = GameID(initialBoard: try Board(line: line), startDate: start)
      #expect(game.description == "game-\(hash)-\(start.seconds)")
      #expect(game.isGame(of: try Board(line: line)))
      #expect(!game.isGame(of: Board()) || line.allSatisfy { $0 == "." })
    }
  }

  @Test func textReadsBack() throws {
    for (line, _) in GoldenIdentifiers.all {
      let board = try Board(line: line)
      let puzzle = PuzzleID(board)
      #expect(PuzzleID(puzzle.description) == puzzle)
      for seconds in [Int64.min, -1, 0, 1_767_225_600, .max] {
        let game = GameID(initialBoard: board, startDate: UnixTime(seconds: seconds))
        #expect(GameID(game.description) == game)
      }
    }
  }

  @Test(arguments: [
    "", "p1-", "p1-8zzzzzzzzzzzzzzzzzzzzzzzzz", "p1-0000000000000000000000000",
    "p1-000000000000000000000000000", "P1-00000000000000000000000000",
    "p1-0000000000000000000000000u", "p1-0000000000000000000000000O",
    "p2-00000000000000000000000000", "00000000000000000000000000",
  ])
  func damagedPuzzleIDsAreRefused(text: String) {
    #expect(PuzzleID(text) == nil)
  }

  @Test(arguments: [
    "game-00000000000000000000000000", "game-00000000000000000000000000-",
    "game-00000000000000000000000000-+1", "game-00000000000000000000000000-01",
    "game-00000000000000000000000000-1.5", "game-0000000000000000000000000-1",
    "game-00000000000000000000000000-9223372036854775808", "00000000000000000000000000-1",
  ])
  func damagedGameIDsAreRefused(text: String) {
    #expect(GameID(text) == nil)
  }

  @Test func identifiersAreCodedAsText() throws {
    let board = try Board(line: GoldenIdentifiers.all[1].board)
    let game = GameID(initialBoard: board, startDate: UnixTime(seconds: 7))
    let data = try JSONEncoder().encode([game])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(game)\"]")
    #expect(try JSONDecoder().decode([GameID].self, from: data) == [game])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([GameID].self, from: Data(#"["game-x"]"#.utf8))
    }
  }

  @Test func daysStartAtMidnightUTC() {
    #expect(UnixTime(year: 1970, month: 1, day: 1).seconds == 0)
    #expect(UnixTime(year: 1969, month: 12, day: 31).seconds == -86_400)
    #expect(UnixTime(year: 2000, month: 2, day: 29).seconds == 951_782_400)
    #expect(UnixTime(year: 2026, month: 1, day: 1).seconds == 1_767_225_600)
    #expect(UnixTime(seconds: -1).startOfDay.seconds == -86_400)
    #expect(UnixTime(seconds: 86_399).startOfDay.seconds == 0)
    #expect(UnixTime(milliseconds: -1).seconds == -1)
    #expect(UnixTime(milliseconds: 1_999).seconds == 1)
    for day in stride(from: Int64(-800_000), through: 800_000, by: 997) {
      let parts = Calendar.utc.dateComponents(
        [.year, .month, .day, .era],
        from: Date(timeIntervalSince1970: TimeInterval(day * 86_400)))
      // Foundation's calendar is Julian before 15 October 1582.
      guard day > -141_000, let year = parts.year, let month = parts.month, let date = parts.day
      else { continue }
      #expect(UnixTime(year: year, month: month, day: date).seconds == day * 86_400)
    }
  }
}

extension Calendar {
  fileprivate static var utc: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    return calendar
  }
}
