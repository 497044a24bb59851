import SudokuRating

/// Shares of the scores that are asked for, so that puzzles come spread over them and not all with the
/// commonest score.
///
/// On scales whose score is the rating of the hardest step, a share begins at each technique's rating;
/// on others there are eight shares of the same width.
struct ScoreSpread {
  /// After how many grids a puzzle as near to its share as there was will do.
  static let attemptLimit = 1_000
  private static let evenShares = 8

  /// The shares in ascending order, at least one.
  let shares: [Range<Int>]

  /// Cuts scores into shares.
  ///
  /// - Parameters:
  ///   - wanted: The scores that are asked for, `nil` for all.
  ///   - level: The level that is asked for, if any.
  ///   - scale: The scale.
  init(_ wanted: Range<Int>?, level: Level?, scale: any Scale) {
    let wanted = wanted ?? 0..<Int.max
    var starts: [Int]
    if scale.scoreIsHardestStep {
      starts = Set(scale.techniques.compactMap(scale.baseTenths)).filter(wanted.contains).sorted()
    } else {
      // Where levels' scores overlap, those below the easier level's end are its puzzles' for the most
      // part.
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

  /// Up to where scores without an upper limit are cut into shares; the last one holds what is higher.
  private static func end(from low: Int, above easier: Level?) -> Int {
    // As wide as the level below where levels are ranges of one number; sums of steps grow faster.
    guard let easier, easier.isDecidedByScore else { return 2 * max(low, 80) }
    return low + easier.scoreTenths.count
  }

  /// The share that a puzzle is to have.
  ///
  /// - Parameter index: The number of the puzzle.
  /// - Returns: The scores.
  func share(of index: Int) -> ScoreTarget {
    let share = shares[Int(UInt(bitPattern: index) % UInt(shares.count))]
    return ScoreTarget(share.lowerBound...max(share.lowerBound, share.upperBound - 1))
  }
}
