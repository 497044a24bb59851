import SudokuCore

/// A remote pair: cells with the same two candidates in a row, each seeing the next.
///
/// The digits alternate along the cells, so two that are an odd number of links apart hold both
/// digits; these go from every cell that sees both ends.
///
/// Order: first and last cell in reading order; of several chains a shortest one.
struct RemotePair: PatternSearcher {
  var techniques: [Technique] { [.remotePair] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let bivalue = grid.bivalueCells
    guard !bivalue.isEmpty, bivalue.count >= 4 else { return }
    for start in bivalue {
      let same = CellSet(bivalue.filter { grid[$0] == grid[start] })
      guard same.count >= 4 else { continue }
      let walk = Walk(from: start, in: same)
      for end in walk.oddCells where end > start {
        let common = PeerOrder.sets[start.index].intersection(PeerOrder.sets[end.index])
        let victims = grid.candidates(grid[start], in: common)
        guard !victims.isEmpty else { continue }
        guard emit(step(grid, walk.path(to: end), victims)) else { return }
      }
    }
  }

  /// A breadth-first walk from cell to cell.
  private struct Walk {
    /// The cells at an odd distance of three or more links.
    var oddCells = CellSet()
    private var previous = InlineArray<81, Int8>(repeating: -1)

    init(from start: Cell, in cells: CellSet) {
      var layer = CellSet(start)
      var open = cells.subtracting(layer)
      var distance = 0
      while !layer.isEmpty {
        distance += 1
        var next = CellSet()
        for cell in layer {
          for peer in open.intersection(PeerOrder.sets[cell.index]).subtracting(next) {
            next.insert(peer)
            previous[peer.index] = Int8(cell.index)
          }
        }
        open = open.subtracting(next)
        if distance > 1, distance % 2 == 1 { oddCells = oddCells.union(next) }
        layer = next
      }
    }

    func path(to end: Cell) -> [Cell] {
      var path = [end]
      while previous[path[path.count - 1].index] >= 0 {
        path.append(Cell(index: Int(previous[path[path.count - 1].index])))
      }
      return path.reversed()
    }
  }

  private func step(_ grid: CandidateGrid, _ path: [Cell], _ victims: [Candidate]) -> Step {
    let digits = Array(grid[path[0]])
    var candidates: [Candidate] = []
    var reasons: [ChainLink.Reason] = []
    for (index, cell) in path.enumerated() {
      let (off, on) = index % 2 == 0 ? (digits[0], digits[1]) : (digits[1], digits[0])
      if index > 0, let house = path[index - 1].sharedHouse(with: cell) {
        reasons.append(.house(house))
      }
      candidates += [Candidate(cell, off), Candidate(cell, on)]
      reasons.append(.cell)
    }
    let cells = CellSet(path)
    return Step(
      .remotePair, removing: victims,
      pattern: StepPattern(
        cells: cells, specialCells: [path[0], path[path.count - 1]], digits: grid[path[0]],
        candidates: grid.candidates(grid[path[0]], in: cells),
        branches: [ChainBranch(candidates, reasons: reasons)]))
  }
}
