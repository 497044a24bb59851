import SudokuCore

/// An XY-chain: cells with two candidates in a row, each sharing a digit with the next.
///
/// If the first cell does not hold the chain's digit, the last one does; so the digit goes from every
/// cell that sees both.
///
/// Order: first cell in reading order, digit, last cell; of several chains a shortest one.
struct XYChain: PatternSearcher {
  var techniques: [Technique] { [.xyChain] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let bivalue = grid.bivalueCells
    guard bivalue.count >= 3 else { return }
    for start in bivalue {
      for digit in grid[start] {
        let walk = Walk(from: start, digit, in: bivalue, of: grid)
        for end in bivalue where end > start && walk.distance(end, digit) >= 2 {
          let common = PeerOrder.sets[start.index].intersection(PeerOrder.sets[end.index])
          let victims = grid.candidates(DigitSet(digit), in: common)
          guard !victims.isEmpty else { continue }
          guard emit(step(grid, walk.path(to: end, digit), digit, victims)) else { return }
        }
      }
    }
  }

  /// A breadth-first walk: where a cell must hold a digit if the first does not hold another.
  private struct Walk {
    private var previous = InlineArray<729, Int16>(repeating: -1)
    private var distances = InlineArray<729, Int16>(repeating: -1)

    init(from start: Cell, _ digit: Digit, in bivalue: CellSet, of grid: CandidateGrid) {
      guard let on = grid[start].subtracting(DigitSet(digit)).first else { return }
      var queue = [Candidate(start, on)]
      distances[queue[0].index] = 0
      var next = 0
      while next < queue.count {
        let candidate = queue[next]
        next += 1
        let near = PeerOrder.sets[candidate.cell.index].intersection(bivalue)
          .intersection(grid.cells(with: candidate.digit))
        for cell in near {
          guard let other = grid[cell].subtracting(DigitSet(candidate.digit)).first else {
            continue
          }
          let follower = Candidate(cell, other)
          guard distances[follower.index] < 0 else { continue }
          distances[follower.index] = distances[candidate.index] + 1
          previous[follower.index] = Int16(candidate.index)
          queue.append(follower)
        }
      }
    }

    /// The number of links between cells, -1 if the chain does not reach the cell.
    func distance(_ cell: Cell, _ digit: Digit) -> Int {
      Int(distances[Candidate(cell, digit).index])
    }

    /// The candidates that the cells hold, from the first to the last.
    func path(to end: Cell, _ digit: Digit) -> [Candidate] {
      var path = [Candidate(end, digit)]
      while previous[path[path.count - 1].index] >= 0 {
        path.append(Candidate(index: Int(previous[path[path.count - 1].index])))
      }
      return path.reversed()
    }
  }

  private func step(
    _ grid: CandidateGrid, _ path: [Candidate], _ digit: Digit, _ victims: [Candidate]
  ) -> Step {
    var candidates: [Candidate] = []
    var reasons: [ChainLink.Reason] = []
    var linked = digit
    for (index, on) in path.enumerated() {
      if index > 0, let house = path[index - 1].cell.sharedHouse(with: on.cell) {
        reasons.append(.house(house))
      }
      candidates += [Candidate(on.cell, linked), on]
      reasons.append(.cell)
      linked = on.digit
    }
    let cells = CellSet(path.map(\.cell))
    return Step(
      .xyChain, removing: victims,
      pattern: StepPattern(
        cells: cells, specialCells: [path[0].cell, path[path.count - 1].cell],
        digits: DigitSet(candidates.map(\.digit)), specialDigits: DigitSet(digit),
        candidates: Set(candidates).sorted(),
        branches: [ChainBranch(candidates, reasons: reasons)]))
  }
}
