import SudokuExplainer
import SudokuRating
import Testing

@Suite struct LevelTests {
  @Test func levels() {
    #expect(
      [10, 19, 20, 29, 30, 44, 45, 64, 65, 119].map { Level(erTenths: $0) } == [
        .easy, .easy, .medium, .medium, .hard, .hard, .expert, .expert, .extreme, .extreme,
      ])
    for level in Level.allCases { #expect(Level(name: level.name) == level) }
    #expect(Level.hard.erTenthsRange == 30..<45)
    #expect(Level.easy < .extreme)
  }
}
