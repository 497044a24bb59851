import SudokuCore

/// Unique rectangles of types 5 and 6: the cells with extra digits lie across, or there are three.
///
/// Type 5: one extra digit is the same in two cells across or in three cells, so one of them holds
/// it. Type 6: two cells across have extra digits, and a digit of the rectangle has no other places
/// in its two rows or in its two columns; in the two cells it would complete the deadly pattern.
///
/// Types 1 to 4 are those of `UniqueLoop`.
///
/// Order: rectangles by first and last cell, pairs of digits, type 5, type 6 for each digit.
public struct UniqueRectangle: PatternSearcher {
  /// Creates the searcher.
  public init() {}

  /// Types 5 and 6.
  public var techniques: [Technique] { [.uniqueRectangle5, .uniqueRectangle6] }

  /// Hands over the steps in order.
  public func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for rectangle in RectangleCells.all {
      for pair in rectangle.pairs(in: grid) {
        let extra = rectangle.extraCells(beside: pair, in: grid)
        let isAcross =
          extra.count == 2 && extra.first.map { extra.isDisjoint(with: $0.peers) } == true
        guard extra.count == 3 || isAcross else { continue }
        guard emitType5(grid, rectangle, pair, extra, emit) else { return }
        guard !isAcross || emitType6(grid, rectangle, pair, extra, emit) else { return }
      }
    }
  }

  private func pattern(
    _ grid: CandidateGrid, _ rectangle: RectangleCells, _ pair: DigitSet, _ extra: CellSet
  ) -> StepPattern {
    StepPattern(
      cells: rectangle.cells, specialCells: extra, digits: pair,
      candidates: grid.candidates(pair, in: rectangle.cells))
  }

  private func emitType5(
    _ grid: CandidateGrid, _ rectangle: RectangleCells, _ pair: DigitSet, _ extra: CellSet,
    _ emit: (Step) -> Bool
  ) -> Bool {
    let digits = extra.reduce(DigitSet.none) { $0.union(grid[$1]) }.subtracting(pair)
    guard digits.single != nil else { return true }
    let victims = grid.candidates(digits, in: extra.commonPeers)
    guard !victims.isEmpty else { return true }
    var pattern = pattern(grid, rectangle, pair, extra)
    pattern.specialDigits = digits
    return emit(Step(.uniqueRectangle5, removing: victims, pattern: pattern))
  }

  private func emitType6(
    _ grid: CandidateGrid, _ rectangle: RectangleCells, _ pair: DigitSet, _ extra: CellSet,
    _ emit: (Step) -> Bool
  ) -> Bool {
    for digit in pair {
      let kinds = [House.Kind.row, .column].filter { kind in
        extra.allSatisfy {
          grid.cells(of: digit, in: $0.house(kind)).isSubset(of: rectangle.cells)
        }
      }
      guard let kind = kinds.first else { continue }
      var pattern = pattern(grid, rectangle, pair, extra)
      pattern.specialDigits = DigitSet(digit)
      for cell in extra { pattern.houses.insert(cell.house(kind)) }
      let victims = extra.map { Candidate($0, digit) }
      guard emit(Step(.uniqueRectangle6, removing: victims, pattern: pattern)) else { return false }
    }
    return true
  }
}
