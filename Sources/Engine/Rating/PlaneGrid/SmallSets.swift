/// Walks through the small sets of nine things: naked sets, hidden sets and fish.
///
/// The rater spends most of its time here. So it is unrolled and without an order, unlike `Tuples`.
enum SmallSets {
  /// Calls `body` with the members and the places of all sets of two to four things that have as many
  /// places together; each member has two places or more.
  ///
  /// - Parameters:
  ///   - size: The number of members, from 2 to 4.
  ///   - places: The places of a thing, as bits.
  @inline(__always)
  static func forEach(_ size: Int, _ places: (Int) -> UInt16, _ body: (UInt16, UInt16) -> Void) {
    var eligible: UInt16 = 0
    for index in 0..<9 {
      let second = places(index) & (places(index) &- 1)
      let third = second & (second &- 1)
      let over = size == 2 ? third : size == 3 ? third & (third &- 1) : beyondThree(third)
      let isEligible: UInt16 = second != 0 && over == 0 ? 1 : 0
      eligible |= isEligible &<< UInt16(truncatingIfNeeded: index)
    }
    var rest = eligible
    while rest & (rest &- 1) != 0 {
      let one = rest & (0 &- rest)
      let mask = places(one.trailingZeroBitCount)
      rest ^= one
      var others = rest
      while others != 0 {
        let two = others & (0 &- others)
        let both = mask | places(two.trailingZeroBitCount)
        others ^= two
        if size == 2 {
          if both == mask { body(one | two, both) }
        } else if isAtMost(both, size) {
          extend(size, one | two, both, others, places, body)
        }
      }
    }
  }

  /// Adds the third thing, and the fourth.
  @inline(__always)
  private static func extend(
    _ size: Int, _ pair: UInt16, _ both: UInt16, _ rest: UInt16, _ places: (Int) -> UInt16,
    _ body: (UInt16, UInt16) -> Void
  ) {
    var rest = rest
    while rest != 0 {
      let three = rest & (0 &- rest)
      let all = both | places(three.trailingZeroBitCount)
      rest ^= three
      guard isAtMost(all, size) else { continue }
      if size == 3 {
        body(pair | three, all)
        continue
      }
      var others = rest
      while others != 0 {
        let four = others & (0 &- others)
        let union = all | places(four.trailingZeroBitCount)
        others ^= four
        if isAtMost(union, size) { body(pair | three | four, union) }
      }
    }
  }

  /// True if a mask of two bits or more has at most three, or four.
  @inline(__always)
  private static func isAtMost(_ mask: UInt16, _ size: Int) -> Bool {
    let second = mask & (mask &- 1)
    let third = second & (second &- 1)
    return (size == 3 ? third & (third &- 1) : beyondThree(third)) == 0
  }

  /// The bits of a mask beyond its first three.
  @inline(__always)
  private static func beyondThree(_ third: UInt16) -> UInt16 {
    let fourth = third & (third &- 1)
    return fourth & (fourth &- 1)
  }
}
