import SudokuCore
import SudokuTechniques

/// Unique rectangles and loops as Sudoku Explainer finds and sorts them.
///
/// The steps are sorted by the program's ratings; its faults in gathering extra digits are on by
/// default.
public struct SEUniqueLoop: SESearcher {
  /// Creates the searcher.
  public init() {}

  /// Unique rectangles and loops.
  public var techniques: [Technique] { UniqueLoop.techniques }

  /// The step to take first; never interrupted.
  public func firstStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step? {
    firstStep(in: grid, options: context.options)
  }

  /// The step to take first, `nil` if there is none.
  ///
  /// - Parameters:
  ///   - grid: The grid to search.
  ///   - options: Which of the program's faults apply.
  /// - Returns: The first step.
  public func firstStep(in grid: CandidateGrid, options: SEOptions = .init()) -> Step? {
    var walk = UniqueLoop.Walk(
      grid: grid, sharesExtras: options.gathersLoopExtrasPerFrame,
      startsHiddenSetsAtExtraCount: options.startsHiddenLoopSetsAtExtraCount)
    for cell in CellSet.all where grid[cell].count == 2 { walk.start(at: cell) }
    var best: (key: Double, find: UniqueLoop.Find)?
    for find in walk.finds {
      let key = SEUniqueLoop.sortKey(find)
      if let best, (best.key, best.find.type) <= (key, find.type) { continue }
      best = (key, find)
    }
    return best?.find.step
  }

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
