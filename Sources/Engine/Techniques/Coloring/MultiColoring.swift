import SudokuCore

/// Multi-colouring: two clusters of a digit, each coloured in two colours.
///
/// Type 1: where a colour of the one sees a colour of the other, at most one of the two is right, so
/// one of the opposite colours is; the digit goes from cells that see both of those. Type 2: a colour
/// that sees both colours of the other cluster is wrong.
///
/// Order: digit; first and second cluster by their first cell; type 2 for each colour of the first
/// and of the second; type 1 for each two colours.
struct MultiColoring: PatternSearcher {
  var techniques: [Technique] { [.multiColor1, .multiColor2] }

  /// One colour of a cluster: its cells, what they see, and the same of the opposite colour.
  private struct Color {
    var cells: CellSet
    var seen: CellSet
    var opposite: CellSet
    var oppositeSeen: CellSet

    static func both(_ cluster: ColoredCluster) -> [Color] {
      [
        Color(
          cells: cluster.colors.0, seen: cluster.seen.0, opposite: cluster.colors.1,
          oppositeSeen: cluster.seen.1),
        Color(
          cells: cluster.colors.1, seen: cluster.seen.1, opposite: cluster.colors.0,
          oppositeSeen: cluster.seen.0),
      ]
    }
  }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for digit in DigitSet.all {
      let clusters = ColoredCluster.clusters(of: digit, in: grid)
      guard clusters.count > 1 else { continue }
      let places = grid.cells(with: digit)
      for (index, one) in clusters.enumerated() {
        for two in clusters[(index + 1)...] {
          guard emitType2(digit, one, two, emit), emitType2(digit, two, one, emit),
            emitType1(digit, one, two, places, emit)
          else { return }
        }
      }
    }
  }

  private func emitType2(
    _ digit: Digit, _ one: ColoredCluster, _ two: ColoredCluster, _ emit: (Step) -> Bool
  ) -> Bool {
    for color in Color.both(one)
    where !color.seen.isDisjoint(with: two.colors.0) && !color.seen.isDisjoint(with: two.colors.1) {
      let pattern = StepPattern(
        cells: color.cells, specialCells: two.cells, houses: one.houses.union(two.houses),
        digits: DigitSet(digit),
        candidates: one.cells.union(two.cells).map { Candidate($0, digit) },
        sets: [.init(color.cells), .init(two.colors.0), .init(two.colors.1)])
      let victims = color.cells.map { Candidate($0, digit) }
      guard emit(Step(.multiColor2, removing: victims, pattern: pattern)) else { return false }
    }
    return true
  }

  private func emitType1(
    _ digit: Digit, _ one: ColoredCluster, _ two: ColoredCluster, _ places: CellSet,
    _ emit: (Step) -> Bool
  ) -> Bool {
    for first in Color.both(one) {
      for second in Color.both(two) where !first.seen.isDisjoint(with: second.cells) {
        let victims = first.oppositeSeen.intersection(second.oppositeSeen).intersection(places)
        guard !victims.isEmpty else { continue }
        let pattern = StepPattern(
          cells: first.opposite.union(second.opposite),
          specialCells: first.cells.union(second.cells), houses: one.houses.union(two.houses),
          digits: DigitSet(digit),
          candidates: one.cells.union(two.cells).map { Candidate($0, digit) },
          sets: [first.cells, second.cells, first.opposite, second.opposite].map { .init($0) })
        let step = Step(
          .multiColor1, removing: victims.map { Candidate($0, digit) }, pattern: pattern)
        guard emit(step) else { return false }
      }
    }
    return true
  }
}
