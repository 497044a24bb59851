/// The 416 classes of bands up to symmetry, in the order of their smallest forms, and the class of
/// every band.
///
/// A band is renamed so that its first block reads 012, 345, 678. Row 1 has three of the labels 3 to
/// 8 in block 2 and the others in block 3, and so on: the labels of block 2 by rows are a *split*, one
/// of 56. With its columns in any order, a block has 36 *arrangements* of its rows' labels. So 56 · 36
/// · 36 bands remain, and a table of as many entries gives the class of any band.
///
/// Source: B. Felgenhauer and F. Jarvis, "Mathematics of Sudoku I", 2006, for the number of classes.
struct BandClasses: Sendable {
  /// The smallest bands, ascending; their first row is 123456789.
  private(set) var bands: [Band] = []
  /// For each split the labels of block 2 in each row, as bits.
  private(set) var splits: [InlineArray<3, Int>] = []
  private(set) var blocks = BlockArrangements()

  /// For each split and the arrangements of blocks 2 and 3 the class.
  private var classes = [UInt16](repeating: .max, count: 56 * 36 * 36)
  /// For the numbers of the sets of labels of block 2 in rows 1 and 2 the split.
  private var splitOfSets = [UInt8](repeating: 0, count: 84 * 84)
  /// For each split, row, and block 2 or 3 the labels as 4-bit numbers, ascending.
  private var labels: [UInt64] = []
  /// The number of a set of three labels, `0..<84`.
  private var setNumbers = [UInt8](repeating: 0, count: 512)

  /// Computes the tables, in some 30 ms.
  init() {
    listSplits()
    findClasses()
  }

  /// The class of a band.
  @inline(__always)
  func classIndex(_ band: Band) -> Int { Int(classes[code(band)]) }

  /// The classes of a split and an arrangement of block 2, for each arrangement of block 3.
  func classes(split: Int, arrangement: Int) -> ArraySlice<UInt16> {
    let start = (split * 36 + arrangement) * 36
    return classes[start..<(start + 36)]
  }

  /// The split of the labels in rows 1 and 2 of block 2, as bits.
  @inline(__always)
  func split(_ first: Int, _ second: Int) -> Int {
    Int(splitOfSets[Int(setNumbers[first]) &* 84 &+ Int(setNumbers[second])])
  }

  /// The number of a band in the table of classes.
  @inline(__always)
  private func code(_ band: Band) -> Int {
    var names: UInt64 = 0
    for row in 0..<3 {
      for column in 0..<3 { names |= atNibble(3 &* row &+ column, band.digit(row, column)) }
    }
    var orders = (0, 0)
    var sets = (0, 0)
    for row in 0..<3 {
      @inline(__always)
      func label(_ column: Int) -> Int { nibble(names, band.digit(row, column)) }
      let (x, y, z) = (label(3), label(4), label(5))
      orders.0 = orders.0 &* 6 &+ orderOf(x, y, z)
      orders.1 = orders.1 &* 6 &+ orderOf(label(6), label(7), label(8))
      sets.1 = row == 2 ? sets.1 : 1 &<< x | 1 &<< y | 1 &<< z
      if row == 0 { sets.0 = sets.1 }
    }
    return (split(sets.0, sets.1) &* 36 &+ blocks.arrangement(orders.0)) &* 36
      &+ blocks.arrangement(orders.1)
  }

  /// The band of a number, its labels as digits from 0.
  private func band(_ code: Int) -> Band {
    let (split, arrangements) = (code / 1296, (code / 36 % 36, code % 36))
    var band = Band(0x012, 0x345, 0x678)
    for row in 0..<3 {
      for block in 0..<2 {
        let arrangement = block == 0 ? arrangements.0 : arrangements.1
        let labels = labels[6 * split + 2 * row + block]
        let (x, y, z) = ranks(row == 0 ? 0 : row == 1 ? arrangement / 6 : arrangement % 6)
        let minirow = nibble(labels, x) << 8 | nibble(labels, y) << 4 | nibble(labels, z)
        band.rows[row] = band.rows[row] << 12 | UInt64(minirow)
      }
    }
    return band
  }

