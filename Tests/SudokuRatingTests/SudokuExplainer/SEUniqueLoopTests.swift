import SudokuCore
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// The faults of the reference in unique loops, and what it finds without them.
@Suite struct SEUniqueLoopTests {
  /// The reference gathers extra digits per search frame and so misses loops; along the path they
  /// are found.
  @Test func extrasAlongThePath() throws {
    var options = SEOptions()
    options.gathersLoopExtrasPerFrame = false
    try expectDifference(
      in: "..............1..2..3....45....521....6..3....4....7......8....1..4.....7.....6..",
      options: options, reference: nil, other: "Unique Loop type 2: r8c2<>3")
  }

  /// The reference starts hidden sets at the number of extra digits instead of at two.
  @Test func hiddenSetsFromTwo() throws {
    var options = SEOptions()
    options.startsHiddenLoopSetsAtExtraCount = false
    try expectDifference(
      in: ".................1..2.34.................526..7.8........98...7..6....3.2.51.....",
      options: options, reference: "Unique Rectangle type 4: r1c3<>8 r2c3<>8",
      other: "Unique Rectangle type 3 (hidden set): r2c2<>3 r2c2<>4")
  }

  /// Plays to the first position in which a variant of the rules finds another loop.
  private func expectDifference(
    in line: String, options: SEOptions, reference: String?, other: String
  ) throws {
    let finder = SEStepFinder(searchers: SEOrder.patterns)
    var grid = CandidateGrid(try Board(line: line))
    while true {
      let step = finder.firstStep(in: grid)
      // Loops count only where nothing easier is found.
      if step.map({ UniqueLoop().techniques.contains($0.technique) }) ?? true {
        var (plain, changed) = (SEContext(options: .init()), SEContext(options: options))
        let first = try SEUniqueLoop().firstStep(in: grid, context: &plain)
        let variant = try SEUniqueLoop().firstStep(in: grid, context: &changed)
        if first != variant {
          #expect(first?.description == reference)
          #expect(variant?.description == other)
          return
        }
      }
      guard let step else { break }
      step.apply(to: &grid)
    }
    Issue.record("the variant makes no difference")
  }
}
