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
public struct DeathBlossom: PatternSearcher {
  /// Creates the searcher.
  public init() {}

  /// The death blossom.
  public var techniques: [Technique] { [.deathBlossom] }

  /// Hands over the steps in order.
  public func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let stems = grid.emptyCells.filter { grid[$0].count > 2 }
    guard !stems.isEmpty else { return }
    let sets = AlmostLockedSets(grid, linked: false).sets.enumerated()
      .sorted { ($0.element.cells.count, $0.offset) < ($1.element.cells.count, $1.offset) }
      .map(\.element)
    for stem in stems {
      let petals = grid[stem].map { digit in
        sets.filter {
          !$0.cells.contains(stem) && $0.seen[digit.index].contains(stem)
            && $0.digits.contains(digit)
        }
      }
      guard petals.allSatisfy({ !$0.isEmpty }) else { continue }
      for digit in DigitSet.all.subtracting(grid[stem]) {
        guard emitAll(grid, stem, petals, digit, emit) else { return }
      }
    }
  }

  /// The steps of a stem that remove a digit.
  private func emitAll(
    _ grid: CandidateGrid, _ stem: Cell, _ petals: [[AlmostLockedSets.LockedSet]], _ digit: Digit,
    _ emit: (Step) -> Bool
  ) -> Bool {
    var open = grid.cells(with: digit)
    for sets in petals {
      let reach = sets.filter { $0.digits.contains(digit) }
        .reduce(CellSet()) { $0.union($1.seen[digit.index]) }
      open = open.intersection(reach)
    }
    while let victim = open.first {
      let chosen = petals.compactMap { sets in
        sets.first { $0.digits.contains(digit) && $0.seen[digit.index].contains(victim) }
      }
      let victims = chosen.reduce(open) { $0.intersection($1.seen[digit.index]) }
      open = open.subtracting(victims)
      guard emit(step(grid, stem, chosen, digit, victims)) else { return false }
    }
    return true
  }

  private func step(
    _ grid: CandidateGrid, _ stem: Cell, _ petals: [AlmostLockedSets.LockedSet], _ digit: Digit,
    _ victims: CellSet
  ) -> Step {
    let cells = petals.reduce(CellSet()) { $0.union($1.cells) }
    return Step(
      .deathBlossom, removing: victims.map { Candidate($0, digit) },
      pattern: StepPattern(
        cells: cells, specialCells: [stem], digits: DigitSet(digit), specialDigits: grid[stem],
        candidates: grid.candidates(.all, in: cells.union([stem])),
        sets: zip(petals, grid[stem]).map { .init($0.cells, link: DigitSet($1)) }))
  }
}
