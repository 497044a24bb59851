import SudokuCore

/// The only digit for a cell, cells in reading order.
public struct NakedSingle: PatternSearcher {
  /// Creates the searcher.
  public init() {}

  /// Naked singles.
  public var techniques: [Technique] { [.nakedSingle] }

  /// Hands over the naked singles in order.
  public func search(_ grid: CandidateGrid, options: SearchOptions, emit: (Step) -> Bool) {
    for index in 0..<81 {
      let cell = Cell(unchecked: index)
      guard let digit = grid[cell].single else { continue }
      let pattern = Pattern(cells: CellSet(cell), digits: DigitSet(digit))
      let step = Step(.nakedSingle, placing: Candidate(cell, digit), pattern: pattern)
      guard emit(step) else { return }
    }
  }
}
