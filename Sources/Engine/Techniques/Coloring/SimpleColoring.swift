import SudokuCore

/// Simple colouring: the places of a digit that conjugate pairs join have two colours in turn.
///
/// Trap: a cell that sees both colours can't hold the digit. Wrap: if two cells of one colour see
/// each other, that colour is the wrong one.
///
/// Order: digit; clusters by their first cell; trap, then wrap of the first and of the second colour.
package struct SimpleColoring: PatternSearcher {
  package init() {}

  package var techniques: [Technique] { [.simpleColorTrap, .simpleColorWrap] }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
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

/// The places of a digit that conjugate pairs join: those of one colour hold it, or those of the
/// other.
package struct ColoredCluster {
  /// The places of each colour; the first place in reading order has the first colour.
  package var colors: (CellSet, CellSet)
  /// The cells that see a place of a colour.
  package var seen: (CellSet, CellSet)
  /// The houses of the conjugate pairs.
  package var houses: HouseSet

  /// All places.
  package var cells: CellSet { colors.0.union(colors.1) }

  /// The clusters of a digit, by their first place in reading order.
  ///
  /// Where an odd number of pairs makes a ring, the digit has no places at all: such a cluster is
  /// left out.
  package static func clusters(of digit: Digit, in grid: CandidateGrid) -> [ColoredCluster] {
    let pairs = grid.conjugatePairs(of: digit)
    var partners = InlineArray<81, CellSet>(repeating: CellSet())
    var open = CellSet()
    for pair in pairs {
      partners[pair.first.index].insert(pair.second)
      partners[pair.second.index].insert(pair.first)
      open = open.union(pair.cells)
    }
    var clusters: [ColoredCluster] = []
    while let start = open.first {
      var colors = [CellSet(start), CellSet()]
      var layer = CellSet(start)
      var color = 0
      while !layer.isEmpty {
        color = 1 - color
        var next = CellSet()
        for cell in layer { next = next.union(partners[cell.index]) }
        layer = next.subtracting(colors[color])
        colors[color] = colors[color].union(next)
      }
      let cells = colors[0].union(colors[1])
      open = open.subtracting(cells)
      guard colors[0].isDisjoint(with: colors[1]) else { continue }
      var houses = HouseSet()
      for pair in pairs where cells.contains(pair.first) { houses.insert(pair.house) }
      clusters.append(
        ColoredCluster(
          colors: (colors[0], colors[1]), seen: (peers(of: colors[0]), peers(of: colors[1])),
          houses: houses))
    }
    return clusters
  }

  private static func peers(of cells: CellSet) -> CellSet {
    var peers = CellSet()
    for cell in cells { peers = peers.union(PeerOrder.sets[cell.index]) }
    return peers
  }
}
