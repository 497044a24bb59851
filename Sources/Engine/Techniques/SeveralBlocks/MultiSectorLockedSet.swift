import SudokuCore

/// A multi-sector locked set: the empty cells where some rows cross some columns, when some digits have
/// room in them once a row, the others once a column, and that is room for just as many digits as cells.
///
/// Then each of these digits is in the cells, once in each of its lines where it has room there, and
/// goes from the rest of that line.
///
/// Sets whose digits are all counted by row (or all by column) are left out: naked sets of several
/// lines. Every candidate that some such set removes is in a step with the fewest cells that do it.
///
/// Order: number of cells, rows, columns; digits that could be counted either way count by row first.
///
/// Source: "multi-sector locked sets", found by David P. Bird and others on the forum of New Sudoku
/// Players. Here the cheapest way to count each digit is taken for all of the 2 x 2 to 7 x 7 crossings.
/// - Complexity: 9 counts for each of 244,000 crossings, of which those of the same rows are made at once.
struct MultiSectorLockedSet: PatternSearcher {
  var techniques: [Technique] { [.multiSectorLockedSet] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    var known: Set<Candidate> = []
    let tables = Tables(grid)
    for crossing in tables.lockedCrossings() {
      for tiesCountByRow in [true, false] {
        let byRow = tables.digitsByRow(crossing, ties: tiesCountByRow)
        let victims = tables.removals(crossing, byRow: byRow)
        guard !known.isSuperset(of: victims) else { continue }
        known.formUnion(victims)
        guard emit(step(grid, crossing, byRow, victims)) else { return }
      }
    }
  }

  private func step(
    _ grid: CandidateGrid, _ crossing: MultiSectorCrossing, _ byRow: DigitSet,
    _ victims: [Candidate]
  ) -> Step {
    let rows = (0..<9).filter { crossing.rows >> $0 & 1 != 0 }.map { House(.row, $0) }
    let columns = (0..<9).filter { crossing.columns >> $0 & 1 != 0 }.map { House(.column, $0) }
    let all = rows.reduce(CellSet()) { $0.union($1.cells) }
      .intersection(columns.reduce(CellSet()) { $0.union($1.cells) })
    let cells = all.intersection(grid.emptyCells)
    let digits = cells.reduce(DigitSet.none) { $0.union(grid[$1]) }
    return Step(
      .multiSectorLockedSet, removing: victims,
      pattern: StepPattern(
        cells: cells, houses: HouseSet(rows), coverHouses: HouseSet(columns),
        digits: digits.intersection(byRow), specialDigits: digits.subtracting(byRow),
        candidates: grid.candidates(.all, in: cells)))
  }

  /// The rooms of each digit, by sets of lines.
  private struct Tables {
    /// For each digit and set of columns the rows where it has room in them.
    private var rowsWithRoom = [UInt16](repeating: 0, count: 9 * 512)
    /// For each digit and set of rows the columns where it has room in them.
    private var columnsWithRoom = [UInt16](repeating: 0, count: 9 * 512)
    private let grid: CandidateGrid

    init(_ grid: CandidateGrid) {
      self.grid = grid
      for digit in 0..<9 {
        // A set of lines has what it has without its last one, and that one.
        for line in 0..<9 {
          let (inRow, inColumn) = (grid.places(9 + line, digit), grid.places(18 + line, digit))
          let (start, size) = (digit * 512, 1 << line)
          for rest in start..<start + size {
            rowsWithRoom[rest + size] = rowsWithRoom[rest] | inColumn
            columnsWithRoom[rest + size] = columnsWithRoom[rest] | inRow
          }
        }
      }
    }

    /// In how many of the rows, and of the columns, a digit has room in the cells of a crossing.
    private func counts(_ digit: Int, _ rows: Int, _ columns: Int) -> (rows: Int, columns: Int) {
      (
        (rowsWithRoom[digit &* 512 &+ columns] & UInt16(truncatingIfNeeded: rows)).nonzeroBitCount,
        (columnsWithRoom[digit &* 512 &+ rows] & UInt16(truncatingIfNeeded: columns))
          .nonzeroBitCount
      )
    }

    /// The crossings with as many cells as there is room for digits, in order.
    func lockedCrossings() -> [MultiSectorCrossing] {
      var found: [MultiSectorCrossing] = []
      MultiSectorCrossings(grid).forEachTight(columnsWithRoom) { crossing in
        if isMixed(crossing) { found.append(crossing) }
      }
      return found.sorted {
        ($0.cellCount, $0.rows, $0.columns) < ($1.cellCount, $1.rows, $1.columns)
      }
    }

    /// True if neither counting all digits by row nor all by column would do.
    private func isMixed(_ crossing: MultiSectorCrossing) -> Bool {
      var (byRow, byColumn) = (0, 0)
      for digit in 0..<9 {
        let counts = counts(digit, crossing.rows, crossing.columns)
        byRow &+= counts.rows
        byColumn &+= counts.columns
      }
      return byRow > crossing.cellCount && byColumn > crossing.cellCount
    }

    /// The digits that are counted by row, as they have room in fewer rows than columns.
    func digitsByRow(_ crossing: MultiSectorCrossing, ties: Bool) -> DigitSet {
      DigitSet(
        DigitSet.all.filter { digit in
          let counts = counts(digit.index, crossing.rows, crossing.columns)
          return counts.rows < counts.columns || (ties && counts.rows == counts.columns)
        })
    }

    /// The eliminations from the rest of the lines, in order.
    func removals(_ crossing: MultiSectorCrossing, byRow: DigitSet) -> [Candidate] {
      var victims: [Candidate] = []
      for digit in DigitSet.all {
        let isByRow = byRow.contains(digit)
        let (lines, across) =
          isByRow ? (crossing.rows, crossing.columns) : (crossing.columns, crossing.rows)
        let table = isByRow ? rowsWithRoom : columnsWithRoom
        let withRoom = Int(table[digit.index * 512 + across]) & lines
        for line in 0..<9 where withRoom >> line & 1 != 0 {
          let house = House(isByRow ? .row : .column, line)
          let rest = grid.places(of: digit, in: house) & ~UInt16(across)
          victims += house.cells(at: rest).map { Candidate($0, digit) }
        }
      }
      return victims.sorted()
    }
  }
}
