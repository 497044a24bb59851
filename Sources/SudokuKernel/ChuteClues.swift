import CSudokuVectors

/// Finds clues that are needed because of one chute: the digits of a band or stack can be put in its
/// lines in another way, with the same digits across, that differs from the solution at one clue only.
///
/// `batch_chute_tables` has all these ways.
struct ChuteClues {
  let tables: batch_chute_tables
  let puzzle: UnsafePointer<UInt8>
  let solution: UnsafePointer<UInt8>
  /// Two words with a bit for each cell.
  let needed: UnsafeMutablePointer<UInt64>

  /// Looks at all six chutes.
  @inline(__always)
  func find() {
    for chute in 0..<3 { find(first: chute &* 27, line: 9, across: 1) }
    for chute in 0..<3 { find(first: chute &* 3, line: 1, across: 9) }
  }

  /// Looks at a chute.
  ///
  /// - Parameters:
  ///   - first: Its first cell.
  ///   - line: How far one of its three lines lies behind the other.
  ///   - across: How far one cell of a line lies behind the other.
  @inline(__always)
  private func find(first: Int, line: Int, across: Int) {
    // Four bits for each digit. Long inline arrays would leave weak code in the kernel.
    var names: UInt64 = 0
    let second = name(first, line, across, &names)
    // A byte for each place. Places are 9 * block + name, as in the tables.
    var cells = InlineArray<4, UInt64>(repeating: 0)
    var lines = InlineArray<3, UInt32>(repeating: 0)
    var columns = InlineArray<3, UInt32>(repeating: 0)
    var clues: UInt32 = 0
    for block in 0..<3 {
      for column in 0..<3 {
        var bits: UInt32 = 0
        for row in 0..<3 {
          let cell = first &+ row &* line &+ (3 &* block &+ column) &* across
          let name = Int(truncatingIfNeeded: names &>> (4 &* UInt64(solution[cell]))) & 15
          let place = 9 &* block &+ name
          cells[unchecked: place &>> 3] |= UInt64(truncatingIfNeeded: cell) &<< byte(place)
          let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: place)
          lines[unchecked: row] |= bit
          bits |= bit
          clues |= puzzle[cell] == 0 ? 0 : bit
        }
        columns[unchecked: column] = bits &>> 18
      }
    }
    // The last block's columns are left.
    let third = partition(columns[0], columns[1], columns[2])
    let range = tables.ranges + 2 &* (second &* partitionCount &+ third)
    var found = lone(clues, lines, Int(range[0]), Int(range[1]))
    while found != 0 {
      let place = found.trailingZeroBitCount
      let cell = Int(truncatingIfNeeded: cells[unchecked: place &>> 3] &>> byte(place)) & 0xFF
      found &= found &- 1
      needed[cell &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: cell & 63)
    }
  }

  /// Names the digits as the tables have them.
  ///
  /// - Returns: The type of the second block's partition.
  @inline(__always)
  private func name(
    _ first: Int, _ line: Int, _ across: Int, _ names: inout UInt64
  ) -> Int {
    var columns = InlineArray<6, UInt32>(repeating: 0)
    for column in 0..<6 {
      let cell = solution + (first &+ column &* across)
      columns[unchecked: column] = bit(cell[0]) | bit(cell[line]) | bit(cell[2 &* line])
    }
    let firstPartition = partition(columns[0], columns[1], columns[2])
    let secondPartition = partition(columns[3], columns[4], columns[5])
    let firstNames = tables.first_names + 16 &* firstPartition
    let second = Int(tables.seconds[partitionCount &* firstPartition &+ secondPartition])
    let secondNames = tables.second_names + 16 &* second
    for digit in 1..<10 {
      names |=
        UInt64(secondNames[Int(firstNames[digit])]) &<< UInt64(truncatingIfNeeded: 4 &* digit)
    }
    return Int(secondNames[0])
  }

  /// The number of a partition.
  @inline(__always)
  private func partition(_ a: UInt32, _ b: UInt32, _ c: UInt32) -> Int {
    let product = (a | 1) &* (b | 1) &* (c | 1)
    return Int(tables.partitions[Int((product &* tables.factor) &>> tables.shift)])
  }

  /// The clues that differ alone in one of the ways of a list, whatever the order of its lines.
  @inline(__always)
  private func lone(
    _ clues: UInt32, _ lines: InlineArray<3, UInt32>, _ start: Int, _ count: Int
  ) -> UInt32 {
    let all = batch_sets_repeat(clues)
    let a = batch_sets_repeat(lines[0])
    let b = batch_sets_repeat(lines[1])
    let c = batch_sets_repeat(lines[2])
    var lone = batch_sets_repeat(0)
    for pair in start..<start &+ count {
      let x = batch_sets_load(tables.lines + 32 &* pair)
      let y = batch_sets_load(tables.lines + (32 &* pair &+ 16))
      let z = batch_sets_neither(x, y)
      lone = batch_sets_add_lone(lone, all, a, x, b, y, c, z)
      lone = batch_sets_add_lone(lone, all, a, x, c, y, b, z)
      lone = batch_sets_add_lone(lone, all, b, x, a, y, c, z)
      lone = batch_sets_add_lone(lone, all, b, x, c, y, a, z)
      lone = batch_sets_add_lone(lone, all, c, x, a, y, b, z)
      lone = batch_sets_add_lone(lone, all, c, x, b, y, a, z)
    }
    return batch_sets_union(lone)
  }
}

/// How far the byte of a place lies from the end of its word.
@inline(__always)
private func byte(_ place: Int) -> UInt64 { UInt64(truncatingIfNeeded: 8 &* (place & 7)) }

@inline(__always)
private func bit(_ digit: UInt8) -> UInt32 { 1 &<< UInt32(digit) }

@inline(__always)
private var partitionCount: Int { 280 }
