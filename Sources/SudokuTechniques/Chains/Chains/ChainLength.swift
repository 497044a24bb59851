/// What the length of a chain adds to its place in the order of chains.
///
/// Sudoku Explainer takes the chain that it rates lowest, and it rates in floating-point numbers
/// that are compared unrounded: 6.6 and 0.1 is less than 6.5 and 0.2. So the order of chains needs
/// these numbers as they are, though the technique's rating is told elsewhere.
enum ChainLength {
  /// The surcharge for each complexity from 0 to the largest one of a chain without nested ones.
  private static let table: [Double] = (0..<4096).map(surcharge)

  /// The surcharge of a chain with a complexity.
  ///
  /// It is 0.1 for each number in 4, 6, 8, 12, 16, 24, 32 and so on that the complexity less two
  /// passes, added one after the other.
  static func of(_ complexity: Int) -> Double {
    complexity < table.count ? table[complexity] : surcharge(complexity)
  }

  private static func surcharge(_ complexity: Int) -> Double {
    var sum = 0.0
    var threshold = 4
    while complexity - 2 > threshold {
      sum += 0.1
      threshold = threshold & (threshold - 1) == 0 ? threshold / 2 * 3 : threshold / 3 * 4
    }
    return sum
  }
}
