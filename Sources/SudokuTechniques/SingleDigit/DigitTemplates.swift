import SudokuCore

/// The ways in which one digit can go into its places, one in each row, column and block.
///
/// What looks at one digit only (fish of every kind, colours, X-chains) can't remove a place that lies
/// in one of them. So where each place lies in some template, such searches have nothing to find; that
/// is known much sooner than they end.
///
/// Source: "pattern overlay method" of the players' forums; only whether templates exist is asked.
struct DigitTemplates {
  /// The places in each row, as columns; no places where the row has the digit.
  private let rows: InlineArray<9, UInt16>
  /// Whether a row has neither the digit nor a place for it.
  private let isImpossible: Bool

  private init(of digit: Digit, in grid: CandidateGrid) {
    let rows = InlineArray<9, UInt16> { grid.places(9 &+ $0, digit.index) }
    self.rows = rows
    isImpossible = (0..<9).contains { row in
      rows[row] == 0 && !House(.row, row).cells.contains { grid.board[$0] == digit }
    }
  }

  /// The digits of which some place lies in no template, so that a search may find something.
  ///
  /// - Complexity: one template for each place at most; with few places in a row that is soon found.
  static func digitsToSearch(_ grid: CandidateGrid) -> DigitSet {
    DigitSet(DigitSet.all.filter { DigitTemplates(of: $0, in: grid).ruleOutAPlace })
  }

  /// The places of a digit that lie in no template; all of them where there is no template.
  static func uncoveredPlaces(of digit: Digit, in grid: CandidateGrid) -> CellSet {
    DigitTemplates(of: digit, in: grid).uncoveredPlaces(atMost: 81)
  }

  private var ruleOutAPlace: Bool { isImpossible || !uncoveredPlaces(atMost: 1).isEmpty }

  /// The first places that lie in no template.
  private func uncoveredPlaces(atMost limit: Int) -> CellSet {
    var covered: InlineArray<9, UInt16> = .init(repeating: 0)
    var uncovered = CellSet()
    for row in 0..<9 {
      var open = rows[row] & ~covered[row]
      while open != 0 {
        let place = open & (0 &- open)
        open ^= place
        var template: InlineArray<9, UInt16> = .init(repeating: 0)
        guard complete(&template, row: 0, through: place, in: row, columns: 0, stacks: 0) else {
          uncovered.insert(Cell(index: row * 9 + place.trailingZeroBitCount))
          if uncovered.count == limit { return uncovered }
          continue
        }
        for index in 0..<9 { covered[index] |= template[index] }
        open &= ~covered[row]
      }
    }
    return uncovered
  }

  /// Completes a template from a row on.
  ///
  /// - Parameters:
  ///   - template: The column taken in each row.
  ///   - row: The row to fill next.
  ///   - place: The column that must be taken in one row.
  ///   - fixed: That row.
  ///   - columns: The columns taken.
  ///   - stacks: The stacks taken in the band, as their columns.
  /// - Returns: Whether it can be done.
  private func complete(
    _ template: inout InlineArray<9, UInt16>, row: Int, through place: UInt16, in fixed: Int,
    columns: UInt16, stacks: UInt16
  ) -> Bool {
    guard row < 9 else { return true }
    let taken = columns | (row % 3 == 0 ? 0 : stacks)
    var choices = (row == fixed ? place : rows[row]) & ~taken
    if rows[row] == 0 {
      return complete(
        &template, row: row &+ 1, through: place, in: fixed, columns: columns,
        stacks: row % 3 == 0 ? 0 : stacks)
    }
    while choices != 0 {
      let choice = choices & (0 &- choices)
      choices &= choices &- 1
      template[row] = choice
      let stack: UInt16 = choice < 8 ? 0b111 : choice < 64 ? 0b111_000 : 0b111_000_000
      if complete(
        &template, row: row &+ 1, through: place, in: fixed, columns: columns | choice,
        stacks: (row % 3 == 0 ? 0 : stacks) | stack)
      {
        return true
      }
    }
    template[row] = 0
    return false
  }
}
