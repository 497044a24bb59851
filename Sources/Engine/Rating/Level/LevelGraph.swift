import SudokuCore
import SudokuTechniques

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
  /// The nodes of each digit.
  private var members = [[Int]](repeating: [], count: 9)

  func build(_ view: borrowing LevelView) {
    addNodes(view)
    words = (nodeCount &+ 63) / 64
    weak.clear(nodeCount, words)
    strong.clear(nodeCount, words)
    mates = [Int32](repeating: -1, count: nodeCount)
    linkCells(view)
    for digit in 0..<9 { linkHouses(digit, view) }
  }

  private func addNodes(_ view: borrowing LevelView) {
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
        if group & (group &- 1) != 0 { add(group, digit) }
      }
    }
    nodeCount = cells.count
    for digit in 0..<9 { members[digit] = (0..<nodeCount).filter { digits[$0] == digit } }
  }

  private func add(_ set: UInt128, _ digit: Int) {
    cells.append(set)
    digits.append(digit)
  }

  private func linkCells(_ view: borrowing LevelView) {
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

  private func linkHouses(_ digit: Int, _ view: borrowing LevelView) {
    for node in members[digit] {
      let seen = commonPeers(cells[node])
      for other in members[digit] where cells[other] & ~seen == 0 { weak.insert(other, node) }
    }
    for house in 0..<27 {
      let places = LevelView.cells(ofHouse: house) & view.planes[unchecked: digit]
      guard places & (places &- 1) != 0 else { continue }
      if places.nonzeroBitCount == 2 {
        link([places & (0 &- places), places & (places &- 1)], digit)
      }
      for direction in 0..<(house < 9 ? 2 : 1) {
        link(
          (0..<3).map { places & LevelSegments.of(house, direction, $0) }.filter { $0 != 0 }, digit)
      }
    }
  }

  /// A strong link between the parts of a house in which the digit lies, if there are just two.
  private func link(_ parts: [UInt128], _ digit: Int) {
    guard parts.count == 2 else { return }
    let ends = parts.compactMap { part in members[digit].first { cells[$0] == part } }
    guard ends.count == 2 else { return }
    strong.insert(ends[1], ends[0])
    strong.insert(ends[0], ends[1])
  }

  /// The nodes of a digit whose cells all lie in a set.
  private func nodes(_ digit: Int, in set: UInt128) -> [Int] {
    members[digit].filter { cells[$0] & ~set == 0 }
  }

  /// Makes `weakWithSets`.
  func linkAlmostLockedSets(_ view: borrowing LevelView) {
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

/// The sets of three cells that a block and a line share.
enum LevelSegments {
  /// First the 27 in rows, then the 27 in columns: line by line.
  static let sets: InlineArray<54, UInt128> = InlineArray { index in
    let (line, third) = (index % 27 / 3, index % 3)
    return LevelView.cells(ofHouse: index < 27 ? 9 + line : 18 + line)
      & (index < 27
        ? LevelView.cells(ofHouse: line / 3 * 3 + third)
        : LevelView.cells(ofHouse: third * 3 + line / 3))
  }

  /// The number of one of the three segments of a house.
  @inline(__always)
  static func number(_ house: Int, _ direction: Int, _ third: Int) -> Int {
    if house >= 9 { return (house &- 9) &* 3 &+ third }
    return direction == 0
      ? (house / 3 &* 3 &+ third) &* 3 &+ house % 3
      : 27 &+ (house % 3 &* 3 &+ third) &* 3 &+ house / 3
  }

  /// One of the three segments of a house.
  @inline(__always)
  static func of(_ house: Int, _ direction: Int, _ third: Int) -> UInt128 {
    sets[unchecked: number(house, direction, third)]
  }
}
