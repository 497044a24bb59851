import SudokuCore
import SudokuRating
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuTechniques

/// Every step agrees with the solution: a wrong one is the worst fault this package can have.
///
/// The tests take a sample of each set; `sudoku-lab steps` takes all of it, and chains too.
@Suite struct SoundnessTests {
  /// Set and distance of the puzzles in a sample.
  static let sets = DataSets.figure(
    own: [
      ("puzzles/few-clues.txt", 100), ("puzzles/hard.txt", 50), ("puzzles/hardest.txt", 20),
      ("puzzles/typical.txt", 200), ("puzzles/easy.txt", 200),
    ],
    public: [
      ("puzzles/few-clues.txt", 7_000), ("puzzles/hard.txt", 180), ("puzzles/hardest.txt", 120),
      ("puzzles/hardest-11plus.txt", 10_000), ("puzzles/typical.txt", 2_500),
      ("puzzles/easy.txt", 5_000),
    ])

  /// In each position all steps of all searchers, also those that would not be taken.
  @Test(arguments: sets.sized(2))
  func allPatterns(path: String, distance: Int) throws {
    let all = StepFinder()
    let quick = StepFinder(
      techniques: Set(Technique.all).subtracting([
        .alignedTripleExclusion, .alternatingChain, .discontinuousNiceLoop, .alsXZ, .alsXYWing,
        .sueDeCoq, .finnedFrankenXWing,
        .finnedFrankenSwordfish, .finnedJellyfish, .sashimiJellyfish,
        .finnedFrankenJellyfish, .finnedMutantXWing, .finnedMutantSwordfish,
        .finnedMutantJellyfish, .krakenFish1, .krakenFish2,
      ]))
    let finder = SEStepFinder(searchers: SEOrder.patterns)
    var stepCount = 0
    for (board, solution) in try DataSets.sample(path, every: distance).sized(1) {
      var grid = CandidateGrid(board)
      while let next = finder.firstStep(in: grid) {
        // Aligned triples, almost locked sets and large fish take long and say little while there are singles.
        var budget = SearchBudget()
        for step in try (next.placesDigit ? quick : all).steps(in: grid, budget: &budget) {
          stepCount += 1
          if let fault = step.fault(in: grid, solution: solution) {
            Issue.record("\(board) \(fault): \(step): \(step.explanation.text)")
          }
        }
        next.apply(to: &grid)
      }
    }
    #expect(stepCount > 0)
  }
}
