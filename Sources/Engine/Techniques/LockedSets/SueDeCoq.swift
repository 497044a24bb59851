import SudokuCore

/// Sue de Coq: two or three cells in a line and a block have two candidates or more than cells; some
/// cells in the line and some in the block take the surplus.
///
/// All these cells together hold as many digits as there are cells, so each digit goes from the other
/// cells of the line or block in which all its places lie.
///
/// Order: line (rows, columns), block, cells in the crossing, cells in the line, cells in the block.
package struct SueDeCoq: PatternSearcher {
  package init() {}

  package var techniques: [Technique] { [.sueDeCoq] }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    search(grid) { removals, pattern in
      emit(Step(.sueDeCoq, removing: Set(removals).sorted(), pattern: pattern))
    }
  }

  /// Takes what is removed, first in the block, then in the line, and the pattern.
  package typealias Emit = (_ removals: [Candidate], _ pattern: StepPattern) -> Bool

  private struct Part {
    var line: House
    var block: House
    /// The cells in the crossing, their digits, and how many more digits than cells they have.
    var cells: CellSet
    var digits: DigitSet
    var surplus: Int
    var lineCells: CellSet
    var blockCells: CellSet
    /// The same, one by one, with their candidates.
    var lineList: [(cell: Cell, digits: DigitSet)]
    var blockList: [(cell: Cell, digits: DigitSet)]
    var chosen = CellSet()
    var chosenDigits = DigitSet.none
  }

  package func search(_ grid: CandidateGrid, emit: Emit) {
    for kind in [House.Kind.row, .column] {
      for number in 0..<9 {
        let line = House(kind, number)
        let open = line.cells(at: grid.emptyPlaces(in: line))
        guard open.count >= 3 else { continue }
        for block in 0..<9 {
          guard emitAll(grid, line, House(.block, block), open, emit) else { return }
        }
      }
    }
  }

  private func emitAll(
    _ grid: CandidateGrid, _ line: House, _ block: House, _ open: CellSet, _ emit: Emit
  ) -> Bool {
    let crossing = Array(open.intersection(block.cells))
    guard crossing.count >= 2 else { return true }
    let blockCells = block.cells(at: grid.emptyPlaces(in: block))
    for (first, second) in [(0, 1), (0, 2), (1, 2)] where second < crossing.count {
      var sets: [CellSet] = [[crossing[first], crossing[second]]]
      if second == 1, crossing.count == 3 { sets.append(CellSet(crossing)) }
      for cells in sets {
        let digits = cells.reduce(DigitSet.none) { $0.union(grid[$1]) }
        guard digits.count >= cells.count + 2 else { continue }
        var part = Part(
          line: line, block: block, cells: cells, digits: digits,
          surplus: digits.count - cells.count, lineCells: open.subtracting(cells),
          blockCells: blockCells.subtracting(cells),
          lineList: open.subtracting(cells).map { ($0, grid[$0]) },
          blockList: blockCells.subtracting(cells).map { ($0, grid[$0]) })
        guard chooseLine(grid, &part, from: 0, emit) else { return false }
      }
    }
    return true
  }

  /// Adds cells to the set in the line.
  private func chooseLine(
    _ grid: CandidateGrid, _ part: inout Part, from start: Int, _ emit: Emit
  ) -> Bool {
    let (chosen, chosenDigits) = (part.chosen, part.chosenDigits)
    for index in stride(from: start, to: part.lineList.count, by: 1) {
      let (cell, own) = part.lineList[index]
      part.chosen = chosen.union(CellSet(cell))
      part.chosenDigits = chosenDigits.union(own)
      let foreign = part.chosenDigits.subtracting(part.digits).count
      let taken = part.chosen.count - foreign
      if !part.chosenDigits.isDisjoint(with: part.digits), taken > 0, taken < part.surplus {
        guard chooseBlock(grid, part, from: 0, CellSet(), .none, part.surplus - taken, emit) else {
          return false
        }
      }
      guard chooseLine(grid, &part, from: index + 1, emit) else { return false }
    }
    part.chosen = chosen
    part.chosenDigits = chosenDigits
    return true
  }

  private func chooseBlock(
    _ grid: CandidateGrid, _ part: borrowing Part, from start: Int, _ chosen: CellSet,
    _ digits: DigitSet, _ needed: Int, _ emit: Emit
  ) -> Bool {
    let taboo = part.chosenDigits.intersection(part.digits)
    for index in stride(from: start, to: part.blockList.count, by: 1) {
      let (cell, own) = part.blockList[index]
      let union = digits.union(own)
      guard union.isDisjoint(with: taboo), !part.chosen.contains(cell) else { continue }
      var cells = chosen
      cells.insert(cell)
      if !union.isDisjoint(with: part.digits),
        cells.count - union.subtracting(part.digits).count == needed,
        !emitOne(grid, part, cells, union, emit)
      {
        return false
      }
      guard chooseBlock(grid, part, from: index + 1, cells, union, needed, emit) else {
        return false
      }
    }
    return true
  }

  private func emitOne(
    _ grid: CandidateGrid, _ part: borrowing Part, _ cells: CellSet, _ digits: DigitSet,
    _ emit: Emit
  ) -> Bool {
    let common = digits.intersection(part.chosenDigits)
    let inBlock = part.digits.union(digits).subtracting(part.chosenDigits).union(common)
    let inLine = part.digits.union(part.chosenDigits).subtracting(digits).union(common)
    let removals =
      grid.candidates(inBlock, in: part.blockCells.subtracting(cells))
      + grid.candidates(inLine, in: part.lineCells.subtracting(part.chosen))
    guard !removals.isEmpty else { return true }
    let others = part.chosen.union(cells)
    let pattern = StepPattern(
      cells: part.cells, specialCells: others, houses: [part.line, part.block],
      digits: part.digits, specialDigits: part.chosenDigits.union(digits),
      candidates: grid.candidates(.all, in: part.cells.union(others)),
      sets: [.init(part.chosen, link: inLine), .init(cells, link: inBlock)])
    return emit(removals, pattern)
  }
}
