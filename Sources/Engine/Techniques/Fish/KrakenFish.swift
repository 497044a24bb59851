import SudokuCore

/// A kraken fish: a finned fish of lines whose fins exclude a candidate by chains.
///
/// The fish has two to four base lines and as many cover lines across, each with a place of the digit
/// that is in a base line and a cover line; it has fins, places of the base lines outside the cover.
///
/// - Type 1 removes the digit from a cell of a cover line outside the base lines: if the fish holds, it
///   goes; and each fin sees it, or a chain leads from the fin to that.
/// - Type 2 removes any candidate but the places of the digit in the fish's lines: for some cover line,
///   from each of its places in the base lines and from each fin a chain leads to that. One of these
///   holds the digit.
///
/// The chains are alternating ones, of any length, along the links of `AlternatingChain`; each is a
/// shortest one that ends where it meets the candidate. There are at most five, and one of them at least
/// is more than a link, or the fish needs no chain.
///
/// Each candidate is found once for each type: with the fewest lines, of these with the fewest links in
/// the longest chain, of these in all chains; then the first digit, rows before columns as base, the
/// first base and cover lines in lexicographic order, the first cover line whose places chains start from.
///
/// Order: the candidate; type 1, then 2.
///
/// Source: "Kraken Fish" of the players' forum and of Sudopedia; the types are HoDoKu's.
struct KrakenFish: StepSearcher {
  /// The most chains.
  static let mostChains = 5

  var techniques: [Technique] { [.krakenFish1, .krakenFish2] }

  /// Hands over the steps in order; each literal of a walk and each choice of cover lines is a unit of
  /// work.
  func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption) {
    let links = CandidateLinks(grid)
    var search = KrakenFishSearch(grid)
    for cell in grid.emptyCells {
      for digit in grid[cell] {
        let walk = ExclusionWalk(from: Candidate(cell, digit), along: links)
        search.findFish(walk)
        try budget.charge(walk.work + search.work)
        if let find = search.first {
          guard emit(step(grid, walk, find, .krakenFish1)) else { return }
        }
        if let find = search.second {
          guard emit(step(grid, walk, find, .krakenFish2)) else { return }
        }
      }
    }
  }

  private func step(
    _ grid: CandidateGrid, _ walk: ExclusionWalk, _ find: KrakenFishSearch.Find,
    _ technique: Technique
  ) -> Step {
    let digit = find.digit
    let (base, cover) = (find.baseHouses, find.coverHouses)
    let cells = grid.cells(of: digit, in: base)
    let branches = find.starts.map { cell in
      let path = walk.path(from: Candidate(cell, digit))
      let reasons = zip(path, path.dropFirst()).enumerated().map { index, ends in
        grid.linkReason(ends.0, ends.1, isStrong: index % 2 == 1)
      }
      return ChainBranch(path, startsOn: true, reasons: reasons)
    }
    return Step(
      technique, removing: [walk.target],
      pattern: StepPattern(
        cells: cells, specialCells: cells.subtracting(grid.cells(of: digit, in: cover)),
        houses: base, coverHouses: cover, digits: DigitSet(digit),
        candidates: cells.map { Candidate($0, digit) }, branches: branches))
  }
}

extension CandidateGrid {
  fileprivate func cells(of digit: Digit, in houses: HouseSet) -> CellSet {
    houses.reduce(CellSet()) { $0.union(cells(of: digit, in: $1)) }
  }
}
