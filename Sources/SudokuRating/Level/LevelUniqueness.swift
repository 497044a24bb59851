/// Patterns that a puzzle with a single solution can't have: unique rectangles and the bivalue
/// universal grave.
enum LevelUniqueness {
  /// What all unique rectangles exclude: types 1, 2, 4 and 5 and hidden rectangles.
  static func rectangles(in view: borrowing LevelView, to removals: inout LevelRemovals) {
    var gone = LevelRemovals()
    forEachRectangle(in: view) { rectangle, view in rectangle.exclude(in: view, to: &gone) }
    if gone.count > 0 { removals = gone }
  }

  /// Hands over all rectangles of two digits in two blocks, once for each corner that holds the two
  /// digits only.
  @inline(__always)
  static func forEachRectangle(
    in view: borrowing LevelView, _ body: (Rectangle, borrowing LevelView) -> Void
  ) {
    for one in 0..<8 {
      for two in one &+ 1..<9 {
        let both = view.planes[unchecked: one] & view.planes[unchecked: two]
        var floor = both & view.bivalue
        while floor != 0 {
          let corner = floor.trailingZeroBitCount
          floor &= floor &- 1
          forEachRectangle(at: corner, one, two, both, in: view, body)
        }
      }
    }
  }

  @inline(__always)
  private static func forEachRectangle(
    at corner: Int, _ one: Int, _ two: Int, _ both: UInt128, in view: borrowing LevelView,
    _ body: (Rectangle, borrowing LevelView) -> Void
  ) {
    let (row, column) = (corner / 9, corner % 9)
    var inRow = both & LevelPeers.houses[unchecked: 9 &+ row] & ~LevelView.bit(corner)
    while inRow != 0 {
      let beside = inRow.trailingZeroBitCount
      inRow &= inRow &- 1
      var inColumn = both & LevelPeers.houses[unchecked: 18 &+ column] & ~LevelView.bit(corner)
      while inColumn != 0 {
        let below = inColumn.trailingZeroBitCount
        inColumn &= inColumn &- 1
        let opposite = below / 9 &* 9 &+ beside % 9
        guard both & LevelView.bit(opposite) != 0 else { continue }
        // Two blocks: side by side, or one below the other.
        guard (beside % 9 / 3 == column / 3) != (below / 27 == row / 3) else { continue }
        let rectangle = Rectangle(
          corner: corner, beside: beside, below: below, opposite: opposite, one: one, two: two)
        body(rectangle, view)
      }
    }
  }

  /// A rectangle with a corner that holds two digits only.
  struct Rectangle {
    let corner: Int
    let beside: Int
    let below: Int
    let opposite: Int
    let one: Int
    let two: Int

    var pair: UInt16 {
      1 &<< UInt16(truncatingIfNeeded: one) | 1 &<< UInt16(truncatingIfNeeded: two)
    }

    func exclude(in view: borrowing LevelView, to removals: inout LevelRemovals) {
      var roof: UInt128 = 0
      var extras: UInt16 = 0
      let cells: InlineArray<4, Int> = [corner, beside, below, opposite]
      for index in 0..<4 {
        let cell = cells[index]
        let extra = view.cells[unchecked: cell] & ~pair
        if extra != 0 { roof |= LevelView.bit(cell) }
        extras |= extra
      }
      let count = roof.nonzeroBitCount
      if count == 1 { removals.add(pair, roof.trailingZeroBitCount, in: view) }
      if count >= 2, extras.nonzeroBitCount == 1 {
        removals.add(extras.trailingZeroBitCount, cells: commonPeers(roof), in: view)
      }
      if count == 2 { excludeByLocking(roof, in: view, to: &removals) }
      if count >= 1 { excludeHidden(in: view, to: &removals) }
    }

    /// Type 4: one of the digits lies in the two cells in any case, so the other one doesn't.
    private func excludeByLocking(
      _ roof: UInt128, in view: borrowing LevelView, to removals: inout LevelRemovals
    ) {
      for house in 0..<27 where LevelPeers.houses[unchecked: house] & roof == roof {
        for (digit, other) in [(one, two), (two, one)] {
          let inHouse = view.planes[unchecked: digit] & LevelPeers.houses[unchecked: house]
          if inHouse == roof { removals.add(other, cells: roof, in: view) }
        }
      }
    }

    /// A hidden rectangle: a digit that has only the rectangle's places in the row and the column of
    /// the corner opposite can't have the other digit there.
    private func excludeHidden(in view: borrowing LevelView, to removals: inout LevelRemovals) {
      let (row, column) = (9 &+ opposite / 9, 18 &+ opposite % 9)
      for (digit, other) in [(one, two), (two, one)] {
        guard view.places[unchecked: row &* 9 &+ digit].nonzeroBitCount == 2,
          view.places[unchecked: column &* 9 &+ digit].nonzeroBitCount == 2
        else { continue }
        removals.add(other, cells: LevelView.bit(opposite), in: view)
      }
    }
  }

  /// The bivalue universal grave plus one: all empty cells have two candidates but one with three, of
  /// which one must hold.
  static func grave(in view: borrowing LevelView, to removals: inout LevelRemovals) {
    guard view.trivalue.nonzeroBitCount == 1, view.empty == view.bivalue | view.trivalue else {
      return
    }
    let cell = view.trivalue.trailingZeroBitCount
    var digits = view.cells[unchecked: cell]
    while digits != 0 {
      let digit = digits.trailingZeroBitCount
      digits &= digits &- 1
      guard isGrave(without: digit, at: cell, in: view) else { continue }
      removals.add(~(1 &<< UInt16(truncatingIfNeeded: digit)), cell, in: view)
      return
    }
  }

  /// Whether every digit has two places or none in every house once a candidate is gone.
  private static func isGrave(
    without digit: Int, at cell: Int, in view: borrowing LevelView
  ) -> Bool {
    for house in 0..<27 {
      for other in 0..<9 {
        let count = view.places[unchecked: house &* 9 &+ other].nonzeroBitCount
        let isHere =
          other == digit && LevelPeers.houses[unchecked: house] & LevelView.bit(cell) != 0
        guard count == (isHere ? 3 : count == 0 ? 0 : 2) else { return false }
      }
    }
    return true
  }
}
