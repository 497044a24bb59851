import SudokuCore
import SudokuTechniques

/// Weak links by almost locked sets: `n` cells of a house with `n + 1` digits hold all but one of them, so a
/// candidate that takes one digit from all of them leaves the others to them.
enum LevelAlmostLockedSets {
  /// The most cells of a set: with one digit less they are a naked quad.
  static let largest = 4

  private struct Choice {
    var cells: UInt128 = 0
    var digits: UInt16 = 0
    var size = 0
  }

  /// Calls `body` for each set that links candidates.
  ///
  /// `digits` are those of the set that candidates outside see, at least two; `seen` has, for each of them, the
  /// candidates that see all of its places in the set.
  @inline(__always)
  static func forEach(
    in view: LevelView,
    _ body: (_ digits: DigitSet, _ seen: borrowing InlineArray<9, UInt128>) -> Void
  ) {
    var open: UInt128 = 0
    for digit in 0..<9 { open |= view.planes[unchecked: digit] }
    for house in 0..<27 {
      let cells = LevelView.cells(ofHouse: house) & open
      let most = min(largest, cells.nonzeroBitCount &- 1)
      if most >= 2 { extend(Choice(), by: cells, most: most, view, body) }
    }
  }

  /// Adds each of some cells to a choice, and further ones behind it.
  private static func extend(
    _ choice: Choice, by cells: UInt128, most: Int, _ view: LevelView,
    _ body: (DigitSet, borrowing InlineArray<9, UInt128>) -> Void
  ) {
    var rest = cells
    while rest != 0 {
      let cell = rest.trailingZeroBitCount
      rest &= rest &- 1
      let next = Choice(
        cells: choice.cells | LevelView.bit(cell),
        digits: choice.digits | view.cells[unchecked: cell], size: choice.size &+ 1)
      let count = next.digits.nonzeroBitCount
      guard count <= largest &+ 1 else { continue }
      if next.size >= 2, count == next.size &+ 1 { link(next, view, body) }
      if next.size < most { extend(next, by: rest, most: most, view, body) }
    }
  }

  private static func link(
    _ set: Choice, _ view: LevelView,
    _ body: (DigitSet, borrowing InlineArray<9, UInt128>) -> Void
  ) {
    var seen = InlineArray<9, UInt128>(repeating: 0)
    var useful: UInt16 = 0
    var rest = set.digits
    while rest != 0 {
      let digit = rest.trailingZeroBitCount
      rest &= rest &- 1
      let plane = view.planes[unchecked: digit]
      seen[unchecked: digit] = commonPeers(set.cells & plane) & plane & ~set.cells
      if seen[unchecked: digit] != 0 { useful |= 1 &<< UInt16(truncatingIfNeeded: digit) }
    }
    if useful & (useful &- 1) != 0 { body(DigitSet(rawValue: useful), seen) }
  }
}
