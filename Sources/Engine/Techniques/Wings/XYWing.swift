import SudokuCore

/// An XY-Wing or XYZ-Wing: a pivot with two bivalue pincers that share a digit.
///
/// Whatever the pivot holds, one of the cells holds the common digit; so it goes from every cell
/// that sees all of them (the pivot too, if it may hold the digit).
///
/// Order: pivots in reading order, then first and second pincer in the pivot's peer order (block,
/// row, column).
package struct XYWing: PatternSearcher {
  /// True if the pivot has three candidates, the common digit among them.
  package let isXYZ: Bool

  package init(isXYZ: Bool) { self.isXYZ = isXYZ }

  package var techniques: [Technique] { [technique] }

  private var technique: Technique { isXYZ ? .xyzWing : .xyWing }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let bivalue = grid.bivalueCells
    guard bivalue.hasSeveral else { return }
    let peers = CellBits.peers
    for index in 0..<81 {
      let digits = grid.mask(index)
      let high = digits & (digits &- 1)
      guard high != 0, Tuples.isAtMost(high, isXYZ ? 2 : 1), isXYZ == (high & (high &- 1) != 0)
      else { continue }
      let near = pincers(bivalue.rawValue & peers[index], of: digits, in: grid)
      guard near.hasSeveral else { continue }
      let pincers = PeerOrder.peers[index].filter { near.contains($0) }
      for first in pincers {
        let firstDigits = grid[first].rawValue
        for second in pincers {
          let secondDigits = grid[second].rawValue
          let common = firstDigits & secondDigits
          let shared = common & digits
          guard (digits | firstDigits | secondDigits).nonzeroBitCount == 3,
            isXYZ ? shared.nonzeroBitCount == 1 : shared == 0 && common != 0
          else { continue }
          if let step = step(grid, Cell(unchecked: index), first, second), !emit(step) {
            return
          }
        }
      }
    }
  }

  /// Those of some bivalue cells that leave the pivot one digit.
  private func pincers(_ cells: UInt128, of digits: UInt16, in grid: CandidateGrid) -> CellSet {
    var pincers = CellSet()
    var rest = cells
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let left = digits & ~grid.mask(index)
      if left != 0, left & (left &- 1) == 0 { pincers.insert(Cell(unchecked: index)) }
    }
    return pincers
  }

  /// The wing of a pivot and two pincers that it sees; `nil` if it removes nothing.
  ///
  /// - Precondition: The cells have three digits in all, and the pincers share one.
  package func step(
    _ grid: CandidateGrid, _ pivot: Cell, _ first: Cell, _ second: Cell
  ) -> Step? {
    let shared = grid[first].intersection(grid[second])
    var victims = PeerOrder.sets[first.index].intersection(PeerOrder.sets[second.index])
    if isXYZ { victims = victims.intersection(PeerOrder.sets[pivot.index]) }
    victims.remove(pivot)
    let eliminations = grid.candidates(shared, in: victims)
    guard !eliminations.isEmpty else { return nil }
    let cells: CellSet = [pivot, first, second]
    return Step(
      technique, removing: eliminations,
      pattern: StepPattern(
        cells: cells, specialCells: CellSet(pivot),
        digits: grid[pivot].union(grid[first]).union(grid[second]), specialDigits: shared,
        candidates: grid.candidates(.all, in: cells)))
  }
}
