import SudokuIdentity
import SudokuPlayer
import Testing

/// Daily puzzles never change: a device that makes others plays alone.
@Suite struct DailyGameTests {
  /// Days and levels with the puzzles that everybody has.
  static let golden: [(day: (Int, Int, Int), level: DailyLevel, puzzle: String)] = [
    (
      (1970, 1, 1), .easy,
      "..91....4....23..7.73....5...7.56.2..6..4..7..2.71.3...9....61.1..23....5....14.."
    ),
    (
      (1970, 1, 1), .medium,
      "........43....9....7...62.5.1.5.8..6..79.41..2..6.7.5.4.68...3....1....88........"
    ),
    (
      (1970, 1, 1), .hard,
      "..682..3...5.....889....4.5..2.3..76...9.8...16..4.5..6.4....872.....3...5..846.."
    ),
    (
      (1970, 1, 1), .expert,
      "8.69..5....9..5.48....8...9.......56.835.192.19.......5...7....43.1..7....7..43.5"
    ),
    (
      (1970, 1, 1), .extreme,
      "..9.132..8.4...6..1.......4...96...32..5.4..13...82...6.......2..7...1.6..582.9.."
    ),
    (
      (2024, 2, 29), .easy,
      "............321.9.31.4...75.......59..87.64..94.......58...3.46.7.214............"
    ),
    (
      (2024, 2, 29), .medium,
      ".....7.53......89.8.9.4...6...435.6.4...9...7.5.872...3...5.6.9.74......96.2....."
    ),
    (
      (2024, 2, 29), .hard,
      "...61...7....8.69476.2.....4.5.2..7....5.3....3..9.5.1.....2.58813.5....5...71..."
    ),
    (
      (2024, 2, 29), .expert,
      "..1....96...2.4.13..415....7.......9...581...6.......1....781..87.6.5...15....6.."
    ),
    (
      (2024, 2, 29), .extreme,
      "...6..2...5.2.1.3..1..5......947...5672...3481...689......4..8..6.8.5.2...7..6..."
    ),
    (
      (2026, 11, 20), .easy,
      ".29815...6...74......9.6.4.8..14..251..759..693..28..4.1.3.2......58...7...49713."
    ),
    (
      (2026, 11, 20), .medium,
      "...21..6.9.58......41.....76.7..32......5......36..7.57.....59......26.4.1..49..."
    ),
    (
      (2026, 11, 20), .hard,
      "8..67.1...6..2....32.4...6.9.37.....2.......9.....92.8.8...6.97....5..2...5.94..1"
    ),
    (
      (2026, 11, 20), .expert,
      ".7.89...556...13...19.5.8..8..........6...7..........1..4.8.63...35...486...39.5."
    ),
    (
      (2026, 11, 20), .extreme,
      ".5..7.81.........23..8.57.9..91....413..9..282....61..4.35.1..65.........12.3..4."
    ),
    (
      (9999, 12, 31), .easy,
      ".7..4.....8.27.5.9.....5..7.5.4..6...496.173...7..2.5.6..7.....4.5.39.7.....1..2."
    ),
    (
      (9999, 12, 31), .medium,
      "..8.5.4.....728..55..6..3...1.......4.6...5.3.......4...2..4..78..562.....9.3.8.."
    ),
    (
      (9999, 12, 31), .hard,
      "....73.52..8..2.3....1...67..13..4..9...1...3..4..86..82...9....1.8..2..49.72...."
    ),
    (
      (9999, 12, 31), .expert,
      "2..3...76..6....9.8.1...2....56...1.....5.....4...13....7...1.8.8....5..52...6..7"
    ),
    (
      (9999, 12, 31), .extreme,
      "48.6......71..8...9...75...1.8.3..5..6.....3..9..6.8.1...78...3...3..64......4.87"
    ),
  ]

  @Test(arguments: golden)
  func puzzlesAreFixedForEver(
    _ day: (Int, Int, Int), _ level: DailyLevel, _ puzzle: String
  ) throws {
    #expect(DailyRule.daily1.rawValue == "daily-1")
    let daily = DailyGame(
      UnixTime(year: day.0, month: day.1, day: day.2), level: level, rule: .daily1, series: "any")
    #expect(daily.fixedLevel?.name == level.rawValue)
    let made = try #require(try daily.puzzle().puzzle)
    #expect(made.board.line == puzzle)
    let score = try #require(made.grade).reachedTenths
    #expect(level.ratingTenths.contains(score) || level == .extreme)
  }

  @Test func levelsMeetWithoutGaps() {
    for range in [\DailyLevel.ratingTenths, \DailyLevel.numberTenths] {
      var end = 0
      for level in DailyLevel.allCases {
        #expect(level[keyPath: range].lowerBound == end)
        end = level[keyPath: range].upperBound
      }
      #expect(end == .max)
    }
  }

  @Test func aCancelledPuzzleIsNone() throws {
    let daily = DailyGame(UnixTime(seconds: 0), level: .hard)
    #expect(try daily.puzzle { true } == .exhausted(best: nil))
  }
}
