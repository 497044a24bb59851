import SudokuCore

/// The ways to put the digits of a band in rows when it is known what each column of its blocks holds.
///
/// The first block's columns hold 012|345|678. A row takes one digit of each column. Where two blocks
/// have their rows, the third block's are what is left, if they take one digit of each column there.
struct RowArrangements: Sendable {
  /// What the rows of the three blocks hold.
  struct Arrangement: Sendable {
    /// For each block its three rows, in 10 bits each.
    var blocks: InlineArray<3, UInt32>
    /// From the digits of the band to those of the rows.
    var renaming: Renaming

    /// The row of a digit in the block of a stack.
    func row(ofDigit digit: Int, stack: Int) -> Int {
      let bits = blocks[stack] &>> UInt32(truncatingIfNeeded: renaming[digit])
      return Int(bits &>> 10 & 1 | (bits &>> 20 & 1) &<< 1)
    }
  }

  /// For each second and third partition how many arrangements there are.
  let counts: FixedTable<UInt16>
  /// For each second partition the renaming that brings it to the first of its type and leaves
  /// 012|345|678 as it is.
  private let renamings: FixedTable<Renaming>
  /// For each second and third partition what becomes of the third then.
  private let renamed: FixedTable<UInt16>
  /// For each second partition the pairs of its type.
  private let ranges: FixedTable<Range<Int>>
  /// The rows of the first two blocks that have no digit in common, type by type.
  private let pairs: FixedTable<InlineArray<2, UInt32>>
  /// The triples of each partition, each in three fields of 10 bits.
  private let fields: FixedTable<InlineArray<3, UInt32>>

  private static let ones: UInt32 = 1 | 1 << 10 | 1 << 20
  private static let all: UInt32 = 0o777 * ones

  init(_ partitions: Partitions) {
    let count = Partitions.count
    let fields = (0..<count).map { index in
      InlineArray<3, UInt32> { UInt32(partitions[index][$0]) * Self.ones }
    }
    let standard = Self.rows(of: partitions[0])
    var types: [Int: (pairs: Range<Int>, counts: [UInt16])] = [:]
    var pairs: [InlineArray<2, UInt32>] = []
    var renamings = [Renaming?](repeating: nil, count: count)
    var typeOf = [Int](repeating: 0, count: count)
    for type in 0..<count where renamings[type] == nil {
      let start = pairs.count
      for one in standard {
        for other in Self.rows(of: partitions[type]) where one & other == 0 {
          pairs.append([one, other])
        }
      }
      let range = start..<pairs.count
      types[type] = (range, fields.map { Self.count(pairs[range], $0) })
      for renaming in Self.symmetries {
        let index = partitions.index(of: renaming.applied(to: partitions[type]))
        if renamings[index] == nil {
          renamings[index] = renaming.inverse
          typeOf[index] = type
        }
      }
    }
    var (counts, renamed): ([UInt16], [UInt16]) = ([], [])
    for second in 0..<count {
      let renaming = renamings[second] ?? Renaming()
      for third in 0..<count {
        let index = partitions.index(of: renaming.applied(to: partitions[third]))
        renamed.append(UInt16(index))
        counts.append(types[typeOf[second]]?.counts[index] ?? 0)
      }
    }
    self.counts = FixedTable(counts)
    self.renamed = FixedTable(renamed)
    self.renamings = FixedTable(renamings.map { $0 ?? Renaming() })
    self.pairs = FixedTable(pairs)
    self.fields = FixedTable(fields)
    ranges = FixedTable(typeOf.map { types[$0]?.pairs ?? 0..<0 })
  }

  /// Draws an arrangement, each equally likely.
  func draw(_ second: Int, _ third: Int, using random: inout SeededRandom) -> Arrangement {
    let columns = fields[Int(renamed[second &* Partitions.count &+ third])]
    let range = ranges[second]
    while true {
      let pair = pairs[range.lowerBound &+ random.next(below: range.count)]
      let rest = Self.all & ~(pair[0] | pair[1])
      if Self.takesOneOfEach(rest, columns) {
        return Arrangement(blocks: [pair[0], pair[1], rest], renaming: renamings[second])
      }
    }
  }

  /// Whether each row has a digit of each column.
  private static func takesOneOfEach(_ rows: UInt32, _ columns: InlineArray<3, UInt32>) -> Bool {
    // A field that is not 0 carries into its tenth bit.
    let first = (rows & columns[0]) &+ all
    let second = (rows & columns[1]) &+ all
    let third = (rows & columns[2]) &+ all
    return first & second & third & (ones &<< 9) == ones &<< 9
  }

  private static func count(
    _ pairs: ArraySlice<InlineArray<2, UInt32>>, _ columns: InlineArray<3, UInt32>
  ) -> UInt16 {
    var count: UInt16 = 0
    for pair in pairs where takesOneOfEach(all & ~(pair[0] | pair[1]), columns) { count += 1 }
    return count
  }

  /// The 216 ways to put three columns of three digits in rows.
  private static func rows(of triples: Triples) -> [UInt32] {
    let digits = (0..<3).map { column in
      (0..<9).filter { triples[column] & 1 << UInt16($0) != 0 }
    }
    var all: [UInt32] = []
    for first in Renaming.columnOrders {
      for second in Renaming.columnOrders {
        for third in Renaming.columnOrders {
          var bits: UInt32 = 0
          for row in 0..<3 {
            for digit in [digits[0][first[row]], digits[1][second[row]], digits[2][third[row]]] {
              bits |= 1 << UInt32(10 * row + digit)
            }
          }
          all.append(bits)
        }
      }
    }
    return all
  }

  /// The 1,296 renamings that leave 012|345|678 as it is.
  private static let symmetries: [Renaming] = {
    let orders = Renaming.columnOrders
    var all: [Renaming] = []
    for outer in orders {
      for choice in 0..<216 {
        let inner = [orders[choice % 6], orders[choice / 6 % 6], orders[choice / 36]]
        var renaming = Renaming()
        for digit in 0..<9 { renaming[digit] = 3 * outer[digit / 3] + inner[digit / 3][digit % 3] }
        all.append(renaming)
      }
    }
    return all
  }()
}
