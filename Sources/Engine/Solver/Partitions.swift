/// Nine digits in three triples: what the three columns of a block hold, or its three rows.
///
/// Digits are bits 0...8 here.
package typealias Triples = InlineArray<3, UInt16>

/// The 280 partitions of the digits into three triples; the order of the triples does not count.
package struct Partitions: Sendable {
  /// The number of partitions.
  package static let count = 280
  private var list: [Triples] = []
  private var firstIndex = [Int](repeating: 0, count: 512)
  private var index = [Int](repeating: 0, count: 28 * 512)

  package init() {
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
  package subscript(index: Int) -> Triples { list[index] }

  /// The number of a partition whose triples may be in any order.
  package func index(of triples: Triples) -> Int {
    let first = triples[0] & 1 != 0 ? 0 : triples[1] & 1 != 0 ? 1 : 2
    let (one, other) = (triples[(first + 1) % 3], triples[(first + 2) % 3])
    let second = one & (0 &- one) < other & (0 &- other) ? one : other
    return index[firstIndex[Int(triples[first])] * 512 + Int(second)]
  }
}

/// The partitions that a second block of a chute can have, sorted by type.
///
/// Where the first block's columns hold 012|345|678, two partitions of the second are of one type if a
/// renaming that leaves the first as it is makes one of the other. There are five types.
package struct PartitionTypes {
  /// For each type its first partition.
  package private(set) var representatives: [Int] = []
  package private(set) var typeOf = [Int](repeating: 0, count: Partitions.count)
  /// For each partition a renaming that makes the first of its type of it and leaves 012|345|678 as
  /// it is.
  package private(set) var renamings = [Renaming](repeating: Renaming(), count: Partitions.count)

  package init(_ partitions: Partitions) {
    var isKnown = [Bool](repeating: false, count: Partitions.count)
    for first in 0..<Partitions.count where !isKnown[first] {
      for renaming in Renaming.symmetries {
        let index = partitions.index(of: renaming.applied(to: partitions[first]))
        if isKnown[index] { continue }
        isKnown[index] = true
        renamings[index] = renaming.inverse
        typeOf[index] = representatives.count
      }
      representatives.append(first)
    }
  }
}

extension Partitions {
  /// The 216 ways to put three columns of three digits in rows: three fields of ten bits, of which
  /// nine are digits.
  package static func rows(of triples: Triples) -> [UInt32] {
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

  /// True if each of three rows, as in `rows(of:)`, has a digit of each of three columns.
  @inlinable
  package static func takesOneOfEach(_ rows: UInt32, _ columns: InlineArray<3, UInt32>) -> Bool {
    // A field that is not 0 carries into its tenth bit.
    let first = (rows & columns[0]) &+ allDigits
    let second = (rows & columns[1]) &+ allDigits
    let third = (rows & columns[2]) &+ allDigits
    return first & second & third & (fields &<< 9) == fields &<< 9
  }

  /// The lowest bit of three fields of ten bits.
  @inlinable
  package static var fields: UInt32 { 1 | 1 << 10 | 1 << 20 }
  @inlinable
  package static var allDigits: UInt32 { 0o777 * fields }
}

/// Digits in place of digits.
package struct Renaming: Sendable {
  /// The six orders of three columns.
  package static let columnOrders: [InlineArray<3, Int>] = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  /// The 1,296 renamings that leave the partition 012|345|678 as it is.
  package static let symmetries: [Renaming] = {
    var all: [Renaming] = []
    for outer in columnOrders {
      for choice in 0..<216 {
        let inner = [
          columnOrders[choice % 6], columnOrders[choice / 6 % 6], columnOrders[choice / 36],
        ]
        var renaming = Renaming()
        for digit in 0..<9 { renaming[digit] = 3 * outer[digit / 3] + inner[digit / 3][digit % 3] }
        all.append(renaming)
      }
    }
    return all
  }()

  private var names = InlineArray<9, UInt8> { UInt8($0) }

  /// Names every digit as it is.
  package init() {}

  /// Names 012, 345 and 678 for the digits of three triples.
  package init(toStandard triples: Triples) {
    var next: UInt8 = 0
    for position in 0..<3 {
      for digit in 0..<9 where triples[position] & 1 << UInt16(digit) != 0 {
        names[digit] = next
        next += 1
      }
    }
  }

  package subscript(digit: Int) -> Int {
    get { Int(names[digit]) }
    set { names[digit] = UInt8(newValue) }
  }

  /// The partition that the digits of one become.
  package func applied(to triples: Triples) -> Triples {
    Triples { position in
      var (rest, result) = (triples[position], 0 as UInt16)
      while rest != 0 {
        result |= 1 << UInt16(names[rest.trailingZeroBitCount])
        rest &= rest - 1
      }
      return result
    }
  }

  /// The way back.
  package var inverse: Renaming {
    var inverse = Renaming()
    for digit in 0..<9 { inverse[self[digit]] = digit }
    return inverse
  }
}
