import SudokuCore

/// Twinned XY-chains: six cells where two lines cross three others, with six digits in all, each of which has
/// all its places among them in one line.
///
/// So each digit is there once at most; six cells need all six digits, so each is there just once. It
/// goes from every other cell that sees all its places. Cells of which fewer have as few digits as cells
/// are left to naked sets.
///
/// Order: two rows and three columns, then two columns and three rows.
///
/// Source: "Twinned XY-Chains" of SudokuWiki, after Nils Leder.
struct TwinnedXYChain: PatternSearcher {
  var techniques: [Technique] { [.twinnedXYChain] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for kind in [House.Kind.row, .column] {
      for lines in Combinations.ofNine[2] {
        let pair = (0..<9).filter { lines >> UInt16($0) & 1 != 0 }.map { House(kind, $0) }
        let open = (0..<9).filter { place in pair.allSatisfy { 2...3 ~= grid[$0.cell(place)].count }
        }
        for choice in Combinations.of(3, outOf: open.count) {
          let places = open.indices.filter { choice >> UInt32($0) & 1 != 0 }.map { open[$0] }
          guard let step = step(grid, pair.flatMap { line in places.map { line.cell($0) } }) else {
            continue
          }
          guard emit(step) else { return }
        }
      }
    }
  }

  private func step(_ grid: CandidateGrid, _ list: [Cell]) -> Step? {
    let cells = CellSet(list)
    let digits = cells.reduce(DigitSet.none) { $0.union(grid[$1]) }
    guard digits.count == 6, !House.all.contains(where: { cells.isSubset(of: $0.cells) }) else {
      return nil
    }
    var victims: [Candidate] = []
    for digit in digits {
      let places = cells.intersection(grid.cells(with: digit))
      guard places.allSatisfy({ places.subtracting([$0]).isSubset(of: $0.peers) }) else {
        return nil
      }
      victims += grid.candidates(DigitSet(digit), in: places.commonPeers.subtracting(cells))
    }
    guard !victims.isEmpty, !hasSmallerSet(list, grid) else { return nil }
    return Step(
      .twinnedXYChain, removing: victims.sorted(),
      pattern: StepPattern(cells: cells, digits: digits, candidates: grid.candidates(in: cells)))
  }

  private func hasSmallerSet(_ cells: [Cell], _ grid: CandidateGrid) -> Bool {
    (1..<63).contains { mask in
      let part = cells.indices.filter { mask >> $0 & 1 == 1 }.map { cells[$0] }
      return part.reduce(DigitSet.none) { $0.union(grid[$1]) }.count <= part.count
    }
  }
}

extension Step {
  var twinnedChainReasons: [String] {
    [
      "\(Phrase.list(pattern.cells)) have six digits, \(Phrase.list(pattern.digits)). All places of each of "
        + "these digits among them see each other.",
      "So each digit is there once at most. Six cells need six digits, so each is there just once. It goes "
        + "from a cell outside that sees all its places.",
    ]
  }
}
