import SudokuCore

/// A hidden rectangle: four cells of a rectangle with the same two candidates, one cell with nothing
/// else.
///
/// If one of the two digits has no places but the rectangle's in the row and in the column of the
/// cell across, the other digit in that cell would complete the deadly pattern.
///
/// Order: rectangles by first and last cell, pairs of digits, cell across, digit.
public struct HiddenRectangle: PatternSearcher {
  /// Creates the searcher.
  public init() {}

  /// The hidden rectangle.
  public var techniques: [Technique] { [.hiddenRectangle] }

  /// Hands over the steps in order.
  public func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
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
