/// The candidates that exclude each other by chains of single conclusions, for all pairs at once.
///
/// `x` excludes `z` if "x on" leads to "z off" through links between two candidates. The relation is
/// symmetric, since every link holds backwards with the signs reversed. One bit row for each
/// candidate; Warshall's algorithm over the strong links closes it. So one look shows whether there
/// is any forcing chain, any cycle that removes something, or any multiple forcing chain, without
/// searching a single one. The idea to answer by bit matrix is that of the program skfr (Gérard
/// Penet, Mladen Dobrichev).
///
/// Invariants: candidates are numbered in order, `count` of them; row `i` has `words` words at
/// `rows + i * words`, and four words follow the last one; rows may have bits of candidates that are gone, `live` masks them.
final class StaticLinks {
  let tables = ChainTables.shared
  let number = UnsafeMutablePointer<UInt16>.filled(729, with: 0)
  let candidate = UnsafeMutablePointer<UInt16>.filled(729, with: 0)
  private let rows = UnsafeMutablePointer<UInt64>.filled(729 * 12 + 4, with: 0)
  /// Room for a row of 16 words, like those of all rows of `LinkRow`.
  let live = UnsafeMutablePointer<UInt64>.filled(16, with: 0)
  /// Bit rows of all houses and digits, then of all cells; scratch.
  private let groups = UnsafeMutablePointer<UInt64>.filled(324 * 12, with: 0)
  private let scratch = UnsafeMutablePointer<UInt64>.filled(48, with: 0)
  /// The direct links of the grid closed last, if that was asked for.
  let direct = DirectLinks()
  /// True if a candidate may exclude itself through bivalue cells alone.
  private(set) var mayHaveBivalueConflict = true
  private(set) var count = 0
  private(set) var words = 4

  deinit {
    deallocate(number, candidate, rows, live, groups, scratch)
  }

  func close(_ grid: ChainGrid) {
    var total = 0
    for cell in 0..<81 {
      var rest = grid.digits(cell)
      while rest != 0 {
        let one = cell &* 9 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        number[one] = UInt16(truncatingIfNeeded: total)
        candidate[total] = UInt16(truncatingIfNeeded: one)
        total &+= 1
      }
    }
    direct.isReady = false
    count = total
    words = total <= 256 ? 4 : total <= 512 ? 8 : 12
    switch words {
    case 4: close(grid, total, 4)
    case 8: close(grid, total, 8)
    default: close(grid, total, 12)
    }
  }

