/// The ways to place a block's nine digits once the three digits of each line are known.
///
/// Each line has one of six orders; places can be exchanged in all three lines at once, so that the first
/// line ascends: then 36 *arrangements* remain. A line is a row of a band here, or a column of a stack.
struct BlockArrangements: Sendable {
  /// For the orders of the three lines, `36 * first + 6 * second + third`, the arrangement.
  private var arrangements = [UInt8](repeating: 0, count: 216)
  /// For `36 * first + arrangement` the orders of the second line and, from bit 4 on, of the third.
  private var orders = [UInt8](repeating: 0, count: 216)
  /// For a place, a line and the rank of a digit in that line, `9 * place + 3 * line + rank`: the
  /// arrangements without that digit there, a lane for each order of the first line.
  private var avoiding = [SIMD8<UInt64>](repeating: SIMD8(repeating: .max), count: 27)

  init() {
    for first in 0..<6 {
      for second in 0..<6 {
        for third in 0..<6 {
          let arrangement = Self.sorted(second, by: first) * 6 + Self.sorted(third, by: first)
          arrangements[first * 36 + second * 6 + third] = UInt8(arrangement)
          orders[first * 36 + arrangement] = UInt8(second | third << 4)
          for (line, order) in [first, second, third].enumerated() {
            let (x, y, z) = ranks(order)
            for (place, rank) in [x, y, z].enumerated() {
              avoiding[9 * place + 3 * line + rank][first] &= ~(1 << UInt64(arrangement))
            }
          }
        }
      }
    }
  }

  /// The order of a line after the first line is sorted.
  private static func sorted(_ order: Int, by first: Int) -> Int {
    let (x, y, z) = ranks(first)
    let (i, j, k) = ranks(order)
    var places = [0, 0, 0]
    for (rank, value) in [(x, i), (y, j), (z, k)] { places[rank] = value }
    return orderOf(places[0], places[1], places[2])
  }

  /// The arrangement of the orders `36 * first + 6 * second + third`.
  @inline(__always)
  func arrangement(_ orders: Int) -> Int { Int(arrangements[orders]) }

  /// The orders of the second and the third line.
  @inline(__always)
  func orders(first: Int, _ arrangement: Int) -> (Int, Int) {
    let both = Int(orders[first &* 36 &+ arrangement])
    return (both & 15, both &>> 4)
  }

  /// Those of some arrangements that have no digit where another block has it.
  ///
  /// The digits of a column of that block, from top to bottom, have these lines and ranks here, `3 * line +
  /// rank`.
  @inline(__always)
  func narrowed(
    _ open: SIMD8<UInt64>, _ digits: (Int, Int, Int)
  ) -> SIMD8<UInt64> {
    open & avoiding[digits.0] & avoiding[9 &+ digits.1] & avoiding[18 &+ digits.2]
  }
}
