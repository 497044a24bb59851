import SudokuCore
import SudokuTechniques

/// Two or three cells in a line and a block, whose digits a set in the line and a set in the block
/// share out.
struct HoDoKuSueDeCoq: HoDoKuSearcher {
  /// The cells in the crossing and the set in the line.
  private struct Part {
    var grid: CandidateGrid
    var line: House
    var block: House
    /// The cells in the crossing, their digits, and how many more digits than cells they have.
    var cells: CellSet
    var digits: DigitSet
    var surplus: Int
    var lineCells: CellSet
    var blockCells: CellSet
    /// The set in the line.
    var chosen = CellSet()
    var chosenDigits = DigitSet.none
  }

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    let empty = grid.emptyCells
    for line in HoDoKuHouse.all[0..<18] {
      for block in HoDoKuHouse.blocks {
        let crossing = Array(line.cells.intersection(block.cells).intersection(empty))
        guard crossing.count >= 2 else { continue }
        for i in 0..<crossing.count {
          for j in (i + 1)..<max(i + 1, crossing.count) {
            var sets: [CellSet] = [[crossing[i], crossing[j]]]
            for k in (j + 1)..<max(j + 1, crossing.count) {
              sets.append([crossing[i], crossing[j], crossing[k]])
            }
            for cells in sets {
              let digits = cells.reduce(DigitSet.none) { $0.union(grid[$1]) }
              let surplus = digits.count - cells.count
              guard surplus >= 2 else { continue }
              let part = Part(
                grid: grid, line: line, block: block, cells: cells, digits: digits,
                surplus: surplus,
                lineCells: line.cells.intersection(empty).subtracting(cells),
                blockCells: block.cells.intersection(empty).subtracting(cells))
              if let find = chooseLine(part, Array(part.lineCells), from: 0) { return find }
            }
          }
        }
      }
    }
    return nil
  }

  private func chooseLine(_ part: Part, _ open: [Cell], from start: Int) -> HoDoKuFind? {
    for index in open.indices.dropFirst(start) {
      var next = part
      next.chosen.insert(open[index])
      next.chosenDigits = part.chosenDigits.union(part.grid[open[index]])
      let foreign = next.chosenDigits.subtracting(part.digits).count
      let taken = next.chosen.count - foreign
      if !next.chosenDigits.isDisjoint(with: part.digits), taken > 0, taken < part.surplus {
        let others = Array(part.blockCells.subtracting(next.chosen))
        if let find = chooseBlock(next, others, from: 0, CellSet(), .none, part.surplus - taken) {
          return find
        }
      }
      if let find = chooseLine(next, open, from: index + 1) { return find }
    }
    return nil
  }

  private func chooseBlock(
    _ part: Part, _ open: [Cell], from start: Int, _ chosen: CellSet, _ digits: DigitSet,
    _ needed: Int
  ) -> HoDoKuFind? {
    for index in open.indices.dropFirst(start) {
      var cells = chosen
      cells.insert(open[index])
      let union = digits.union(part.grid[open[index]])
      let isApart = union.isDisjoint(with: part.chosenDigits.intersection(part.digits))
      if isApart, !union.isDisjoint(with: part.digits),
        cells.count - union.subtracting(part.digits).count == needed
      {
        if let find = find(part, cells, union) { return find }
      }
      if let find = chooseBlock(part, open, from: index + 1, cells, union, needed) { return find }
    }
    return nil
  }

  private func find(_ part: Part, _ cells: CellSet, _ digits: DigitSet) -> HoDoKuFind? {
    let common = digits.intersection(part.chosenDigits)
    let inBlock = part.digits.union(digits).subtracting(part.chosenDigits).union(common)
    let inLine = part.digits.union(part.chosenDigits).subtracting(digits).union(common)
    let removals =
      part.grid.all(inBlock, in: part.blockCells.subtracting(cells))
      + part.grid.all(inLine, in: part.lineCells.subtracting(part.chosen))
    guard !removals.isEmpty else { return nil }
    let others = part.chosen.union(cells)
    return HoDoKuFind(
      .sueDeCoq, removing: removals,
      pattern: StepPattern(
        cells: part.cells, specialCells: others, houses: [part.line, part.block],
        digits: part.digits, specialDigits: part.chosenDigits.union(digits),
        candidates: part.grid.all(in: part.cells.union(others))))
  }
}
