import SudokuCore
import SudokuTechniques

extension LevelUniqueness {
  /// The steps of all unique rectangles, each once.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - before: The same for the scale.
  /// - Returns: The steps.
  static func steps(in grid: CandidateGrid, _ before: LevelGrid) -> [Step] {
    var steps: [Step] = []
    forEachRectangle(in: LevelView(before)) { rectangle, _ in
      for step in rectangle.steps(in: grid) where !steps.contains(step) { steps.append(step) }
    }
    return steps
  }
}

extension LevelUniqueness.Rectangle {
  private var cells: CellSet {
    CellSet([corner, beside, below, opposite].map { Cell(index: $0) })
  }

  private var digits: DigitSet { [Digit(index: one), Digit(index: two)] }

  /// The steps of the rectangle.
  fileprivate func steps(in grid: CandidateGrid) -> [Step] {
    let roof = CellSet(cells.filter { grid[$0] != digits })
    let extras = roof.reduce(DigitSet.none) { $0.union(grid[$1]) }.subtracting(digits)
    let pattern = StepPattern(
      cells: cells, specialCells: roof, digits: digits, specialDigits: extras,
      candidates: grid.candidates(digits, in: cells))
    var steps: [Step] = []
    if roof.count == 1 {
      steps.append(
        Step(
          .uniqueRectangle1, removing: grid.candidates(digits, in: roof), pattern: pattern))
    }
    if roof.count >= 2, extras.count == 1 {
      let isInLine =
        roof.count == 2 && roof.first.map { first in roof.contains { $0.sees(first) } } == true
      steps.append(
        Step(
          isInLine ? .uniqueRectangle2 : .uniqueRectangle5,
          removing: grid.candidates(extras, in: roof.commonPeers), pattern: pattern))
    }
    if roof.count == 2 { steps += lockingSteps(in: grid, roof, pattern) }
    if roof.count >= 1 { steps += hiddenSteps(in: grid, pattern) }
    return steps.filter { !$0.eliminations.isEmpty }
  }

  private func lockingSteps(
    in grid: CandidateGrid, _ roof: CellSet, _ pattern: StepPattern
  ) -> [Step] {
    var steps: [Step] = []
    for digit in digits {
      for house in House.all
      where roof.isSubset(of: house.cells) && grid.cells(of: digit, in: house) == roof {
        var pattern = pattern
        pattern.houses = HouseSet(house)
        pattern.specialDigits = DigitSet(digit)
        let gone = grid.candidates(digits.subtracting(DigitSet(digit)), in: roof)
        steps.append(Step(.uniqueRectangle4, removing: gone, pattern: pattern))
      }
    }
    return steps
  }

  private func hiddenSteps(in grid: CandidateGrid, _ pattern: StepPattern) -> [Step] {
    let across = Cell(index: opposite)
    return digits.compactMap { digit in
      let houses = [across.house(.row), across.house(.column)]
      guard houses.allSatisfy({ grid.places(of: digit, in: $0).nonzeroBitCount == 2 }) else {
        return nil
      }
      var pattern = pattern
      pattern.specialCells = CellSet(across)
      pattern.houses = HouseSet(houses)
      pattern.specialDigits = DigitSet(digit)
      let gone = grid.candidates(digits.subtracting(DigitSet(digit)), in: CellSet(across))
      return Step(.hiddenRectangle, removing: gone, pattern: pattern)
    }
  }
}

extension CandidateGrid {
  /// The candidates of some digits in some cells, in the order cell, digit.
  fileprivate func candidates(_ digits: DigitSet, in cells: CellSet) -> [Candidate] {
    cells.flatMap { cell in self[cell].intersection(digits).map { Candidate(cell, $0) } }
  }
}
