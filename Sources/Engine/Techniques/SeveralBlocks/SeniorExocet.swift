import SudokuCore

/// A senior exocet: two targets that hold the digits of two base cells, one of them outside the band.
///
/// The base and the three crossing lines are those of a junior exocet, but in one of the other two blocks the
/// crossing line has no target: neither of its cells off the base's line has a digit of the base. The second
/// target stands outside the band, in that line or in the one beside the base. If the other cells of the crossing
/// lines outside the band have room for each digit in at most two lines along the band, a digit of the base is at
/// a target, since it is in three crossing lines. So the targets hold both digits of the base and nothing else.
///
/// Order: bands, then stacks; bases; the block of the first target; the targets.
///
/// Source: "JExocet Compendium" by David P. Bird on the forum of Sudoku Players, 2015 ("a Junior Exocet has its
/// targets in the band, a Senior Exocet does not").
struct SeniorExocet: PatternSearcher {
  var techniques: [Technique] { [.seniorExocet] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for along in [House.Kind.row, .column] {
      for number in 0..<3 {
        let chute = JuniorExocet.Chute(along: along, number: number)
        for base in JuniorExocet.bases(grid, chute) where base.digits.count > 2 {
          for block in 0..<3 where block != base.block {
            for near in JuniorExocet.targets(grid, chute, base, block: block) {
              guard emitAll(grid, chute, base, near, 3 - base.block - block, emit) else { return }
            }
          }
        }
      }
    }
  }

  /// Hands over the steps with a first target, and a crossing line without one in another block.
  private func emitAll(
    _ grid: CandidateGrid, _ chute: JuniorExocet.Chute, _ base: JuniorExocet.Base, _ near: Cell,
    _ block: Int, _ emit: (Step) -> Bool
  ) -> Bool {
    for place in 0..<3 {
      let free = (0..<3).filter { $0 != base.line }.map {
        chute.cell(line: $0, block: block, place: place)
      }
      guard
        free.allSatisfy({ cell in
          grid.board[cell].map { !base.digits.contains($0) }
            ?? grid[cell].isDisjoint(with: base.digits)
        })
      else { continue }
      let line = free[0].house(chute.across)
      let lines = [base.escape, near.house(chute.across), line]
      let outside = lines.reduce(CellSet()) { $0.union($1.cells) }.subtracting(chute.cells)
      for far in outside.intersection(base.escape.cells.union(line.cells))
      where grid.board[far] == nil && !grid[far].isDisjoint(with: base.digits) {
        let rest = outside.subtracting([far])
        guard base.digits.allSatisfy({ JuniorExocet.covers(grid, chute, rest, $0).count <= 2 }),
          let step = step(grid, base, near, far, lines)
        else { continue }
        guard emit(step) else { return false }
      }
    }
    return true
  }

  private func step(
    _ grid: CandidateGrid, _ base: JuniorExocet.Base, _ near: Cell, _ far: Cell, _ lines: [House]
  ) -> Step? {
    let targets: CellSet = [near, far]
    let absent = base.digits.subtracting(grid[near].union(grid[far]))
    let victims =
      grid.candidates(DigitSet.all.subtracting(base.digits), in: targets)
      + grid.candidates(absent, in: base.cells)
    guard !victims.isEmpty else { return nil }
    return Step(
      .seniorExocet, removing: victims.sorted(),
      pattern: StepPattern(
        cells: base.cells, specialCells: targets, houses: HouseSet(lines), digits: base.digits,
        candidates: grid.candidates(base.digits, in: base.cells.union(targets)),
        sets: [.init(CellSet(near)), .init(CellSet(far))]))
  }
}

extension Step {
  var seniorExocetReasons: [String] {
    let (digits, targets) = (Phrase.list(pattern.digits), Phrase.list(pattern.specialCells))
    guard let far = pattern.sets.last?.cells, let base = pattern.cells.first else { return [] }
    let lines = Phrase.houses(pattern.houses)
    let isRow = pattern.houses.contains { $0.kind == .column }
    let band = isRow ? base.row / 3 : base.column / 3
    let numbers = (0..<3).map { isRow ? band * 3 + $0 : band + $0 * 3 }
    let blocks = Phrase.houses(HouseSet(numbers.map { House(.block, $0) }))
    return [
      "\(Phrase.list(pattern.cells)) hold two of \(digits). Outside \(blocks), without \(Phrase.list(far)), "
        + "\(lines) hold each of these digits in at most two \(isRow ? "rows" : "columns"). So each is in at most "
        + "two of the three \(isRow ? "columns" : "rows").",
      "In the third, a digit of \(Phrase.list(pattern.cells)) is at \(Phrase.list(pattern.specialCells, "or")): "
        + "the other cells of these blocks there see it or lack it. So \(targets) hold the same two digits as "
        + "\(Phrase.list(pattern.cells)).",
    ]
  }
}
