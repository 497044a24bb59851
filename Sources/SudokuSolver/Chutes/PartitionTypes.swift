/// The partitions that a second block of a chute can have, sorted by type.
///
/// Where the first block's columns hold 012|345|678, two partitions of the second are of one type if a
/// renaming that leaves the first as it is makes one of the other. There are five types.
package struct PartitionTypes {
  /// For each type its first partition.
  package private(set) var representatives: [Int] = []
  /// For each partition the number of its type.
  package private(set) var typeOf = [Int](repeating: 0, count: Partitions.count)
  /// For each partition a renaming that makes the first of its type of it and leaves 012|345|678 as
  /// it is.
  package private(set) var renamings = [Renaming](repeating: Renaming(), count: Partitions.count)

  /// Sorts the partitions.
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

  /// Whether each of three rows, as in `rows(of:)`, has a digit of each of three columns.
  ///
  /// - Parameters:
  ///   - rows: Nine digits in three fields of ten bits.
  ///   - columns: Each column three times, in fields of ten bits.
  /// - Returns: `true` if so.
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
  /// Nine digits in each of three fields.
  @inlinable
  package static var allDigits: UInt32 { 0o777 * fields }
}
