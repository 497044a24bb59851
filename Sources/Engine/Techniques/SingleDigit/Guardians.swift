import SudokuCore

/// Guardians: an odd number of places of a digit in a ring, each sharing a house with the next.
///
/// If the digit had no other places in these houses, each of them would have the digit in one of its two
/// places of the ring. Along an odd ring that is impossible, so one of the other places, the guardians, is
/// right: the digit goes from every cell that sees them all. A single guardian is right.
///
/// For each place that goes a shortest ring is found, of five places or more (three can't be).
/// Order: digit, place; each step once.
///
/// Source: "Broken Wing" by Rod Hagglund, and "Guardians" of SudokuWiki and Sudopedia.
struct Guardians: PatternSearcher {
  var techniques: [Technique] { [.guardians] }

  /// Places in a ring, and the house of each with the next.
  private struct Ring {
    var cells: [Cell]
    var houses: [House]
  }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for digit in DigitSet.all {
      let places = grid.cells(with: digit)
      guard places.count > 5 else { continue }
      var gone = CellSet()
      var known: Set<CellSet> = []
      for victim in places where !gone.contains(victim) {
        let rest = places.subtracting(PeerOrder.sets[victim.index]).subtracting([victim])
        guard let ring = Self.oddRing(of: rest) else { continue }
        let step = Self.step(grid, digit, ring)
        gone.formUnion(CellSet(step.eliminations.map(\.cell)))
        guard !step.pattern.specialCells.isEmpty,
          known.insert(step.pattern.specialCells).inserted
        else { continue }
        guard emit(step) else { return }
      }
    }
  }

  /// A shortest ring of an odd number of places, each with the next the only two places of a house.
  private static func oddRing(of places: CellSet) -> Ring? {
    var partners: [Cell: [(cell: Cell, house: House)]] = [:]
    for house in House.all {
      let pair = Array(places.intersection(house.cells))
      guard pair.count == 2 else { continue }
      partners[pair[0], default: []].append((pair[1], house))
      partners[pair[1], default: []].append((pair[0], house))
    }
    var best: Ring?
    for start in partners.keys.sorted() {
      guard let ring = ring(from: start, partners) else { continue }
      if best.map({ ring.cells.count < $0.cells.count }) ?? true { best = ring }
    }
    return best
  }

  /// A shortest path with an odd number of links from a place to itself.
  private static func ring(
    from start: Cell, _ partners: [Cell: [(cell: Cell, house: House)]]
  ) -> Ring? {
    var before: [[Cell: (cell: Cell, house: House)]] = [[:], [:]]
    var layer = [start]
    var parity = 0
    while !layer.isEmpty {
      parity = 1 - parity
      var next: [Cell] = []
      for cell in layer {
        for partner in partners[cell] ?? [] where before[parity][partner.cell] == nil {
          guard parity == 1 || partner.cell != start else { continue }
          before[parity][partner.cell] = (cell, partner.house)
          next.append(partner.cell)
        }
      }
      if parity == 1, before[1][start] != nil { break }
      layer = next
    }
    var ring = Ring(cells: [], houses: [])
    var cell = start
    parity = 1
    while let link = before[parity][cell] {
      ring.cells.append(cell)
      ring.houses.append(link.house)
      cell = link.cell
      parity = 1 - parity
      if cell == start, parity == 0 { break }
    }
    return ring.cells.isEmpty || Set(ring.cells).count < ring.cells.count ? nil : ring
  }

  private static func step(_ grid: CandidateGrid, _ digit: Digit, _ ring: Ring) -> Step {
    let cells = CellSet(ring.cells)
    let guardians = ring.houses.reduce(CellSet()) { $0.union(grid.cells(of: digit, in: $1)) }
      .subtracting(cells)
    var houses = HouseSet()
    for house in ring.houses { houses.insert(house) }
    let pattern = StepPattern(
      cells: cells, specialCells: guardians, houses: houses, digits: DigitSet(digit),
      candidates: cells.union(guardians).map { Candidate($0, digit) })
    if let guardian = guardians.first, !guardians.hasSeveral {
      return Step(.guardians, placing: Candidate(guardian, digit), pattern: pattern)
    }
    return Step(
      .guardians, removing: grid.candidates(DigitSet(digit), in: guardians.commonPeers),
      pattern: pattern)
  }
}

extension Step {
  var guardianReasons: [String] {
    let digit = Phrase.list(pattern.digits)
    let guardians = pattern.specialCells
    let end =
      guardians.count == 1
      ? "So the one other place holds \(digit)."
      : "So at least \(oneIs(guardians, digit))"
    return [
      "\(Phrase.list(pattern.cells)) make a ring of \(pattern.cells.count) places for \(digit). Two "
        + "neighbours always share one of these houses: \(Phrase.houses(pattern.houses)).",
      "If these houses had no other place for \(digit), it would be in every second place of the ring. That "
        + "can't be, since the number of places is odd. " + end,
    ]
  }
}
