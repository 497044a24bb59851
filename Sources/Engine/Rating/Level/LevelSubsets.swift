import SudokuTechniques

/// Naked and hidden sets and fish: nine things of which some together have as few places as they are.
///
/// Cells of a house and their digits (a naked set), digits of a house and their places (a hidden set),
/// rows or columns and the places of a digit in them (a fish): in each case the other things lose these
/// places. Singles are placed before these are searched for, so each of the nine has two places or none.
enum LevelSubsets {
  /// All houses as bits.
  static let allHouses: UInt32 = 0x7FF_FFFF
  /// All digits as bits.
  static let allDigits: UInt16 = 0x1FF

  /// Collects the eliminations of all naked and hidden sets of a size in some houses.
  static func sets(
    _ size: Int, houses: UInt32 = allHouses, in view: borrowing LevelView,
    to removals: inout LevelRemovals
  ) {
    var sets = InlineArray<9, UInt16>(repeating: 0)
    var rest = houses
    while rest != 0 {
      let house = rest.trailingZeroBitCount
      rest &= rest &- 1
      for place in 0..<9 {
        sets[unchecked: place] = view.cells[unchecked: LevelView.cell(house, place)]
      }
      walk(size, sets, view) { members, union, view in
        for place in 0..<9 where members &>> UInt16(truncatingIfNeeded: place) & 1 == 0 {
          removals.add(union, LevelView.cell(house, place), in: view)
        }
      }
      for digit in 0..<9 { sets[unchecked: digit] = view.places[unchecked: house &* 9 &+ digit] }
      walk(size, sets, view) { members, union, view in
        for digit in 0..<9 where members &>> UInt16(truncatingIfNeeded: digit) & 1 == 0 {
          removals.add(digit, house, sets[unchecked: digit] & union, in: view)
        }
      }
    }
  }

  /// Collects the eliminations of all fish without fins of a size among some digits.
  static func fish(
    _ size: Int, digits: UInt16 = allDigits, in view: borrowing LevelView,
    to removals: inout LevelRemovals
  ) {
    var sets = InlineArray<9, UInt16>(repeating: 0)
    var rest = digits
    while rest != 0 {
      let digit = rest.trailingZeroBitCount
      rest &= rest &- 1
      for first in stride(from: 9, through: 18, by: 9) {
        for line in 0..<9 {
          sets[unchecked: line] = view.places[unchecked: (first &+ line) &* 9 &+ digit]
        }
        walk(size, sets, view) { members, union, view in
          for line in 0..<9 where members &>> UInt16(truncatingIfNeeded: line) & 1 == 0 {
            removals.add(digit, first &+ line, sets[unchecked: line] & union, in: view)
          }
        }
      }
    }
  }

  /// Gets the members of a set and their places.
  private typealias Body = (UInt16, UInt16, borrowing LevelView) -> Void

  /// Walks through all sets of two to four of nine things that have as many places together.
  ///
  /// Like `Tuples.walk`, but unrolled and without an order.
  @inline(__always)
  private static func walk(
    _ size: Int, _ sets: InlineArray<9, UInt16>, _ view: borrowing LevelView, _ body: Body
  ) {
    var eligible: UInt16 = 0
    for index in 0..<9 {
      let second = sets[unchecked: index] & (sets[unchecked: index] &- 1)
      let third = second & (second &- 1)
      let over = size == 2 ? third : size == 3 ? third & (third &- 1) : beyondThree(third)
      let isEligible: UInt16 = second != 0 && over == 0 ? 1 : 0
      eligible |= isEligible &<< UInt16(truncatingIfNeeded: index)
    }
    var rest = eligible
    while rest & (rest &- 1) != 0 {
      let one = rest & (0 &- rest)
      let mask = sets[unchecked: one.trailingZeroBitCount]
      rest ^= one
      var others = rest
      while others != 0 {
        let two = others & (0 &- others)
        let both = mask | sets[unchecked: two.trailingZeroBitCount]
        others ^= two
        if size == 2 {
          if both == mask { body(one | two, both, view) }
        } else if isAtMost(both, size) {
          extend(size, one | two, both, others, sets, view, body)
        }
      }
    }
  }

  /// Adds the third thing, and the fourth.
  @inline(__always)
  private static func extend(
    _ size: Int, _ pair: UInt16, _ both: UInt16, _ rest: UInt16, _ sets: InlineArray<9, UInt16>,
    _ view: borrowing LevelView, _ body: Body
  ) {
    var rest = rest
    while rest != 0 {
      let three = rest & (0 &- rest)
      let all = both | sets[unchecked: three.trailingZeroBitCount]
      rest ^= three
      guard isAtMost(all, size) else { continue }
      if size == 3 {
        body(pair | three, all, view)
        continue
      }
      var others = rest
      while others != 0 {
        let four = others & (0 &- others)
        let union = all | sets[unchecked: four.trailingZeroBitCount]
        others ^= four
        if isAtMost(union, size) { body(pair | three | four, union, view) }
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
