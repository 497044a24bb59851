/// Rows of bits: a set of nodes for each node, in memory that grows and is kept.
struct WordRows {
  /// The words, row by row.
  private(set) var storage: [UInt64] = []
  /// How many words a row has.
  private(set) var words = 0

  /// Makes empty rows.
  mutating func clear(_ rows: Int, _ words: Int) {
    self.words = words
    storage.removeAll(keepingCapacity: true)
    storage.append(contentsOf: repeatElement(0, count: rows &* words))
  }

  /// Takes over the rows of another.
  mutating func copy(_ other: WordRows) {
    words = other.words
    storage.removeAll(keepingCapacity: true)
    storage.append(contentsOf: other.storage)
  }

  /// Adds a bit to a row.
  @inline(__always)
  mutating func insert(_ bit: Int, _ row: Int) {
    storage[row &* words &+ bit &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: bit & 63)
  }

  /// Whether a row has a bit.
  @inline(__always)
  func contains(_ bit: Int, _ row: Int) -> Bool {
    storage[row &* words &+ bit &>> 6] &>> UInt64(truncatingIfNeeded: bit & 63) & 1 != 0
  }

  /// Whether a row has any bit.
  func isAnySet(_ row: Int) -> Bool {
    for word in row &* words..<(row &+ 1) &* words where storage[word] != 0 { return true }
    return false
  }
}
