import SudokuCore
import SudokuSolver

/// Draws full grids, each of the 6,670,903,752,021,072,936,960 equally likely.
///
/// The equality is exact, as far as `SeededRandom` is random.
///
/// ```swift
/// var random = SeededRandom(seed: 7)
/// UniformGrid.draw(using: &random).isSolved    // true
/// ```
///
/// In a stack of three blocks each column of each block holds three digits, in any order: there are
/// 94,080 such splits of a stack. Three splits, one for each stack, leave in each band a number of
/// ways to arrange the digits in rows (96 to 1,728). The product of the three numbers is the number
/// of grids with these splits. So splits are drawn in proportion to that product, by rejection, and
/// then the rows of each band.
///
/// Splits and rows as ways to count grids: B. Felgenhauer and F. Jarvis, "Mathematics of Sudoku I",
/// 2006 (there with rows and columns exchanged).
public enum UniformGrid {
  /// Draws a solved board, which depends on `random` alone.
  ///
  /// - Complexity: Under a microsecond on average; the first call fills tables in some milliseconds.
  public static func draw(using random: inout SeededRandom) -> Board {
    tables.draw(using: &random)
  }

  /// The grid of a number, from 0, among those of a seed.
  public static func grid(seed: UInt64, at index: Int) -> Board {
    var random = SeededRandom(seed: seed, stream: UInt64(bitPattern: Int64(index)))
    return draw(using: &random)
  }

  private static let tables = GridTables()
}

/// The tables that `UniformGrid` draws from.
///
/// A *split* is the contents of the nine columns of a stack's three blocks: for each band a partition of
/// the digits into three triples. Splits that differ only in the order of columns are one here, so there
/// are 280 partitions and 280 · 56 = 15,680 splits.
///
/// The first stack's split needs only two representatives: renaming digits and moving columns yields
/// all others. In each band the first partition is renamed to 012|345|678. The second partition then
/// has one of five types, up to renaming; each type has a list of the ways to arrange both partitions in
/// rows.
struct GridTables: Sendable {
  /// The representatives of the first stack: the number of splits, of 28, that each represents.
  private static let firstSplits: [(share: UInt64, triples: [Triples])] = [
    (1, [[0o007, 0o070, 0o700], [0o070, 0o700, 0o007], [0o700, 0o007, 0o070]]),
    (27, [[0o007, 0o070, 0o700], [0o130, 0o601, 0o046], [0o640, 0o106, 0o031]]),
  ]

  private let partitions = Partitions()
  private let rows: RowArrangements
  /// For each pair of partitions the number of row arrangements with 012|345|678 as the first.
  private let counts: FixedTable<UInt16>
  /// For each split its three partitions.
  private let splits: FixedTable<InlineArray<3, UInt16>>
  /// For each split the triples of its columns: band by band.
  private let columns: FixedTable<InlineArray<3, Triples>>
  /// The same for the representatives of the first stack.
  private let firstColumns: FixedTable<InlineArray<3, Triples>>
  private let columnOrders: FixedTable<InlineArray<3, Int>>
  /// For each representative and band the renaming of its own partition to 012|345|678, applied to each
  /// partition; then the renaming of digits.
  private let renamed: FixedTable<UInt16>
  private let renamings: FixedTable<Names>
  /// The most arrangements of any third partition, by representative, band and second.
  private let bounds: FixedTable<UInt16>
  /// Draws a representative and a second split in proportion to the product of the bounds.
  private let proposals: AliasTable

  init() {
    let partitions = partitions
    let rows = RowArrangements(partitions)
    self.rows = rows
    counts = rows.counts
    let splits = partitions.splits()
    self.splits = FixedTable(splits.map { $0.partitions })
    columns = FixedTable(splits.map { $0.columns })
    firstColumns = FixedTable(
      Self.firstSplits.map { [$0.triples[0], $0.triples[1], $0.triples[2]] })
    columnOrders = FixedTable(Renaming.columnOrders)
    let most = (0..<Partitions.count).map { second in
      (0..<Partitions.count).map { rows.counts[second * Partitions.count + $0] }.max() ?? 0
    }
    var (renamed, renamings, bounds): ([UInt16], [Renaming], [UInt16]) = ([], [], [])
    var weights: [UInt64] = []
    for (share, first) in Self.firstSplits {
      let base = bounds.count
      for triples in first {
        let renaming = Renaming(toStandard: triples)
        renamings.append(renaming)
        for partition in 0..<Partitions.count {
          let index = partitions.index(of: renaming.applied(to: partitions[partition]))
          renamed.append(UInt16(index))
          bounds.append(most[index])
        }
      }
      weights += splits.map { split in
        (0..<3).reduce(share) { product, band in
          product * UInt64(bounds[base + band * Partitions.count + Int(split.partitions[band])])
        }
      }
    }
    self.renamed = FixedTable(renamed)
    self.renamings = FixedTable(renamings.map { Names($0) })
    self.bounds = FixedTable(bounds)
    proposals = AliasTable(weights)
  }

