import SudokuCore

/// A locked pair or triple: a naked set whose cells lie in both a block and a line.
///
/// Its digits go from the other cells of the block and of the line.
///
/// Order: blocks, their rows and columns; combinations of cells.
struct LockedSet: PatternSearcher {
  /// The number of cells in a set, 2 or 3.
  let size: Int

  init(size: Int) {
    precondition(2...3 ~= size, "a locked set has two or three cells")
    self.size = size
  }

  var techniques: [Technique] { [technique] }

  private var technique: Technique { size == 2 ? .lockedPair : .lockedTriple }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for block in 0..<9 {
      for kind in [House.Kind.row, .column] {
        for number in 0..<3 {
          let line = House(kind, (kind == .row ? block / 3 : block % 3) * 3 + number)
          guard emitAll(grid, House(.block, block), line, emit) else { return }
        }
      }
    }
  }

  private func emitAll(
    _ grid: CandidateGrid, _ block: House, _ line: House, _ emit: (Step) -> Bool
  ) -> Bool {
    let shared = block.cells.intersection(line.cells).filter { 2...size ~= grid[$0].count }
    guard shared.count >= size else { return true }
    for tuple in Combinations.of(size, outOf: shared.count) {
      let cells = CellSet(shared.indices.filter { tuple >> UInt32($0) & 1 != 0 }.map { shared[$0] })
      let digits = cells.reduce(DigitSet.none) { $0.union(grid[$1]) }
      guard digits.count == size else { continue }
      let others = block.cells.union(line.cells).subtracting(cells)
      let victims = grid.candidates(digits, in: others)
      guard !victims.isEmpty else { continue }
      let pattern = StepPattern.subset(digits, in: cells, of: [block, line], grid)
      guard emit(Step(technique, removing: victims, pattern: pattern)) else { return false }
    }
    return true
  }
}
