import SudokuCore
import SudokuSolver
import SudokuTechniques

/// The difficulty of a puzzle on a scale, or the reason why it is unknown.
///
/// Every grade carries the scale and the version that made it. A grade with `unrated` has no score,
/// and a level only where that is certain all the same.
public struct Grade: Hashable, Sendable {
  /// A further figure of a scale, as pearl and diamond of `se`.
  public struct Figure: Hashable, Sendable {
    /// The short name for machines, as in `"ep"`.
    public let name: String
    /// The figure in tenths.
    public let tenths: Int

    /// Creates a figure.
    public init(name: String, tenths: Int) {
      self.name = name
      self.tenths = tenths
    }
  }

  /// The name of the scale.
  public let scale: String
  /// The version of its rules for people.
  public let version: String
  /// The version of its rules as stored grades carry it.
  public let rulesVersion: Int
  /// The level, `nil` if it is unknown.
  public var level: Level?
  /// The score in tenths, `nil` if the puzzle is unrated.
  public var scoreTenths: Int?
  /// The score, or the least that it can be if the puzzle is unrated.
  public var reachedTenths = 0
  /// Further figures, in the scale's order; empty where the puzzle is unrated.
  public var figures: [Figure] = []
  /// Every step with its rating, in order; empty where they were not asked for.
  public var steps: [GradedStep] = []
  /// The number of uses of each technique; empty if the steps were not requested.
  public var techniqueCounts = TechniqueCounts()
  /// Why there is no score, `nil` if there is one.
  public var unrated: UnratedReason?
  /// The board after all steps, clues included.
  public var finalBoard = Board()
  /// The cost of the searches, in literals derived by chains.
  package var work = 0

  /// Creates a grade without a score.
  public init(of scale: some Scale) {
    self.scale = scale.name
    version = scale.version
    rulesVersion = scale.rulesVersion
  }

  /// The only solution of a grid; if it has none, several or nothing to solve, records that and returns `nil`.
  mutating func onlySolution(of grid: CandidateGrid) -> Board? {
    guard !grid.isFull else {
      unrated = grid.board.isSolved ? .alreadySolved : .noSolution
      return nil
    }
    let solved = grid.isContradictory ? nil : Solver().solve(grid, limit: 2)
    guard let solved, solved.solutionCount == 1 else {
      unrated = (solved?.solutionCount ?? 0) > 1 ? .severalSolutions : .noSolution
      return nil
    }
    return solved.solution
  }

  /// Takes the steps of a path, singles with their causes.
  mutating func take(_ path: [GradedStep], from start: CandidateGrid) {
    var grid = start
    var removers: [Candidate: Int] = [:]
    steps = path.enumerated().map { index, graded in
      let step = graded.step.withCauses(on: grid.board) { removers[$0] ?? 0 }
      for candidate in step.eliminations where removers[candidate] == nil {
        removers[candidate] = index + 1
      }
      step.apply(to: &grid)
      return GradedStep(step, tenths: graded.tenths)
    }
  }

  /// A further figure in tenths, `nil` if the grade has none of that name.
  public func figure(_ name: String) -> Int? { figures.first { $0.name == name }?.tenths }
}

/// A step and what it is worth on a scale.
public struct GradedStep: Hashable, Sendable {
  /// The step.
  public let step: Step
  /// Its rating in tenths.
  public let tenths: Int

  /// Creates a graded step.
  public init(_ step: Step, tenths: Int) {
    self.step = step
    self.tenths = tenths
  }
}

/// Limits of a grading, and what its grade lists.
public struct GradeOptions: Hashable, Sendable {
  /// True if the grade lists its steps and counts its techniques.
  public var keepsSteps = true
  /// True if only the counts are needed of what `keepsSteps` keeps; the path takes longer to find.
  package var keepsCountsOnly = false
  /// True if the path should have few steps that remove candidates; only the scale `level` supports it.
  package var wantsShortestPath = false
  /// True if techniques that rest on the solution being unique may be used.
  public var allowsUniqueness = true
  /// The techniques that may be used beside singles, as those that a player knows; `nil` for all.
  ///
  /// Only scales with `keepsToTechniques` use it.
  public var techniques: Set<Technique>?
  /// True if boards are known to have one solution, so that the check can be omitted.
  public var assumesUniqueSolution = false
  /// The most work for a puzzle, in literals derived by chains.
  public var workLimit = 2_000_000_000
  /// The scores that matter, in tenths; `nil` for all.
  ///
  /// The grade of another puzzle may say no more than that: above them `unrated` is `.aboveLimit`, below
  /// them there may be neither a score nor a reason.
  package var wantedTenths: ClosedRange<Int>?
  /// The grading stops when a step is rated higher, in tenths.
  public var stopsAboveTenths = Int.max

  /// Creates the default options.
  public init() {}

  /// Options for a grade without its steps, which is found faster.
  package static var withoutSteps: GradeOptions {
    var options = GradeOptions()
    options.keepsSteps = false
    return options
  }
}
