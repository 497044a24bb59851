/// Rows of bits: a set of nodes or candidates in each row, in memory that grows and is kept.
///
/// `clear` decides how many there are; rows and bits beyond are not checked.
final class WordRows {
  /// The number of rows.
  private(set) var count = 0
  /// The number of words in a row.
  private(set) var words = 0
  private var memory: UnsafeMutablePointer<UInt64>
  private var capacity: Int

  init() {
    capacity = 64
    memory = .allocate(capacity: capacity)
  }

  deinit { memory.deallocate() }

  /// Makes empty rows.
  func clear(_ count: Int, _ words: Int) {
    reserve(count, words)
    memory.update(repeating: 0, count: count &* words)
  }

  /// Takes over the rows of another.
  func copy(_ other: WordRows) {
    reserve(other.count, other.words)
    memory.update(from: other.memory, count: count &* words)
  }

  private func reserve(_ count: Int, _ words: Int) {
    (self.count, self.words) = (count, words)
    guard count &* words > capacity else { return }
    memory.deallocate()
    capacity = max(count &* words, 2 &* capacity)
    memory = .allocate(capacity: capacity)
  }

  /// The words of a row.
  @inline(__always)
  subscript(row: Int) -> UnsafeMutablePointer<UInt64> { memory + row &* words }

  @inline(__always)
  func insert(_ bit: Int, _ row: Int) { self[row].insert(bit) }

  @inline(__always)
  func contains(_ bit: Int, _ row: Int) -> Bool { self[row].contains(bit) }
}

extension UnsafeMutablePointer<UInt64> {
  /// Adds a bit to a set of words.
  @inline(__always)
  func insert(_ bit: Int) { self[bit &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: bit & 63) }

  @inline(__always)
  func contains(_ bit: Int) -> Bool {
    self[bit &>> 6] &>> UInt64(truncatingIfNeeded: bit & 63) & 1 != 0
  }

  /// Adds the bits of another set.
  @inline(__always)
  func formUnion(_ other: UnsafeMutablePointer<UInt64>, _ words: Int) {
    for word in 0..<words { self[word] |= other[word] }
  }
}

/// The bits of some words, one after the other.
struct WordBits {
  private let base: UnsafeMutablePointer<UInt64>
  private let words: Int
  private var word = -1
  private var rest: UInt64 = 0

  @inline(__always)
  init(_ base: UnsafeMutablePointer<UInt64>, _ words: Int) {
    (self.base, self.words) = (base, words)
  }

  @inline(__always)
  mutating func next() -> Int? {
    while rest == 0 {
      word &+= 1
      guard word < words else { return nil }
      rest = base[word]
    }
    defer { rest &= rest &- 1 }
    return word &<< 6 &+ rest.trailingZeroBitCount
  }
}
