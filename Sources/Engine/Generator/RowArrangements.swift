import SudokuCore
import SudokuSolver

/// The ways to arrange the digits of a band in rows, for given contents of the columns of its blocks.
///
/// The first block's columns hold 012|345|678. A row takes one digit of each column. The rows of two
/// blocks determine those of the third, if these take one digit of each column there.
struct RowArrangements: Sendable {
  /// The contents of the rows of the three blocks.
  struct Arrangement: Sendable {
    /// For each block its three rows, in 10 bits each.
    var blocks: InlineArray<3, UInt32>
    /// From the digits of the band to those of the rows.
    var renaming: Names

    func row(ofDigit digit: Int, stack: Int) -> Int {
      let bits = blocks[unchecked: stack] &>> UInt32(renaming[unchecked: digit])
      return Int(bits &>> 10 & 1 | (bits &>> 20 & 1) &<< 1)
    }
  }

  /// The number of arrangements for each second and third partition.
  let counts: FixedTable<UInt16>
  /// For each second partition the renaming that brings it to the first of its type and leaves
  /// 012|345|678 as it is.
  private let renamings: FixedTable<Names>
  /// For each second and third partition the renamed third one.
  private let renamed: FixedTable<UInt16>
  /// For each second partition the pairs of its type.
  private let ranges: FixedTable<Range<Int>>
  /// The rows of the first two blocks that have no digit in common, type by type.
  private let pairs: FixedTable<InlineArray<2, UInt32>>
  /// The triples of each partition, each in three fields of 10 bits.
  private let fields: FixedTable<InlineArray<3, UInt32>>

  init(_ partitions: Partitions) {
    let count = Partitions.count
    let fields = (0..<count).map { index in
      InlineArray<3, UInt32> { UInt32(partitions[index][$0]) * Partitions.fields }
    }
    let types = PartitionTypes(partitions)
    let standard = Partitions.rows(of: partitions[0])
    var pairs: [InlineArray<2, UInt32>] = []
    let lists = types.representatives.map { type in
      let start = pairs.count
      for one in standard {
        for other in Partitions.rows(of: partitions[type]) where one & other == 0 {
          pairs.append([one, other])
        }
      }
      let range = start..<pairs.count
      return (pairs: range, counts: fields.map { Self.count(pairs[range], $0) })
    }
    var (counts, renamed): ([UInt16], [UInt16]) = ([], [])
    for second in 0..<count {
      let renaming = types.renamings[second]
      for third in 0..<count {
        let index = partitions.index(of: renaming.applied(to: partitions[third]))
        renamed.append(UInt16(index))
        counts.append(lists[types.typeOf[second]].counts[index])
      }
    }
    self.counts = FixedTable(counts)
    self.renamed = FixedTable(renamed)
    self.renamings = FixedTable(types.renamings.map { Names($0) })
    self.pairs = FixedTable(pairs)
    self.fields = FixedTable(fields)
    ranges = FixedTable(types.typeOf.map { lists[$0].pairs })
  }

  /// Draws an arrangement, each equally likely.
  func draw(_ second: Int, _ third: Int, using random: inout SeededRandom) -> Arrangement {
    let columns = fields[Int(renamed[second &* Partitions.count &+ third])]
    let range = ranges[second]
    while true {
      let pair = pairs[range.lowerBound &+ random.next(below: range.count)]
      let rest = Partitions.allDigits & ~(pair[0] | pair[1])
      if Partitions.takesOneOfEach(rest, columns) {
        return Arrangement(blocks: [pair[0], pair[1], rest], renaming: renamings[second])
      }
    }
  }

  private static func count(
    _ pairs: ArraySlice<InlineArray<2, UInt32>>, _ columns: InlineArray<3, UInt32>
  ) -> UInt16 {
    var count: UInt16 = 0
    for pair in pairs
    where Partitions.takesOneOfEach(Partitions.allDigits & ~(pair[0] | pair[1]), columns) {
      count += 1
    }
    return count
  }
}
