import SudokuCore

/// All links between the candidates and groups of a grid: what chains are explained by.
///
/// Nodes and links are as in `LevelLinks`; nodes without a strong link are nodes, too.
final class LevelGraph {
  /// The number of candidates; they are the first nodes, by digit and cell.
  private(set) var candidateCount = 0
  private(set) var nodeCount = 0
  private(set) var words = 0
  private(set) var cells: [UInt128] = []
  private(set) var digits: [Int] = []
  /// The other candidate of a node's cell, where there are two; else -1.
  private(set) var mates: [Int32] = []
  /// For each node what is off where it is on.
  let weak = WordRows()
  /// The same, with almost locked sets; made on demand.
  let weakWithSets = WordRows()
  /// For each node what is on where it is off, by houses.
  let strong = WordRows()
  /// The node of each candidate, at `digit * 81 + cell`.
  private(set) var nodes = [Int32](repeating: -1, count: 729)
  /// The node of each group, at `digit * 54 + segment`.
  private var groups = [Int32](repeating: -1, count: 9 * 54)
  /// The nodes of each digit.
  private var members = [[Int]](repeating: [], count: 9)

  func build(_ view: LevelView) {
    addNodes(view)
    words = (nodeCount &+ 63) / 64
    weak.clear(nodeCount, words)
    strong.clear(nodeCount, words)
    mates = [Int32](repeating: -1, count: nodeCount)
    linkCells(view)
    for digit in 0..<9 { linkHouses(digit, view) }
  }

  private func addNodes(_ view: LevelView) {
    cells.removeAll(keepingCapacity: true)
    digits.removeAll(keepingCapacity: true)
    for digit in 0..<9 {
      for cell in 0..<81 {
        let isOpen = LevelView.bit(cell) & view.planes[unchecked: digit] != 0
        nodes[digit &* 81 &+ cell] = isOpen ? Int32(truncatingIfNeeded: cells.count) : -1
        if isOpen { add(LevelView.bit(cell), digit) }
      }
    }
    candidateCount = cells.count
    for digit in 0..<9 {
      for segment in 0..<54 {
        let group = LevelSegments.sets[unchecked: segment] & view.planes[unchecked: digit]
        guard group & (group &- 1) != 0 else { continue }
        groups[digit &* 54 &+ segment] = Int32(truncatingIfNeeded: cells.count)
        add(group, digit)
      }
    }
    nodeCount = cells.count
    for digit in 0..<9 { members[digit] = (0..<nodeCount).filter { digits[$0] == digit } }
  }

  private func add(_ set: UInt128, _ digit: Int) {
    cells.append(set)
    digits.append(digit)
  }

  private func linkCells(_ view: LevelView) {
    for cell in 0..<81 {
      let all = DigitSet(rawValue: view.cells[unchecked: cell])
      for digit in all {
        let node = Int(nodes[digit.index &* 81 &+ cell])
        for other in all where other != digit {
          let mate = nodes[other.index &* 81 &+ cell]
          weak.insert(Int(mate), node)
          if all.count == 2 { mates[node] = mate }
        }
      }
    }
  }

  private func linkHouses(_ digit: Int, _ view: LevelView) {
    for node in members[digit] {
      let seen = commonPeers(cells[node])
      for other in members[digit] where cells[other] & ~seen == 0 { weak.insert(other, node) }
    }
    view.forEachStrongLink(of: digit) { one, two in
      let (one, two) = (node(one, digit), node(two, digit))
      strong.insert(two, one)
      strong.insert(one, two)
    }
  }

  /// The node of an end of a strong link.
  private func node(_ end: LevelLinkEnd, _ digit: Int) -> Int {
    if end.isCell { return Int(nodes[digit &* 81 &+ end.cell]) }
    return Int(groups[digit &* 54 &+ end.segment])
  }

  /// The nodes of a digit whose cells all lie in a set.
  private func nodes(_ digit: Int, in set: UInt128) -> [Int] {
    members[digit].filter { cells[$0] & ~set == 0 }
  }

  /// Makes `weakWithSets`.
  func linkAlmostLockedSets(_ view: LevelView) {
    weakWithSets.copy(weak)
    LevelAlmostLockedSets.forEach(in: view) { digits, seen in
      var nodes: [[Int]] = []
      for digit in digits {
        nodes.append(self.nodes(digit.index, in: seen[unchecked: digit.index]))
      }
      for (first, sources) in nodes.enumerated() {
        for (other, targets) in nodes.enumerated() where other != first {
          for source in sources {
            for target in targets { weakWithSets.insert(target, source) }
          }
        }
      }
    }
  }
}
