import SudokuCore
import SudokuRating
import SudokuTechniques

/// Grades puzzles for the targets of a generator.
///
/// Of a puzzle that cannot meet them the grade may say no more than that, which takes a fraction of
/// the time.
struct TargetGrader: Sendable {
  private let scale: any Scale
  private let options: GradeOptions
  /// A first grade without steps; `nil` if none would spare anything.
  private let screening: GradeOptions?
  /// True if the distance is that of the score alone, so that a lower score is known to be farther.
  private let ranksByScore: Bool
  /// No puzzle with a lower score meets the targets.
  let leastTenths: Int

  /// True if puzzles that can't meet the targets are graded in a fraction of the time.
  var isQuick: Bool { screening != nil }

  /// - Parameters:
  ///   - screens: True if a first grade may take the place of the full one.
  init(_ requirements: Requirements, _ generator: GeneratorOptions, isSpread: Bool, screens: Bool) {
    let traits = requirements.traits
    let scale = generator.scale
    self.scale = scale
    var options = GradeOptions()
    options.keepsSteps = traits.contains(where: \.needsSteps)
    options.keepsCountsOnly = true
    options.assumesUniqueSolution = true
    options.workLimit = generator.gradingWorkLimit
    var isOpen = false
    let scoresAlone = traits.allSatisfy { $0.scores != nil || !$0.needsGrade }
    if let wanted = requirements.scores {
      // If the range is open above and no other target looks at the grade, nothing needs to be known
      // beyond the start of the range, unless the puzzle may turn out to have no score.
      isOpen =
        wanted.upperBound == .max && !isSpread && scoresAlone && scale.ratesEveryPuzzle
      let end = isOpen ? wanted.lowerBound : wanted.upperBound
      options.stopsAboveTenths = end - 1
    }
    // A puzzle beyond the hardest allowed technique fails; its grade does not matter.
    if let highest = scale.hardest(of: requirements.usableTechniques)?.tenths {
      options.stopsAboveTenths = min(options.stopsAboveTenths, highest)
    }
    self.options = options
    ranksByScore = scoresAlone
    // No score is below the rating of a step.
    let needed = requirements.neededTechniques.compactMap(scale.baseTenths).max() ?? 0
    let ratesByHardest = scale.scoreIsHardestStep
    leastTenths = max(requirements.scores?.lowerBound ?? 0, ratesByHardest ? needed : 0)
    let hasFigures = traits.contains { !$0.figures.isEmpty || !$0.figuresEqualToScore.isEmpty }
    guard screens, ratesByHardest, !hasFigures, !isOpen else {
      screening = nil
      return
    }
    options.keepsSteps = false
    options.wantedTenths = leastTenths...max(leastTenths, options.stopsAboveTenths)
    // Without an upper limit only puzzles that are too easy can be left out.
    if self.options.keepsSteps, options.stopsAboveTenths == .max {
      options.stopsAboveTenths = leastTenths
    }
    screening = options
  }

  /// Grades a puzzle.
  ///
  /// - Parameters:
  ///   - known: The score of the nearest puzzle so far; a lower one need not be found out.
  ///   - mustFit: True if the steps of a puzzle that is too hard don't matter either.
  func grade(
    _ board: Board, known: Int = 0, mustFit: Bool = false, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade {
    guard var screening, let wanted = screening.wantedTenths else {
      return scale.grade(board, options: options, isCancelled: isCancelled)
    }
    if ranksByScore {
      let least = min(known, wanted.lowerBound)
      screening.wantedTenths = least...wanted.upperBound
    }
    let grade = scale.grade(board, options: screening, isCancelled: isCancelled)
    let mayFit =
      options.stopsAboveTenths == .max
      ? grade.scoreTenths != nil || grade.unrated != nil
      : grade.reachedTenths >= wanted.lowerBound && (grade.scoreTenths != nil || !mustFit)
    guard options.keepsSteps, mayFit else { return grade }
    return scale.grade(board, options: options, isCancelled: isCancelled)
  }
}
