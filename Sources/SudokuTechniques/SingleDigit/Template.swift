import SudokuCore

/// A template: places of a digit that lie in none of the ways in which it can go into the grid, one
/// place in each row, column and block.
///
/// It finds all that looking at one digit alone can find: what fish of every size and shape, colours
/// and X-chains remove, and more.
///
/// Order: digits.
///
/// Source: "pattern overlay method" of the players' forums; HoDoKu's "template delete".
public struct Template: PatternSearcher {
  /// Creates the searcher.
  public init() {}

  /// The template.
  public var techniques: [Technique] { [.template] }

  /// Hands over the steps in order.
  public func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for digit in DigitSet.all {
      let victims = DigitTemplates.uncoveredPlaces(of: digit, in: grid)
      guard !victims.isEmpty else { continue }
      let places = grid.cells(with: digit)
      guard victims != places else { continue }
      let step = Step(
        .template, removing: victims.map { Candidate($0, digit) },
        pattern: StepPattern(
          cells: places.subtracting(victims), digits: DigitSet(digit),
          candidates: grid.candidates(DigitSet(digit), in: places.subtracting(victims))))
      guard emit(step) else { return }
    }
  }
}
