import SudokuCore
import SudokuRating
import Testing

@Suite struct LevelTests {
  /// The words belong to one scale; Sudoku Explainer's ratings have none.
  @Test func theWordsBelongToOneScale() throws {
    let se = SudokuExplainerScale()
    #expect(se.levels.isEmpty && se.level(ofScore: 42) == nil && se.level(named: "hard") == nil)
    #expect(se.grade(try Board(line: ScaleTests.wing)).level == nil)
    let scale = LevelScale()
    #expect(ScaleRegistry.standard.scales.first?.name == scale.name)
    #expect(
      [1, 199, 200, 399, 400, 599, 600, 799, 800, 1_500].map { scale.level(ofScore: $0) } == [
        .easy, .easy, .medium, .medium, .hard, .hard, .expert, .expert, .extreme, .extreme,
      ])
    for level in scale.levels {
      #expect(scale.level(named: level.name.uppercased()) == level)
      #expect(level.scale == "level")
    }
    #expect(scale.level(named: "impossible") == nil)
    #expect(Level.hard.scoreTenths == 400..<600)
    #expect(Level.easy < .extreme)
    #expect(
      [Level.easy, .hard, .extreme].map(\.scoresInWords) == [
        "below 20.0", "40.0 to 59.9", "from 80.0",
      ])
  }
}
