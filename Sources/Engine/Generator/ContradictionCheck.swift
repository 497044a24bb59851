import SudokuCore
import SudokuRating
import SudokuSolver
import SudokuTechniques

/// Targets that no puzzle can meet.
public struct ContradictoryTargets: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why no puzzle can meet them, and what is valid.
  public let reason: String

  package init(_ reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}

extension GeneratorOptions {
  /// Throws if targets contradict each other; passing does not prove that a puzzle exists.
  package func check() throws(ContradictoryTargets) {
    try ContradictionCheck(self, Requirements(self)).run()
  }
}

/// Compares what the targets of options say about their puzzles, and refuses what excludes each other.
struct ContradictionCheck {
  private let options: GeneratorOptions
  private let requirements: Requirements
  private let scale: any Scale
  private let traits: [TargetTraits]

  init(_ options: GeneratorOptions, _ requirements: Requirements) {
    self.options = options
    self.requirements = requirements
    scale = options.scale
    traits = requirements.traits
  }

  func run() throws(ContradictoryTargets) {
    for target in requirements.targets {
      if let reason = target.impossibility(on: scale) { throw ContradictoryTargets(reason) }
    }
    try checkScores()
    try checkAllowedTechniques()
    try checkGaps()
    try checkLevels()
    try checkSingles()
    try checkPattern()
    try checkFigures()
    try checkAutomorphism()
    try checkSolution()
    try checkClues()
  }

  // MARK: Scores and techniques

  private func checkScores() throws(ContradictoryTargets) {
    let ranges = traits.compactMap(\.scores)
    for (index, one) in ranges.enumerated() {
      for other in ranges[..<index] where one.clamped(to: other).isEmpty {
        throw ContradictoryTargets(contradiction(other, one))
      }
    }
    guard let end = requirements.scores?.upperBound else { return }
    for technique in traits.flatMap(\.neededTechniques) {
      guard let tenths = scale.baseTenths(of: technique), tenths >= end else { continue }
      throw ContradictoryTargets(
        "\(technique.name) is rated \(decimal(tenths)) on the scale '\(scale.name)', "
          + "above the requested maximum \(decimal(end - 1))")
    }
  }

  private func contradiction(_ one: Range<Int>, _ other: Range<Int>) -> String {
    guard let level = options.level else {
      return "no rating is both \(words(one)) and \(words(other))"
    }
    let fitting = scale.levels.filter { !$0.scoreTenths.clamped(to: other).isEmpty }
    let names = fitting.map { "\($0.name) (\($0.scoresInWords))" }.joined(separator: ", ")
    return "no puzzle of the level '\(level.name)' (\(level.scoresInWords)) is rated "
      + "\(words(other)); valid levels for this rating: \(names)"
  }

  private func words(_ range: Range<Int>) -> String {
    if range.count == 1 { return decimal(range.lowerBound) }
    return range.upperBound > scale.highestTenths + 1
      ? "from \(decimal(range.lowerBound))"
      : "\(decimal(range.lowerBound))...\(decimal(range.upperBound - 1))"
  }

  /// Fails if no allowed technique is as hard as the puzzle must be.
  private func checkAllowedTechniques() throws(ContradictoryTargets) {
    if requirements.usableTechniques.isEmpty {
      throw ContradictoryTargets(
        "none of the allowed techniques is one of the scale '\(scale.name)'")
    }
    guard let wanted = requirements.scores?.lowerBound,
      let hardest = scale.hardest(of: requirements.usableTechniques), hardest.tenths < wanted
    else { return }
    throw ContradictoryTargets(
      "\(hardest.technique.name), the hardest allowed technique, is rated at most "
        + "\(decimal(hardest.tenths)) on the scale '\(scale.name)'; "
        + "the requested minimum is \(decimal(wanted))")
  }

  /// Fails if no allowed technique gives the scores and figures asked for: there may be a gap between the ratings of
  /// two techniques.
  private func checkGaps() throws(ContradictoryTargets) {
    if let wanted = requirements.scores { try checkGap(wanted) }
    for figure in figures { try checkGap(figure.range) }
  }

  private func checkGap(_ wanted: Range<Int>) throws(ContradictoryTargets) {
    var below = 0
    var above = Int.max
    for technique in requirements.usableTechniques {
      guard let low = scale.baseTenths(of: technique) else { return }
      guard let high = scale.highestTenths(of: technique) else {
        // From here on there may be anything.
        if low < wanted.upperBound { return }
        above = min(above, low)
        continue
      }
      if low < wanted.upperBound, high >= wanted.lowerBound { return }
      if high < wanted.lowerBound { below = max(below, high) } else { above = min(above, low) }
    }
    let nearest = [below, above].filter { 1..<Int.max ~= $0 }.map(decimal).joined(separator: ", ")
    throw ContradictoryTargets(
      "no allowed technique is rated \(words(wanted)) on the scale '\(scale.name)'; "
        + "nearest: \(nearest)")
  }

  private func checkLevels() throws(ContradictoryTargets) {
    for level in traits.compactMap(\.level) {
      for technique in traits.flatMap(\.neededTechniques) {
        guard let least = scale.leastLevel(of: technique), least > level else { continue }
        throw ContradictoryTargets(
          "\(technique.name) is of the level '\(least.name)' on the scale '\(scale.name)', "
            + "harder than '\(level.name)'")
      }
    }
  }

