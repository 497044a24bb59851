import SudokuCore

/// Candidates, and groups of a digit's places, with the links between them.
///
/// A group is two or three places of a digit in a block and a line. Two of these are linked strongly where
/// they are all that a house has of the digit, or all candidates of a cell: one of them is right. They are
/// linked weakly where all places see each other, or in one cell: at most one of them is right.
///
/// Only what has a strong link is there: no chain goes through anything else.
///
/// On demand there are weak links through almost locked sets, too: what takes a digit from such a set is
/// linked to what sees all places of another digit in it. The set then holds that digit.
struct LinkGraph {
  /// A candidate, or a group.
  struct Node: Hashable {
    var cells: CellSet
    var digit: Digit

    /// The candidate, `nil` for a group.
    var candidate: Candidate? {
      cells.hasSeveral ? nil : cells.first.map { Candidate($0, digit) }
    }

    /// Candidates come before groups, in their order; groups by digit.
    fileprivate var rank: (Int, UInt128) {
      (candidate?.index ?? 729 + digit.index, cells.rawValue)
    }
  }

  /// The candidates, then the groups.
  let nodes: [Node]
  /// The strong links of each node.
  let strong: [[Int]]
  /// The weak links of each node.
  let weak: [[Int]]
  /// By twice the number: 1 for groups.
  private let prices: [Int]
  private let grid: CandidateGrid
  /// The sets of weak links through almost locked sets.
  private var sets: [Link: AlmostLockedSets.LockedSet]

  /// A weak link from a node that is right to one that is wrong then.
  private struct Link: Hashable {
    let one: Node
    let other: Node
  }

  init(_ grid: CandidateGrid, withGroups: Bool, through all: AlmostLockedSets? = nil) {
    self.grid = grid
    let pairs = Self.pairs(in: grid, withGroups: withGroups)
    nodes = Set(pairs.joined()).sorted { $0.rank < $1.rank }
    let numbers = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
    var strong = [Set<Int>](repeating: [], count: nodes.count)
    for pair in pairs {
      let ends = pair.compactMap { numbers[$0] }
      strong[ends[0]].insert(ends[1])
      strong[ends[1]].insert(ends[0])
    }
    self.strong = strong.map { $0.sorted() }
    var weak = Self.weakLinks(of: nodes)
    let nodes = nodes
    sets = all.map { Self.addLinks(through: $0, between: nodes, to: &weak) } ?? [:]
    self.weak = weak
    prices = nodes.flatMap { Array(repeating: $0.candidate == nil ? 1 : 0, count: 2) }
  }

  /// The number of a candidate, `nil` if it has no strong link.
  func number(of candidate: Candidate) -> Int? {
    nodes.firstIndex { $0.candidate == candidate }
  }

  /// The ends of all strong links.
  private static func pairs(in grid: CandidateGrid, withGroups: Bool) -> [[Node]] {
    var pairs: [[Node]] = []
    for cell in grid.bivalueCells {
      pairs.append(grid[cell].map { Node(cells: CellSet(cell), digit: $0) })
    }
    for digit in DigitSet.all {
      for house in House.all {
        let places = Array(grid.cells(of: digit, in: house))
        guard places.count == 2 || withGroups && (3...6).contains(places.count) else { continue }
        // The first place is in the first part.
        for mask in 0..<(1 << (places.count - 1)) - 1 {
          let parts = [true, false].map { isFirst in
            CellSet(
              places.indices.filter { (($0 == 0 ? 1 : mask >> ($0 - 1) & 1) == 1) == isFirst }
                .map { places[$0] })
          }
          guard parts.allSatisfy(isNode) else { continue }
          pairs.append(parts.map { Node(cells: $0, digit: digit) })
        }
      }
    }
    return pairs
  }

  /// True if some cells are a single one, or lie in a block and a line.
  private static func isNode(_ cells: CellSet) -> Bool {
    guard cells.hasSeveral else { return true }
    guard let first = cells.first, cells.isSubset(of: first.house(.block).cells) else {
      return false
    }
    return cells.isSubset(of: first.house(.row).cells)
      || cells.isSubset(of: first.house(.column).cells)
  }

  private static func weakLinks(of nodes: [Node]) -> [[Int]] {
    let seen = nodes.map {
      $0.cells.reduce(CellSet.all) { $0.intersection(PeerOrder.sets[$1.index]) }
    }
    return nodes.indices.map { one in
      nodes.indices.filter { other in
        nodes[one].digit == nodes[other].digit
          ? nodes[other].cells.isSubset(of: seen[one])
          : nodes[one].cells == nodes[other].cells && !nodes[one].cells.hasSeveral
      }
    }
  }