  func draw(using random: inout SeededRandom) -> Board {
    let splitCount = splits.count
    while true {
      let proposal = proposals.draw(using: &random)
      let isSecond = proposal >= splitCount
      let base = isSecond ? 3 * Partitions.count : 0
      let (second, third) = (
        proposal - (isSecond ? splitCount : 0), random.next(below: splitCount)
      )
      let (seconds, thirds) = (splits[second], splits[third])
      var (product, bound) = (1, 1)
      for band in 0..<3 {
        let start = base &+ band &* Partitions.count
        let partition = Int(seconds[band])
        let index = Int(renamed[start &+ partition]) &* Partitions.count
        product &*= Int(counts[index &+ Int(renamed[start &+ Int(thirds[band])])])
        bound &*= Int(bounds[start &+ partition])
      }
      if random.next(below: bound) < product {
        return board(isSecond ? 1 : 0, second, third, using: &random)
      }
    }
  }

  /// Arranges the digits of three splits in rows.
  private func board(
    _ first: Int, _ second: Int, _ third: Int, using random: inout SeededRandom
  ) -> Board {
    var names = Names { UInt8($0 + 1) }
    for place in stride(from: 8, to: 0, by: -1) {
      names.swapAt(place, random.next(below: place + 1))
    }
    let order = random.next(below: 216)
    return Board(unsafeValues: { values in
      for band in 0..<3 {
        let renaming = renamings[first &* 3 &+ band]
        let start = (first &* 3 &+ band) &* Partitions.count
        let arrangement = rows.draw(
          Int(renamed[start &+ Int(splits[second][band])]),
          Int(renamed[start &+ Int(splits[third][band])]), using: &random)
        var rest = order
        for stack in 0..<3 {
          let split = stack == 0 ? firstColumns[first] : columns[stack == 1 ? second : third]
          let columnOrder = columnOrders[rest % 6]
          rest /= 6
          for column in 0..<3 {
            let place = values + (27 &* band &+ 3 &* stack &+ columnOrder[unchecked: column])
            var digits = split[band][column]
            while digits != 0 {
              let digit = digits.trailingZeroBitCount
              digits &= digits &- 1
              let row = arrangement.row(
                ofDigit: Int(renaming[unchecked: digit]), stack: stack)
              place[9 &* row] = names[unchecked: digit]
            }
          }
        }
      }
    })
  }
}

/// The new name of each digit from 0.
typealias Names = InlineArray<9, UInt8>

extension Names {
  init(_ renaming: Renaming) { self = Names { UInt8(renaming[$0]) } }
}

extension Partitions {
  /// All splits: for each partition of the first band 56 of the second, which leave one of the third.
  fileprivate func splits() -> [(
    partitions: InlineArray<3, UInt16>, columns: InlineArray<3, Triples>
  )] {
    var splits: [(partitions: InlineArray<3, UInt16>, columns: InlineArray<3, Triples>)] = []
    for first in 0..<Self.count {
      let top = self[first]
      for partition in 0..<Self.count {
        for order in Renaming.columnOrders {
          let triples = self[partition]
          let middle: Triples = [triples[order[0]], triples[order[1]], triples[order[2]]]
          let isDisjoint = (0..<3).allSatisfy { top[$0] & middle[$0] == 0 }
          guard isDisjoint else { continue }
          let bottom = Triples { 0o777 & ~(top[$0] | middle[$0]) }
          splits.append(
            (
              [UInt16(first), UInt16(partition), UInt16(index(of: bottom))],
              [top, middle, bottom]
            ))
        }
      }
    }
    return splits
  }
}
