import SudokuCore

/// Simple colouring: the places of a digit that conjugate pairs join have two colours in turn.
///
/// Trap: a cell that sees both colours can't hold the digit. Wrap: if two cells of one colour see
/// each other, that colour is the wrong one.
///
/// Order: digit; clusters by their first cell; trap, then wrap of the first and of the second colour.
public struct SimpleColoring: PatternSearcher {
  /// Creates the searcher.
  public init() {}

  /// Trap and wrap.
  public var techniques: [Technique] { [.simpleColorTrap, .simpleColorWrap] }

  /// Hands over the steps in order.
  public func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for digit in DigitSet.all {
      let places = grid.cells(with: digit)
      for cluster in ColoredCluster.clusters(of: digit, in: grid) {
        let trapped = cluster.seen.0.intersection(cluster.seen.1).intersection(places)
          .subtracting(cluster.cells)
        if !trapped.isEmpty {
          guard emit(step(.simpleColorTrap, cluster, digit, trapped)) else { return }
        }
        for (color, seen) in [
          (cluster.colors.0, cluster.seen.0), (cluster.colors.1, cluster.seen.1),
        ] where !color.isDisjoint(with: seen) {
          guard emit(step(.simpleColorWrap, cluster, digit, color)) else { return }
        }
      }
    }
  }

  private func step(
    _ technique: Technique, _ cluster: ColoredCluster, _ digit: Digit, _ victims: CellSet
  ) -> Step {
    Step(
      technique, removing: victims.map { Candidate($0, digit) },
      pattern: StepPattern(
        cells: cluster.colors.0, specialCells: cluster.colors.1, houses: cluster.houses,
        digits: DigitSet(digit), candidates: cluster.cells.map { Candidate($0, digit) }))
  }
}
