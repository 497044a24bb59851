/// The strong links of a grid, and the weak links between their ends: what the search for chains walks
/// along.
///
/// A node is a candidate, or a group: two or three candidates of a digit in the cells that a block and
/// a line share. A node is "on" if one of its candidates is right, "off" if none is. Strong links lead
/// from "off" to "on", weak links from "on" to "off". A chain passes only nodes that have a strong link,
/// so all others are left out. Sets of nodes are rows of words.
///
/// It keeps its memory from one grid to the next.
final class LevelLinks {
  private(set) var count = 0
  private(set) var words = 0
  private(set) var cells: [UInt128] = []
  private(set) var digits: [Int] = []
  /// The candidates of each node's digit that see all of its cells.
  private(set) var seen: [UInt128] = []
  /// For each node what is on where it is off.
  let strong = WordRows()
  /// For each node what is off where it is on.
  let weak = WordRows()
  /// The first node of each digit; at 9 the end.
  private(set) var starts = [Int](repeating: 0, count: 10)
  /// The node of each candidate, at `digit * 81 + cell`; -1 if there is none.
  private(set) var nodes = [Int16](repeating: -1, count: 729)
  /// The node of each group of the digit at hand, by the number of its segment.
  private var groups = [Int16](repeating: -1, count: 54)
  private var pairs: [(Int, Int)] = []

  /// Finds the links of some digits; between digits only where a cell has two candidates.
  func build(_ view: LevelView, digits: Range<Int>, linksCells: Bool) {
    cells.removeAll(keepingCapacity: true)
    self.digits.removeAll(keepingCapacity: true)
    seen.removeAll(keepingCapacity: true)
    pairs.removeAll(keepingCapacity: true)
    for digit in 0..<9 {
      starts[digit] = cells.count
      if digits.contains(digit) { addNodes(digit, view, linksCells: linksCells) }
    }
    count = cells.count
    starts[9] = count
    if linksCells { linkCells(view) }
    words = (count &+ 63) / 64
    strong.clear(count, words)
    weak.clear(count, words)
    for (one, two) in pairs {
      strong.insert(two, one)
      strong.insert(one, two)
    }
    for digit in digits { linkWeakly(starts[digit]..<starts[digit &+ 1]) }
    if linksCells { linkWeakly(view) }
  }

  private func addNodes(_ digit: Int, _ view: LevelView, linksCells: Bool) {
    for cell in 0..<81 { nodes[digit &* 81 &+ cell] = -1 }
    for segment in 0..<54 { groups[segment] = -1 }
    view.forEachStrongLink(of: digit) { one, two in
      pairs.append((node(one, digit, view), node(two, digit, view)))
    }
    guard linksCells else { return }
    var rest = view.planes[unchecked: digit] & view.bivalue
    while rest != 0 {
      _ = node(rest.trailingZeroBitCount, digit, view)
      rest &= rest &- 1
    }
  }

  /// The node of an end of a strong link.
  private func node(_ end: LevelLinkEnd, _ digit: Int, _ view: LevelView) -> Int {
    if end.isCell { return node(end.cell, digit, view) }
    let segment = end.segment
    if groups[segment] < 0 {
      groups[segment] = Int16(truncatingIfNeeded: cells.count)
      append(LevelSegments.sets[unchecked: segment] & view.planes[unchecked: digit], digit, view)
    }
    return Int(groups[segment])
  }

  /// The node of a candidate.
  private func node(_ cell: Int, _ digit: Int, _ view: LevelView) -> Int {
    let index = digit &* 81 &+ cell
    if nodes[index] < 0 {
      nodes[index] = Int16(truncatingIfNeeded: cells.count)
      append(LevelView.bit(cell), digit, view)
    }
    return Int(nodes[index])
  }

  private func append(_ set: UInt128, _ digit: Int, _ view: LevelView) {
    cells.append(set)
    digits.append(digit)
    seen.append(commonPeers(set) & view.planes[unchecked: digit])
  }

  /// Strong links between the candidates of a cell that has two.
  private func linkCells(_ view: LevelView) {
    var rest = view.bivalue
    while rest != 0 {
      let cell = rest.trailingZeroBitCount
      let both = view.cells[unchecked: cell]
      rest &= rest &- 1
      let one = both.trailingZeroBitCount
      let two = (both & (both &- 1)).trailingZeroBitCount
      pairs.append((Int(nodes[one &* 81 &+ cell]), Int(nodes[two &* 81 &+ cell])))
    }
  }

  /// Weak links between the nodes of a digit that see each other.
  private func linkWeakly(_ range: Range<Int>) {
    for one in range {
      let seen = seen[one]
      for two in one &+ 1..<max(one &+ 1, range.upperBound) where cells[two] & ~seen == 0 {
        weak.insert(two, one)
        weak.insert(one, two)
      }
    }
  }

  /// Weak links between the candidates of a cell.
  private func linkWeakly(_ view: LevelView) {
    for node in 0..<count where cells[node] & (cells[node] &- 1) == 0 {
      let cell = cells[node].trailingZeroBitCount
      var others = view.cells[unchecked: cell] & ~(1 &<< UInt16(truncatingIfNeeded: digits[node]))
      while others != 0 {
        let other = Int(nodes[others.trailingZeroBitCount &* 81 &+ cell])
        others &= others &- 1
        if other >= 0 { weak.insert(other, node) }
      }
    }
  }
}
