import SudokuRating
import Testing

@Suite struct LevelTests {
  @Test func bandsOfTheExplainer() {
    let scale = SudokuExplainerScale()
    #expect(
      [10, 19, 20, 29, 30, 44, 45, 64, 65, 119].map { scale.level(ofScore: $0) } == [
        .easy, .easy, .medium, .medium, .hard, .hard, .expert, .expert, .extreme, .extreme,
      ])
    for level in scale.levels {
      #expect(scale.level(named: level.name.uppercased()) == level)
      #expect(level.scale == "se")
    }
    #expect(scale.level(named: "impossible") == nil)
    #expect(Level.hard.scoreTenths == 30..<45)
    #expect(Level.easy < .extreme)
    #expect(
      [Level.easy, .hard, .extreme].map(\.scoresInWords) == [
        "below 2.0", "3.0 to 4.4", "from 6.5",
      ])
  }
}
