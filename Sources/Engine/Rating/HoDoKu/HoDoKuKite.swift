import SudokuCore
import SudokuTechniques

/// A row and a column with two places each, of which two are in a block.
struct HoDoKuKite: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    for digit in DigitSet.all {
      var rows = HoDoKuPair.all(in: grid, digit, .row)
      var columns = HoDoKuPair.all(in: grid, digit, .column)
      for i in rows.indices {
        for j in columns.indices {
          // The program turns pairs around and leaves them so.
          if rows[i].first.block == columns[j].first.block {
          } else if rows[i].first.block == columns[j].second.block {
            columns[j].turn()
          } else if rows[i].second.block == columns[j].first.block {
            rows[i].turn()
          } else if rows[i].second.block == columns[j].second.block {
            rows[i].turn()
            columns[j].turn()
          } else {
            continue
          }
          let (row, column) = (rows[i], columns[j])
          guard row.cells.isDisjoint(with: column.cells) else { continue }
          let victim = Cell(row: column.second.row, column: row.second.column)
          guard grid[victim].contains(digit) else { continue }
          return HoDoKuPair.find(
            .twoStringKite, digit, [row.second, row.first, column.first, column.second],
            [row.house, row.first.house(.block), column.house], [Candidate(victim, digit)])
        }
      }
    }
    return nil
  }
}

/// The only two places of a digit in a line.
struct HoDoKuPair {
  var house: House
  var first: Cell
  var second: Cell

  var cells: CellSet { [first, second] }

  mutating func turn() { swap(&first, &second) }

  static func all(in grid: CandidateGrid, _ digit: Digit, _ kind: House.Kind) -> [HoDoKuPair] {
    (0..<9).compactMap { number in
      let house = House(kind, number)
      let places = grid.places(of: digit, in: house)
      guard places.nonzeroBitCount == 2 else { return nil }
      return HoDoKuPair(
        house: house, first: house.cell(places.trailingZeroBitCount),
        second: house.cell((places & (places - 1)).trailingZeroBitCount))
    }
  }

  /// The step of two pairs: path from end to end, and the houses of its links.
  static func find(
    _ technique: Technique, _ digit: Digit, _ path: [Cell], _ houses: [House],
    _ victims: [Candidate]
  ) -> HoDoKuFind {
    HoDoKuFind(
      technique, removing: victims,
      pattern: .chain(
        path.map { Candidate($0, digit) }, reasons: houses.map { .house($0) },
        houses: [houses[0], houses[2]], coverHouses: HouseSet(houses[1])))
  }
}
