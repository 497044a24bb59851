/// Walks through combinations of nine things with masks in the program's order, which is lexicographic.
enum HoDoKuTuples {
  /// Walks through the combinations whose masks have no more bits together than there are things.
  ///
  /// - Parameters:
  ///   - size: How many things a combination has, in `2...4`.
  ///   - masks: The masks of nine things; those with one to `size` bits count.
  ///   - body: Takes the combination and says whether to go on.
  static func walk(_ size: Int, _ masks: InlineArray<9, UInt16>, _ body: (UInt16) -> Bool) {
    var eligible: UInt16 = 0
    for index in 0..<9 where masks[unchecked: index] != 0 {
      if isAtMost(masks[unchecked: index], size) { eligible |= 1 &<< UInt16(index) }
    }
    guard !isAtMost(eligible, size - 1) else { return }
    _ = extend(size, size, eligible, 0, 0, masks, body)
  }

  /// Whether a mask has at most `count` bits; faster than counting where the processor can't.
  @inline(__always)
  private static func isAtMost(_ mask: UInt16, _ count: Int) -> Bool {
    var rest = mask
    for _ in 0..<count { rest &= rest &- 1 }
    return rest == 0
  }

  /// Adds `need` more things, all after those chosen.
  private static func extend(
    _ need: Int, _ size: Int, _ eligible: UInt16, _ tuple: UInt16, _ union: UInt16,
    _ masks: borrowing InlineArray<9, UInt16>, _ body: (UInt16) -> Bool
  ) -> Bool {
    var rest = eligible
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let joined = union | masks[unchecked: index]
      guard isAtMost(joined, size) else { continue }
      let next = tuple | 1 &<< UInt16(truncatingIfNeeded: index)
      guard need == 1 ? body(next) : extend(need - 1, size, rest, next, joined, masks, body) else {
        return false
      }
    }
    return true
  }
}
