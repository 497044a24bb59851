import SudokuTechniques

/// The scale of Sudoku Explainer 1.2.1: what a step is worth.
public enum SEScale {
  /// Name of the scale.
  public static let name = "se"
  /// Version of the scale: the program it agrees with.
  public static let version = "1.2.1"

  /// The rating of a step in tenths: its technique's, and more for size or length.
  ///
  /// - Parameter step: A step.
  /// - Returns: The rating, as in 42 for an XY-Wing.
  public static func tenths(of step: Step) -> Int {
    let base = baseTenths(of: step.technique)
    switch step.technique {
    case .uniqueLoop1, .uniqueLoop2, .uniqueLoop4:
      return base + loopTenths(step.pattern.cells.count)
    case .uniqueRectangle3Naked, .uniqueLoop3Naked:
      return base + loopTenths(step.pattern.cells.count) + step.size - 1
    case .uniqueRectangle3Hidden, .uniqueLoop3Hidden:
      return base + loopTenths(step.pattern.cells.count) + step.size - 2
    case .bivalueGrave3:
      return base + step.size - 1
    default:
      return base + lengthTenths(step.complexity)
    }
  }

  /// The rating of a technique in tenths, without surcharges.
  static func baseTenths(of technique: Technique) -> Int { bases[Int(technique.rawValue)] }

  private static let bases = Technique.catalogue.map(\.baseTenths)

  /// What a unique loop is worth more than a rectangle.
  private static func loopTenths(_ cellCount: Int) -> Int {
    switch cellCount {
    case ..<6: 0
    case ..<8: 1
    case ..<10: 2
    default: 5
    }
  }

  /// What a chain's length adds.
  ///
  /// - Parameter complexity: The number of statements; 0 for techniques without chains.
  /// - Returns: Tenths: one for each of the thresholds 4, 6, 8, 12, 16, 24, 32 ... that
  ///   `complexity - 2` passes.
  public static func lengthTenths(_ complexity: Int) -> Int {
    let length = complexity - 2
    var tenths = 0
    var threshold = 4
    while length > threshold {
      tenths += 1
      // 4, 6, 8, 12, 16, 24 ...: a power of two, then one and a half of it.
      threshold = threshold & (threshold - 1) == 0 ? threshold / 2 * 3 : threshold / 3 * 4
    }
    return tenths
  }

  /// How long forcing chains are at most that are rated no higher.
  ///
  /// - Parameter tenths: A rating in tenths.
  /// - Returns: The limits, 0 where all chains are rated higher.
  static func chainLimits(upTo tenths: Int) -> OrderFreeSolver.ChainLimits {
    OrderFreeSolver.ChainLimits(
      singleDigit: largestComplexity(baseTenths(of: .forcingXChain), tenths),
      general: largestComplexity(baseTenths(of: .forcingChain), tenths))
  }

  private static func largestComplexity(_ base: Int, _ tenths: Int) -> Int {
    guard base <= tenths else { return 0 }
    var complexity = 2
    while complexity < 255, base + lengthTenths(complexity + 1) <= tenths { complexity += 1 }
    return complexity
  }
}
