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
  /// The first node of each digit's candidates; at 9 the end.
  private var starts = [Int](repeating: 0, count: 10)
  private var groups = [Range<Int>](repeating: 0..<0, count: 9)

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
      starts[digit] = cells.count
      var rest = view.planes[unchecked: digit]
      for cell in 0..<81 { nodes[digit &* 81 &+ cell] = -1 }
      while rest != 0 {
        let cell = rest.trailingZeroBitCount
        rest &= rest &- 1
        nodes[digit &* 81 &+ cell] = Int32(truncatingIfNeeded: cells.count)
        cells.append(LevelView.bit(cell))
        digits.append(digit)
      }
    }
    starts[9] = cells.count
    candidateCount = cells.count
    for digit in 0..<9 {
      let start = cells.count
      for segment in 0..<54 {
        let group = LevelSegments.sets[unchecked: segment] & view.planes[unchecked: digit]
        guard group & (group &- 1) != 0 else { continue }
        cells.append(group)
        digits.append(digit)
      }
      groups[digit] = start..<cells.count
    }
    nodeCount = cells.count
  }

  private func linkCells(_ view: borrowing LevelView) {
    for cell in 0..<81 {
      let all = view.cells[unchecked: cell]
      var rest = all
      while rest != 0 {
        let digit = rest.trailingZeroBitCount
        rest &= rest &- 1
        let node = Int(nodes[digit &* 81 &+ cell])
        var others = all & ~(1 &<< UInt16(truncatingIfNeeded: digit))
        if others.nonzeroBitCount == 1 {
          mates[node] = nodes[others.trailingZeroBitCount &* 81 &+ cell]
        }
        while others != 0 {
          weak.insert(Int(nodes[others.trailingZeroBitCount &* 81 &+ cell]), node)
          others &= others &- 1
        }
      }
    }
  }

  private func linkHouses(_ digit: Int, _ view: borrowing LevelView) {
    for node in starts[digit]..<starts[digit &+ 1] {
      addAll(digit, seenBy: CellBits.peers[cells[node].trailingZeroBitCount], node)
    }
    for node in groups[digit] { addAll(digit, seenBy: commonPeers(cells[node]), node) }
    for house in 0..<27 {
      let places = LevelView.cells(ofHouse: house) & view.planes[unchecked: digit]
      guard places & (places &- 1) != 0 else { continue }
      if places.nonzeroBitCount == 2 { link(places & (0 &- places), places & (places &- 1), digit) }
      for direction in 0..<(house < 9 ? 2 : 1) { linkSegments(house, direction, places, digit) }
    }
  }

  /// Weak links from a node to all of its digit that it sees.
  @inline(__always)
  private func addAll(_ digit: Int, seenBy peers: UInt128, _ node: Int) {
    for other in starts[digit]..<starts[digit &+ 1] where cells[other] & peers != 0 {
      weak.insert(other, node)
    }
    for other in groups[digit] where cells[other] & ~peers == 0 { weak.insert(other, node) }
  }

  /// A strong link where the digit lies in just two of the three segments of a house.
  private func linkSegments(_ house: Int, _ direction: Int, _ places: UInt128, _ digit: Int) {
    var parts: (UInt128, UInt128) = (0, 0)
    var count = 0
    for third in 0..<3 {
      let part = places & LevelSegments.of(house, direction, third)
      guard part != 0 else { continue }
      if count == 0 { parts.0 = part } else { parts.1 = part }
      count &+= 1
    }
    guard count == 2 else { return }
    link(parts.0, parts.1, digit)
  }

  private func link(_ one: UInt128, _ two: UInt128, _ digit: Int) {
    let (one, two) = (node(one, digit), node(two, digit))
    guard one >= 0, two >= 0 else { return }
    strong.insert(two, one)
    strong.insert(one, two)
  }

  /// The node of a candidate or of a group, -1 if there is none.
  private func node(_ set: UInt128, _ digit: Int) -> Int {
    if set & (set &- 1) == 0 { return Int(nodes[digit &* 81 &+ set.trailingZeroBitCount]) }
    for node in groups[digit] where cells[node] == set { return node }
    return -1
  }
}

extension LevelGraph {
  /// Makes `weakWithSets`.
  func linkAlmostLockedSets(_ view: borrowing LevelView) {
    weakWithSets.copy(weak)
    LevelAlmostLockedSets.forEach(in: view) { digits, seen in
      for first in digits {
        for other in digits where other != first {
          link(
            first.index, seen[unchecked: first.index], other.index, seen[unchecked: other.index])
        }
      }
    }
  }

  /// Weak links from all nodes in the cells of one digit to all of another.
  private func link(_ digit: Int, _ from: UInt128, _ other: Int, _ to: UInt128) {
    var targets = to
    while targets != 0 {
      let target = Int(nodes[other &* 81 &+ targets.trailingZeroBitCount])
      targets &= targets &- 1
      var sources = from
      while sources != 0 {
        let source = Int(nodes[digit &* 81 &+ sources.trailingZeroBitCount])
        sources &= sources &- 1
        weakWithSets.insert(target, source)
      }
      for group in groups[digit] where cells[group] & ~from == 0 {
        weakWithSets.insert(target, group)
      }
    }
    for group in groups[other] where cells[group] & ~to == 0 {
      var sources = from
      while sources != 0 {
        weakWithSets.insert(group, Int(nodes[digit &* 81 &+ sources.trailingZeroBitCount]))
        sources &= sources &- 1
      }
      for source in groups[digit] where cells[source] & ~from == 0 {
        weakWithSets.insert(group, source)
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
