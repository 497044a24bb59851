import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

/// Compares all that a finder concludes in grids with all that a slow twin concludes by the definition.
///
/// - Parameters:
///   - searcher: The finder.
///   - grids: The grids, each with a solution.
///   - leastFinds: How many steps there are at least.
///   - isSound: Whether the steps must agree with the solution: not so for techniques that assume that it is
///     the only one.
///   - sourceLocation: Where a failure is reported.
///   - twin: The conclusions in a grid, as `SlowLogic.key` writes them.
func expectSameEliminations(
  _ searcher: some StepSearcher, in grids: some Sequence<(grid: CandidateGrid, solution: Board)>,
  leastFinds: Int = 10, isSound: Bool = true, sourceLocation: SourceLocation = #_sourceLocation,
  twin: (CandidateGrid) -> Set<String>
) {
  var findCount = 0
  let grids = Array(grids)
  for (number, (grid, solution)) in grids.enumerated() {
    if isEnough(number, of: grids.count, finds: findCount, least: leastFinds) { return }
    var budget = SearchBudget()
    let steps = (try? searcher.steps(in: grid, budget: &budget)) ?? []
    findCount += steps.count
    let found = Set(
      steps.flatMap { step in
        (step.placement.map { [$0] } ?? step.eliminations).map {
          SlowLogic.key(step.technique, $0, isPlaced: step.placesDigit)
        }
      })
    let slow = twin(grid)
    if found != slow {
      Issue.record(
        "grid \(number): missing \(slow.subtracting(found).sorted()), too many \(found.subtracting(slow).sorted())",
        sourceLocation: sourceLocation)
      return
    }
    for step in steps where isSound {
      if let fault = step.fault(in: grid, solution: solution) {
        Issue.record("grid \(number): \(fault): \(step)", sourceLocation: sourceLocation)
        return
      }
    }
  }
  #expect(
    findCount >= leastFinds, "the grids hardly have the pattern", sourceLocation: sourceLocation)
}

/// Conclusions and links by definition.
enum SlowLogic {
  static func key(_ technique: Technique, _ candidate: Candidate, isPlaced: Bool = false) -> String
  {
    "\(technique.id) \(candidate.cell)\(isPlaced ? "=" : "<>")\(candidate.digit)"
  }

  /// Whether two candidates can't both be right.
  static func exclude(_ one: Candidate, _ other: Candidate) -> Bool {
    one != other
      && (one.cell == other.cell || one.digit == other.digit && one.cell.sees(other.cell))
  }

  /// Whether one of two candidates must be right: they are alone in a cell, or in a house.
  static func isStrong(_ one: Candidate, _ other: Candidate, _ grid: CandidateGrid) -> Bool {
    guard one != other else { return false }
    if one.cell == other.cell { return grid[one.cell].count == 2 }
    return one.digit == other.digit && !grid.slowLinks(one.digit, one.cell, other.cell).isEmpty
  }

  static func candidates(_ grid: CandidateGrid) -> [Candidate] {
    CellSet.all.flatMap { cell in grid[cell].map { Candidate(cell, $0) } }
  }

  /// The candidates that all of some others exclude.
  static func excluded(by others: [Candidate], in grid: CandidateGrid) -> [Candidate] {
    guard let first = others.first else { return candidates(grid) }
    let near =
      first.cell.peers.map { Candidate($0, first.digit) }
      + DigitSet.all.map { Candidate(first.cell, $0) }
    return near.filter { victim in
      grid[victim.cell].contains(victim.digit) && others.allSatisfy { exclude($0, victim) }
    }
  }

  /// What follows where one of some candidates is right.
  static func keys(oneOf guardians: [Candidate], _ technique: Technique, _ grid: CandidateGrid)
    -> [String]
  {
    if guardians.count == 1 { return [key(technique, guardians[0], isPlaced: true)] }
    guard !guardians.isEmpty else { return [] }
    return excluded(by: guardians, in: grid).map { key(technique, $0) }
  }
}
