import CSudokuVectors

/// All ways to put the digits of a chute (a band or a stack) in its lines when it is known which
/// digits each line across holds: some 200 for a chute of a full grid.
///
/// A second way is another full grid, so the cells in which two ways differ are an unavoidable set.
///
/// Lists are kept for one chute of each kind. The digits of a chute are renamed until the first block
/// holds 012|345|678 and the second the first partition of its type; what the third then holds selects
/// the list. Of six ways that differ in the order of the lines a list has one: 36 on average.
final class ChuteTables: Sendable {
  /// The tables, made when they are first needed: some ten milliseconds, 600 kB.
  static let shared = ChuteTables()

  /// The tables as kernels read them; they are never freed.
  nonisolated(unsafe) let pointers: batch_chute_tables

  private init() {
    let partitions = Partitions()
    let types = PartitionTypes(partitions)
    let (factor, shift, indexes) = Self.hashed(partitions)
    let namings = (0..<Partitions.count).map { Renaming(toStandard: partitions[$0]) }
    var seconds: [UInt16] = []
    for naming in namings {
      for second in 0..<Partitions.count {
        seconds.append(UInt16(partitions.index(of: naming.applied(to: partitions[second]))))
      }
    }
    let secondNames = (0..<Partitions.count).flatMap {
      Self.bytes(of: types.renamings[$0], first: UInt8(types.typeOf[$0]))
    }
    let (ranges, lines) = Self.lists(partitions, types)
    pointers = batch_chute_tables(
      factor: factor, shift: shift, partitions: Self.kept(indexes),
      first_names: Self.kept(namings.flatMap { Self.bytes(of: $0, first: 0) }),
      seconds: Self.kept(seconds), second_names: Self.kept(secondNames),
      ranges: Self.kept(ranges), lines: Self.kept(lines))
  }

  /// A table of partitions by the product of their triples, and a factor that makes every place in it
  /// another.
  private static func hashed(_ partitions: Partitions) -> (UInt32, UInt32, [UInt16]) {
    let bits = 13
    let shift = UInt32(32 - bits)
    // Bit 0, which no digit has, makes all products different.
    let products = (0..<Partitions.count).map { index in
      (0..<3).reduce(1 as UInt32) { $0 &* (UInt32(partitions[index][$1]) << 1 | 1) }
    }
    // From the golden ratio on; about one factor in a hundred will do.
    var factor: UInt32 = 0x9E37_79B1
    while Set(products.map { ($0 &* factor) >> shift }).count < products.count { factor &+= 2 }
    var indexes = [UInt16](repeating: 0, count: 1 << bits)
    for (index, product) in products.enumerated() {
      indexes[Int((product &* factor) >> shift)] = UInt16(index)
    }
    return (factor, shift, indexes)
  }

  /// 16 bytes of which the second and on are the names of the digits 1 to 9.
  private static func bytes(of renaming: Renaming, first: UInt8) -> [UInt8] {
    [first] + (0..<9).map { UInt8(renaming[$0] + 1) } + [UInt8](repeating: 0, count: 6)
  }

  /// The lists of arrangements, 16 by 16, and where each begins.
  private static func lists(
    _ partitions: Partitions, _ types: PartitionTypes
  ) -> (ranges: [UInt32], lines: [UInt32]) {
    var (ranges, lines): ([UInt32], [UInt32]) = ([], [])
    // Of six orders of the lines the one with 1, 2 and 3 in the first, second and third.
    let firsts = Partitions.rows(of: partitions[0]).filter {
      $0 & (1 | 1 << 11 | 1 << 22) == 1 | 1 << 11 | 1 << 22
    }
    for type in types.representatives {
      let seconds = Partitions.rows(of: partitions[type])
      let pairs = firsts.flatMap { first in
        seconds.filter { first & $0 == 0 }.map { (first, $0) }
      }
      for third in 0..<Partitions.count {
        let columns = InlineArray<3, UInt32> { UInt32(partitions[third][$0]) * Partitions.fields }
        var list: [(UInt32, UInt32)] = []
        for (first, second) in pairs {
          let rest = Partitions.allDigits & ~(first | second)
          guard Partitions.takesOneOfEach(rest, columns) else { continue }
          list.append((line(0, first, second, rest), line(1, first, second, rest)))
        }
        let start = lines.count / 32
        for start in stride(from: 0, to: list.count, by: 16) {
          // What is missing in the last vector repeats its first: that finds the same once more.
          let part = (start..<start + 16).map { list[$0 < list.count ? $0 : start] }
          lines += part.map(\.0) + part.map(\.1)
        }
        ranges += [UInt32(start), UInt32(lines.count / 32 - start)]
      }
    }
    return (ranges, lines)
  }

  /// The places 9 * block + name that a line holds, names from 1.
  private static func line(
    _ number: UInt32, _ first: UInt32, _ second: UInt32, _ third: UInt32
  ) -> UInt32 {
    let shift = 10 * number
    return (first >> shift & 0o777) << 1 | (second >> shift & 0o777) << 10
      | (third >> shift & 0o777) << 19
  }

  private static func kept<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    memory.initialize(from: elements, count: elements.count)
    return UnsafePointer(memory)
  }
}
