import SudokuIdentity
import SudokuSession
import Testing

struct DailyPuzzleTests {
  /// The seeds were computed by another program; a device that disagrees plays another puzzle.
  @Test func seedsAreFixedForEver() {
    let evening = UnixTime(milliseconds: (20_777 * 86_400 + 80_000) * 1_000)
    #expect(DailyPuzzle(evening, level: "hard").day == 20_777)
    #expect(DailyPuzzle(evening, level: "hard").seed == 4_517_472_097_720_521)
    #expect(DailyPuzzle(UnixTime(milliseconds: 1), level: "easy").seed == 1_028_014_774_903_590)
  }

  @Test func allMomentsOfADayAreOnePuzzle() {
    let day: Int64 = 20_777 * 86_400_000
    let first = DailyPuzzle(UnixTime(milliseconds: day), level: "easy")
    #expect(DailyPuzzle(UnixTime(milliseconds: day + 86_399_999), level: "easy") == first)
    #expect(DailyPuzzle(UnixTime(milliseconds: day + 86_400_000), level: "easy") != first)
    #expect(DailyPuzzle(UnixTime(milliseconds: day - 1), level: "easy").day == 20_776)
    #expect(DailyPuzzle(UnixTime(milliseconds: day), level: "hard").seed != first.seed)
    #expect(DailyPuzzle(UnixTime(milliseconds: -1), level: "easy").day == -1)
  }
}
