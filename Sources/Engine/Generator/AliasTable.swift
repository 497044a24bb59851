import SudokuCore

/// Draws numbers in proportion to whole weights, exactly, in constant time.
///
/// Source: A. J. Walker's alias method in the form of M. D. Vose, 1991, with whole numbers throughout.
struct AliasTable: Sendable {
  private struct Column: Sendable {
    var threshold: UInt64
    var alias: UInt32
  }

  private let columns: FixedTable<Column>
  private let total: Int

  /// The sum of the weights times their number must be below 2^63.
  init(_ weights: [UInt64]) {
    let total = weights.reduce(0, +)
    var rest = weights.map { $0 * UInt64(weights.count) }
    var columns = weights.indices.map { Column(threshold: total, alias: UInt32($0)) }
    var small = weights.indices.filter { rest[$0] < total }
    var large = weights.indices.filter { rest[$0] > total }
    while let low = small.popLast(), let high = large.last {
      columns[low] = Column(threshold: rest[low], alias: UInt32(high))
      // The large one fills the rest of the column.
      rest[high] -= total - rest[low]
      if rest[high] <= total {
        large.removeLast()
        if rest[high] < total { small.append(high) }
      }
    }
    self.columns = FixedTable(columns)
    self.total = Int(total)
  }

  func draw(using random: inout SeededRandom) -> Int {
    let index = random.next(below: columns.count)
    let column = columns[index]
    return random.next(below: total) < Int(column.threshold) ? index : Int(column.alias)
  }
}

/// A table that is never freed and checks no bounds: its users' indexes come from other tables.
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