  @inline(__always)
  private func close(_ grid: ChainGrid, _ total: Int, _ words: Int) {
    groups.update(repeating: 0, count: 324 &* words)
    live.update(repeating: 0, count: 12)
    for index in 0..<total {
      let one = Int(candidate[index])
      let word = index &>> 6
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index & 63)
      live[word] |= bit
      forGroups(of: one) { groups[$0 &* words &+ word] |= bit }
    }
    for index in 0..<total {
      let row = rows + index &* words
      let one = Int(candidate[index])
      let cell = Int(tables.cellOf[one])
      let digit = Int(tables.digitOf[one])
      let block = groups + (Int(tables.house[cell &* 4]) &* 9 &+ digit) &* words
      let line = groups + (Int(tables.house[cell &* 4 &+ 1]) &* 9 &+ digit) &* words
      let column = groups + (Int(tables.house[cell &* 4 &+ 2]) &* 9 &+ digit) &* words
      let own = groups + (243 &+ cell) &* words
      for word in 0..<words { row[word] = block[word] | line[word] | column[word] | own[word] }
      row[index &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: index & 63))
    }
    direct.takeOver(rows, total, words)
    for cell in 0..<81 { linkDigits(grid.digits(cell), cell, words) }
    mayHaveBivalueConflict = hasConflict
    for slot in 0..<243 { linkPlaces(grid.masks[81 &+ slot], slot, words) }
  }

  @inline(__always)
  private func forGroups(of one: Int, _ body: (Int) -> Void) {
    let cell = Int(tables.cellOf[one])
    let digit = Int(tables.digitOf[one])
    body(Int(tables.house[cell &* 4]) &* 9 &+ digit)
    body(Int(tables.house[cell &* 4 &+ 1]) &* 9 &+ digit)
    body(Int(tables.house[cell &* 4 &+ 2]) &* 9 &+ digit)
    body(243 &+ cell)
  }

  /// Closes the links of a grid that came from another one by drawing all simple conclusions.
  ///
  /// Links that were there still hold between the candidates left: had one end of a strong link
  /// gone, the other would hold, and nothing that excludes it would be left.
  func close(_ grid: ChainGrid, from other: StaticLinks, _ before: ChainGrid) {
    if other !== self {
      count = other.count
      words = other.words
      number.update(from: other.number, count: 729)
      candidate.update(from: other.candidate, count: count)
      rows.update(from: other.rows, count: count &* words)
      live.update(from: other.live, count: 12)
    }
    mayHaveBivalueConflict = true
    for cell in 0..<81 where grid.digits(cell) != before.digits(cell) {
      var gone = before.digits(cell) & ~grid.digits(cell)
      while gone != 0 {
        let index = Int(number[cell &* 9 &+ gone.trailingZeroBitCount])
        gone &= gone &- 1
        live[index &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: index & 63))
      }
    }
    direct.isReady = false
    switch words {
    case 4: extend(grid, before, 4)
    case 8: extend(grid, before, 8)
    default: extend(grid, before, 12)
    }
  }

  @inline(__always)
  private func extend(_ grid: ChainGrid, _ before: ChainGrid, _ words: Int) {
    for slot in 0..<243 where grid.masks[81 &+ slot] != before.masks[81 &+ slot] {
      linkPlaces(grid.masks[81 &+ slot], slot, words)
    }
    for cell in 0..<81 where grid.masks[cell] != before.masks[cell] {
      linkDigits(grid.digits(cell), cell, words)
    }
  }

  @inline(__always)
  private func linkPlaces(_ places: UInt16, _ slot: Int, _ words: Int) {
    let rest = places & (places &- 1)
    guard rest != 0 && rest & (rest &- 1) == 0 else { return }
    let house = slot / 9
    let digit = slot % 9
    let cellA = Int(tables.cell[house &* 9 &+ places.trailingZeroBitCount])
    let cellB = Int(tables.cell[house &* 9 &+ rest.trailingZeroBitCount])
    link(Int(number[cellA &* 9 &+ digit]), Int(number[cellB &* 9 &+ digit]), words)
  }

  @inline(__always)
  private func linkDigits(_ digits: UInt16, _ cell: Int, _ words: Int) {
    let rest = digits & (digits &- 1)
    guard rest != 0 && rest & (rest &- 1) == 0 else { return }
    link(
      Int(number[cell &* 9 &+ digits.trailingZeroBitCount]),
      Int(number[cell &* 9 &+ rest.trailingZeroBitCount]), words)
  }

  /// Adds a strong link: what excludes one end now excludes all that the other end does.
  @inline(never)
  private func link(_ first: Int, _ second: Int, _ words: Int) {
    switch words {
    case 4: linkRows(first, second, 4)
    case 8: linkRows(first, second, 8)
    default: linkRows(first, second, 12)
    }
  }

  @inline(__always)
  private func linkRows(_ first: Int, _ second: Int, _ words: Int) {
    let rowA = rows + first &* words
    let rowB = rows + second &* words
    let toA = scratch
    let toB = scratch + 12
    let gainA = scratch + 24
    let gainB = scratch + 36
    // An end that excludes itself makes the other one follow at once.
    let isFalseA: UInt64 = has(rowA, first) ? .max : 0
    let isFalseB: UInt64 = has(rowB, second) ? .max : 0
    for word in 0..<words {
      let a = rowA[word]
      let b = rowB[word]
      toA[word] = a
      toB[word] = b
      gainA[word] = b | (a & isFalseB)
      gainB[word] = a | (b & isFalseA)
    }
    spread(gainA, to: toA, words)
    spread(gainB, to: toB, words)
  }

  /// Adds exclusions to the rows of a set.
  @inline(__always)
  private func spread(
    _ gain: UnsafeMutablePointer<UInt64>, to set: UnsafeMutablePointer<UInt64>, _ words: Int
  ) {
    for word in 0..<words {
      var rest = set[word] & live[word]
      while rest != 0 {
        let row = rows + (word &* 64 &+ rest.trailingZeroBitCount) &* words
        rest &= rest &- 1
        for word in 0..<words { row[word] |= gain[word] }
      }
    }
  }

  @inline(__always)
  private func has(_ row: UnsafeMutablePointer<UInt64>, _ index: Int) -> Bool {
    row[index &>> 6] &>> UInt64(truncatingIfNeeded: index & 63) & 1 != 0
  }
}

