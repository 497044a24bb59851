import SudokuRating
import SudokuTechniques

extension GeneratorOptions {
  /// The techniques of the scale that may be used, in its order.
  private var usableTechniques: [Technique] {
    let sets = allTargets.compactMap { ($0 as? TechniqueTarget)?.allowed }
    return scale.techniques.filter { technique in sets.allSatisfy { $0.contains(technique) } }
  }

  /// The highest score that the techniques allowed can give, in tenths; `nil` where there is no limit.
  var highestAllowedTenths: Int? { hardest(of: usableTechniques)?.tenths }

  /// The technique that gives the highest score; `nil` where one of them has no limit.
  private func hardest(of techniques: [Technique]) -> (technique: Technique, tenths: Int)? {
    var hardest: (technique: Technique, tenths: Int)?
    for technique in techniques {
      guard let tenths = scale.highestTenths(of: technique) else { return nil }
      if hardest.map({ $0.tenths < tenths }) ?? true { hardest = (technique, tenths) }
    }
    return hardest
  }

  /// Whether a technique that is allowed is as hard as the puzzle is to be.
  func checkAllowedTechniques() throws(ContradictoryTargets) {
    let usable = usableTechniques
    if usable.isEmpty {
      throw ContradictoryTargets(
        "none of the allowed techniques is one of the scale '\(scale.name)'")
    }
    guard let wanted = wantedScores?.lowerBound, let hardest = hardest(of: usable),
      hardest.tenths < wanted
    else { return }
    throw ContradictoryTargets(
      "\(hardest.technique.name), the hardest technique allowed, is rated "
        + "\(decimal(hardest.tenths)) at most on the scale '\(scale.name)'; "
        + "from \(decimal(wanted)) is asked for")
  }

  /// Whether the scores and figures that are wanted are those of some technique that is allowed:
  /// between the ratings of two techniques there may be a gap.
  func checkGaps() throws(ContradictoryTargets) {
    if let wanted = wantedScores { try checkGap(wanted) }
    for case let figure as FigureTarget in targets {
      try checkGap(figure.tenths.lowerBound..<figure.tenths.upperBound + 1)
    }
  }

  private func checkGap(_ wanted: Range<Int>) throws(ContradictoryTargets) {
    var below = 0
    var above = Int.max
    for technique in usableTechniques {
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
      "no technique that is allowed is rated \(words(wanted)) on the scale '\(scale.name)'; "
        + "nearest: \(nearest)")
  }

  /// Whether singles alone reach what else is asked for, as they do wherever a breadth is.
  func checkBreadth() throws(ContradictoryTargets) {
    guard targets.contains(where: { $0 is BreadthTarget }) else { return }
    // What a scale tries before its last single may be used in passing.
    let end = scale.techniques.lastIndex { $0.family == .single } ?? 0
    let easy = scale.techniques[...end]
    for case let target as TechniqueTarget in targets {
      for technique in Technique.all where target.needed.subtracting(easy).contains(technique) {
        throw ContradictoryTargets(
          "singles solve every puzzle that has a breadth, none needs \(technique.name)")
      }
    }
    guard let wanted = wantedScores?.lowerBound, let hardest = hardest(of: Array(easy)),
      hardest.tenths < wanted
    else { return }
    throw ContradictoryTargets(
      "singles solve every puzzle that has a breadth, and are rated \(decimal(hardest.tenths)) at "
        + "most on the scale '\(scale.name)'; from \(decimal(wanted)) is asked for")
  }

  /// Whether EP and ED may lie where they are wanted: neither is ever above the rating, nor ED above EP.
  func checkFigures() throws(ContradictoryTargets) {
    var highest: (name: String, tenths: Int)?
    if let end = wantedScores?.upperBound, end != .max { highest = ("ER", end - 1) }
    let figures = targets.compactMap { $0 as? FigureTarget }
    for figure in figures.filter({ $0.figure == .ep }) + figures.filter({ $0.figure == .ed }) {
      let name = figure.figure.rawValue.uppercased()
      if let highest, figure.tenths.lowerBound > highest.tenths {
        throw ContradictoryTargets(
          "\(name) is never above \(highest.name), which is \(decimal(highest.tenths)) at most; "
            + "\(name) from \(decimal(figure.tenths.lowerBound)) is asked for")
      }
      if highest.map({ figure.tenths.upperBound < $0.tenths }) ?? true {
        highest = (name, figure.tenths.upperBound)
      }
    }
    try checkJewels(figures)
  }

  /// Whether the figures that a jewel has in common may have one value.
  private func checkJewels(_ figures: [FigureTarget]) throws(ContradictoryTargets) {
    for case let jewel as JewelTarget in targets {
      var common = wantedScores ?? 0..<Int.max
      for figure in figures where figure.figure == .ep || jewel == .diamond {
        let range = figure.tenths.lowerBound..<figure.tenths.upperBound + 1
        guard !common.overlaps(range) else {
          common = common.clamped(to: range)
          continue
        }
        throw ContradictoryTargets(
          "\(figure.figure.rawValue.uppercased()) of a \(jewel.rawValue) is its ER: none is both "
            + "\(words(common)) and \(words(range))")
      }
    }
  }
}
