import SudokuCore
import SudokuTechniques

/// A way through the tables from an assumption to what follows.
struct HoDoKuPath {
  /// The nodes from the assumption to the target.
  var nodes: [Int]
  /// For nets: branches that join the main path.
  var branches: [[Int]] = []

  /// How long the program takes it to be.
  var length: Int {
    nodes.count
      + branches.reduce(0) { sum, branch in
        sum + nodes.filter { $0 == branch[branch.count - 1] }.count * branch.count
      }
  }
}

extension HoDoKuTable {
  /// The way from a list's assumption to one of its entries.
  func path(_ list: Int, to index: Int) -> HoDoKuPath {
    var branchStarts: [Int] = []
    let main = walk(list, from: index, until: []) { branchStarts.append($0) }
    let onMain = Set(main)
    var path = HoDoKuPath(nodes: main.reversed())
    for start in branchStarts {
      guard let place = self.index(of: start, in: list) else { continue }
      let branch = walk(list, from: place, until: onMain) { _ in }
      path.branches.append(branch)
    }
    return path
  }

  /// Walks back from an entry to the list's assumption, or to a node of the main path.
  ///
  /// - Returns: The nodes, the entry's own first.
  private func walk(
    _ list: Int, from start: Int, until stops: Set<Int>, branch: (Int) -> Void
  ) -> [Int] {
    var nodes = [node(list, start)]
    var place = start
    while place != 0, nodes.count < Self.mostEntries {
      var other = list
      var index = place
      if source(list, place) >= 0 {
        other = source(list, place)
        index = self.index(of: node(list, place), in: other) ?? 0
      }
      while true {
        for slot in 1..<Self.originSlots where origin(other, index, slot) != 0 {
          branch(node(other, origin(other, index, slot)))
        }
        index = origin(other, index, 0)
        nodes.append(node(other, index))
        if stops.contains(nodes[nodes.count - 1]) { return nodes }
        if index == 0 || nodes.count >= Self.mostEntries { break }
        if other == list, source(list, index) >= 0 { break }
      }
      place = other == list ? index : self.index(of: other, in: list) ?? 0
    }
    return nodes
  }

  /// A path as a branch of a step's pattern; groups lie between the conclusions.
  func branch(_ path: HoDoKuPath) -> ChainBranch {
    var literals: [Literal] = []
    var reasons: [ChainLink.Reason] = []
    var last: Int?
    for node in path.nodes {
      defer { last = node }
      guard !isGroup(node) else { continue }
      let candidate = candidate(node)
      if let last, let previous = literals.last {
        reasons.append(reason(last, candidate, previous.candidate))
      }
      literals.append(Literal(candidate, isOn: node % 2 == 1))
    }
    return ChainBranch(
      assumption: literals[0], target: literals[literals.count - 1],
      links: zip(zip(literals, literals.dropFirst()), reasons).map { pair, reason in
        ChainLink(premises: [pair.0], conclusion: pair.1, reason: reason)
      })
  }

  private func reason(_ last: Int, _ candidate: Candidate, _ previous: Candidate)
    -> ChainLink.Reason
  {
    if !isGroup(last), previous.cell == candidate.cell { return .cell }
    let cells = cells(last)
    for kind in [House.Kind.row, .column, .block] {
      let house = candidate.cell.house(kind)
      if cells.isSubset(of: house.cells) { return .house(house) }
    }
    return .cell
  }
}
