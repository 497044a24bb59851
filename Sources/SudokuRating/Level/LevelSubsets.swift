import SudokuTechniques

/// Naked and hidden sets and fish: nine things of which some together have as few places as they are.
///
/// Cells of a house and their digits (a naked set), digits of a house and their places (a hidden set),
/// rows or columns and the places of a digit in them (a fish): in each case the other things lose these
/// places. Singles are gone when these are sought, so each of the nine has two places or none.
enum LevelSubsets {
  /// What all naked and hidden sets of a size exclude.
  static func sets(_ size: Int, in view: borrowing LevelView, to removals: inout LevelRemovals) {
    var sets = InlineArray<9, UInt16>(repeating: 0)
    for house in 0..<27 {
      for place in 0..<9 {
        sets[unchecked: place] = view.cells[unchecked: LevelView.cell(house, place)]
      }
      if let lost = lost(sets, size) {
        for place in 0..<9 {
          removals.add(lost[unchecked: place], LevelView.cell(house, place), in: view)
        }
      }
      for digit in 0..<9 { sets[unchecked: digit] = view.places[unchecked: house &* 9 &+ digit] }
      if let lost = lost(sets, size) {
        for digit in 0..<9 { removals.add(digit, house, lost[unchecked: digit], in: view) }
      }
    }
  }

  /// What all fish without fins of a size exclude.
  static func fish(_ size: Int, in view: borrowing LevelView, to removals: inout LevelRemovals) {
    var sets = InlineArray<9, UInt16>(repeating: 0)
    for digit in 0..<9 {
      for first in stride(from: 9, through: 18, by: 9) {
        for line in 0..<9 {
          sets[unchecked: line] = view.places[unchecked: (first &+ line) &* 9 &+ digit]
        }
        guard let lost = lost(sets, size) else { continue }
        for line in 0..<9 { removals.add(digit, first &+ line, lost[unchecked: line], in: view) }
      }
    }
  }

  /// What each of nine sets loses to `size` others that have `size` elements together; `nil` if that is
  /// nothing.
  @inline(__always)
  private static func lost(_ sets: InlineArray<9, UInt16>, _ size: Int) -> InlineArray<9, UInt16>? {
    var lost = InlineArray<9, UInt16>(repeating: 0)
    var any: UInt16 = 0
    _ = Tuples.walk(size, sets) { members, union in
      for index in 0..<9 where members &>> UInt16(truncatingIfNeeded: index) & 1 == 0 {
        lost[unchecked: index] |= sets[unchecked: index] & union
        any |= sets[unchecked: index] & union
      }
      return true
    }
    return any == 0 ? nil : lost
  }
}
