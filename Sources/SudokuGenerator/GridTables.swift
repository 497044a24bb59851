import SudokuCore

/// Nine digits in three triples: what the three columns of a block hold, or its three rows.
///
/// Digits are bits 0...8 here.
typealias Triples = InlineArray<3, UInt16>

/// The tables that `UniformGrid` draws from.
///
/// A *split* is what the nine columns of a stack's three blocks hold: for each band a partition of the
/// digits into three triples. Splits that differ in the order of columns alone are one here, so there
/// are 280 partitions and 280 · 56 = 15,680 splits.
///
/// The first stack's split needs only two representatives: all others come from them by renaming digits
/// and moving columns. In each band the first partition is brought to 012|345|678 by renaming. What the
/// second partition can be then is of five types, up to renaming; for each type there is a list of
/// the ways to put both partitions in rows.
struct GridTables: Sendable {
  /// The representatives of the first stack: how many of 28 splits they stand for, and the split.
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
  /// For each representative and band what becomes of a partition, and of a digit, when the
  /// representative's own partition is renamed to 012|345|678.
  private let renamed: FixedTable<UInt16>
  private let renamings: FixedTable<Renaming>
  /// The most arrangements that a third partition can have, by representative, band and second.
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
    self.renamings = FixedTable(renamings)
    self.bounds = FixedTable(bounds)
    proposals = AliasTable(weights)
  }

  /// Draws a full grid.
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

  /// Puts the digits of three splits in rows.
  private func board(
    _ first: Int, _ second: Int, _ third: Int, using random: inout SeededRandom
  ) -> Board {
    let names = Renaming.random(using: &random)
    let order = random.next(below: 216)
    let orders = [order % 6, order / 6 % 6, order / 36].map { Renaming.columnOrders[$0] }
    let stacks = [Self.firstSplits[first].triples, list(second), list(third)]
    var values = InlineArray<81, UInt8>(repeating: 0)
    for band in 0..<3 {
      let renaming = renamings[first &* 3 &+ band]
      let start = (first &* 3 &+ band) &* Partitions.count
      let arrangement = rows.draw(
        Int(renamed[start &+ Int(splits[second][band])]),
        Int(renamed[start &+ Int(splits[third][band])]), using: &random)
      for stack in 0..<3 {
        for column in 0..<3 {
          var digits = stacks[stack][band][column]
          while digits != 0 {
            let digit = digits.trailingZeroBitCount
            digits &= digits &- 1
            let row = arrangement.row(ofDigit: renaming[digit], stack: stack)
            let cell = (3 &* band &+ row) &* 9 &+ 3 &* stack &+ orders[stack][column]
            values[cell] = UInt8(truncatingIfNeeded: names[digit] &+ 1)
          }
        }
      }
    }
    return Board { Digit(Int(values[$0.index])) }
  }

  private func list(_ split: Int) -> [Triples] {
    let columns = columns[split]
    return [columns[0], columns[1], columns[2]]
  }
}

/// The 280 partitions of the digits into three triples; their order does not count.
struct Partitions: Sendable {
  static let count = 280
  private var list: [Triples] = []
  private var firstIndex = [Int](repeating: 0, count: 512)
  private var index = [Int](repeating: 0, count: 28 * 512)

  init() {
    let triples = (0..<512 as Range<UInt16>).filter { $0.nonzeroBitCount == 3 }
    var firstCount = 0
    for first in triples where first & 1 != 0 {
      firstIndex[Int(first)] = firstCount
      let rest = 0o777 & ~first
      let lowest = rest & (0 &- rest)
      for second in triples where second & first == 0 && second & lowest != 0 {
        index[firstCount * 512 + Int(second)] = list.count
        list.append([first, second, rest & ~second])
      }
      firstCount += 1
    }
  }

  /// A partition; the triples in the order of their lowest digits.
  subscript(index: Int) -> Triples { list[index] }

  /// The number of a partition whose triples may be in any order.
  func index(of triples: Triples) -> Int {
    let first = triples[0] & 1 != 0 ? 0 : triples[1] & 1 != 0 ? 1 : 2
    let (one, other) = (triples[(first + 1) % 3], triples[(first + 2) % 3])
    let second = one & (0 &- one) < other & (0 &- other) ? one : other
    return index[firstIndex[Int(triples[first])] * 512 + Int(second)]
  }

  /// All splits: for each partition of the first band 56 of the second, which leave one of the third.
  func splits() -> [(partitions: InlineArray<3, UInt16>, columns: InlineArray<3, Triples>)] {
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

/// Digits in place of digits.
struct Renaming: Sendable {
  /// The six orders of three columns.
  static let columnOrders: [InlineArray<3, Int>] = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  private var names = InlineArray<9, UInt8> { UInt8($0) }

  init() {}

  /// Names 012, 345 and 678 for the digits of three triples.
  init(toStandard triples: Triples) {
    var next: UInt8 = 0
    for position in 0..<3 {
      for digit in 0..<9 where triples[position] & 1 << UInt16(digit) != 0 {
        names[digit] = next
        next += 1
      }
    }
  }

  /// The new digit.
  subscript(digit: Int) -> Int {
    get { Int(names[digit]) }
    set { names[digit] = UInt8(newValue) }
  }

  /// Any of the 362,880, each equally likely.
  static func random(using random: inout SeededRandom) -> Renaming {
    var renaming = Renaming()
    for place in stride(from: 8, to: 0, by: -1) {
      renaming.names.swapAt(place, random.next(below: place + 1))
    }
    return renaming
  }

  func applied(to triples: Triples) -> Triples {
    Triples { position in
      var (rest, result) = (triples[position], 0 as UInt16)
      while rest != 0 {
        result |= 1 << UInt16(names[rest.trailingZeroBitCount])
        rest &= rest - 1
      }
      return result
    }
  }

  var inverse: Renaming {
    var inverse = Renaming()
    for digit in 0..<9 { inverse[self[digit]] = digit }
    return inverse
  }
}

/// A table of fixed size that lives for ever and checks no bounds: its users' indexes come from other
/// tables.
struct FixedTable<Element: Sendable>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(_ elements: [Element]) {
    count = elements.count
    base = .allocate(capacity: max(1, elements.count))
    base.initialize(from: elements, count: elements.count)
  }

  subscript(index: Int) -> Element {
    assert(0..<count ~= index)
    return base[index]
  }
}
