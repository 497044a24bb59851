import SudokuCore

/// An X-chain: places of one digit, linked in turn by conjugate pairs and by a house.
///
/// If the first place does not hold the digit, the last one does; so it goes from every cell that
/// sees both. With two conjugate pairs it is a skyscraper, kite or turbot fish.
///
/// Order: digit, first and last cell in reading order; of several chains a shortest one.
public struct XChain: PatternSearcher {
  /// Creates the searcher.
  public init() {}

  /// The X-chain.
  public var techniques: [Technique] { [.xChain] }

  /// Hands over the steps in order.
  public func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for digit in DigitSet.all {
      let pairs = grid.conjugatePairs(of: digit)
      guard pairs.count >= 2 else { continue }
      let links = Links(pairs, places: grid.cells(with: digit))
      for start in links.places where !links.partners(of: start).isEmpty {
        let walk = Walk(from: start, along: links)
        for end in links.places where end > start && walk.distance(end) >= 3 {
          let victims = PeerOrder.sets[start.index].intersection(PeerOrder.sets[end.index])
            .intersection(links.places)
          guard !victims.isEmpty else { continue }
          guard emit(step(digit, walk.path(to: end), links, victims)) else { return }
        }
      }
    }
  }

  /// The links of a digit.
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

    /// The house in which two places are the only ones.
    func house(_ first: Cell, _ second: Cell) -> House? {
      pairs.first { $0.cells == [first, second] }?.house
    }
  }

  /// A breadth-first walk; a place has a number when it is off, another when it is on.
  private struct Walk {
    private var previous = InlineArray<162, Int16>(repeating: -1)
    private var distances = InlineArray<162, Int16>(repeating: -1)

    init(from start: Cell, along links: Links) {
      var queue = [start.index * 2]
      distances[queue[0]] = 0
      var next = 0
      while next < queue.count {
        let node = queue[next]
        next += 1
        let cell = Cell(index: node / 2)
        let isOn = node % 2 == 1
        let followers =
          isOn
          ? PeerOrder.sets[cell.index].intersection(links.places) : links.partners(of: cell)
        for follower in followers {
          let number = follower.index * 2 + (isOn ? 0 : 1)
          guard distances[number] < 0 else { continue }
          distances[number] = distances[node] + 1
          previous[number] = Int16(node)
          queue.append(number)
        }
      }
    }

    /// The number of links to where a place must hold the digit, -1 where the chain does not come.
    func distance(_ end: Cell) -> Int { Int(distances[end.index * 2 + 1]) }

    /// The places from the first to the last.
    func path(to end: Cell) -> [Cell] {
      var path = [end.index * 2 + 1]
      while previous[path[path.count - 1]] >= 0 {
        path.append(Int(previous[path[path.count - 1]]))
      }
      return path.reversed().map { Cell(index: $0 / 2) }
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
