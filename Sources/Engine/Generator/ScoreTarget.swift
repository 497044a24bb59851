import SudokuCore
import SudokuRating

/// A puzzle whose score is in a range; or, made of a level, one of that level.
struct ScoreTarget: MeasuredTarget {
  /// The scores, in tenths; open above if the bound is `Int.max`.
  let scoreTenths: Range<Int>
  let level: Level?
  /// True if a puzzle beyond the scale's techniques is not a puzzle of an open range.
  private let mustBeRated: Bool

  init(_ scoreTenths: ClosedRange<Int>) {
    self.scoreTenths = scoreTenths.lowerBound..<scoreTenths.upperBound + 1
    level = nil
    mustBeRated = false
  }

  init(_ level: Level, on scale: any Scale) {
    self.level = level
    scoreTenths = level.scoreTenths
    mustBeRated = !scale.ratesEveryPuzzle
  }

  var traits: TargetTraits {
    var traits = TargetTraits()
    let hasAllScores = scoreTenths.lowerBound == 0 && scoreTenths.upperBound == .max
    traits.scores = hasAllScores ? nil : scoreTenths
    traits.level = level
    return traits
  }

  /// Levels of other scales, and scores that no technique gives.
  func impossibility(on scale: any Scale) -> String? {
    if let level {
      guard !scale.levels.contains(level) else { return nil }
      guard !scale.levels.isEmpty else {
        return "the scale '\(scale.name)' has no levels: '\(level.name)' is one of the scale "
          + "'\(level.scale)'"
      }
      let names = scale.levels.map(\.name).joined(separator: ", ")
      return "'\(level.name)' of the scale '\(level.scale)' is not a level of the scale "
        + "'\(scale.name)'; valid levels: \(names)"
    }
    guard scoreTenths.lowerBound <= scale.highestTenths else {
      return "no puzzle is rated above \(decimal(scale.highestTenths)) on the scale '\(scale.name)'"
    }
    let least = scale.techniques.compactMap(scale.baseTenths).min() ?? 0
    guard scoreTenths.upperBound <= least else { return nil }
    return "no puzzle is rated below \(decimal(least)) on the scale '\(scale.name)'"
  }

  /// The number of tenths outside the range, or of levels away in hundreds if the score alone does not
  /// decide the level.
  func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    guard let grade else { return TargetDistance(1) }
    if let level, !level.isDecidedByScore { return distance(of: grade, from: level) }
    let amount = amount(of: grade)
    let isTooHard =
      grade.unrated == .beyondTechniques || grade.unrated == .aboveLimit
      || grade.reachedTenths >= scoreTenths.lowerBound
    return TargetDistance(amount, isTooHard: amount > 0 && isTooHard)
  }

  private func distance(of grade: Grade, from level: Level) -> TargetDistance {
    guard let reached = grade.level else {
      return TargetDistance(
        1_000, isTooHard: grade.unrated == .aboveLimit || grade.unrated == .beyondTechniques)
    }
    return TargetDistance(
      100 * abs(reached.rank - level.rank), isTooHard: reached.rank > level.rank)
  }

  private func amount(of grade: Grade) -> Int {
    let tenths = grade.reachedTenths
    let (low, high) = (scoreTenths.lowerBound, scoreTenths.upperBound)
    if high == .max {
      if mustBeRated, grade.unrated != nil { return max(1, low - tenths) }
      // Open above: every puzzle beyond the start meets the target, rated or not.
      return grade.unrated == .needsChains || tenths >= low ? 0 : low - tenths
    }
    if grade.unrated != nil { return max(1, tenths - high + 1) }
    return tenths < low ? low - tenths : max(0, tenths - high + 1)
  }
}

/// Tenths as decimal text: 34 is `3.4`.
func decimal(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

/// Shares of the requested scores, so that puzzles spread over them and do not all have the commonest.
///
/// On scales whose score is the rating of the hardest step, a share begins at each technique's rating.
/// Other scales have eight shares of equal width.
struct ScoreSpread {
  /// The number of grids after which the nearest puzzle so far is accepted for a share.
  static let attemptLimit = 1_000
  private static let evenShares = 8

  let shares: [Range<Int>]

  init(_ wanted: Range<Int>?, level: Level?, scale: any Scale) {
    let wanted = wanted ?? 0..<Int.max
    var starts: [Int]
    if scale.scoreIsHardestStep {
      starts = Set(scale.techniques.compactMap(scale.baseTenths)).filter(wanted.contains).sorted()
    } else {
      // If levels' scores overlap, most puzzles below the easier level's end are of that level.
      let easier = level.flatMap { level in scale.levels.last { $0 < level } }
      let low = max(wanted.lowerBound, easier?.scoreTenths.upperBound ?? 0)
      let isOpen = wanted.upperBound > scale.highestTenths || wanted.upperBound == .max
      let high = isOpen ? Self.end(from: low, above: easier) : wanted.upperBound
      let width = max(1, (high - low) / Self.evenShares)
      starts = (0..<Self.evenShares).map { low + $0 * width }.filter(wanted.contains)
    }
    if starts.isEmpty { starts = [wanted.lowerBound] }
    starts[0] = wanted.lowerBound
    let ends = starts.dropFirst() + [wanted.upperBound]
    shares = zip(starts, ends).map { $0..<max($0, $1) }
  }

  /// The end of the shares of scores without an upper limit; the last share includes higher scores.
  private static func end(from low: Int, above easier: Level?) -> Int {
    // As wide as the level below if levels are ranges of one number; sums of steps grow faster.
    guard let easier, easier.isDecidedByScore else { return 2 * max(low, 80) }
    return low + easier.scoreTenths.count
  }

  func share(of index: Int) -> ScoreTarget {
    let share = shares[Int(UInt(bitPattern: index) % UInt(shares.count))]
    return ScoreTarget(share.lowerBound...max(share.lowerBound, share.upperBound - 1))
  }
}
