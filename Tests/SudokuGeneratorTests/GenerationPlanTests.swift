import SudokuGenerator
import SudokuRating
import Testing

@Suite struct GenerationPlanTests {
  private func plan(_ counts: [(Level, Int)]) throws -> GenerationPlan {
    try GenerationPlan(
      seed: 5,
      parts: counts.map { level, count in
        var options = GeneratorOptions()
        options.level = level
        return .init(count: count, options: options)
      })
  }

  @Test func partsFollowEachOther() throws {
    let plan = try plan([(.easy, 3), (.hard, 0), (.medium, 2)])
    #expect(plan.count == 5 && plan.ranges == [0..<3, 3..<3, 3..<5])
    let levels = (0..<5).map { plan.puzzle(at: $0).puzzle?.level?.name }
    #expect(levels == ["easy", "easy", "easy", "medium", "medium"])
    #expect(plan.puzzle(at: 5) == .exhausted(best: nil))
    #expect(plan.puzzle(at: -1) == .exhausted(best: nil))
  }

  @Test func aPuzzleHasItsNumberInTheWholePlan() throws {
    let plan = try plan([(.easy, 2), (.medium, 2)])
    var options = GeneratorOptions()
    options.level = .medium
    let alone = try Generator(seed: 5, options: options).puzzle(at: 3)
    #expect(plan.puzzle(at: 3) == alone && plan.puzzle(at: 3, ofPart: 1) == alone)
    #expect(plan.puzzle(at: 9, ofPart: 1).puzzle?.index == 9)
  }

  @Test func tooManyPuzzlesAreRefused() {
    #expect(throws: ContradictoryTargets.self) { _ = try plan([(.easy, .max), (.hard, 1)]) }
    #expect(throws: ContradictoryTargets.self) {
      _ = try plan([(.easy, GenerationPlan.largestCount), (.hard, 1)])
    }
  }
}
