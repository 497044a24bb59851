import SudokuCore

/// A WXYZ-Wing: four cells of a block and a crossing line with four digits, one of which can be there twice.
///
/// A VWXYZ-Wing has five cells and five digits.
///
/// All places of each of the other digits see each other, so the cells hold each of those once at
/// most; the last digit is in one of them, and goes from every cell that sees all its places there.
///
/// Fewer of the cells with as few digits as cells would be a locked set or a smaller wing; such cells
/// are left to those.
///
/// Order: rows, then columns; the blocks that cross the line; the cells in reading order.
///
/// Source: the "bent" sets of the players' forums; SudokuWiki's WXYZ-Wing in its extended form.
struct WXYZWing: PatternSearcher {
  /// The number of cells: 4 or 5.
  let size: Int

  init(size: Int = 4) { self.size = size }

  var techniques: [Technique] { [size == 4 ? .wxyzWing : .vwxyzWing] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let open = CellSet(grid.emptyCells.filter { 2...size ~= grid[$0].count })
    var known: Set<CellSet> = []
    for kind in [House.Kind.row, .column] {
      for number in 0..<9 {
        let line = House(kind, number)
        for block in HouseSet(line.cells.map { $0.house(.block) }) {
          let cells = Array(open.intersection(line.cells.union(block.cells)))
          let continues = choose(from: cells, at: 0, CellSet(), .none, grid) { wing, digits in
            guard known.insert(wing).inserted,
              let step = step(grid, wing, digits, [line, block])
            else { return true }
            return emit(step)
          }
          guard continues else { return }
        }
      }
    }
  }

  /// Hands over as many cells as digits, none of which are a smaller such set.
  private func choose(
    from cells: [Cell], at start: Int, _ chosen: CellSet, _ digits: DigitSet,
    _ grid: CandidateGrid, _ body: (CellSet, DigitSet) -> Bool
  ) -> Bool {
    if chosen.count == size {
      return digits.count != size || hasSmallerSet(chosen, grid) || body(chosen, digits)
    }
    let count = chosen.count + 1
    for index in stride(from: start, to: cells.count, by: 1) {
      let union = digits.union(grid[cells[index]])
      guard union.count <= size, union.count > count || count == size else { continue }
      var next = chosen
      next.insert(cells[index])
      guard choose(from: cells, at: index + 1, next, union, grid, body) else { return false }
    }
    return true
  }

  /// True if some of the cells have as few digits as cells.
  private func hasSmallerSet(_ wing: CellSet, _ grid: CandidateGrid) -> Bool {
    guard size == 4 else {
      let cells = Array(wing)
      return (1..<(1 << size) - 1).contains { mask in
        let part = cells.indices.filter { mask >> $0 & 1 == 1 }
        return part.reduce(DigitSet.none) { $0.union(grid[cells[$1]]) }.count <= part.count
      }
    }
    var digits: InlineArray<4, DigitSet> = .init(repeating: .none)
    var count = 0
    for cell in wing {
      digits[count] = grid[cell]
      count += 1
    }
    let (low, high) = (digits[0].union(digits[1]), digits[2].union(digits[3]))
    if low.count <= 2 || high.count <= 2 { return true }
    for index in 0..<2 {
      let (one, other) = (digits[index], digits[2 + index])
      if one.union(high).count <= 3 || other.union(low).count <= 3 { return true }
      if one.union(digits[2]).count <= 2 || one.union(digits[3]).count <= 2 { return true }
    }
    return false
  }

  private func step(
    _ grid: CandidateGrid, _ wing: CellSet, _ digits: DigitSet, _ houses: [House]
  ) -> Step? {
    let repeatable = digits.filter { digit in
      let places = wing.intersection(grid.cells(with: digit))
      return !places.allSatisfy { places.subtracting([$0]).isSubset(of: $0.peers) }
    }
    guard repeatable.count == 1, let digit = repeatable.first else { return nil }
    let places = wing.intersection(grid.cells(with: digit))
    let victims = grid.candidates(DigitSet(digit), in: places.commonPeers)
    guard !victims.isEmpty else { return nil }
    return Step(
      techniques[0], removing: victims,
      pattern: StepPattern(
        cells: wing, specialCells: places, houses: HouseSet(houses), digits: digits,
        specialDigits: DigitSet(digit), candidates: grid.candidates(.all, in: wing)))
  }
}
