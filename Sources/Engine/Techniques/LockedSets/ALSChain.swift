import SudokuCore

/// A chain of almost locked sets: four to twelve of them, each with a digit that it and the next one can't
/// both hold, never the same digit twice in a row.
///
/// If the first set lacks a digit Z, it holds all its other digits. So the next set lacks the first
/// linking digit and holds all its others, and so on to the last one, which holds Z. So Z is
/// removed from every cell that sees all its places in the first and the last set. Sets that are
/// not neighbours may share cells.
///
/// The search is complete: every candidate that some chain of up to twelve sets removes, but none
/// of two or three (ALS-XZ, ALS-XY-wing), is removed by a step. The first candidate that no earlier
/// step removes gets a chain with the fewest sets, and of these one with the fewest cells.
///
/// Order: the first candidate that no earlier step removes.
///
/// Source: "ALS chain", described by HoDoKu and SudokuWiki.
struct ALSChain: StepSearcher {
  static let mostSets = 12

  var techniques: [Technique] { [.alsChain] }

  /// Hands over the steps in order.
  func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption) {
    let all = AlmostLockedSets.shared(grid)
    let links = Links(all)
    var removed: Set<Candidate> = []
    for cell in grid.emptyCells {
      for digit in grid[cell] where !removed.contains(Candidate(cell, digit)) {
        let ends = all.sets.indices.filter { all.seen($0, digit).contains(cell) }
        guard !ends.isEmpty else { continue }
        let (chain, work) = Self.shortestChain(all, links, ends, digit)
        try budget.charge(work)
        guard let chain, chain.count > 3 else { continue }
        let step = Self.step(grid, all, chain, digit)
        removed.formUnion(step.eliminations)
        guard emit(step) else { return }
      }
    }
  }

  /// The numbers of a chain's sets, each with a digit that it lacks if the first one lacks the digit that the
  /// chain is about.
  private typealias Chain = [(set: Int, digit: Digit)]

  /// A chain with the fewest sets from one of some sets to another, and the work that the search took.
  private static func shortestChain(
    _ all: AlmostLockedSets, _ links: Links, _ ends: [Int], _ digit: Digit
  ) -> (Chain?, Int) {
    var isEnd = [Bool](repeating: false, count: all.sets.count)
    for end in ends { isEnd[end] = true }
    // A set without a digit: where it is an end and the digit another than the chain's, a chain is found.
    let isGoal = { (number: Int) in isEnd[number / 9] && number % 9 != digit.index }
    let walk = ShortestWalk(
      from: ends.map { 9 * $0 + digit.index }, prices: links.prices, longest: mostSets - 1,
      isGoal: isGoal,
      forEachFollower: { number, visit in
        for (set, digits) in links.of(number / 9) {
          for next in digits where next.index != number % 9 { visit(9 * set + next.index) }
        }
      })
    let goals = ends.flatMap { end in
      DigitSet.all.map { 9 * end + $0.index }.filter { isGoal($0) && walk.distance($0) > 0 }
    }
    let best = goals.min {
      (walk.distance($0), walk.cost($0)) < (walk.distance($1), walk.cost($1))
    }
    let chain = best.map { goal in
      walk.path(to: goal).map { (set: $0 / 9, digit: Digit(uncheckedIndex: $0 % 9)) }
    }
    return (chain, walk.reached)
  }

  private static func step(
    _ grid: CandidateGrid, _ all: AlmostLockedSets, _ chain: Chain, _ digit: Digit
  ) -> Step {
    let sets = chain.map { all.sets[$0.set].cells }
    let digits = chain.dropFirst().map { DigitSet($0.digit) } + [.none]
    let (first, last) = (chain[0].set, chain[chain.count - 1].set)
    let seen = all.seen(first, digit).intersection(all.seen(last, digit))
    let ends = sets[0].union(sets[sets.count - 1])
    let middle = sets.dropFirst().dropLast().reduce(CellSet()) { $0.union($1) }
    return Step(
      .alsChain, removing: grid.candidates(DigitSet(digit), in: seen),
      pattern: StepPattern(
        cells: ends, specialCells: middle, digits: DigitSet(digit),
        specialDigits: digits.reduce(.none) { $0.union($1) },
        candidates: grid.candidates(.all, in: ends.union(middle)),
        sets: zip(sets, digits).map { .init($0, link: $1) }))
  }

  private struct Links {
    private var links: [[(Int, DigitSet)]]
    /// For each set and digit the number of the set's cells.
    let prices: [Int]

    init(_ all: AlmostLockedSets) {
      prices = all.sets.flatMap { Array(repeating: $0.cells.count, count: 9) }
      links = Array(repeating: [], count: all.sets.count)
      for common in all.commons {
        links[common.first].append((common.second, common.digits))
        links[common.second].append((common.first, common.digits))
      }
    }

    /// The sets that a set is linked to, with the digits that it and they can't both hold.
    func of(_ set: Int) -> [(Int, DigitSet)] { links[set] }
  }
}
