/// A path through the tables from an assumption to a conclusion.
struct HoDoKuPath {
  /// The nodes from the assumption to the target.
  var nodes: [Int]
  /// For nets: branches that join the main path.
  var branches: [[Int]] = []

  /// The length as HoDoKu counts it.
  var length: Int {
    nodes.count
      + branches.reduce(0) { sum, branch in
        sum + nodes.filter { $0 == branch[branch.count - 1] }.count * branch.count
      }
  }
}

extension HoDoKuTable {
  /// The path from a list's assumption to one of its entries.
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
}
