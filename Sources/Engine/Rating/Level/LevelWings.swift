import SudokuTechniques

/// XY- and XYZ-wings: a pivot with two or three candidates and two pincers that share a digit.
enum LevelWings {
  static func search(in view: LevelView, to removals: inout LevelRemovals) {
    var pivots = view.bivalue | view.trivalue
    while pivots != 0 {
      let pivot = pivots.trailingZeroBitCount
      pivots &= pivots &- 1
      let digits = view.cells[unchecked: pivot]
      let pincers = view.bivalue & CellBits.peers[pivot]
      if digits.nonzeroBitCount == 2 {
        searchXY(pivot, digits, pincers, in: view, to: &removals)
      } else {
        searchXYZ(pivot, digits, pincers, in: view, to: &removals)
      }
    }
  }

  private static func searchXY(
    _ pivot: Int, _ digits: UInt16, _ pincers: UInt128, in view: LevelView,
    to removals: inout LevelRemovals
  ) {
    let (one, two) = (digits.trailingZeroBitCount, (digits & (digits &- 1)).trailingZeroBitCount)
    let left = pincers & view.planes[unchecked: one]
    let right = pincers & view.planes[unchecked: two]
    guard left != 0, right != 0 else { return }
    for common in 0..<9 where common != one && common != two {
      let plane = view.planes[unchecked: common]
      exclude(common, left & plane, right & plane, ~0, in: view, to: &removals)
    }
  }

  private static func searchXYZ(
    _ pivot: Int, _ digits: UInt16, _ pincers: UInt128, in view: LevelView,
    to removals: inout LevelRemovals
  ) {
    var rest = digits
    while rest != 0 {
      let common = rest.trailingZeroBitCount
      let others = digits & ~(rest & (0 &- rest))
      rest &= rest &- 1
      let (one, two) = (others.trailingZeroBitCount, (others & (others &- 1)).trailingZeroBitCount)
      let plane = pincers & view.planes[unchecked: common]
      exclude(
        common, plane & view.planes[unchecked: one], plane & view.planes[unchecked: two],
        CellBits.peers[pivot], in: view, to: &removals)
    }
  }

  /// Takes a digit off the cells that see a cell of each side.
  private static func exclude(
    _ digit: Int, _ left: UInt128, _ right: UInt128, _ seen: UInt128,
    in view: LevelView, to removals: inout LevelRemovals
  ) {
    var lefts = left
    while lefts != 0 {
      let one = CellBits.peers[lefts.trailingZeroBitCount] & seen
      lefts &= lefts &- 1
      var rights = right
      while rights != 0 {
        let both = one & CellBits.peers[rights.trailingZeroBitCount]
        rights &= rights &- 1
        removals.add(digit, cells: both, in: view)
      }
    }
  }
}
