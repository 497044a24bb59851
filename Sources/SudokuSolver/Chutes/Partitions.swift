/// Nine digits in three triples: what the three columns of a block hold, or its three rows.
///
/// Digits are bits 0...8 here.
package typealias Triples = InlineArray<3, UInt16>

/// The 280 partitions of the digits into three triples; the order of the triples does not count.
package struct Partitions: Sendable {
  /// How many there are.
  package static let count = 280
  private var list: [Triples] = []
  private var firstIndex = [Int](repeating: 0, count: 512)
  private var index = [Int](repeating: 0, count: 28 * 512)

  /// Lists the partitions.
  package init() {
    let triples = (0..<512 as Range<UInt16>).filter { $0.nonzeroBitCount == 3 }
    var firstCount = 0
    for first in triples where first & 1 != 0 {
      firstIndex[Int(first)] = firstCount
      let rest = 0o777 & ~first
      let lowest = rest & (0 &- rest)
      for second in triples where second & first == 0 && second & lowest != 0 {
        index[firstCount * 512 + Int(second)] = list.count
        list.append([first, second, rest & ~second])
      }
      firstCount += 1
    }
  }

  /// A partition; the triples in the order of their lowest digits.
  package subscript(index: Int) -> Triples { list[index] }

  /// The number of a partition whose triples may be in any order.
  package func index(of triples: Triples) -> Int {
    let first = triples[0] & 1 != 0 ? 0 : triples[1] & 1 != 0 ? 1 : 2
    let (one, other) = (triples[(first + 1) % 3], triples[(first + 2) % 3])
    let second = one & (0 &- one) < other & (0 &- other) ? one : other
    return index[firstIndex[Int(triples[first])] * 512 + Int(second)]
  }
}
