import CSudokuVectors

/// Finds clues that puzzles need without solving anything, by the unavoidable sets of their solutions
/// that are quickest to find.
///
/// An unavoidable set is a set of cells whose digits can change places so that another full grid comes
/// out. A puzzle with one solution has a clue in each of them; a clue that is alone in one can't go.
/// Looked at here are the sets of one band or stack, and those of two digits: enough for seven in eight
/// of the clues of a 17-clue puzzle, for half of those of a typical one.
///
/// Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", 2012, section 3.
///
/// - Parameter request: Points to a `batch_clue_request`.
@inline(never)
package func findNeededClues(_ request: UnsafeRawPointer) {
  let request = request.assumingMemoryBound(to: batch_clue_request.self).pointee
  let pairs = PairClues()
  defer { pairs.deallocate() }
  for index in 0..<request.count where request.counts[index] == 1 {
    let puzzle = request.puzzles + 81 &* index
    let solution = request.solutions + 81 &* index
    let needed = request.needed + 2 &* index
    ChuteClues(tables: request.tables, puzzle: puzzle, solution: solution, needed: needed).find()
    if batch_rows_has_look_up() { pairs.find(puzzle, solution, needed) }
  }
}

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

/// The distance, in bits, of a place's byte from the end of its word.
@inline(__always)
private func byte(_ place: Int) -> UInt64 { UInt64(truncatingIfNeeded: 8 &* (place & 7)) }

@inline(__always)
private func bit(_ digit: UInt8) -> UInt32 { 1 &<< UInt32(digit) }

@inline(__always)
private var partitionCount: Int { 280 }

/// Finds clues that are needed because of two digits: in some rows they can change places, with all
/// columns and blocks as they should be, and one clue alone is among those.
///
/// A row always holds both digits, so these unavoidable sets are sets of rows: what can be reached from
/// a row by columns and blocks that hold both. Each is one byte of a vector, in which codes of the
/// clues flow along these ways; the codes are such that none is part of others.
struct PairClues {
  /// For each digit 16 bytes: by row its column and its block, by column and by block its row.
  private let columnOfRow: UnsafeMutablePointer<UInt8>
  private let blockOfRow: UnsafeMutablePointer<UInt8>
  private let rowOfColumn: UnsafeMutablePointer<UInt8>
  private let rowOfBlock: UnsafeMutablePointer<UInt8>
  /// For each digit by row the code of its clue, as first and as second digit of a pair.
  private let firstCodes: UnsafeMutablePointer<UInt8>
  private let secondCodes: UnsafeMutablePointer<UInt8>
  /// For each digit by row what is left of the code of its clue: 0 unless it is needed.
  private let found: UnsafeMutablePointer<UInt8>
  /// The code of the clue of each row: four bits in eight, no two the opposites of each other.
  private let codes: UnsafeMutablePointer<UInt8>

  /// 16 bytes for each digit, and three more rows, so that four can be read from any.
  private static var size: Int { 12 &* 16 }

