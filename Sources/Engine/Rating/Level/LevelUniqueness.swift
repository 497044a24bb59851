import SudokuCore
import SudokuTechniques

/// Patterns that a puzzle with a single solution can't have: unique rectangles and the bivalue
/// universal grave.
enum LevelUniqueness {
  /// Collects the eliminations of all unique rectangles: types 1, 2, 4 and 5 and hidden rectangles.
  static func rectangles(in view: LevelView, to removals: inout LevelRemovals) {
    forEachRectangle(in: view) { rectangle, view in
      rectangle.forEachExclusion(in: view) { exclusion in
        var rest = exclusion.cells
        while rest != 0 {
          removals.add(exclusion.digits, rest.trailingZeroBitCount, in: view)
          rest &= rest &- 1
        }
      }
    }
  }

  /// The steps of all unique rectangles, each once.
  static func steps(in grid: CandidateGrid, _ before: PlaneGrid) -> [Step] {
    var steps: [Step] = []
    forEachRectangle(in: LevelView(before)) { rectangle, view in
      rectangle.forEachExclusion(in: view) { exclusion in
        let step = rectangle.step(exclusion, in: grid)
        if !step.eliminations.isEmpty, !steps.contains(step) { steps.append(step) }
      }
    }
    return steps
  }

  /// Hands over all rectangles of two digits in two blocks, once for each corner that holds the two
  /// digits only.
  @inline(__always)
  private static func forEachRectangle(
    in view: LevelView, _ body: (Rectangle, LevelView) -> Void
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
    at corner: Int, _ one: Int, _ two: Int, _ both: UInt128, in view: LevelView,
    _ body: (Rectangle, LevelView) -> Void
  ) {
    let (row, column) = (corner / 9, corner % 9)
    var inRow = both & LevelView.cells(ofHouse: 9 &+ row) & ~LevelView.bit(corner)
    while inRow != 0 {
      let beside = inRow.trailingZeroBitCount
      inRow &= inRow &- 1
      var inColumn = both & LevelView.cells(ofHouse: 18 &+ column) & ~LevelView.bit(corner)
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

  /// The bivalue universal grave plus one: all empty cells have two candidates but one with three, of
  /// which one must hold.
  static func grave(in view: LevelView, to removals: inout LevelRemovals) {
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

  /// True if every digit has two places or none in every house once a candidate is gone.
  private static func isGrave(
    without digit: Int, at cell: Int, in view: LevelView
  ) -> Bool {
    for house in 0..<27 {
      for other in 0..<9 {
        let count = view.places[unchecked: house &* 9 &+ other].nonzeroBitCount
        let isHere =
          other == digit && LevelView.cells(ofHouse: house) & LevelView.bit(cell) != 0
        guard count == (isHere ? 3 : count == 0 ? 0 : 2) else { return false }
      }
    }
    return true
  }
}

extension LevelUniqueness {
  /// A rectangle with a corner that holds two digits only.
  struct Rectangle {
    let corner: Int
    let beside: Int
    let below: Int
    let opposite: Int
    let one: Int
    let two: Int

    var pair: UInt16 { Self.bit(one) | Self.bit(two) }
    var cells: UInt128 {
      LevelView.bit(corner) | LevelView.bit(beside) | LevelView.bit(below)
        | LevelView.bit(opposite)
    }

    static func bit(_ digit: Int) -> UInt16 { 1 &<< UInt16(truncatingIfNeeded: digit) }
  }

  /// Digits that a rectangle excludes from cells, and what its step highlights.
  struct Exclusion {
    let technique: Technique
    let digits: UInt16
    let cells: UInt128
    let specialCells: UInt128
    let specialDigits: UInt16
    var houses = HouseSet()
  }
}

extension LevelUniqueness.Rectangle {
  /// Hands over all that the rectangle excludes, type by type.
  @inline(__always)
  fileprivate func forEachExclusion(
    in view: LevelView, _ body: (LevelUniqueness.Exclusion) -> Void
  ) {
    var roof: UInt128 = 0
    var extras: UInt16 = 0
    let corners: InlineArray<4, Int> = [corner, beside, below, opposite]
    for index in 0..<4 {
      let extra = view.cells[unchecked: corners[index]] & ~pair
      if extra != 0 { roof |= LevelView.bit(corners[index]) }
      extras |= extra
    }
    let count = roof.nonzeroBitCount
    if count == 1 {
      body(
        .init(
          technique: .uniqueRectangle1, digits: pair, cells: roof, specialCells: roof,
          specialDigits: extras))
    }
    if count >= 2, extras & (extras &- 1) == 0 {
      let seen = CellBits.peers[roof.trailingZeroBitCount]
      body(
        .init(
          technique: count == 2 && seen & roof != 0 ? .uniqueRectangle2 : .uniqueRectangle5,
          digits: extras, cells: commonPeers(roof), specialCells: roof, specialDigits: extras))
    }
    if count == 2 { forEachLocking(roof, in: view, body) }
    if count >= 1 { forEachHidden(in: view, body) }
  }

  /// Type 4: one of the digits lies in the two cells in any case, so the other one doesn't.
  @inline(__always)
  private func forEachLocking(
    _ roof: UInt128, in view: LevelView, _ body: (LevelUniqueness.Exclusion) -> Void
  ) {
    for (digit, other) in [(one, two), (two, one)] {
      for house in 0..<27 where LevelView.cells(ofHouse: house) & roof == roof {
        guard view.planes[unchecked: digit] & LevelView.cells(ofHouse: house) == roof else {
          continue
        }
        body(
          .init(
            technique: .uniqueRectangle4, digits: Self.bit(other), cells: roof, specialCells: roof,
            specialDigits: Self.bit(digit), houses: HouseSet(House(unchecked: house))))
      }
    }
  }

  /// A hidden rectangle: a digit that has only the rectangle's places in the row and the column of
  /// the corner opposite can't have the other digit there.
  @inline(__always)
  private func forEachHidden(
    in view: LevelView, _ body: (LevelUniqueness.Exclusion) -> Void
  ) {
    let (row, column) = (9 &+ opposite / 9, 18 &+ opposite % 9)
    for (digit, other) in [(one, two), (two, one)] {
      guard view.places[unchecked: row &* 9 &+ digit].nonzeroBitCount == 2,
        view.places[unchecked: column &* 9 &+ digit].nonzeroBitCount == 2
      else { continue }
      var houses = HouseSet(House(unchecked: row))
      houses.insert(House(unchecked: column))
      body(
        .init(
          technique: .hiddenRectangle, digits: Self.bit(other), cells: LevelView.bit(opposite),
          specialCells: LevelView.bit(opposite), specialDigits: Self.bit(digit), houses: houses))
    }
  }

  fileprivate func step(_ exclusion: LevelUniqueness.Exclusion, in grid: CandidateGrid) -> Step {
    let (cells, digits) = (CellSet(rawValue: cells), DigitSet(rawValue: pair))
    return Step(
      exclusion.technique,
      removing: grid.candidates(
        DigitSet(rawValue: exclusion.digits), in: CellSet(rawValue: exclusion.cells)),
      pattern: StepPattern(
        cells: cells, specialCells: CellSet(rawValue: exclusion.specialCells),
        houses: exclusion.houses, digits: digits,
        specialDigits: DigitSet(rawValue: exclusion.specialDigits),
        candidates: grid.candidates(digits, in: cells)))
  }
}
