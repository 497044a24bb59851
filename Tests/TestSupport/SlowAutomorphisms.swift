import SudokuCore

/// Counts automorphisms by trying all symmetries: slow and obvious.
package enum SlowAutomorphisms {
  /// The number of symmetries that turn a full grid into itself.
  ///
  /// All 2 x 1,296 x 1,296 ways to transpose and to move rows and columns are tried; the digits follow from
  /// the first row.
  package static func count(of grid: Board) -> Int {
    let cells = CellSet.all.map { Int(grid.value(at: $0)) }
    let transposed = (0..<81).map { cells[$0 % 9 * 9 + $0 / 9] }
    let orders = lineOrders
    var count = 0
    for source in [cells, transposed] {
      for rows in orders {
        for columns in orders where isSame(cells, source, rows, columns) { count += 1 }
      }
    }
    return count
  }

  /// True if a grid with rows and columns moved is another one with other names for its digits.
  private static func isSame(
    _ grid: [Int], _ source: [Int], _ rows: [Int], _ columns: [Int]
  ) -> Bool {
    var names = InlineArray<10, Int>(repeating: 0)
    for column in 0..<9 { names[source[rows[0] * 9 + columns[column]]] = grid[column] }
    for place in 9..<81
    where names[source[rows[place / 9] * 9 + columns[place % 9]]] != grid[place] { return false }
    return true
  }

  /// The 1,296 orders of nine lines that keep bands together.
  private static var lineOrders: [[Int]] {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    return orders.flatMap { bands in
      orders.flatMap { first in
        orders.flatMap { second in
          orders.map { third in
            zip(bands, [first, second, third]).flatMap { band, lines in lines.map { band * 3 + $0 }
            }
          }
        }
      }
    }
  }
}
