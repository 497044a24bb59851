/// Walks through combinations of `size` of nine things whose masks have no more than `size` bits in
/// common: naked sets (cells and their digits), hidden sets (digits and their places in a house), fish
/// (lines and the places of a digit in them).
///
/// The order is Sudoku Explainer's.
package enum Tuples {
  /// Walks through the combinations of things with 2 to `size` bits each and exactly `size` together,
  /// in colexicographic order.
  @inlinable @inline(__always)
  package static func walk(
    _ size: Int, _ masks: InlineArray<9, UInt16>, _ body: (UInt16, UInt16) -> Bool
  ) -> Bool {
    var eligible: UInt16 = 0
    for index in 0..<9 {
      let mask = masks[unchecked: index]
      let second = mask & (mask &- 1)
      if second != 0, isAtMost(second, size &- 1) {
        eligible |= 1 &<< UInt16(truncatingIfNeeded: index)
      }
    }
    guard !isAtMost(eligible, size &- 1) else { return true }
    return size == 2
      ? walkPairs(eligible, masks, body)
      : extend(size, size, eligible, 0, 0, masks, body)
  }

  /// True if a mask has at most `count` bits; faster than counting on processors without such an instruction.
  @inlinable @inline(__always)
  package static func isAtMost(_ mask: UInt16, _ count: Int) -> Bool {
    var rest = mask
    for _ in 0..<count { rest &= rest &- 1 }
    return rest == 0
  }

  /// Two things with two bits each are a pair if they are equal.
  @inlinable @inline(__always)
  package static func walkPairs(
    _ eligible: UInt16, _ masks: InlineArray<9, UInt16>, _ body: (UInt16, UInt16) -> Bool
  ) -> Bool {
    var rest = eligible & (eligible &- 1)
    while rest != 0 {
      let high = rest.trailingZeroBitCount
      let highBit: UInt16 = 1 &<< UInt16(truncatingIfNeeded: high)
      rest &= rest &- 1
      var lower = eligible & (highBit &- 1)
      while lower != 0 {
        let low = lower.trailingZeroBitCount
        let lowBit: UInt16 = 1 &<< UInt16(truncatingIfNeeded: low)
        lower &= lower &- 1
        if masks[unchecked: low] == masks[unchecked: high],
          !body(lowBit | highBit, masks[unchecked: low])
        {
          return false
        }
      }
    }
    return true
  }

  /// Adds `need` more things to a combination, each before those chosen: the last is chosen first.
  @usableFromInline
  static func extend(
    _ need: Int, _ size: Int, _ eligible: UInt16, _ tuple: UInt16, _ union: UInt16,
    _ masks: borrowing InlineArray<9, UInt16>, _ body: (UInt16, UInt16) -> Bool
  ) -> Bool {
    var rest = eligible
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      let bit: UInt16 = 1 &<< UInt16(truncatingIfNeeded: index)
      rest &= rest &- 1
      let joined = union | masks[unchecked: index]
      let count = joined.nonzeroBitCount
      if count > size { continue }
      if need == 1 {
        if count == size, !body(tuple | bit, joined) { return false }
      } else {
        let others = eligible & (bit &- 1)
        if others != 0,
          !extend(need - 1, size, others, tuple | bit, joined, masks, body)
        {
          return false
        }
      }
    }
    return true
  }
}
