/// Three rows of a grid as nine 4-bit numbers each, the first cell on top: as in `FormRows`.
struct Band: Equatable, BitwiseCopyable {
  var rows: InlineArray<3, UInt64>

  @inline(__always)
  init(_ first: UInt64, _ second: UInt64, _ third: UInt64) { rows = [first, second, third] }

  /// The digit of a row and a column.
  @inline(__always)
  func digit(_ row: Int, _ column: Int) -> Int { Band.digit(rows[unchecked: row], column) }

  /// The digit in a column of a row.
  @inline(__always)
  static func digit(_ row: UInt64, _ column: Int) -> Int {
    Int(truncatingIfNeeded: row &>> UInt64(truncatingIfNeeded: 32 &- 4 &* column) & 15)
  }

  /// The same band with its rows ascending.
  @inline(__always)
  var sorted: Band {
    let (x, y, z) = (rows[unchecked: 0], rows[unchecked: 1], rows[unchecked: 2])
    let (low, high) = (min(x, y, z), max(x, y, z))
    return Band(low, x &+ y &+ z &- low &- high, high)
  }

  /// The row that has a digit in a column, if one of the three has.
  @inline(__always)
  func row(with digit: Int, in column: Int) -> Int? {
    self.digit(0, column) == digit
      ? 0 : self.digit(1, column) == digit ? 1 : self.digit(2, column) == digit ? 2 : nil
  }

  @inline(__always)
  static func == (lhs: Band, rhs: Band) -> Bool {
    lhs.rows[unchecked: 0] == rhs.rows[unchecked: 0]
      && lhs.rows[unchecked: 1] == rhs.rows[unchecked: 1]
      && lhs.rows[unchecked: 2] == rhs.rows[unchecked: 2]
  }
}

extension Band: Comparable {
  @inline(__always)
  static func < (lhs: Band, rhs: Band) -> Bool {
    for row in 0..<2 where lhs.rows[unchecked: row] != rhs.rows[unchecked: row] {
      return lhs.rows[unchecked: row] < rhs.rows[unchecked: row]
    }
    return lhs.rows[unchecked: 2] < rhs.rows[unchecked: 2]
  }
}

/// The order of three different numbers, `0..<6`.
@inline(__always)
func orderOf(_ x: Int, _ y: Int, _ z: Int) -> Int {
  2 &* ((x > y ? 1 : 0) &+ (x > z ? 1 : 0)) &+ (y > z ? 1 : 0)
}

/// For three numbers in an order the rank of each among them: `orderOf(2, 0, 1)` has the ranks 2, 0, 1.
@inline(__always)
func ranks(_ order: Int) -> (Int, Int, Int) {
  let first = order &>> 1
  let (low, high) = (first == 0 ? 1 : 0, first == 2 ? 1 : 2)
  return order & 1 == 0 ? (first, low, high) : (first, high, low)
}
