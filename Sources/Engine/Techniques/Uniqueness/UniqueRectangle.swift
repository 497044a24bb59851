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
struct UniqueRectangle: PatternSearcher {
  var techniques: [Technique] { [.uniqueRectangle5, .uniqueRectangle6] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
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

/// A hidden rectangle: four cells of a rectangle with the same two candidates, one cell with nothing
/// else.
///
/// If one of the two digits has no places but the rectangle's in the row and in the column of the
/// cell across, the other digit in that cell would complete the deadly pattern.
///
/// Order: rectangles by first and last cell, pairs of digits, cell across, digit.
struct HiddenRectangle: PatternSearcher {
  var techniques: [Technique] { [.hiddenRectangle] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for rectangle in RectangleCells.all {
      for pair in rectangle.pairs(in: grid) {
        for index in 0..<4 where grid[rectangle.corners[3 - index]] == pair {
          let cell = rectangle.corners[index]
          for digit in pair {
            let houses = [cell.house(.row), cell.house(.column)]
            guard
              houses.allSatisfy({
                grid.cells(of: digit, in: $0).isSubset(of: rectangle.cells)
              })
            else { continue }
            let other = pair.subtracting(DigitSet(digit))
            let pattern = StepPattern(
              cells: rectangle.cells, specialCells: CellSet(cell), houses: HouseSet(houses),
              digits: pair, specialDigits: DigitSet(digit),
              candidates: grid.candidates(pair, in: rectangle.cells))
            let victims = grid.candidates(other, in: CellSet(cell))
            guard emit(Step(.hiddenRectangle, removing: victims, pattern: pattern)) else { return }
          }
        }
      }
    }
  }
}

/// Four cells in two rows, two columns and two blocks: two digits in them could change places.
struct RectangleCells: Sendable {
  /// The cells: first row and column, first row, first column, last row and column.
  let corners: InlineArray<4, Cell>

  /// All 486 rectangles, by first cell, then by last.
  static let all: [RectangleCells] = {
    var list: [RectangleCells] = []
    for first in CellSet.all {
      for last in CellSet.all where last.row > first.row && last.column > first.column {
        let sharesBand = first.row / 3 == last.row / 3
        let sharesStack = first.column / 3 == last.column / 3
        guard sharesBand != sharesStack else { continue }
        list.append(
          RectangleCells(corners: [
            first, Cell(row: first.row, column: last.column),
            Cell(row: last.row, column: first.column), last,
          ]))
      }
    }
    return list
  }()

  var cells: CellSet { [corners[0], corners[1], corners[2], corners[3]] }

  /// The pairs of digits that all four cells may hold.
  func pairs(in grid: CandidateGrid) -> [DigitSet] {
    let common = grid[corners[0]].intersection(grid[corners[1]]).intersection(grid[corners[2]])
      .intersection(grid[corners[3]])
    guard common.count >= 2 else { return [] }
    let digits = Array(common)
    return digits.indices.flatMap { high in
      digits[..<high].map { DigitSet([$0, digits[high]]) }
    }
  }

  /// The cells that may hold a digit beside two of them.
  func extraCells(beside digits: DigitSet, in grid: CandidateGrid) -> CellSet {
    CellSet(cells.filter { grid[$0] != digits })
  }
}