  init() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 8 &* Self.size, alignment: 64)
    let bytes = memory.initializeMemory(as: UInt8.self, repeating: 0, count: 8 &* Self.size)
    columnOfRow = bytes
    blockOfRow = bytes + Self.size
    rowOfColumn = bytes + 2 &* Self.size
    rowOfBlock = bytes + 3 &* Self.size
    firstCodes = bytes + 4 &* Self.size
    secondCodes = bytes + 5 &* Self.size
    found = bytes + 6 &* Self.size
    codes = bytes + 7 &* Self.size
    var row = 0
    for code in 0..<128 where code.nonzeroBitCount == 4 && row < 9 {
      codes[row] = UInt8(truncatingIfNeeded: code)
      row &+= 1
    }
    // What stands for a second digit where there is none proves nothing.
    for place in 9 &* 16..<Self.size { secondCodes[place] = .max }
  }

  func deallocate() { UnsafeMutableRawPointer(columnOfRow).deallocate() }

  /// Looks at all pairs of digits.
  @inline(__always)
  func find(
    _ puzzle: UnsafePointer<UInt8>, _ solution: UnsafePointer<UInt8>,
    _ needed: UnsafeMutablePointer<UInt64>
  ) {
    arrange(puzzle, solution)
    for digit in 0..<9 { batch_bytes_store(found + 16 &* digit, batch_bytes()) }
    for first in 0..<8 { findPairs(first) }
    for digit in 0..<9 {
      let row = UnsafeRawPointer(found + 16 &* digit)
      var word = row.loadUnaligned(as: UInt64.self)
      while word != 0 {
        let index = word.trailingZeroBitCount &>> 3
        word &= ~(0xFF &<< UInt64(truncatingIfNeeded: index &* 8))
        insert(digit, index, needed)
      }
      if found[16 &* digit &+ 8] != 0 { insert(digit, 8, needed) }
    }
  }

  @inline(__always)
  private func insert(_ digit: Int, _ row: Int, _ needed: UnsafeMutablePointer<UInt64>) {
    let cell = 9 &* row &+ Int(columnOfRow[16 &* digit &+ row])
    needed[cell &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: cell & 63)
  }

  @inline(__always)
  private func arrange(_ puzzle: UnsafePointer<UInt8>, _ solution: UnsafePointer<UInt8>) {
    for band in 0..<3 {
      for line in 0..<3 {
        for stack in 0..<3 {
          for place in 0..<3 { arrange(band, line, stack, place, puzzle, solution) }
        }
      }
    }
  }

  @inline(__always)
  private func arrange(
    _ band: Int, _ line: Int, _ stack: Int, _ place: Int, _ puzzle: UnsafePointer<UInt8>,
    _ solution: UnsafePointer<UInt8>
  ) {
    let (row, column, block) = (3 &* band &+ line, 3 &* stack &+ place, 3 &* band &+ stack)
    let cell = 9 &* row &+ column
    let digit = 16 &* Int(solution[cell] &- 1)
    columnOfRow[digit &+ row] = UInt8(truncatingIfNeeded: column)
    blockOfRow[digit &+ row] = UInt8(truncatingIfNeeded: block)
    rowOfColumn[digit &+ column] = UInt8(truncatingIfNeeded: row)
    rowOfBlock[digit &+ block] = UInt8(truncatingIfNeeded: row)
    let isClue: UInt8 = puzzle[cell] == 0 ? 0 : 0xFF
    firstCodes[digit &+ row] = codes[row] & isClue
    secondCodes[digit &+ row] = ~codes[row] & isClue
  }

  /// Looks at the pairs of a digit and each later one, several at a time.
  @inline(__always)
  private func findPairs(_ first: Int) {
    let columns = batch_rows_repeat(columnOfRow + 16 &* first)
    let blocks = batch_rows_repeat(blockOfRow + 16 &* first)
    let codes = batch_rows_repeat(firstCodes + 16 &* first)
    var second = first &+ 1
    while second < 9 {
      // From a row to the row that has the second digit in the column, or block, of the first.
      let byColumn = batch_rows_look_up(batch_rows_load(rowOfColumn + 16 &* second), columns)
      let byBlock = batch_rows_look_up(batch_rows_load(rowOfBlock + 16 &* second), blocks)
      let others = batch_rows_load(secondCodes + 16 &* second)
      let reached = flow(batch_rows_or(codes, others), byColumn, byBlock)
      let place = found + 16 &* second
      batch_rows_store(place, batch_rows_add_equal(batch_rows_load(place), others, reached))
      addFirst(first, codes, reached)
      second &+= Int(BATCH_ROWS)
    }
  }

  /// Keeps the clues of the first digit that are alone in one of several vectors' rows.
  @inline(__always)
  private func addFirst(_ first: Int, _ codes: batch_lane_bytes, _ reached: batch_lane_bytes) {
    let alone = batch_rows_add_equal(batch_lane_bytes(), codes, reached)
    withUnsafePointer(to: alone) { rows in
      let rows = UnsafeRawPointer(rows)
      let place = found + 16 &* first
      var all = batch_bytes_load(place)
      for row in 0..<Int(BATCH_ROWS) { all = all | batch_bytes_load(rows + 16 &* row) }
      batch_bytes_store(place, all)
    }
  }

  /// Brings all codes to each row that can be reached.
  ///
  /// By columns a row leads to at least one other, so there are at most four cycles, and three steps by
  /// blocks bring everything from one to each other.
  @inline(__always)
  private func flow(
    _ codes: batch_lane_bytes, _ byColumn: batch_lane_bytes, _ byBlock: batch_lane_bytes
  ) -> batch_lane_bytes {
    let two = batch_rows_look_up(byColumn, byColumn)
    let four = batch_rows_look_up(two, two)
    var codes = codes
    for round in 0..<4 {
      // A cycle has up to nine rows.
      codes = batch_rows_or(codes, batch_rows_look_up(codes, byColumn))
      codes = batch_rows_or(codes, batch_rows_look_up(codes, two))
      codes = batch_rows_or(codes, batch_rows_look_up(codes, four))
      codes = batch_rows_or(codes, batch_rows_look_up(codes, byColumn))
      if round == 3 { break }
      // Blocks lie in bands: up to three.
      codes = batch_rows_or(codes, batch_rows_look_up(codes, byBlock))
      codes = batch_rows_or(codes, batch_rows_look_up(codes, byBlock))
    }
    return codes
  }
}
