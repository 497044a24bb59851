import SudokuCore

/// A death blossom: a cell, the stem, and for each of its candidates an almost locked set, a petal,
/// whose places of that digit all see the stem.
///
/// Whatever the stem holds, one petal lacks that digit and so holds all its others. A digit that all
/// petals share goes from every cell that sees all its places in all of them.
///
/// A stem with two candidates would be an ALS-XY-wing and is left to that. Petals may share cells, as
/// only one of them counts at a time.
///
/// Every candidate that some blossom removes is in exactly one step for its stem, with the smallest
/// petals that do.
///
/// Order: stem, digit, first cell it goes from.
///
/// Source: the players' forums, where it got its name; described by HoDoKu and SudokuWiki.
struct DeathBlossom: PatternSearcher {
  var techniques: [Technique] { [.deathBlossom] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let stems = CellSet(grid.emptyCells.filter { grid[$0].count > 2 })
    guard !stems.isEmpty else { return }
    let all = AlmostLockedSets.shared(grid)
    let reach = Reach(grid, all, stems: stems)
    for stem in stems {
      for digit in DigitSet.all.subtracting(grid[stem]) {
        let open = grid[stem].reduce(grid.cells(with: digit)) {
          $0.intersection(reach.of($1, stem, digit))
        }
        guard open.isEmpty || emitAll(grid, stem, digit, open, all, emit) else { return }
      }
    }
  }

  /// For each stem and each of its digits the cells that see all places of another digit in one of the
  /// petals.
  private struct Reach {
    private var cells = [CellSet](repeating: CellSet(), count: 81 * 9 * 9)

    init(_ grid: CandidateGrid, _ all: AlmostLockedSets, stems: CellSet) {
      let stems = DigitSet.all.map { stems.intersection(grid.cells(with: $0)) }
      for set in all.sets.indices {
        let digits = all.sets[set].digits
        for petalDigit in digits {
          for stem in all.seen(set, petalDigit).intersection(stems[petalDigit.index]) {
            let start = (stem.index * 9 + petalDigit.index) * 9
            for digit in digits.subtracting(DigitSet(petalDigit)) {
              cells[start + digit.index].formUnion(all.seen(set, digit))
            }
          }
        }
      }
    }

    func of(_ petalDigit: Digit, _ stem: Cell, _ digit: Digit) -> CellSet {
      cells[(stem.index * 9 + petalDigit.index) * 9 + digit.index]
    }
  }

  private func emitAll(
    _ grid: CandidateGrid, _ stem: Cell, _ digit: Digit, _ open: CellSet, _ all: AlmostLockedSets,
    _ emit: (Step) -> Bool
  ) -> Bool {
    // A set whose places of a digit all see the stem doesn't contain the stem, which has that digit.
    let petals = grid[stem].map { petalDigit in
      all.sets.indices
        .filter {
          DigitSet([petalDigit, digit]).isSubset(of: all.sets[$0].digits)
            && all.seen($0, petalDigit).contains(stem)
        }
        .sorted { (all.sets[$0].cells.count, $0) < (all.sets[$1].cells.count, $1) }
    }
    var open = open
    while let victim = open.first {
      let chosen = petals.compactMap { sets in
        sets.first { all.seen($0, digit).contains(victim) }
      }
      let victims = chosen.reduce(open) { $0.intersection(all.seen($1, digit)) }
      open = open.subtracting(victims)
      guard emit(step(grid, stem, chosen.map { all.sets[$0].cells }, digit, victims)) else {
        return false
      }
    }
    return true
  }

  private func step(
    _ grid: CandidateGrid, _ stem: Cell, _ petals: [CellSet], _ digit: Digit, _ victims: CellSet
  ) -> Step {
    let cells = petals.reduce(CellSet()) { $0.union($1) }
    return Step(
      .deathBlossom, removing: victims.map { Candidate($0, digit) },
      pattern: StepPattern(
        cells: cells, specialCells: [stem], digits: DigitSet(digit), specialDigits: grid[stem],
        candidates: grid.candidates(.all, in: cells.union([stem])),
        sets: zip(petals, grid[stem]).map { .init($0, link: DigitSet($1)) }))
  }
}
