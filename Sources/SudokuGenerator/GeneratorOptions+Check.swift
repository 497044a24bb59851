import SudokuCore
import SudokuRating
import SudokuSolver
import SudokuTechniques

extension GeneratorOptions {
  /// Makes sure that nothing speaks against a puzzle that meets all targets.
  ///
  /// Passing does not mean that there is such a puzzle.
  ///
  /// - Throws: `ContradictoryTargets` with the reason.
  public func check() throws(ContradictoryTargets) {
    let targets = allTargets
    for target in targets {
      if let reason = target.impossibility(on: scale) { throw ContradictoryTargets(reason) }
    }
    try checkScores(targets)
    try checkAllowedTechniques()
    try checkGaps()
    try checkLevels(targets)
    try checkBreadth()
    try checkPattern(targets)
    try checkFigures()
    try checkAutomorphism()
    try checkSolution()
    try checkClues(targets)
  }

  /// The scores that meet all targets, `nil` for all.
  var wantedScores: Range<Int>? {
    allTargets.compactMap(\.wantedScores).reduce(nil) { known, next in
      known.map { $0.clamped(to: next) } ?? next
    }
  }

  /// The least score that meets all targets, in tenths: no rating is below its EP or ED.
  var leastScoreTenths: Int {
    let figures = targets.compactMap { ($0 as? FigureTarget)?.tenths.lowerBound }
    return max(wantedScores?.lowerBound ?? 0, figures.max() ?? 0)
  }

  /// The cells in which the clues are to stand, `nil` for any.
  var pattern: CellSet? {
    allTargets.lazy.compactMap { ($0 as? PatternTarget)?.cells }.first
  }

  /// The numbers of clues that meet all targets, `nil` for all.
  var wantedClues: ClosedRange<Int>? {
    allTargets.compactMap(\.wantedClues).reduce(nil) { known, next in
      guard let known else { return next }
      let low = max(known.lowerBound, next.lowerBound)
      return low...max(low, min(known.upperBound, next.upperBound))
    }
  }

  private func checkScores(_ targets: [any GeneratorTarget]) throws(ContradictoryTargets) {
    let ranges = targets.compactMap(\.wantedScores)
    for (index, one) in ranges.enumerated() {
      for other in ranges[..<index] where one.clamped(to: other).isEmpty {
        throw ContradictoryTargets(contradiction(other, one))
      }
    }
    guard let end = wantedScores?.upperBound else { return }
    for case let target as TechniqueTarget in targets {
      for technique in target.needed {
        guard let tenths = scale.baseTenths(of: technique), tenths >= end else { continue }
        throw ContradictoryTargets(
          "\(technique.name) is rated \(decimal(tenths)) on the scale '\(scale.name)', "
            + "more than \(decimal(end - 1)), the highest that is asked for")
      }
    }
  }

  private func contradiction(_ one: Range<Int>, _ other: Range<Int>) -> String {
    guard let level else {
      return "no rating is both \(words(one)) and \(words(other))"
    }
    let fitting = scale.levels.filter { !$0.scoreTenths.clamped(to: other).isEmpty }
    let names = fitting.map { "\($0.name) (\($0.scoresInWords))" }.joined(separator: ", ")
    return "no puzzle of the level '\(level.name)' (\(level.scoresInWords)) is rated "
      + "\(words(other)); valid levels for this rating: \(names)"
  }

  func words(_ range: Range<Int>) -> String {
    if range.count == 1 { return decimal(range.lowerBound) }
    return range.upperBound == .max
      ? "from \(decimal(range.lowerBound))"
      : "\(decimal(range.lowerBound))...\(decimal(range.upperBound - 1))"
  }

  /// Whether a level allows the techniques that are needed.
  private func checkLevels(_ targets: [any GeneratorTarget]) throws(ContradictoryTargets) {
    let needed = targets.flatMap { ($0 as? TechniqueTarget)?.needed ?? [] }
    for level in targets.compactMap({ ($0 as? ScoreTarget)?.level }) {
      for technique in needed {
        guard let least = scale.leastLevel(of: technique), least > level else { continue }
        throw ContradictoryTargets(
          "\(technique.name) is of the level '\(least.name)' on the scale '\(scale.name)', "
            + "harder than '\(level.name)'")
      }
    }
  }

  private func checkPattern(_ targets: [any GeneratorTarget]) throws(ContradictoryTargets) {
    let patterns = Set(targets.compactMap { ($0 as? PatternTarget)?.cells })
    guard let pattern = patterns.first else { return }
    if patterns.count > 1 { throw ContradictoryTargets("a puzzle has one pattern") }
    guard symmetry.holds(for: pattern) else {
      throw ContradictoryTargets("the pattern lacks the symmetry '\(symmetry.rawValue)'")
    }
  }

  /// Whether there are automorphic puzzles of the symmetry.
  private func checkAutomorphism() throws(ContradictoryTargets) {
    guard isAutomorphic else { return }
    if AutomorphismKind.kinds(with: symmetry).isEmpty {
      throw ContradictoryTargets(
        "no grid is automorphic under the symmetry '\(symmetry.rawValue)': a mirror leaves a whole "
          + "line in its place, so no digits could be exchanged")
    }
    if solution != nil || pattern != nil {
      throw ContradictoryTargets(
        "an automorphic puzzle can't have a given \(solution == nil ? "pattern" : "solution")")
    }
  }

  /// Whether the solution is one, and whether a pattern leaves it the only one.
  private func checkSolution() throws(ContradictoryTargets) {
    guard let solution else { return }
    guard solution.isSolved else {
      throw ContradictoryTargets("the solution is not a full grid that keeps the rules")
    }
    guard let pattern else { return }
    let puzzle = solution.keeping(pattern)
    guard Solver().solve(puzzle).isUnique else {
      throw ContradictoryTargets("the clues of the pattern leave several solutions, not only this")
    }
    guard minimality == .strict else { return }
    let redundant = BatchSolver(threads: 1).redundantClues(of: puzzle)
    guard redundant.isEmpty else {
      throw ContradictoryTargets(
        "the clues of the pattern in this solution are not minimal: "
          + redundant.map { "\($0)" }.joined(separator: " ") + " can go")
    }
  }

  /// Whether the symmetry allows one of the numbers of clues.
  private func checkClues(_ targets: [any GeneratorTarget]) throws(ContradictoryTargets) {
    let ranges = targets.compactMap(\.wantedClues)
    for (index, one) in ranges.enumerated() {
      for other in ranges[..<index] where !one.overlaps(other) {
        throw ContradictoryTargets("no number of clues is both \(other) and \(one)")
      }
    }
    guard let wanted = wantedClues else { return }
    var reachable: Set<Int> = [0]
    for orbit in symmetry.orbits { reachable.formUnion(reachable.map { $0 + orbit.count }) }
    let possible = reachable.filter { $0 >= ClueTarget.fewest }
    guard possible.isDisjoint(with: Set(wanted)) else { return }
    let nearest = [
      possible.filter { $0 < wanted.lowerBound }.max(),
      possible.filter { $0 > wanted.upperBound }.min(),
    ].compactMap { $0 }.map(String.init).joined(separator: ", ")
    throw ContradictoryTargets(
      "\(wanted.lowerBound) clues can't have the symmetry '\(symmetry.rawValue)'; "
        + "nearest: \(nearest)")
  }
}
