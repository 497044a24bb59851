import SudokuCore
import SudokuTechniques

/// The conclusions for a solver in rounds: all of a kind at once.
extension PlaneGrid {
  /// The kinds of singles, easiest first.
  package enum Single: Int {
    /// The only empty cell of a house.
    case lastCell
    /// A digit's only place in a block, in a row or column.
    case hiddenInBlock, hiddenInLine
    case naked
  }

  /// Places all singles of the easiest kind that the grid has; `nil` if there are none.
  ///
  /// `changes` receives what was placed.
  package mutating func placeEasiestSingles(
    _ changes: inout DigitPlanes
  ) -> (kind: Single, count: Int)? {
    let last = filled.inverse.onlyOnes
    if last.top | last.middle | last.bottom != 0 {
      return place(candidates & DigitPlanes(repeating: last), .lastCell, &changes)
    }
    let columns = candidates.columnSegments
    let inBlock = candidates & columns.blocksWithOne
    if !inBlock.isEmpty { return place(inBlock, .hiddenInBlock, &changes) }
    let inLine = candidates & (columns.columnsWithOne | candidates.rowSegments.rowsWithOne)
    if !inLine.isEmpty { return place(inLine, .hiddenInLine, &changes) }
    let naked = candidates.cellsWithOne
    guard naked.top | naked.middle | naked.bottom != 0 else { return nil }
    return place(candidates & DigitPlanes(repeating: naked), .naked, &changes)
  }

  @inline(__always)
  private mutating func place(
    _ singles: DigitPlanes, _ kind: Single, _ changes: inout DigitPlanes
  ) -> (kind: Single, count: Int)? {
    let count = singles.cells.count
    guard count > 0 else { return nil }
    place(singles)
    changes = singles
    return (kind, count)
  }

  /// Removes what locked candidates exclude in all houses; returns how many candidates that is.
  ///
  /// `changes` receives what was removed.
  package mutating func removeLocked(_ changes: inout DigitPlanes) -> Int {
    let gone = pointing | claiming
    guard !gone.isEmpty else { return 0 }
    candidates = candidates.subtracting(gone)
    changes = gone
    return gone.count
  }

  /// Removes candidates.
  package mutating func remove(_ gone: DigitPlanes) {
    candidates = candidates.subtracting(gone)
  }

  /// Places the digits of a solution in all empty cells; returns them.
  package mutating func fill(from solution: Board) -> DigitPlanes {
    var words = CandidateWords()
    for cell in 0..<81 {
      let value = Int(solution.value(at: Cell(unchecked: cell)))
      if value != 0 { words.insert(value &- 1, cell) }
    }
    let rest = words.planes & DigitPlanes(repeating: filled.inverse)
    place(rest)
    return rest
  }

  /// Writes the candidates by cell and, behind the 81 cells, by house and digit (at `house * 9 + digit`);
  /// and by digit.
  package func write(
    cells: UnsafeMutablePointer<UInt16>, planes: UnsafeMutablePointer<UInt128>
  ) {
    GridMasks(candidates).withMasks { cells.update(from: $0, count: 324) }
    for digit in 0..<9 { planes[digit] = candidates.plane(digit) }
  }

  /// The cells without a digit, those with two candidates, and those with three.
  package var cellSets: (empty: UInt128, bivalue: UInt128, trivalue: UInt128) {
    let sets = candidates.cellsWithTwoOrThree
    return (filled.inverse.bits, sets.two.bits, sets.three.bits)
  }

  /// The cells of a digit, counted from 0: where it is placed, and where it may go.
  package func places(of digit: Int) -> UInt128 { (candidates | placed).plane(digit) }
}
