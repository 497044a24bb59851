import SudokuCore

/// Draws full grids, each of the 6,670,903,752,021,072,936,960 equally likely.
///
/// The equality is exact, as far as `SeededRandom` is random: no grid is favoured by the order of a
/// search.
///
/// ```swift
/// var random = SeededRandom(seed: 7)
/// UniformGrid.draw(using: &random).isSolved    // true
/// ```
///
/// A grid is drawn from the outside in. In a stack of three blocks each column of each block holds
/// three digits, whatever their order: there are 94,080 such splits of a stack. Three splits, one for
/// each stack, leave in each band a number of ways to put the digits in rows (96 to 1,728); the
/// product of the three numbers is how many grids have these splits. So splits are drawn in
/// proportion to that product, by rejection, and then the rows of each band.
///
/// Splits and rows as ways to count grids: B. Felgenhauer and F. Jarvis, "Mathematics of Sudoku I",
/// 2006 (there with rows and columns exchanged).
public enum UniformGrid {
  /// Draws a full grid.
  ///
  /// - Parameter random: The source of randomness; the grid depends on nothing else.
  /// - Returns: A solved board.
  /// - Complexity: Under a microsecond on average; the first call fills tables, which takes some
  ///   milliseconds.
  public static func draw(using random: inout SeededRandom) -> Board {
    tables.draw(using: &random)
  }

  /// One of the numbered grids of a seed.
  ///
  /// - Parameters:
  ///   - seed: Any number.
  ///   - index: The number of the grid, from 0.
  /// - Returns: A solved board; the same for the same seed and number.
  /// - Complexity: As for `draw(using:)`.
  public static func grid(seed: UInt64, at index: Int) -> Board {
    var random = SeededRandom(seed: seed, stream: UInt64(bitPattern: Int64(index)))
    return draw(using: &random)
  }

  private static let tables = GridTables()
}
