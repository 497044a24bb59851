import SudokuCore
import SudokuTechniques

/// The program's tables: for each candidate, what follows if it is right and if it is wrong.
///
/// A *node* is a candidate, or a group of two or three places of a digit in a block and a line; each is
/// "off" (even number) or "on" (odd). Candidates have the nodes 0 to 1457, groups those from 1458 on.
/// Each node has a *list* of the same number: all nodes that follow from it, each an *entry*. Entry 0 is
/// the node itself.
///
/// A search fills the tables in this order:
///
/// 1. `prepare` finds the groups of the grid.
/// 2. Each candidate's list gets its *direct* entries. For chains (`fillChains`) these are the nodes one
///    link away. For nets (`HoDoKuLookAhead`) these are all that placing singles for some rounds gives.
/// 3. `addGroups` links the groups to each other and to the candidates.
/// 4. `expandAll` walks through each candidate's list and appends the direct entries of the list of each entry,
///    until nothing new appears: first the lists of "on", then those of "off".
///
/// An entry's derivation is stored in one of two forms, because a list is extended in two ways.
/// `sources` is for appended entries: the list that the entry was copied from, itself a node of this
/// list; -1 for direct entries. `origins` is for direct entries: the indices, in the same list, of the
/// entries that they rest on. In chains that is always the assumption, in nets up to five. `path` and
/// `HoDoKuExplanation` walk back: an appended entry first inside its source's list by `origins`, then
/// on from the source's own entry here. Where a shorter path to an appended entry appears, only its
/// distance and source change, never its index.
///
/// Everything depends on order: of equally good chains the program takes the first it meets, and a list
/// ends at 1,000 entries. So the numbers of nodes and the order of entries are the program's own.
///
/// Memory: 2,430 lists of 1,000 entries with 16 bytes each, and a square of 2,430 places, reserve 50 MB.
/// Nothing is written before it is used, so the system provides only the pages that a grid touches;
/// `isFresh` knows the lists whose places were never cleared. A grade takes one table from the pool
/// when a search first needs it, and returns it at its end.
final class HoDoKuTable {
  /// The most entries of a list.
  static let mostEntries = 1000
  /// Candidates, then at most 486 groups; each "off", then "on".
  private static let mostNodes = 1458 + 972
  /// The most entries that a direct entry of a net may rest on.
  static let originSlots = 5

  /// A group of two or three places.
  struct Group {
    var cells: CellSet
    var digit: Digit
    var line: House
    var block: House
  }

  static func node(_ candidate: Candidate, isOn: Bool) -> Int {
    candidate.index * 2 + (isOn ? 1 : 0)
  }

  private(set) var groups: [Group] = []
  /// The numbers of each digit's groups.
  private var groupsOfDigit = [[Int]](repeating: [], count: 9)
  /// True if entries rest on others than the assumption.
  private var isNet = false
  /// The number of entries of each list, and how many of them were not appended by expansion.
  private var counts = [Int](repeating: 0, count: mostNodes)
  private var directCounts = [Int](repeating: 0, count: mostNodes)
  /// The lists that have never been started: their places are not yet zero.
  private var isFresh = [Bool](repeating: true, count: mostNodes)
  private let nodes: UnsafeMutablePointer<UInt16>
  private let distances: UnsafeMutablePointer<UInt16>
  /// The list that an entry was appended from, -1 for direct entries.
  private let sources: UnsafeMutablePointer<Int16>
  /// The indices of the entries that a direct entry rests on, the greatest first.
  private let origins: UnsafeMutablePointer<UInt16>
  /// The index of a node in a list, 0 if it isn't there; the first entry is never asked for.
  private let places: UnsafeMutablePointer<UInt16>

  static let pool = MemoryPool<HoDoKuTable>()

  init() {
    let entries = Self.mostNodes * Self.mostEntries
    nodes = .allocate(capacity: entries)
    distances = .allocate(capacity: entries)
    sources = .allocate(capacity: entries)
    origins = .allocate(capacity: entries * Self.originSlots)
    places = .allocate(capacity: Self.mostNodes * Self.mostNodes)
  }

  deinit {
    nodes.deallocate()
    distances.deallocate()
    sources.deallocate()
    origins.deallocate()
    places.deallocate()
  }

  // MARK: Reading

  func count(_ list: Int) -> Int { counts[list] }
  func node(_ list: Int, _ index: Int) -> Int { Int(nodes[list &* Self.mostEntries &+ index]) }
  func distance(_ list: Int, _ index: Int) -> Int {
    Int(distances[list &* Self.mostEntries &+ index])
  }
  func source(_ list: Int, _ index: Int) -> Int { Int(sources[list &* Self.mostEntries &+ index]) }
  func origin(_ list: Int, _ index: Int, _ slot: Int) -> Int {
    guard isNet else { return 0 }
    return Int(origins[(list &* Self.mostEntries &+ index) &* Self.originSlots &+ slot])
  }

