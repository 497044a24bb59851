import SudokuCore
import SudokuTechniques

/// The eliminations of each candidate and each node that is on, by almost locked sets too.
///
/// A row has two parts: the nodes of the strong links, from which a chain goes on, and all candidates,
/// which it may exclude. First come the rows of the nodes, then those of the other candidates.
final class LevelReach {
  /// The words of a row: first `nodeWords`, then those of the candidates.
  let rows = WordRows()
  private(set) var nodeWords = 0
  private(set) var candidateCount = 0
  /// The row of each candidate, at `digit * 81 + cell`; -1 if there is none.
  private(set) var sources = [Int16](repeating: -1, count: 729)
  /// The number of each candidate, at `digit * 81 + cell`.
  private(set) var numbers = [Int16](repeating: -1, count: 729)
  /// The candidates by their numbers, as `digit * 81 + cell`.
  private(set) var candidates: [Int] = []
  /// The nodes with several cells of each digit.
  private var groups = [[Int]](repeating: [], count: 9)
  private let targets = WordRows()
  private var starts = [[Int]](repeating: [], count: 9)

  func build(_ links: LevelLinks, _ view: LevelView) {
    number(links, view)
    let others = candidates.reduce(0) { $0 &+ (links.nodes[$1] < 0 ? 1 : 0) }
    nodeWords = links.words
    rows.clear(links.count &+ others, nodeWords &+ (candidateCount &+ 63) / 64)
    targets.clear(9, rows.words)
    for node in 0..<links.count {
      rows[node].formUnion(links.weak[node], nodeWords)
      reach(links.cells[node], links.digits[node], rows[node] + nodeWords, view)
    }
    for candidate in candidates where links.nodes[candidate] < 0 {
      let (digit, cell) = (candidate / 81, candidate % 81)
      let row = rows[Int(sources[candidate])]
      let seen = CellBits.peers[cell] & view.planes[unchecked: digit]
      for node in links.starts[digit]..<links.starts[digit &+ 1]
      where links.cells[node] & ~seen == 0 {
        row.insert(node)
      }
      for other in 0..<9 where other != digit {
        let node = links.nodes[other &* 81 &+ cell]
        if node >= 0 { row.insert(Int(node)) }
      }
      reach(LevelView.bit(cell), digit, row + nodeWords, view)
    }
    linkSets(links, view)
  }

  private func number(_ links: LevelLinks, _ view: LevelView) {
    candidates.removeAll(keepingCapacity: true)
    var source = links.count
    for digit in 0..<9 {
      for cell in 0..<81 { sources[digit &* 81 &+ cell] = -1 }
      var rest = view.planes[unchecked: digit]
      while rest != 0 {
        let candidate = digit &* 81 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        numbers[candidate] = Int16(truncatingIfNeeded: candidates.count)
        candidates.append(candidate)
        if links.nodes[candidate] >= 0 {
          sources[candidate] = links.nodes[candidate]
        } else {
          sources[candidate] = Int16(truncatingIfNeeded: source)
          source &+= 1
        }
      }
      groups[digit].removeAll(keepingCapacity: true)
      for node in links.starts[digit]..<links.starts[digit &+ 1]
      where links.cells[node] & (links.cells[node] &- 1) != 0 {
        groups[digit].append(node)
      }
    }
    candidateCount = candidates.count
  }

  /// Adds the candidates that some cells take off: those of the digit that see them all, and those in
  /// the same cell.
  @inline(__always)
  private func reach(
    _ cells: UInt128, _ digit: Int, _ row: UnsafeMutablePointer<UInt64>,
    _ view: LevelView
  ) {
    var seen = commonPeers(cells) & view.planes[unchecked: digit]
    while seen != 0 {
      row.insert(Int(numbers[digit &* 81 &+ seen.trailingZeroBitCount]))
      seen &= seen &- 1
    }
    guard cells & (cells &- 1) == 0 else { return }
    let cell = cells.trailingZeroBitCount
    var others = view.cells[unchecked: cell] & ~(1 &<< UInt16(truncatingIfNeeded: digit))
    while others != 0 {
      row.insert(Int(numbers[others.trailingZeroBitCount &* 81 &+ cell]))
      others &= others &- 1
    }
  }
}

extension LevelReach {
  /// Links all that takes a digit off an almost locked set to all that another digit of the set takes off.
  private func linkSets(_ links: LevelLinks, _ view: LevelView) {
    LevelAlmostLockedSets.forEach(in: view) { digits, seen in
      for digit in digits { collect(digit.index, seen[unchecked: digit.index], links) }
      for first in digits {
        for other in digits where other != first {
          for source in starts[first.index] {
            rows[source].formUnion(targets[other.index], rows.words)
          }
        }
      }
    }
  }

  /// The rows of a digit that lie in some cells, and what they are as targets.
  private func collect(_ digit: Int, _ cells: UInt128, _ links: LevelLinks) {
    starts[digit].removeAll(keepingCapacity: true)
    let target = targets[digit]
    for word in 0..<targets.words { target[word] = 0 }
    var rest = cells
    while rest != 0 {
      let candidate = digit &* 81 &+ rest.trailingZeroBitCount
      rest &= rest &- 1
      let source = Int(sources[candidate])
      starts[digit].append(source)
      if source < links.count { target.insert(source) }
      (target + nodeWords).insert(Int(numbers[candidate]))
    }
    for group in groups[digit] where links.cells[group] & ~cells == 0 {
      starts[digit].append(group)
      target.insert(group)
    }
  }
}