extension StaticLinks {
  /// True if a candidate excludes itself, by a forcing chain.
  ///
  /// Without such a candidate there is no forcing chain and no cycle that removes anything.
  func excludesItself(_ one: Int) -> Bool {
    let index = Int(number[one])
    return has(rows + index &* words, index)
  }

  /// True if any candidate left excludes itself.
  var hasConflict: Bool {
    for word in 0..<words {
      var rest = live[word]
      while rest != 0 {
        let index = word &* 64 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        if has(rows + index &* words, index) { return true }
      }
    }
    return false
  }

  /// Finds the candidates left that exclude themselves, as a set.
  func findConflicts(_ set: UnsafeMutablePointer<UInt64>) {
    set.update(repeating: 0, count: 16)
    for word in 0..<words {
      var rest = live[word]
      while rest != 0 {
        let index = word &* 64 &+ rest.trailingZeroBitCount
        if has(rows + index &* words, index) { set[word] |= rest & (0 &- rest) }
        rest &= rest &- 1
      }
    }
  }

  /// Lists the candidates left that exclude themselves.
  func collectConflicts(_ list: UnsafeMutablePointer<UInt16>) -> Int {
    var end = 0
    for word in 0..<words {
      var rest = live[word]
      while rest != 0 {
        let index = word &* 64 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        if has(rows + index &* words, index) {
          list[end] = candidate[index]
          end &+= 1
        }
      }
    }
    return end
  }

  /// Lists the candidates that all digits of a cell exclude, or all places of a digit in a house.
  func collectAgreements(_ grid: ChainGrid, _ list: UnsafeMutablePointer<UInt16>) -> Int {
    switch words {
    case 4: collectAgreements(SIMD4<UInt64>.self, grid, list)
    case 8: collectAgreements(SIMD8<UInt64>.self, grid, list)
    default: collectAgreements(SIMD16<UInt64>.self, grid, list)
    }
  }

  @inline(__always)
  private func collectAgreements<Row: LinkRow>(
    _: Row.Type, _ grid: ChainGrid, _ list: UnsafeMutablePointer<UInt16>
  ) -> Int {
    let (rows, number, words, tables) = (rows, number, words, tables)
    let all = Row(live)
    var sum = Row()
    for cell in 0..<81 {
      var rest = grid.digits(cell)
      if rest & (rest &- 1) == 0 { continue }
      var common = all
      repeat {
        let one = cell &* 9 &+ rest.trailingZeroBitCount
        common &= Row(rows + Int(number[one]) &* words)
        rest &= rest &- 1
      } while rest != 0 && common.union != 0
      sum |= common
    }
    for house in 0..<27 {
      for digit in 0..<9 {
        var rest = grid.places(house, digit)
        if rest & (rest &- 1) == 0 { continue }
        var common = all
        repeat {
          let cell = Int(tables.cell[house &* 9 &+ rest.trailingZeroBitCount])
          common &= Row(rows + Int(number[cell &* 9 &+ digit]) &* words)
          rest &= rest &- 1
        } while rest != 0 && common.union != 0
        sum |= common
      }
    }
    var end = 0
    sum.forEach(words) {
      list[end] = candidate[$0]
      end &+= 1
    }
    return end
  }

  /// Starts a set of exclusions with all candidates.
  func beginCommon() { scratch.update(from: live, count: words) }

  /// Narrows the set of exclusions to those of a candidate; `false` if none is left.
  @inline(__always)
  func narrowCommon(_ one: Int) -> Bool {
    let row = rows + Int(number[one]) &* words
    var any: UInt64 = 0
    for word in 0..<words {
      scratch[word] &= row[word]
      any |= scratch[word]
    }
    return any != 0
  }

  /// The set of exclusions narrowed last.
  @inline(__always)
  func agreed<Row: LinkRow>() -> Row { Row(scratch) & Row(live) }

  /// Marks the candidates that some candidate which excludes itself excludes.
  func collectExcluded() {
    scratch.update(repeating: 0, count: words)
    for word in 0..<words {
      var rest = live[word]
      while rest != 0 {
        let index = word &* 64 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        let row = rows + index &* words
        if has(row, index) { for word in 0..<words { scratch[word] |= row[word] } }
      }
    }
  }

  /// True if `collectExcluded` marked a candidate.
  @inline(__always)
  func isMarked(_ one: Int) -> Bool { has(scratch, Int(number[one])) }
}