  /// The index of a node in a list, `nil` if it isn't there.
  func index(of node: Int, in list: Int) -> Int? {
    if node == list { return 0 }
    let place = Int(places[list &* Self.mostNodes &+ node])
    return place == 0 ? nil : place
  }

  func isGroup(_ node: Int) -> Bool { node >= 1458 }

  /// The candidate of a node that is not a group.
  func candidate(_ node: Int) -> Candidate { Candidate(index: node / 2) }

  func digit(_ node: Int) -> Digit {
    isGroup(node) ? groups[(node - 1458) / 2].digit : candidate(node).digit
  }

  func cells(_ node: Int) -> CellSet {
    isGroup(node) ? groups[(node - 1458) / 2].cells : CellSet(candidate(node).cell)
  }

  /// The cell of a node, the first one of a group.
  func firstCell(_ node: Int) -> Cell {
    isGroup(node)
      ? groups[(node - 1458) / 2].cells.first ?? Cell(index: 0) : candidate(node).cell
  }

  // MARK: Writing

  /// Empties a list but for its own node.
  func start(_ list: Int) {
    clearPlaces(list)
    counts[list] = 0
    directCounts[list] = 0
    nodes[list &* Self.mostEntries] = UInt16(list)
    distances[list &* Self.mostEntries] = 1
    sources[list &* Self.mostEntries] = -1
    setOrigins(list, 0, [])
    counts[list] = 1
    directCounts[list] = 1
  }

  /// Above so many entries it is faster to clear all places of a list than those of its entries.
  private static let fewEntries = 150

  private func clearPlaces(_ list: Int) {
    let own = places + list &* Self.mostNodes
    if isFresh[list] || counts[list] > Self.fewEntries {
      own.initialize(repeating: 0, count: Self.mostNodes)
      isFresh[list] = false
      return
    }
    let ownNodes = nodes + list &* Self.mostEntries
    for index in stride(from: 1, to: counts[list], by: 1) { own[Int(ownNodes[index])] = 0 }
  }

  /// Adds a direct entry, unless the node is there.
  func add(_ node: Int, to list: Int, distance: Int = 2, origins: [Int] = []) {
    guard append(node, to: list, distance: distance, source: -1) else { return }
    setOrigins(list, counts[list] - 1, origins)
    directCounts[list] = counts[list]
  }

  private func setOrigins(_ list: Int, _ index: Int, _ values: [Int]) {
    guard isNet else { return }
    let start = (list &* Self.mostEntries &+ index) &* Self.originSlots
    for slot in 0..<Self.originSlots {
      origins[start + slot] = slot < values.count ? UInt16(values[slot]) : 0
    }
  }

  @inline(__always)
  private func append(_ node: Int, to list: Int, distance: Int, source: Int) -> Bool {
    let count = counts[list]
    guard node != list, places[list &* Self.mostNodes &+ node] == 0, count < Self.mostEntries
    else { return false }
    let index = list &* Self.mostEntries &+ count
    nodes[index] = UInt16(truncatingIfNeeded: node)
    distances[index] = UInt16(truncatingIfNeeded: min(distance, Int(UInt16.max)))
    sources[index] = Int16(truncatingIfNeeded: source)
    places[list &* Self.mostNodes &+ node] = UInt16(truncatingIfNeeded: count)
    counts[list] = count &+ 1
    return true
  }

  /// Appends to a list what follows from what is in it, until nothing new does.
  func expand(_ list: Int) {
    let ownNodes = nodes + list &* Self.mostEntries
    let ownDistances = distances + list &* Self.mostEntries
    let ownSources = sources + list &* Self.mostEntries
    let ownPlaces = places + list &* Self.mostNodes
    var count = counts[list]
    var index = 1
    while index < count {
      let other = Int(ownNodes[index])
      let near = Int(ownDistances[index])
      let otherNodes = nodes + other &* Self.mostEntries
      let otherDistances = distances + other &* Self.mostEntries
      index &+= 1
      var entry = 1
      let end = directCounts[other]
      while entry < end {
        let node = Int(otherNodes[entry])
        let far = UInt16(clamping: near &+ Int(otherDistances[entry]))
        entry &+= 1
        let place = Int(ownPlaces[node])
        if place == 0 {
          guard node != list, count < Self.mostEntries else { continue }
          ownNodes[count] = UInt16(truncatingIfNeeded: node)
          ownDistances[count] = far
          ownSources[count] = Int16(truncatingIfNeeded: other)
          ownPlaces[node] = UInt16(truncatingIfNeeded: count)
          count &+= 1
        } else if ownDistances[place] > far, ownSources[place] >= 0 {
          ownDistances[place] = far
          ownSources[place] = Int16(truncatingIfNeeded: other)
        }
      }
    }
    counts[list] = count
  }
}

