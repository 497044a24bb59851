import SudokuTechniques

/// The scale of Sudoku Explainer 1.2.1: what a step is worth.
package enum SEScale {
  package static let name = "se"
  /// Version of the scale: the program it agrees with.
  package static let version = "1.2.1"

  /// A technique of this scale and its rating.
  struct Row: Sendable {
    /// The property of a step that raises its rating above its technique's.
    enum Surcharge: Sendable {
      /// The length of its chains; nothing for techniques without chains.
      case length
      /// The size of its loop.
      case loop
      /// The size of its loop, and that of its naked set.
      case loopAndNakedSet
      /// The size of its loop, and that of its hidden set.
      case loopAndHiddenSet
      /// The size of its naked set.
      case nakedSet
    }

    let technique: Technique
    let tenths: Int
    let surcharge: Surcharge

    init(_ technique: Technique, _ tenths: Int, _ surcharge: Surcharge = .length) {
      self.technique = technique
      self.tenths = tenths
      self.surcharge = surcharge
    }
  }

  /// The techniques in the order in which the program tries them.
  package static let techniques: [Technique] = table.map(\.technique)

  /// The rating of a technique in tenths, without surcharges; `nil` if the program lacks it.
  package static func baseTenths(of technique: Technique) -> Int? { rows[technique]?.tenths }

  /// The highest rating that a step of a technique can have in tenths.
  package static func highestTenths(of technique: Technique) -> Int? {
    guard let row = rows[technique], !chains.contains(technique) else { return nil }
    // Sets beside a loop or a grave have seven cells at most.
    let mostOfSet = 6
    return switch row.surcharge {
    case .length: row.tenths
    case .loop: row.tenths + loopTenths(.max)
    case .loopAndNakedSet, .loopAndHiddenSet: row.tenths + loopTenths(.max) + mostOfSet
    case .nakedSet: row.tenths + mostOfSet
    }
  }

  private static let chains = Set(SEOrder.chains.flatMap(\.techniques))

  /// The rating of a step in tenths: its technique's, and more for size or length.
  package static func tenths(of step: Step) -> Int? {
    guard let row = rows[step.technique] else { return nil }
    let loop = loopTenths(step.pattern.cells.count)
    return switch row.surcharge {
    case .length: row.tenths + lengthTenths(step.complexity)
    case .loop: row.tenths + loop
    case .loopAndNakedSet: row.tenths + loop + step.size - 1
    case .loopAndHiddenSet: row.tenths + loop + step.size - 2
    case .nakedSet: row.tenths + step.size - 1
    }
  }

  private static let rows: [Technique: Row] = Dictionary(
    uniqueKeysWithValues: table.map { ($0.technique, $0) })

  /// The addition for a unique loop that is longer than a rectangle.
  private static func loopTenths(_ cellCount: Int) -> Int {
    switch cellCount {
    case ..<6: 0
    case ..<8: 1
    case ..<10: 2
    default: 5
    }
  }

  /// The addition for a chain's length.
  package static func lengthTenths(_ complexity: Int) -> Int {
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

  /// The most literals of forcing chains that are rated no higher.
  static func chainLimits(upTo tenths: Int) -> OrderFreeSolver.ChainLimits {
    OrderFreeSolver.ChainLimits(
      singleDigit: largestComplexity(baseTenths(of: .forcingXChain) ?? .max, tenths),
      general: largestComplexity(baseTenths(of: .forcingChain) ?? .max, tenths))
  }

  private static func largestComplexity(_ base: Int, _ tenths: Int) -> Int {
    guard base <= tenths else { return 0 }
    var complexity = 2
    while complexity < 255, base + lengthTenths(complexity + 1) <= tenths { complexity += 1 }
    return complexity
  }
}

/// The addition of a chain's length to its place in the order of chains.
///
/// Sudoku Explainer takes the chain that it rates lowest, and it rates in floating-point numbers
/// that are compared unrounded: 6.6 and 0.1 is less than 6.5 and 0.2. So the order of chains needs
/// these numbers as they are, though `SEScale` rates in tenths.
enum ChainLength {
  /// The surcharge for each complexity from 0 to the largest one of a chain without nested ones.
  private static let table: [Double] = (0..<4096).map(surcharge)

  /// The surcharge of a chain with a complexity.
  ///
  /// It is 0.1 for each of `SEScale.lengthTenths`, added one after the other.
  static func of(_ complexity: Int) -> Double {
    complexity < table.count ? table[complexity] : surcharge(complexity)
  }

  private static func surcharge(_ complexity: Int) -> Double {
    var sum = 0.0
    for _ in 0..<SEScale.lengthTenths(complexity) { sum += 0.1 }
    return sum
  }
}