  /// Fails if a target asks for singles only and singles can't reach the other targets.
  private func checkSingles() throws(ContradictoryTargets) {
    guard traits.contains(where: \.isSolvedBySingles) else { return }
    // Anything that a scale tries before its last single may be used in passing.
    let end = scale.techniques.lastIndex { $0.family == .single } ?? 0
    let easy = scale.techniques[...end]
    for needed in traits.map(\.neededTechniques) {
      for technique in Technique.all where needed.subtracting(easy).contains(technique) {
        throw ContradictoryTargets(
          "singles solve every puzzle with a breadth; none needs \(technique.name)")
      }
    }
    guard let wanted = requirements.scores?.lowerBound,
      let hardest = scale.hardest(of: Array(easy)), hardest.tenths < wanted
    else { return }
    throw ContradictoryTargets(
      "singles solve every puzzle with a breadth, and are rated at most "
        + "\(decimal(hardest.tenths)) on the scale '\(scale.name)'; "
        + "the requested minimum is \(decimal(wanted))")
  }

  // MARK: Figures

  private var figures: [(figure: FigureTarget.Figure, range: Range<Int>)] {
    traits.flatMap { traits in
      [.ep, .ed].compactMap { figure in
        traits.figures[figure].map { (figure, $0.lowerBound..<$0.upperBound + 1) }
      }
    }
  }

  /// Fails if EP and ED can't be in their ranges: neither is ever above the rating, nor ED above EP.
  private func checkFigures() throws(ContradictoryTargets) {
    var highest: (name: String, tenths: Int)?
    if let end = requirements.scores?.upperBound, end != .max { highest = ("ER", end - 1) }
    for (figure, range) in figures.filter({ $0.figure == .ep })
      + figures.filter({ $0.figure == .ed })
    {
      let name = figure.rawValue.uppercased()
      if let highest, range.lowerBound > highest.tenths {
        throw ContradictoryTargets(
          "\(name) is never above \(highest.name), which is at most \(decimal(highest.tenths)); "
            + "the requested minimum of \(name) is \(decimal(range.lowerBound))")
      }
      if highest.map({ range.upperBound - 1 < $0.tenths }) ?? true {
        highest = (name, range.upperBound - 1)
      }
    }
    for equal in traits.map(\.figuresEqualToScore) where !equal.isEmpty {
      try checkFiguresEqualToScore(equal)
    }
  }

  private func checkFiguresEqualToScore(
    _ equal: Set<FigureTarget.Figure>
  ) throws(ContradictoryTargets) {
    var common = requirements.scores ?? 0..<Int.max
    for (figure, range) in figures where equal.contains(figure) {
      guard !common.overlaps(range) else {
        common = common.clamped(to: range)
        continue
      }
      throw ContradictoryTargets(
        "\(figure.rawValue.uppercased()) must equal ER: no value is both \(words(common)) and "
          + "\(words(range))")
    }
  }

  // MARK: Cells

  private func checkPattern() throws(ContradictoryTargets) {
    guard let pattern = requirements.pattern else { return }
    if Set(traits.compactMap(\.pattern)).count > 1 {
      throw ContradictoryTargets("a puzzle has one pattern")
    }
    guard options.symmetry.holds(for: pattern) else {
      throw ContradictoryTargets("the pattern lacks the symmetry '\(options.symmetry.rawValue)'")
    }
  }

  private func checkAutomorphism() throws(ContradictoryTargets) {
    guard options.isAutomorphic else { return }
    if AutomorphismKind.kinds(with: options.symmetry).isEmpty {
      throw ContradictoryTargets(
        "no grid is automorphic under the symmetry '\(options.symmetry.rawValue)': a mirror leaves "
          + "a whole line in its place, so no digits could be exchanged")
    }
    if options.solution != nil || requirements.pattern != nil {
      throw ContradictoryTargets(
        "an automorphic puzzle can't have a given \(options.solution == nil ? "pattern" : "solution")"
      )
    }
  }

  /// Fails if the solution breaks the rules, or if the clues of a pattern have another solution or must not be
  /// redundant and are.
  private func checkSolution() throws(ContradictoryTargets) {
    guard let solution = options.solution else { return }
    guard solution.isSolved else {
      throw ContradictoryTargets("the solution is not a valid full grid")
    }
    guard let pattern = requirements.pattern else { return }
    let puzzle = solution.keeping(pattern)
    guard Solver().solve(puzzle).isUnique else {
      throw ContradictoryTargets("the clues of the pattern allow further solutions")
    }
    guard options.minimality == .strict else { return }
    let redundant = BatchSolver(threads: 1).redundantClues(of: puzzle)
    guard redundant.isEmpty else {
      throw ContradictoryTargets(
        "the clues of the pattern in this solution are not minimal; redundant: "
          + redundant.map { "\($0)" }.joined(separator: " "))
    }
  }

  private func checkClues() throws(ContradictoryTargets) {
    let ranges = traits.compactMap(\.clues)
    for (index, one) in ranges.enumerated() {
      for other in ranges[..<index] where !one.overlaps(other) {
        throw ContradictoryTargets("no number of clues is both \(other) and \(one)")
      }
    }
    guard let wanted = requirements.clues else { return }
    var reachable: Set<Int> = [0]
    for orbit in options.symmetry.orbits {
      reachable.formUnion(reachable.map { $0 + orbit.count })
    }
    let possible = reachable.filter { $0 >= ClueTarget.fewest }
    guard possible.isDisjoint(with: Set(wanted)) else { return }
    let nearest = [
      possible.filter { $0 < wanted.lowerBound }.max(),
      possible.filter { $0 > wanted.upperBound }.min(),
    ].compactMap { $0 }.map(String.init).joined(separator: ", ")
    throw ContradictoryTargets(
      "\(wanted.lowerBound) clues can't have the symmetry '\(options.symmetry.rawValue)'; "
        + "nearest: \(nearest)")
  }
}