  /// Adds the weak links through sets of several cells; of several sets the smallest.
  private static func addLinks(
    through all: AlmostLockedSets, between nodes: [Node], to weak: inout [[Int]]
  ) -> [Link: AlmostLockedSets.LockedSet] {
    var sets: [Link: AlmostLockedSets.LockedSet] = [:]
    let plain = weak.map(Set.init)
    for (number, set) in all.sets.enumerated() where set.cells.hasSeveral {
      let seeing = set.digits.map { digit in
        nodes.indices.filter {
          nodes[$0].digit == digit && nodes[$0].cells.isSubset(of: all.seen(number, digit))
        }
      }
      for (index, ones) in seeing.enumerated() {
        for (otherIndex, others) in seeing.enumerated() where otherIndex != index {
          for one in ones {
            for other in others where !plain[one].contains(other) {
              let link = Link(one: nodes[one], other: nodes[other])
              if let known = sets[link] {
                guard set.cells.count < known.cells.count else { continue }
              } else {
                weak[one].append(other)
              }
              sets[link] = set
            }
          }
        }
      }
    }
    return sets
  }

  /// True if a path of nodes, the first of which is wrong, has neither groups nor links through sets.
  func isPlain(_ path: [Int]) -> Bool {
    path.allSatisfy { nodes[$0].candidate != nil } && !hasSet(path)
  }

  /// True if a path of nodes, the first of which is wrong, has a link through a set.
  func hasSet(_ path: [Int]) -> Bool {
    stride(from: 1, to: path.count - 1, by: 2).contains {
      sets[Link(one: nodes[path[$0]], other: nodes[path[$0 + 1]])] != nil
    }
  }

  /// The candidates that are excluded whichever end of a link through a set is right: the other digits are
  /// all in the set then.
  private func victims(_ ends: [Node], of set: AlmostLockedSets.LockedSet) -> [Candidate] {
    set.digits.flatMap { digit in
      let places = grid.cells(with: digit).intersection(set.cells)
      let own = ends.first { $0.digit == digit }?.cells ?? CellSet()
      return grid.candidates(DigitSet(digit), in: places.union(own).commonPeers)
    }
  }

  /// The candidates that are excluded whichever end of a weak link is right.
  func victims(_ one: Int, _ other: Int) -> [Candidate] {
    let ends = [nodes[one], nodes[other]]
    if let set = sets[Link(one: ends[0], other: ends[1])] { return victims(ends, of: set) }
    let cells = ends[0].cells.union(ends[1].cells)
    if ends[0].digit != ends[1].digit {
      return grid.candidates(DigitSet.all.subtracting(DigitSet(ends.map(\.digit))), in: cells)
    }
    let common = cells.reduce(CellSet.all) { $0.intersection(PeerOrder.sets[$1.index]) }
    return grid.candidates(DigitSet(ends[0].digit), in: common)
  }

  /// True if a node that is right excludes a candidate.
  func excludes(_ number: Int, _ candidate: Candidate) -> Bool {
    let node = nodes[number]
    guard node.digit == candidate.digit else { return node.cells == CellSet(candidate.cell) }
    return node.cells.isSubset(of: PeerOrder.sets[candidate.cell.index])
  }

  /// Walks from wrong nodes to all that follow: wrong ones have even numbers, right ones odd numbers.
  ///
  /// Of paths with the same number of links those with the fewest groups are the shortest.
  func walk(from starts: [Int], isGoal: (Int) -> Bool = { _ in false }) -> ShortestWalk {
    ShortestWalk(
      from: starts.map { 2 * $0 }, prices: prices, isGoal: isGoal,
      forEachFollower: { number, visit in
        let isOn = number % 2 == 1
        for follower in isOn ? weak[number / 2] : strong[number / 2] {
          visit(2 * follower + (isOn ? 0 : 1))
        }
      })
  }

  /// The nodes that are wrong if a candidate is right, also through almost locked sets; the links of these are
  /// noted.
  mutating func excluded(by candidate: Candidate, through all: AlmostLockedSets) -> [Int] {
    let own = Node(cells: CellSet(candidate.cell), digit: candidate.digit)
    var excluded = Set(nodes.indices.filter { excludes($0, candidate) })
    let plain = excluded
    for (number, set) in all.sets.enumerated()
    where set.cells.hasSeveral && all.seen(number, candidate.digit).contains(candidate.cell) {
      for index in nodes.indices where !plain.contains(index) {
        let node = nodes[index]
        guard node.digit != candidate.digit,
          node.cells.isSubset(of: all.seen(number, node.digit))
        else { continue }
        excluded.insert(index)
        for link in [Link(one: own, other: node), Link(one: node, other: own)]
        where sets[link].map({ set.cells.count < $0.cells.count }) ?? true { sets[link] = set }
      }
    }
    return excluded.sorted()
  }

