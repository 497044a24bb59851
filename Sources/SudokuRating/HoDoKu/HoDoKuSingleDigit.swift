import SudokuCore
import SudokuTechniques

/// Two parallel lines with two places each, of which two are in line.
struct HoDoKuSkyscraper: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    for kind in [House.Kind.row, .column] {
      let across: House.Kind = kind == .row ? .column : .row
      for digit in DigitSet.all {
        let pairs = HoDoKuPair.all(in: grid, digit, kind)
        for (index, one) in pairs.enumerated() {
          for two in pairs[(index + 1)...] {
            let base: (Cell, Cell)
            let ends: (Cell, Cell)
            if one.first.house(across) == two.first.house(across) {
              (base, ends) = ((one.first, two.first), (one.second, two.second))
            } else if one.second.house(across) == two.second.house(across) {
              (base, ends) = ((one.second, two.second), (one.first, two.first))
            } else {
              continue
            }
            guard ends.0.house(across) != ends.1.house(across) else { continue }
            let victims = grid.removals(digit, in: ends.0.seen.intersection(ends.1.seen))
            guard !victims.isEmpty else { continue }
            return HoDoKuPair.find(
              .skyscraper, digit, [ends.0, base.0, base.1, ends.1],
              [one.house, base.0.house(across), two.house], victims)
          }
        }
      }
    }
    return nil
  }
}

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

/// A block whose places lie in a row and a column, with a line of two places outside.
struct HoDoKuEmptyRectangle: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    for digit in DigitSet.all {
      for block in HoDoKuHouse.blocks {
        let places = grid.places(of: digit, in: block)
        guard 2...5 ~= places.nonzeroBitCount else { continue }
        for row in (0..<3).reversed() {
          let rowMask: UInt16 = 0b111 << UInt16(3 * row)
          for column in (0..<3).reversed() {
            let columnMask: UInt16 = 0b1_001_001 << UInt16(column)
            let (inRow, inColumn) = (places & rowMask, places & columnMask)
            guard places & ~(rowMask | columnMask) == 0, inRow & ~columnMask != 0,
              inColumn & ~rowMask != 0,
              inRow.nonzeroBitCount >= 2 || inColumn.nonzeroBitCount >= 2
            else { continue }
            let corner = block.cell(row * 3 + column)
            if let find = find(grid, digit, block, corner.house(.row), corner.house(.column))
              ?? find(grid, digit, block, corner.house(.column), corner.house(.row))
            {
              return find
            }
          }
        }
      }
    }
    return nil
  }

  private func find(
    _ grid: CandidateGrid, _ digit: Digit, _ block: House, _ near: House, _ far: House
  ) -> HoDoKuFind? {
    for cell in grid.cells(of: digit, in: near).subtracting(block.cells) {
      let line = cell.house(far.kind)
      let ends = grid.cells(of: digit, in: line)
      guard ends.count == 2, let end = ends.first(where: { $0 != cell }) else { continue }
      let victim = far.cell(end.position(in: far.kind))
      guard grid[victim].contains(digit), !block.cells.contains(victim) else { continue }
      let cells = grid.cells(of: digit, in: block)
      return HoDoKuFind(
        .emptyRectangle, removing: [Candidate(victim, digit)],
        pattern: StepPattern(
          cells: cells, specialCells: [cell, end], houses: [block, line], coverHouses: [near, far],
          digits: DigitSet(digit),
          candidates: cells.union([cell, end]).map { Candidate($0, digit) }))
    }
    return nil
  }
}

extension StepPattern {
  /// The pattern of a chain of alternating links from "off" to "on".
  static func chain(
    _ path: [Candidate], reasons: [ChainLink.Reason], houses: HouseSet = HouseSet(),
    coverHouses: HouseSet = HouseSet()
  ) -> StepPattern {
    let ends = [path[0], path[path.count - 1]]
    return StepPattern(
      cells: CellSet(path.map(\.cell)), specialCells: CellSet(ends.map(\.cell)), houses: houses,
      coverHouses: coverHouses, digits: DigitSet(path.map(\.digit)),
      specialDigits: DigitSet(ends.map(\.digit)), candidates: Set(path).sorted(),
      branches: [ChainBranch(path, reasons: reasons)])
  }
}
