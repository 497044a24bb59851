import SudokuCore

/// A multivalue X-wing: two conjugate pairs of different digits between four cells with two candidates.
///
/// The ends of the pairs stand together in two houses; in each house they share their other digit. If
/// both digits were in one of the houses, both cells of the other would need the digit that these share. So
/// each house has one end of the pairs that holds the shared digit, and no other cell that sees both ends does.
///
/// Order: digits and houses of the pairs.
///
/// Source: "Multivalue X-Wing" of SudokuWiki.
struct MultivalueXWing: PatternSearcher {
  var techniques: [Technique] { [.multivalueXWing] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let bivalue = grid.bivalueCells
    let pairs = DigitSet.all.map { digit in
      grid.conjugatePairs(of: digit, omitsBlocksInLines: true).filter {
        $0.cells.isSubset(of: bivalue) && grid[$0.first] != grid[$0.second]
      }
    }
    for low in 0..<9 {
      for high in low + 1..<9 {
        for one in pairs[low] {
          for other in pairs[high] where one.cells.isDisjoint(with: other.cells) {
            for ends in [[other.first, other.second], [other.second, other.first]] {
              let digits: DigitSet = [Digit(index: low), Digit(index: high)]
              guard let step = step(grid, one, other, ends, digits) else { continue }
              guard emit(step) else { return }
            }
          }
        }
      }
    }
  }

  private func step(
    _ grid: CandidateGrid, _ one: ConjugatePair, _ other: ConjugatePair, _ ends: [Cell],
    _ digits: DigitSet
  ) -> Step? {
    var victims: Set<Candidate> = []
    var shared = DigitSet.none
    for (cell, end) in zip([one.first, one.second], ends) {
      let common = grid[cell].subtracting(digits)
      guard cell.sees(end), common.count == 1, grid[end].subtracting(digits) == common,
        grid[cell] != grid[end]
      else { return nil }
      shared.formUnion(common)
      victims.formUnion(grid.candidates(common, in: CellSet([cell, end]).commonPeers))
    }
    let all = one.cells.union(other.cells)
    guard shared.count == 2, !victims.isEmpty,
      !House.all.contains(where: { all.isSubset(of: $0.cells) })
    else { return nil }
    let sides = zip([one.first, one.second], ends).map { CellSet([$0, $1]) }
    return Step(
      .multivalueXWing, removing: victims.sorted(),
      pattern: StepPattern(
        cells: all, houses: HouseSet([one.house, other.house]), digits: digits,
        specialDigits: shared, candidates: grid.candidates(in: all),
        sets: sides.map { side in
          .init(side, link: side.reduce(DigitSet.all) { $0.intersection(grid[$1]) })
        }))
  }
}

extension Step {
  var multivalueReasons: [String] {
    let sides = pattern.sets.map { Phrase.list($0.cells) }
    guard sides.count == 2 else { return [] }
    let digits = Phrase.list(pattern.digits)
    let shared = pattern.sets.map { Phrase.list($0.link) }
    return [
      "In each of \(Phrase.houses(pattern.houses)), the digits \(digits) have the same two places. "
        + "One is \(Phrase.list(pattern.sets[0].cells, "or")), the other "
        + "\(Phrase.list(pattern.sets[1].cells, "or")).",
      "If \(digits) were both in \(sides[0]), \(sides[1]) would both be \(shared[1]). If they were both in "
        + "\(sides[1]), \(sides[0]) would both be \(shared[0]). Neither can be.",
      "So one of \(sides[0]) is \(shared[0]), and one of \(sides[1]) is \(shared[1]).",
    ]
  }
}
