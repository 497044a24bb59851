import SudokuCore

/// An X-chain: places of one digit, linked in turn by conjugate pairs and by a house.
///
/// If the first place does not hold the digit, the last one does; so it goes from every cell that
/// sees both. With two conjugate pairs it is a skyscraper, kite or turbot fish.
///
/// Order: digit, first and last cell in reading order; of several chains a shortest one.
struct XChain: PatternSearcher {
  var techniques: [Technique] { [.xChain] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for digit in DigitSet.all {
      let pairs = grid.conjugatePairs(of: digit)
      guard pairs.count >= 2 else { continue }
      let links = Links(pairs, places: grid.cells(with: digit))
      for start in links.places where !links.partners(of: start).isEmpty {
        let walk = AlternatingWalk(from: start.index, of: 81) { number, isOn, visit in
          for cell in links.followers(of: Cell(index: number), isOn: isOn) { visit(cell.index) }
        }
        for end in links.places where end > start && walk.distance(end.index) >= 3 {
          let victims = PeerOrder.sets[start.index].intersection(PeerOrder.sets[end.index])
            .intersection(links.places)
          guard !victims.isEmpty else { continue }
          let path = walk.path(to: end.index).map { Cell(index: $0) }
          guard emit(step(digit, path, links, victims)) else { return }
        }
      }
    }
  }

  private struct Links {
    let places: CellSet
    let pairs: [ConjugatePair]
    private var partners = InlineArray<81, CellSet>(repeating: CellSet())

    init(_ pairs: [ConjugatePair], places: CellSet) {
      self.places = places
      self.pairs = pairs
      for pair in pairs {
        partners[pair.first.index].insert(pair.second)
        partners[pair.second.index].insert(pair.first)
      }
    }

    /// The other ends of the conjugate pairs of a place.
    func partners(of cell: Cell) -> CellSet { partners[cell.index] }

    /// The places that follow from a place: those that see it if it holds the digit, otherwise its partners.
    func followers(of cell: Cell, isOn: Bool) -> CellSet {
      isOn ? PeerOrder.sets[cell.index].intersection(places) : partners(of: cell)
    }

    /// The house in which two places are the only ones.
    func house(_ first: Cell, _ second: Cell) -> House? {
      pairs.first { $0.cells == [first, second] }?.house
    }
  }

  private func step(_ digit: Digit, _ path: [Cell], _ links: Links, _ victims: CellSet) -> Step {
    let reasons = zip(path, path.dropFirst()).enumerated().map { index, ends in
      let house =
        index % 2 == 0 ? links.house(ends.0, ends.1) : ends.0.sharedHouse(with: ends.1)
      return house.map { ChainLink.Reason.house($0) } ?? .cell
    }
    let candidates = path.map { Candidate($0, digit) }
    return Step(
      .xChain, removing: victims.map { Candidate($0, digit) },
      pattern: StepPattern(
        cells: CellSet(path), specialCells: [path[0], path[path.count - 1]],
        digits: DigitSet(digit), candidates: Set(candidates).sorted(),
        branches: [ChainBranch(candidates, reasons: reasons)]))
  }
}
