import SudokuCore
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

/// Every step agrees with the solution: a wrong one is the worst fault this package can have.
///
/// The tests take a sample of each set; the program `step-soak` takes all of it, and chains too.
@Suite struct SoundnessTests {
  /// Set and distance of the puzzles in a sample.
  static let sets = [
    ("puzzles/17-clue.txt", 500), ("puzzles/magictour-1465.txt", 15),
    ("puzzles/hardest-1106.txt", 10), ("puzzles/hardest-11plus.txt", 1_000),
    ("puzzles/typical-22-30-clues.txt", 200), ("puzzles/newspaper-33-clues.txt", 500),
  ]

  /// Puzzles of a set with their solutions.
  static func sample(_ path: String, every distance: Int) throws -> [(Board, Board)] {
    let lines = try DataSets.lines(path).flatMap { $0.split(whereSeparator: \.isNewline) }
    return try stride(from: 0, to: lines.count, by: distance).compactMap { index in
      let board = try Board(line: lines[index].prefix(81))
      return Solver().uniqueSolution(of: board).map { (board, $0) }
    }
  }

  /// In each position all steps of all searchers, also those that would not be taken.
  @Test(.enabled(if: DataSets.areAvailable, "\(DataSets.hint)"), arguments: sets)
  func allPatterns(path: String, distance: Int) throws {
    let searchers = (SearchOrder.patterns + [AlignedTripletExclusion()])
      .compactMap { $0 as? any PatternSearcher }
    #expect(searchers.count == SearchOrder.patterns.count + 1)
    let finder = StepFinder(searchers: SearchOrder.patterns)
    var stepCount = 0
    for (board, solution) in try Self.sample(path, every: distance) {
      var grid = CandidateGrid(board)
      while let next = finder.firstStep(in: grid) {
        // Aligned triplets take long and say little while there are singles.
        for searcher in next.placesDigit ? searchers.dropLast() : searchers[...] {
          for step in searcher.allSteps(in: grid) {
            stepCount += 1
            if let fault = step.fault(in: grid, solution: solution) {
              Issue.record("\(board) \(fault): \(step): \(step.explanation.text)")
            }
          }
        }
        next.apply(to: &grid)
      }
    }
    #expect(stepCount > 0)
  }
}
