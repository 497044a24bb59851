import SudokuCore

/// Almost locked candidates: a few digits that a line and a block share out.
///
/// In one of the two houses all places of these digits lie in the crossing and in some cells beside it, one
/// fewer than digits. So one of the digits is in the crossing. In the other house as many cells hold
/// nothing but these digits, so just one is in the crossing: all other cells of that house lose
/// them, and the cells of the first house hold nothing else.
///
/// Order: lines by kind and number, their blocks; that the line needs the crossing, then the block; two,
/// three and four digits.
///
/// Source: "Almost Locked Candidates" of Sudopedia; "Almost Locked Pair and Almost Locked Triple" on the
/// forum of Sudoku Players, 2021.
struct AlmostLockedCandidates: PatternSearcher {
  var techniques: [Technique] { [.almostLockedCandidates] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for kind in [House.Kind.row, .column] {
      for number in 0..<9 {
        let line = House(kind, number)
        for block in HouseSet(line.cells.map { $0.house(.block) }) {
          for (base, cover) in [(line, block), (block, line)] {
            guard emitAll(grid, base, cover, emit) else { return }
          }
        }
      }
    }
  }

  private func emitAll(
    _ grid: CandidateGrid, _ base: House, _ cover: House, _ emit: (Step) -> Bool
  ) -> Bool {
    let crossing = base.cells.intersection(cover.cells)
    let places = base.cells.subtracting(crossing)
    let others = cover.cells.subtracting(crossing)
    // A digit that is placed in the base needs no cell of it.
    let needed = base.cells.reduce(DigitSet.none) { $0.union(grid[$1]) }
    for size in 2...4 {
      for mask in Combinations.ofNine[size] {
        let digits = DigitSet(rawValue: mask)
        guard digits.isSubset(of: needed) else { continue }
        let base = CellSet(places.filter { !grid[$0].isDisjoint(with: digits) })
        guard base.count == size - 1, base.allSatisfy({ grid[$0].count > 1 }) else { continue }
        let extras = grid.candidates(DigitSet.all.subtracting(digits), in: base)
        let full = Array(others.filter { grid[$0].count > 1 && grid[$0].isSubset(of: digits) })
        for choice in Combinations.of(size - 1, outOf: full.count) {
          let set = CellSet(full.indices.filter { choice >> UInt32($0) & 1 != 0 }.map { full[$0] })
          let victims = (grid.candidates(digits, in: others.subtracting(set)) + extras).sorted()
          guard !victims.isEmpty else { continue }
          let step = step(grid, digits, base, set, crossing, [places.union(crossing), cover.cells])
          guard emit(Step(.almostLockedCandidates, removing: victims, pattern: step)) else {
            return false
          }
        }
      }
    }
    return true
  }

  private func step(
    _ grid: CandidateGrid, _ digits: DigitSet, _ base: CellSet, _ set: CellSet, _ crossing: CellSet,
    _ houses: [CellSet]
  ) -> StepPattern {
    let open = crossing.intersection(grid.emptyCells)
    func house(_ cells: CellSet) -> HouseSet { HouseSet(House.all.filter { $0.cells == cells }) }
    return StepPattern(
      cells: base.union(set).union(open), specialCells: open, houses: house(houses[0]),
      coverHouses: house(houses[1]), digits: digits,
      candidates: grid.candidates(digits, in: base.union(set).union(open)),
      sets: [.init(base, link: digits), .init(set, link: digits)])
  }
}

extension Step {
  var almostLockedCandidatesReasons: [String] {
    guard pattern.sets.count == 2, let base = pattern.houses.first,
      let cover = pattern.coverHouses.first
    else { return [] }
    let digits = Phrase.list(pattern.digits)
    let sets = pattern.sets.map { Phrase.list($0.cells) }
    let isOne = pattern.sets[0].cells.count == 1
    let open = pattern.specialCells
    return [
      "In \(Phrase.house(base)), the digits \(digits) have places only in \(sets[0]) and, where \(Phrase.house(cover)) "
        + "crosses, in \(Phrase.list(open)). So at least one of these digits is in the crossing.",
      "In \(Phrase.house(cover)), \(sets[1]) can hold only these digits, and \(isOne ? "takes" : "take") all "
        + "but one. So just one is in the crossing, and the \(isOne ? "other is" : "others are") in \(sets[0]).",
      "No other cell of \(Phrase.house(cover)) can hold \(Phrase.list(pattern.digits, "or")), and "
        + "\(sets[0]) \(isOne ? "holds" : "hold") nothing else.",
    ]
  }
}
