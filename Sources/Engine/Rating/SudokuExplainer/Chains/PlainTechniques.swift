/// Locked candidates, pairs and X-Wings of a bare grid: what they remove, without reasons.
///
/// `ChainClosure` calls this millions of times for one puzzle, on the engine's own memory: so it does not
/// share the walks of `Tuples` and `GridMasks`. `ChainEngine+Plus` is the same set of techniques in Sudoku
/// Explainer's order, with the reasons that a chain's length counts.
enum PlainTechniques {
  /// Lists what one round of the techniques removes.
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
    for house in 0..<27 {
      for digit in 0..<9 {
        let places = Int(grid.places(house, digit))
        let segment = Int(tables.onlySegment[places])
        let column = Int(tables.onlyColumn[places])
        if segment == 3 && (column == 3 || house > 8) { continue }
        let (line, part) = (house % 9 / 3, house % 3)
        switch house {
        case 0..<9:
          // Pointing: the block's places lie in one line.
          if segment < 3 {
            let row = 9 &+ line &* 3 &+ segment
            let inside: UInt16 = 0o7 &<< UInt16(truncatingIfNeeded: part &* 3)
            note(grid, tables, row, digit, grid.places(row, digit) & ~inside, found, &count)
          }
          if column < 3 {
            let column = 18 &+ part &* 3 &+ column
            let inside: UInt16 = 0o7 &<< UInt16(truncatingIfNeeded: line &* 3)
            note(grid, tables, column, digit, grid.places(column, digit) & ~inside, found, &count)
          }
        case 9..<18:
          // Claiming: the line's places lie in one block.
          let block = line &* 3 &+ segment
          let inside: UInt16 = 0o7 &<< UInt16(truncatingIfNeeded: part &* 3)
          note(grid, tables, block, digit, grid.places(block, digit) & ~inside, found, &count)
        default:
          let block = segment &* 3 &+ line
          let inside: UInt16 = 0o111 &<< UInt16(truncatingIfNeeded: part)
          note(grid, tables, block, digit, grid.places(block, digit) & ~inside, found, &count)
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
    for house in 0..<27 where emptyCount[house] > 4 {
      var twice: UInt16 = 0
      for digit in 0..<9 {
        let isPair: UInt16 = tables.count[Int(grid.places(house, digit))] == 2 ? 1 : 0
        twice |= isPair &<< UInt16(truncatingIfNeeded: digit)
      }
      while twice & (twice &- 1) != 0 {
        let low = twice.trailingZeroBitCount
        twice &= twice &- 1
        let places = grid.places(house, low)
        twice.forEachBit { high in
          if grid.places(house, high) != places { return }
          let pair: UInt16 = 1 &<< UInt16(low) | 1 &<< UInt16(high)
          places.forEachBit { position in
            let cell = Int(tables.cell[house &* 9 &+ position])
            (grid.digits(cell) & ~pair).forEachBit { add(cell &* 9 &+ $0, found, &count) }
          }
        }
      }
    }
    nakedPairs(grid, tables, emptyCount, found, &count)
    return count
  }

  private static func nakedPairs(
    _ grid: ChainGrid, _ tables: ChainTables, _ emptyCount: UnsafeMutablePointer<Int>,
    _ found: UnsafeMutablePointer<UInt16>, _ count: inout Int
  ) {
    var bivalue: UInt128 = 0
    for cell in 0..<81 {
      let isPair: UInt128 = tables.count[Int(grid.digits(cell))] == 2 ? 1 : 0
      bivalue |= isPair &<< UInt128(truncatingIfNeeded: cell)
    }
    while bivalue != 0 {
      let cell = bivalue.trailingZeroBitCount
      bivalue &= bivalue &- 1
      let digits = grid.digits(cell)
      var mates = bivalue & tables.peers[cell]
      while mates != 0 {
        let mate = mates.trailingZeroBitCount
        mates &= mates &- 1
        if grid.digits(mate) != digits { continue }
        for kind in 0..<3 {
          let house = Int(tables.house[cell &* 4 &+ kind])
          if tables.house[mate &* 4 &+ kind] != UInt8(house) || emptyCount[house] < 4 { continue }
          let places = tables.bit[cell &* 4 &+ kind] | tables.bit[mate &* 4 &+ kind]
          digits.forEachBit { digit in
            note(grid, tables, house, digit, grid.places(house, digit) & ~places, found, &count)
          }
        }
      }
    }
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
