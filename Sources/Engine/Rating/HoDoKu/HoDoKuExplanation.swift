import SudokuCore
import SudokuTechniques

/// Explains how an entry of a table follows, as a branch of a step's pattern.
struct HoDoKuExplanation {
  private let table: HoDoKuTable
  private let list: Int
  private var links: [ChainLink] = []
  /// The nodes that have been explained.
  private var known: Set<Int>
  /// The premises of the groups among them.
  private var premises: [Int: [Int]] = [:]

  private init(_ table: HoDoKuTable, _ list: Int) {
    self.table = table
    self.list = list
    known = [list]
  }

  /// The conclusions that lead from a list's assumption to a node of the list.
  static func branch(to node: Int, in list: Int, of table: HoDoKuTable) -> ChainBranch {
    var explanation = HoDoKuExplanation(table, list)
    if let index = table.index(of: node, in: list) { explanation.gather(index) }
    return ChainBranch(
      assumption: explanation.literal(list), target: explanation.literal(node),
      links: explanation.links)
  }

  private func literal(_ node: Int) -> Literal {
    Literal(table.candidate(node), isOn: node % 2 == 1)
  }

  /// Explains an entry of the list: directly, or by way of another node of the list.
  private mutating func gather(_ index: Int) {
    let node = table.node(list, index)
    guard !known.contains(node) else { return }
    let source = table.source(list, index)
    guard source >= 0 else { return gatherDirect(list, index) }
    if let place = table.index(of: source, in: list) { gather(place) }
    if let place = table.index(of: node, in: source) { gatherDirect(source, place) }
  }

  /// Explains a direct entry of some list after those that it rests on.
  private mutating func gatherDirect(_ other: Int, _ index: Int) {
    let node = table.node(other, index)
    guard index != 0, known.insert(node).inserted else { return }
    var origins = [table.origin(other, index, 0)]
    for slot in 1..<HoDoKuTable.originSlots where table.origin(other, index, slot) != 0 {
      origins.append(table.origin(other, index, slot))
    }
    for origin in origins { gatherDirect(other, origin) }
    add(node, origins.map { table.node(other, $0) })
  }

  private mutating func add(_ node: Int, _ causes: [Int]) {
    guard !table.isGroup(node) else {
      premises[node] = causes
      return
    }
    var literals: [Literal] = []
    var groups: [ChainLink.Group] = []
    for cause in causes { flatten(cause, &literals, &groups) }
    let cells = causes.reduce(CellSet(table.candidate(node).cell)) { $0.union(table.cells($1)) }
    let reason = house(of: cells).map { ChainLink.Reason.house($0) } ?? .cell
    links.append(
      ChainLink(premises: literals, conclusion: literal(node), reason: reason, groups: groups))
  }

  private func flatten(
    _ node: Int, _ literals: inout [Literal], _ groups: inout [ChainLink.Group]
  ) {
    guard table.isGroup(node) else {
      literals.append(literal(node))
      return
    }
    var cells = table.cells(node)
    for cause in premises[node] ?? [] {
      flatten(cause, &literals, &groups)
      cells = cells.union(table.cells(cause))
    }
    groups.append(
      ChainLink.Group(
        cells: table.cells(node), digit: table.digit(node), isOn: node % 2 == 1,
        house: house(of: cells) ?? table.firstCell(node).house(.block)))
  }

  /// The first house that holds some cells; `nil` for a single cell.
  private func house(of cells: CellSet) -> House? {
    cells.hasSeveral ? HoDoKuHouse.houses(of: cells).first : nil
  }
}
