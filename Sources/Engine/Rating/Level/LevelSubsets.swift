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
    _ size: Int, houses: UInt32 = allHouses, in view: LevelView,
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
      SmallSets.forEach(size, { sets[unchecked: $0] }) { members, union in
        for place in 0..<9 where members &>> UInt16(truncatingIfNeeded: place) & 1 == 0 {
          removals.add(union, LevelView.cell(house, place), in: view)
        }
      }
      for digit in 0..<9 { sets[unchecked: digit] = view.places[unchecked: house &* 9 &+ digit] }
      SmallSets.forEach(size, { sets[unchecked: $0] }) { members, union in
        for digit in 0..<9 where members &>> UInt16(truncatingIfNeeded: digit) & 1 == 0 {
          removals.add(digit, house, sets[unchecked: digit] & union, in: view)
        }
      }
    }
  }

  /// Collects the eliminations of all fish without fins of a size among some digits.
  static func fish(
    _ size: Int, digits: UInt16 = allDigits, in view: LevelView,
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
        SmallSets.forEach(size, { sets[unchecked: $0] }) { members, union in
          for line in 0..<9 where members &>> UInt16(truncatingIfNeeded: line) & 1 == 0 {
            removals.add(digit, first &+ line, sets[unchecked: line] & union, in: view)
          }
        }
      }
    }
  }
}
