/// Naked and hidden sets and fish: nine things of which some together have as few places as they are.
///
/// Cells of a house and their digits (a naked set), digits of a house and their places (a hidden set),
/// rows or columns and the places of a digit in them (a fish): in each case the other things lose these
/// places.
enum LevelSubsets {
  /// What all naked and hidden sets of a size exclude.
  ///
  /// - Complexity: 54 searches among nine sets.
  static func sets(_ size: Int, in view: borrowing LevelView, to removals: inout LevelRemovals) {
    for house in 0..<27 {
      if let lost = lost(view.digits(ofCellsIn: house), size) {
        for place in 0..<9 {
          removals.add(lost[unchecked: place], LevelView.cell(house, place), in: view)
        }
      }
      if let lost = lost(view.places(ofDigitsIn: house), size) {
        for digit in 0..<9 { removals.add(digit, house, lost[unchecked: digit], in: view) }
      }
    }
  }

  /// What all fish without fins of a size exclude.
  ///
  /// - Complexity: 18 searches among nine sets.
  static func fish(_ size: Int, in view: borrowing LevelView, to removals: inout LevelRemovals) {
    for digit in 0..<9 {
      for first in stride(from: 9, through: 18, by: 9) {
        guard let lost = lost(view.places(of: digit, inLinesFrom: first), size) else { continue }
        for line in 0..<9 { removals.add(digit, first &+ line, lost[unchecked: line], in: view) }
      }
    }
  }

  /// Looks for `size` of nine sets that have `size` elements together.
  ///
  /// - Parameters:
  ///   - sets: The sets; empty ones are passed over.
  ///   - size: 2, 3 or 4.
  /// - Returns: What each other set loses, `nil` if that is nothing.
  @inline(__always)
  private static func lost(_ sets: InlineArray<9, UInt16>, _ size: Int) -> InlineArray<9, UInt16>? {
    var few = 0
    var active = 0
    for index in 0..<9 where sets[unchecked: index] != 0 {
      active &+= 1
      if sets[unchecked: index].nonzeroBitCount <= size { few |= 1 &<< index }
    }
    guard few.nonzeroBitCount >= size, active > size else { return nil }
    var lost = InlineArray<9, UInt16>(repeating: 0)
    extend(0, 0, few, size, sets, &lost)
    var any: UInt16 = 0
    for index in 0..<9 { any |= lost[unchecked: index] }
    return any == 0 ? nil : lost
  }

  /// Adds further sets of few elements to some.
  ///
  /// - Parameters:
  ///   - members: The sets taken, as bits.
  ///   - union: Their elements.
  ///   - few: The sets that may be added, as bits.
  ///   - size: How many sets and elements there may be.
  ///   - sets: All sets.
  ///   - lost: What each set loses.
  private static func extend(
    _ members: Int, _ union: UInt16, _ few: Int, _ size: Int, _ sets: InlineArray<9, UInt16>,
    _ lost: inout InlineArray<9, UInt16>
  ) {
    if members.nonzeroBitCount == size {
      for index in 0..<9 where members & (1 &<< index) == 0 {
        lost[unchecked: index] |= sets[unchecked: index] & union
      }
      return
    }
    var rest = few
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let all = union | sets[unchecked: index]
      guard all.nonzeroBitCount <= size else { continue }
      extend(members | 1 &<< index, all, rest, size, sets, &lost)
    }
  }
}

extension LevelView {
  /// The digits of the nine cells of a house.
  @inline(__always)
  fileprivate func digits(ofCellsIn house: Int) -> InlineArray<9, UInt16> {
    var sets = InlineArray<9, UInt16>(repeating: 0)
    for place in 0..<9 { sets[unchecked: place] = cells[unchecked: Self.cell(house, place)] }
    return sets
  }

  /// The places of the nine digits in a house.
  @inline(__always)
  fileprivate func places(ofDigitsIn house: Int) -> InlineArray<9, UInt16> {
    var sets = InlineArray<9, UInt16>(repeating: 0)
    for digit in 0..<9 { sets[unchecked: digit] = places[unchecked: house &* 9 &+ digit] }
    return sets
  }

  /// The places of a digit in the nine rows or columns.
  @inline(__always)
  fileprivate func places(of digit: Int, inLinesFrom house: Int) -> InlineArray<9, UInt16> {
    var sets = InlineArray<9, UInt16>(repeating: 0)
    for line in 0..<9 { sets[unchecked: line] = places[unchecked: (house &+ line) &* 9 &+ digit] }
    return sets
  }
}
