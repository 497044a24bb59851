import SudokuCore
import SudokuTechniques

/// A search of Sudoku Explainer: finds the step that the program would take first.
///
/// Most searches take the first step that they meet, in the order in which the searcher of the
/// technique hands its steps over.
package protocol SESearcher: Sendable {
  var techniques: [Technique] { get }

  /// The step to take first, `nil` if there is none.
  func firstStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step?
}

extension SESearcher where Self: PatternSearcher {
  /// The first step that the search meets; never interrupted.
  package func firstStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step? {
    firstStep(in: grid)
  }
}

extension NakedSingle: SESearcher {}
extension LockedCandidates: SESearcher {}
extension NakedSet: SESearcher {}
extension HiddenSet: SESearcher {}
extension BasicFish: SESearcher {}
extension XYWing: SESearcher {}
extension BivalueGrave: SESearcher {}

extension HiddenSingle: SESearcher {
  /// The first hidden single as a step; never interrupted.
  package func firstStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step? {
    HiddenSingle.first(in: grid)?.step
  }
}

extension AlignedPairExclusion: SESearcher {
  /// The first step in order; looks only at what changed since this context's last search.
  package func firstStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step? {
    var first: Step?
    search(grid, near: context.pairMemory.changedCells(in: grid)) { step in
      first = step
      return false
    }
    if first == nil { context.pairMemory.note(grid) }
    return first
  }
}

extension AlignedTripleExclusion: SESearcher {
  /// The first step in order; looks only at what changed since this context's last search.
  package func firstStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step? {
    let first = firstStep(in: grid, near: context.tripleMemory.changedCells(in: grid))
    if first == nil { context.tripleMemory.note(grid) }
    return first
  }
}
