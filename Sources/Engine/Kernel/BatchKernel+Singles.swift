import CSudokuVectors

/// Clues that the others would place by one naked or hidden single: each of them can go.
///
/// This looks at clues as they are given, of all boards of a block at once. No candidates are
/// eliminated, no puzzle is searched.
extension BatchKernel {
  /// Sets the count of each board that has such a clue to 1.
  mutating func markSingles() {
    while true {
      refill(Lanes.all)
      let boards = inputValid
      if boards.isEmpty { return }
      takeClues(boards)
      inputValid = Lanes.none
      mark(boards & placedByOthers())
    }
  }

  private func mark(_ lanes: Lanes) {
    for word in 0..<Lanes.words {
      var rest = lanes.bits[word]
      while rest != 0 {
        let lane = word &* 64 &+ rest.trailingZeroBitCount
        request.pointee.counts?[Int(truncatingIfNeeded: inputPuzzles[lane])] = 1
        rest &= rest &- 1
      }
    }
  }

  /// For each digit 27 planes: the rows, columns and blocks that have a clue of it.
  private var houses: Planes { second }

  private func placedByOthers() -> Lanes {
    var found = Lanes.none
    for digit in 0..<9 {
      // Candidates become clues: what is left in the planes of the state are the filled cells.
      let clues = state + digit &* 81
      for cell in 0..<81 { clues[cell] = clues[cell] & singles[cell] }
      let houses = houses + digit &* 27
      collectHouses(clues, houses)
      for line in 0..<9 {
        // A row and its blocks; then a column and its blocks.
        let inBand = houses + (18 &+ line / 3 &* 3)
        findInLine(clues + 9 &* line, singles + 9 &* line, 1, houses + 9, inBand, 1, &found)
        let inStack = houses + (18 &+ line / 3)
        findInLine(clues + line, singles + line, 9, houses, inStack, 3, &found)
        findInBlock(clues, line, houses, &found)
      }
    }
    for cell in 0..<81 { found = orAnd(found, singles[cell], seesAllDigits(cell)) }
    return found
  }

  /// Finds the rows, columns and blocks that have a clue of a digit.
  private func collectHouses(_ clues: Planes, _ houses: Planes) {
    for line in 0..<9 {
      let row = clues + 9 &* line
      houses[line] = or3(Three(row).any, Three(row + 3).any, Three(row + 6).any)
      let column = clues + line
      houses[9 &+ line] = or3(
        Three(column, stride: 9).any, Three(column + 27, stride: 9).any,
        Three(column + 54, stride: 9).any)
      let block = clues + (line / 3 &* 27 &+ line % 3 &* 3)
      houses[18 &+ line] = or3(Three(block).any, Three(block + 9).any, Three(block + 18).any)
    }
  }

  @inline(__always)
  private func findInLine(
    _ clues: Planes, _ filled: Planes, _ step: Int, _ across: Planes, _ blocks: Planes,
    _ blockStep: Int, _ found: inout Lanes
  ) {
    // Minirows, or minicolumns, without a place for the digit beside the clue; then those without one
    // also because their block has the digit elsewhere.
    let a = closed(filled, step, across)
    let b = closed(filled + 3 &* step, step, across + 3)
    let c = closed(filled + 6 &* step, step, across + 6)
    let x = a | blocks[0]
    let y = b | blocks[blockStep]
    let z = c | blocks[2 &* blockStep]
    found = orAnd(found, Three(clues, stride: step).any, and3(a, y, z))
    found = orAnd(found, Three(clues + 3 &* step, stride: step).any, and3(x, b, z))
    found = orAnd(found, Three(clues + 6 &* step, stride: step).any, and3(x, y, c))
  }

  /// The lanes in which three cells of a line are filled or see the digit across.
  @inline(__always)
  private func closed(_ filled: Planes, _ step: Int, _ across: Planes) -> Lanes {
    and3(
      filled[0] | across[0], filled[step] | across[1], filled[2 &* step] | across[2])
  }

  @inline(__always)
  private func findInBlock(
    _ clues: Planes, _ block: Int, _ houses: Planes, _ found: inout Lanes
  ) {
    let first = block / 3 &* 27 &+ block % 3 &* 3
    let rows = houses + block / 3 &* 3
    let columns = houses + (9 &+ block % 3 &* 3)
    for row in 0..<3 {
      for column in 0..<3 {
        var closed = clues[first &+ 9 &* row &+ column]
        for otherRow in 0..<3 {
          for otherColumn in 0..<3 {
            // The clue's own row and column don't count.
            var covered = singles[first &+ 9 &* otherRow &+ otherColumn]
            if otherRow != row { covered |= rows[otherRow] }
            if otherColumn != column { covered |= columns[otherColumn] }
            closed &= covered
          }
        }
        found |= closed
      }
    }
  }

  /// The lanes in which all nine digits are among the clues of a cell's houses.
  @inline(__always)
  private func seesAllDigits(_ cell: Int) -> Lanes {
    let row = cell / 9
    let column = cell % 9
    let block = row / 3 &* 3 &+ column / 3
    var all = Lanes.all
    for digit in 0..<9 {
      let houses = houses + digit &* 27
      all &= or3(houses[row], houses[9 &+ column], houses[18 &+ block])
    }
    return all
  }
}
