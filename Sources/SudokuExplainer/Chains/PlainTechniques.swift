/// Locked candidates, pairs and X-Wings of a bare grid: what they remove, without reasons.
enum PlainTechniques {
  /// Lists what one round of the techniques removes.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - tables: The geometry.
  ///   - emptyCount: The number of cells without a placed digit, by house.
  ///   - placedCount: How often each digit is placed.
  ///   - found: Takes the candidates, each once.
  /// - Returns: How many candidates were found.
  static func find(
    _ grid: ChainGrid, _ tables: ChainTables, _ emptyCount: UnsafeMutablePointer<Int>,
    _ placedCount: UnsafeMutablePointer<Int>, _ found: UnsafeMutablePointer<UInt16>
  ) -> Int {
    var count = locked(grid, tables, found)
    if count == 0 { count = pairs(grid, tables, emptyCount, found) }
    if count == 0 { count = fish(grid, tables, placedCount, found) }
    return count
  }

  @inline(__always)
  private static func note(
    _ grid: ChainGrid, _ tables: ChainTables, _ house: Int, _ digit: Int, _ places: UInt16,
    _ found: UnsafeMutablePointer<UInt16>, _ count: inout Int
  ) {
    var rest = places
    while rest != 0 {
      let cell = Int(tables.cell[house &* 9 &+ rest.trailingZeroBitCount])
      rest &= rest &- 1
      add(cell &* 9 &+ digit, found, &count)
    }
  }

  private static func add(
    _ candidate: Int, _ found: UnsafeMutablePointer<UInt16>, _ count: inout Int
  ) {
    for number in 0..<count where Int(found[number]) == candidate { return }
    found[count] = UInt16(truncatingIfNeeded: candidate)
    count &+= 1
  }

  private static func locked(
    _ grid: ChainGrid, _ tables: ChainTables, _ found: UnsafeMutablePointer<UInt16>
  ) -> Int {
    var count = 0
    for block in 0..<9 {
      let top = block / 3 &* 3
      let left = block % 3 &* 3
      for digit in 0..<9 {
        let places = grid.places(block, digit)
        if places & (places &- 1) == 0 { continue }
        for part in 0..<3 {
          let row: UInt16 = 0o7 &<< UInt16(truncatingIfNeeded: part &* 3)
          let column: UInt16 = 0o111 &<< UInt16(truncatingIfNeeded: part)
          let inRow: UInt16 = 0o7 &<< UInt16(truncatingIfNeeded: left)
          let inColumn: UInt16 = 0o7 &<< UInt16(truncatingIfNeeded: top)
          let rowHouse = 9 &+ top &+ part
          let columnHouse = 18 &+ left &+ part
          let rowPlaces = grid.places(rowHouse, digit)
          let columnPlaces = grid.places(columnHouse, digit)
          // Pointing: the block's places lie in one line.
          if places & ~row == 0 {
            note(grid, tables, rowHouse, digit, rowPlaces & ~inRow, found, &count)
          }
          if places & ~column == 0 {
            note(grid, tables, columnHouse, digit, columnPlaces & ~inColumn, found, &count)
          }
          // Claiming: the line's places lie in the block.
          if rowPlaces & ~inRow == 0 && rowPlaces & (rowPlaces &- 1) != 0 {
            note(grid, tables, block, digit, places & ~row, found, &count)
          }
          if columnPlaces & ~inColumn == 0 && columnPlaces & (columnPlaces &- 1) != 0 {
            note(grid, tables, block, digit, places & ~column, found, &count)
          }
        }
      }
    }
    return count
  }

  private static func pairs(
    _ grid: ChainGrid, _ tables: ChainTables, _ emptyCount: UnsafeMutablePointer<Int>,
    _ found: UnsafeMutablePointer<UInt16>
  ) -> Int {
    var count = 0
    for house in 0..<27 where emptyCount[house] >= 4 {
      if emptyCount[house] > 4 {
        for high in 1..<9 where tables.count[Int(grid.places(house, high))] == 2 {
          let places = grid.places(house, high)
          for low in 0..<high where grid.places(house, low) == places {
            let pair: UInt16 = 1 &<< UInt16(low) | 1 &<< UInt16(high)
            places.forEachBit { position in
              let cell = Int(tables.cell[house &* 9 &+ position])
              (grid.digits(cell) & ~pair).forEachBit { add(cell &* 9 &+ $0, found, &count) }
            }
          }
        }
      }
      for high in 1..<9 {
        let digits = grid.digits(Int(tables.cell[house &* 9 &+ high]))
        if tables.count[Int(digits)] != 2 { continue }
        for low in 0..<high where grid.digits(Int(tables.cell[house &* 9 &+ low])) == digits {
          let places: UInt16 = 1 &<< UInt16(low) | 1 &<< UInt16(high)
          digits.forEachBit { digit in
            note(grid, tables, house, digit, grid.places(house, digit) & ~places, found, &count)
          }
        }
      }
    }
    return count
  }

  private static func fish(
    _ grid: ChainGrid, _ tables: ChainTables, _ placedCount: UnsafeMutablePointer<Int>,
    _ found: UnsafeMutablePointer<UInt16>
  ) -> Int {
    var count = 0
    for digit in 0..<9 where placedCount[digit] <= 5 {
      for (base, cover) in [(18, 9), (9, 18)] {
        for high in 1..<9 where tables.count[Int(grid.places(base &+ high, digit))] == 2 {
          let places = grid.places(base &+ high, digit)
          for low in 0..<high where grid.places(base &+ low, digit) == places {
            let lines: UInt16 = 1 &<< UInt16(low) | 1 &<< UInt16(high)
            places.forEachBit { line in
              let house = cover &+ line
              note(grid, tables, house, digit, grid.places(house, digit) & ~lines, found, &count)
            }
          }
        }
      }
    }
    return count
  }
}