extension HoDoKuTable {
  /// The tables of plain chains.
  func fillChains(_ grid: CandidateGrid, withGroups: Bool) {
    prepare(withGroups ? grid : nil, isNet: false)
    forEachCandidate(grid) { candidate in
      let (cell, digit) = (candidate.cell, candidate.digit)
      let off = Self.node(candidate, isOn: false)
      start(off)
      start(off + 1)
      let others = grid[cell].subtracting(DigitSet(digit))
      for other in others {
        let node = Self.node(Candidate(cell, other), isOn: false)
        add(node, to: off + 1)
        if others.count == 1 { add(node + 1, to: off) }
      }
      for kind in 0..<3 {
        let cells = grid.cells(of: digit, in: cell.house(HoDoKuHouse.kinds[kind]))
        for other in cells where other != cell {
          let node = Self.node(Candidate(other, digit), isOn: false)
          add(node, to: off + 1)
          if cells.count == 2 { add(node + 1, to: off) }
        }
      }
    }
    addGroups(grid)
    expandAll(grid)
  }

  /// Expands the lists of all candidates: those that are right, then those that are wrong.
  func expandAll(_ grid: CandidateGrid) {
    for isOn in [true, false] {
      forEachCandidate(grid) { expand(Self.node($0, isOn: isOn)) }
    }
  }

  /// Walks through the candidates by cell, then by digit.
  func forEachCandidate(_ grid: CandidateGrid, _ body: (Candidate) -> Void) {
    for cell in grid.emptyCells {
      for digit in grid[cell] { body(Candidate(cell, digit)) }
    }
  }

  /// Prepares for a grid: finds its groups, none of `nil`.
  func prepare(_ grid: CandidateGrid?, isNet: Bool) {
    self.isNet = isNet
    groups.removeAll(keepingCapacity: true)
    for digit in 0..<9 { groupsOfDigit[digit].removeAll(keepingCapacity: true) }
    guard let grid else { return }
    for line in HoDoKuHouse.all[0..<18] {
      for digit in DigitSet.all where grid.count(digit, line) >= 2 {
        let cells = grid.cells(of: digit, in: line)
        for block in HoDoKuHouse.blocks {
          let inside = cells.intersection(block.cells)
          guard inside.hasSeveral else { continue }
          groupsOfDigit[digit.index].append(groups.count)
          groups.append(Group(cells: inside, digit: digit, line: line, block: block))
        }
      }
    }
  }

  func addGroups(_ grid: CandidateGrid) {
    for number in groups.indices {
      start(1458 + number * 2)
      start(1458 + number * 2 + 1)
    }
    for number in groups.indices { link(number, grid) }
  }

  private func link(_ number: Int, _ grid: CandidateGrid) {
    let group = groups[number]
    let off = 1458 + number * 2
    let seen = group.cells.commonPeers.intersection(grid.cells(with: group.digit))
    for cell in seen {
      let node = Self.node(Candidate(cell, group.digit), isOn: false)
      add(node, to: off + 1)
      add(off, to: node + 1)
    }
    for house in [group.block, group.line] {
      let inside = seen.intersection(house.cells)
      guard inside.count == 1, let cell = inside.first else { continue }
      let node = Self.node(Candidate(cell, group.digit), isOn: false)
      add(node + 1, to: off)
      add(off + 1, to: node)
    }
    var (inLine, inBlock) = (Others(), Others())
    for index in groupsOfDigit[group.digit.index] where index != number {
      let other = groups[index]
      let (isInLine, isInBlock) = (other.line == group.line, other.block == group.block)
      guard isInLine || isInBlock, other.cells.isDisjoint(with: group.cells) else { continue }
      add(1458 + index * 2, to: off + 1)
      if isInLine { inLine.note(index) }
      if isInBlock { inBlock.note(index) }
    }
    for (house, others) in [(group.line, inLine), (group.block, inBlock)] {
      guard let index = others.only else { continue }
      let both = group.cells.union(groups[index].cells)
      if grid.cells(of: group.digit, in: house).isSubset(of: both) {
        add(1458 + index * 2 + 1, to: off)
      }
    }
  }

  /// The number of other groups in a house, and the last of them.
  private struct Others {
    private var count = 0
    private var last = 0

    /// The group if it is the only one.
    var only: Int? { count == 1 ? last : nil }

    mutating func note(_ index: Int) {
      count += 1
      last = index
    }
  }
}