  /// True if a path of nodes excludes a candidate, and a set links one of its ends to that.
  func hasSet(between candidate: Candidate, _ path: [Int]) -> Bool {
    let own = Node(cells: CellSet(candidate.cell), digit: candidate.digit)
    return [path[0], path[path.count - 1]].contains { end in
      !excludes(end, candidate) && sets[Link(one: own, other: nodes[end])] != nil
    }
  }

  /// A node of a chain, or a digit that an almost locked set loses or holds.
  private struct Stop {
    var node: Node
    var isInSet = false
    /// The set that holds the digit, since it lost another.
    var holder = CellSet()
  }

  /// The stops of a way: a link through a set is from the digit that it loses to the one that it holds.
  private func stops(along way: [Node], startsOn: Bool) -> [Stop] {
    var stops = [Stop(node: way[0])]
    for (one, other) in zip(way, way.dropFirst()) {
      let isOn = (stops.count % 2 == 1) == startsOn
      if isOn, let set = sets[Link(one: one, other: other)] {
        let (lost, held) = (
          grid.cells(with: one.digit).intersection(set.cells),
          grid.cells(with: other.digit).intersection(set.cells)
        )
        stops.append(Stop(node: Node(cells: lost, digit: one.digit), isInSet: true))
        stops.append(
          Stop(node: Node(cells: held, digit: other.digit), isInSet: true, holder: set.cells))
      }
      stops.append(Stop(node: other))
    }
    return stops
  }

  /// Leaves out what lies between a set and what the digit that it holds excludes anyway, such as the next set.
  private func shortened(_ stops: [Stop]) -> [Stop] {
    var stops = stops
    var index = 0
    while index + 3 < stops.count {
      let (held, next) = (stops[index].node, stops[index + 3].node)
      let isDirect =
        !stops[index].holder.isEmpty && !stops[index + 1].isInSet && !stops[index + 2].isInSet
        && next.digit == held.digit && next.cells.isSubset(of: held.cells.commonPeers)
        && Self.house(of: held.cells.union(next.cells)) != nil
      if isDirect { stops.removeSubrange(index + 1...index + 2) } else { index += 1 }
    }
    return stops
  }

  /// False if a candidate is right at one stop and wrong at another.
  private func isConsistent(_ stops: [Stop], startsOn: Bool) -> Bool {
    var (right, wrong) = (Set<Candidate>(), Set<Candidate>())
    for (index, stop) in stops.enumerated() {
      if (index % 2 == 0) != startsOn {
        wrong.formUnion(stop.node.cells.map { Candidate($0, stop.node.digit) })
      } else if let candidate = stop.node.candidate {
        right.insert(candidate)
      }
    }
    return right.isDisjoint(with: wrong)
  }

  /// A way as a branch; only in a loop does it keep every node.
  func branch(along way: [Node], startsOn: Bool, isLoop: Bool = false) -> ChainBranch {
    guard let assumption = way[0].candidate.map({ Literal($0, isOn: startsOn) }) else {
      preconditionFailure("a way begins with a candidate")
    }
    let all = stops(along: way, startsOn: startsOn)
    let short = isLoop ? all : shortened(all)
    // A chain that has contradicted itself needs each of its nodes.
    let stops = isConsistent(short, startsOn: startsOn) ? short : all
    var premise = assumption
    var links: [ChainLink] = []
    var groups: [ChainLink.Group] = []
    for (index, (one, other)) in zip(stops, stops.dropFirst()).enumerated() {
      let isOn = (index % 2 == 0) != startsOn
      let house =
        other.holder.isEmpty
        ? house(one.node, other.node, isStrong: isOn) : Self.house(of: other.holder)
      guard !other.isInSet, let candidate = other.node.candidate else {
        groups.append(
          .init(
            cells: other.node.cells, digit: other.node.digit, isOn: isOn,
            house: house ?? House(.block, 0), lockedSet: other.holder))
        continue
      }
      let conclusion = Literal(candidate, isOn: isOn)
      links.append(
        ChainLink(
          premises: [premise], conclusion: conclusion,
          reason: house.map { .house($0) } ?? .cell, groups: groups))
      groups = []
      premise = conclusion
    }
    return ChainBranch(assumption: assumption, target: premise, links: links)
  }

  private static func house(of cells: CellSet) -> House? {
    cells.first.flatMap { first in
      House.Kind.allCases.map { first.house($0) }.first { cells.isSubset(of: $0.cells) }
    }
  }

  /// The house of a link, `nil` for one in a cell.
  private func house(_ one: Node, _ other: Node, isStrong: Bool) -> House? {
    let cells = one.cells.union(other.cells)
    guard cells.hasSeveral, let first = cells.first else { return nil }
    return House.Kind.allCases.map { first.house($0) }.first {
      cells.isSubset(of: $0.cells) && (!isStrong || grid.cells(of: one.digit, in: $0) == cells)
    }
  }
}
