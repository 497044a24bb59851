import SudokuCore
import SudokuTechniques

/// Unique rectangles and loops as Sudoku Explainer finds and sorts them.
///
/// The steps are sorted by the program's ratings; its faults in gathering extra digits are on by
/// default.
struct SEUniqueLoop: SESearcher {
  var techniques: [Technique] { UniqueLoop.techniques }

  /// The step to take first; never interrupted.
  func firstStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step? {
    let open = context.loopMemory.openPairs(in: grid)
    var pairsWithLoops: UInt128 = 0
    let step = firstStep(
      in: grid, options: context.options, pairs: open, withLoops: &pairsWithLoops)
    if step == nil { context.loopMemory.note(grid, withLoops: pairsWithLoops) }
    return step
  }

  /// The step to take first among those of some pairs of digits; notes the pairs with loops.
  private func firstStep(
    in grid: CandidateGrid, options: SEOptions, pairs: UInt128, withLoops: inout UInt128
  ) -> Step? {
    if pairs == 0 { return nil }
    var starts = CellSet()
    for cell in grid.bivalueCells where pairs & LoopMemory.bit(grid[cell].rawValue) != 0 {
      starts.insert(cell)
    }
    if starts.isEmpty { return nil }
    var walk = UniqueLoop.Walk(
      grid: grid, sharesExtras: options.gathersLoopExtrasPerFrame,
      startsHiddenSetsAtExtraCount: options.startsHiddenLoopSetsAtExtraCount)
    // Nothing is rated lower than most steps of rectangles, and most steps are such.
    var rectangles = walk
    for cell in starts { rectangles.startRectangles(at: cell) }
    if let best = Self.best(of: rectangles.finds), best.key < Self.loopKey { return best.step }
    for cell in starts {
      let loopCount = walk.loopCount
      walk.start(at: cell)
      if walk.loopCount > loopCount { withLoops |= LoopMemory.bit(grid[cell].rawValue) }
    }
    return Self.best(of: walk.finds)?.step
  }

  /// The step with the lowest key, of those the one of the lowest type, of those the first.
  private static func best(of finds: [UniqueLoop.Find]) -> (key: Double, step: Step)? {
    var best: (key: Double, find: UniqueLoop.Find)?
    for find in finds {
      let key = sortKey(find)
      if let best, (best.key, best.find.type) <= (key, find.type) { continue }
      best = (key, find)
    }
    return best.map { ($0.key, $0.find.step) }
  }

  /// The lowest key of a loop with more than four cells.
  private static let loopKey = 4.5 + 0.1

  /// The program's rating as the sum that it computes: it sorts by binary fractions, whose rounding
  /// breaks ties.
  private static func sortKey(_ find: UniqueLoop.Find) -> Double {
    let base =
      switch find.loopCount {
      case ..<6: 4.5
      case ..<8: 4.5 + 0.1
      case ..<10: 4.5 + 0.2
      default: 4.5 + 0.3 + 0.2
      }
    return base + Double(find.surplus) * 0.1
  }
}