  private mutating func listSplits() {
    func list(_ set: Int) -> UInt64 {
      (0..<9).reversed().filter { set >> $0 & 1 == 1 }.reduce(0) { $0 << 4 | UInt64($1) }
    }
    let sets = (0..<512).filter { $0.nonzeroBitCount == 3 }
    for (number, set) in sets.enumerated() { setNumbers[set] = UInt8(number) }
    for first in sets where first & 0o007 == 0 {
      for second in sets where second & 0o070 == 0 && second & first == 0 {
        let third = 0o777 & ~first & ~second
        if third & 0o700 != 0 { continue }
        splitOfSets[Int(setNumbers[first]) * 84 + Int(setNumbers[second])] = UInt8(splits.count)
        splits.append([first, second, third])
        for (row, set) in [first, second, third].enumerated() {
          labels += [list(set), list(0o777 & ~(0o7 << (3 * row)) & ~set)]
        }
      }
    }
  }

  /// Finds the classes: each is what swaps of rows, blocks and columns make of one band.
  private mutating func findClasses() {
    var smallest: [Band] = []
    for start in classes.indices where classes[start] == .max {
      let number = UInt16(smallest.count)
      var least = band(start).smallestNaming
      var open = [start]
      classes[start] = number
      while let code = open.popLast() {
        let band = band(code)
        if let naming = band.smallestNaming, least.map({ naming < $0 }) ?? true { least = naming }
        for swapped in band.swaps {
          let next = self.code(swapped)
          if classes[next] == .max {
            classes[next] = number
            open.append(next)
          }
        }
      }
      if let least { smallest.append(least) }
    }
    let order = smallest.indices.sorted { smallest[$0] < smallest[$1] }
    var ranks = [UInt16](repeating: 0, count: order.count)
    for (rank, index) in order.enumerated() { ranks[index] = UInt16(rank) }
    for code in classes.indices { classes[code] = ranks[Int(classes[code])] }
    bands = order.map { smallest[$0] }
  }
}

extension Band {
  /// The bands after each swap of rows, of blocks, and of columns of the first block, that together
  /// make all orders.
  fileprivate var swaps: [Band] {
    let (x, y, z) = (rows[0], rows[1], rows[2])
    func moved(_ body: (UInt64) -> UInt64) -> Band { Band(body(x), body(y), body(z)) }
    return [
      Band(y, x, z), Band(x, z, y),
      moved { $0 & 0x000_000_FFF | $0 >> 12 & 0x000_FFF_000 | $0 << 12 & 0xFFF_000_000 },
      moved { $0 & 0xFFF_000_000 | $0 >> 12 & 0x000_000_FFF | $0 << 12 & 0x000_FFF_000 },
      moved { $0 & 0x00F_FFF_FFF | $0 >> 4 & 0x0F0_000_000 | $0 << 4 & 0xF00_000_000 },
      moved { $0 & 0xF00_FFF_FFF | $0 >> 4 & 0x00F_000_000 | $0 << 4 & 0x0F0_000_000 },
    ]
  }

  /// The smallest band that new names and other orders of the columns of blocks 2 and 3 make of one
  /// whose first block reads 012, 345, 678.
  ///
  /// `nil` if its second row can't begin with 45: then other orders of rows and blocks do better.
  fileprivate var smallestNaming: Band? {
    // The columns of block 2 that have the digits of cells 1 and 2 of row 2 in row 1.
    func column(of digit: Int) -> Int? { (3..<6).first { self.digit(0, $0) == digit } }
    guard let fourth = column(of: 3), let fifth = column(of: 4) else { return nil }
    var least: Band?
    for number in 0..<6 {
      let (x, y, z) = ranks(number)
      // The columns in their new order, as 4-bit numbers from the first one on.
      let last = (6 + x) | (6 + y) << 4 | (6 + z) << 8
      let columns =
        0x210 | UInt64(fourth | fifth << 4 | (12 - fourth - fifth) << 8) << 12
        | UInt64(last) << 24
      var names: UInt64 = 0
      for place in 0..<9 { names |= atNibble(place + 1, digit(0, nibble(columns, place))) }
      var named = Band(0, 0, 0)
      for row in 0..<3 {
        for place in 0..<9 {
          let name = nibble(names, digit(row, nibble(columns, place)))
          named.rows[row] = named.rows[row] << 4 | UInt64(name)
        }
      }
      if least.map({ named < $0 }) ?? true { least = named }
    }
    return least
  }
}
