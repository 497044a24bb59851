import SudokuCore
import SudokuTechniques

/// The program's depth-first search for simple chains: turbot fish, X-chain and XY-chain.
struct HoDoKuChain: HoDoKuSearcher {
  /// What the links are made of.
  enum Form: Sendable {
    case turbotFish, xChain, xyChain

    var technique: Technique {
      switch self {
      case .turbotFish: .turbotFish
      case .xChain: .xChain
      case .xyChain: .xyChain
      }
    }
  }

  let form: Form

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    var search = HoDoKuChainSearch(state.grid, form)
    search.run()
    guard let best = search.best else { return nil }
    return HoDoKuFind(
      form.technique, removing: best.removals,
      pattern: .chain(best.path, reasons: HoDoKuChainSearch.reasons(best.path)))
  }
}

/// One search for simple chains.
struct HoDoKuChainSearch {
  /// A link from one candidate to another.
  struct Link {
    var target: Candidate
    var isStrong: Bool
    var isInside: Bool
  }

  /// The best chain so far.
  private(set) var best: (rank: HoDoKuRank, removals: [Candidate], path: [Candidate])?

  private let grid: CandidateGrid
  private let form: HoDoKuChain.Form
  private let bivalue: CellSet
  private let places: [CellSet]
  private var links: [[Link]?] = Array(repeating: nil, count: 729)
  private var path: [Candidate] = []
  private var cells = CellSet()

  private var mostLinks: Int { form == .turbotFish ? 3 : 20 }

  init(_ grid: CandidateGrid, _ form: HoDoKuChain.Form) {
    self.grid = grid
    self.form = form
    bivalue = CellSet(grid.emptyCells.filter { grid[$0].count == 2 })
    places = DigitSet.all.map { grid.cells(with: $0) }
  }

  mutating func run() {
    for start in form == .xyChain ? bivalue : grid.emptyCells {
      for digit in grid[start] {
        let first = Candidate(start, digit)
        path = [first]
        cells = CellSet(start)
        for link in links(of: first)
        where link.isStrong && link.isInside == (form == .xyChain) {
          path.append(link.target)
          cells.insert(link.target.cell)
          extend(1)
          path.removeLast()
          cells = CellSet(start)
        }
      }
    }
  }

  /// Adds a link to a chain that has some.
  private mutating func extend(_ count: Int) {
    guard count < mostLinks else { return }
    let last = path[count]
    let start = path[0]
    let isStrong = count % 2 == 0
    for link in links(of: last) where link.isStrong || !isStrong {
      let cell = link.target.cell
      if cell == start.cell {
        if isStrong, !link.isInside, link.target.digit == start.digit, count + 1 >= 3 {
          note(link.target, places[start.digit.index].intersection(start.cell.seen))
        }
        continue
      }
      if link.isInside {
        guard isStrong else { continue }
      } else if cells.contains(cell) {
        continue
      }
      path.append(link.target)
      let before = cells
      cells.insert(cell)
      if isStrong, count + 1 >= 3, link.target.digit == start.digit {
        note(nil, places[start.digit.index].intersection(start.cell.seen.intersection(cell.seen)))
      }
      extend(count + 1)
      cells = before
      path.removeLast()
    }
  }

  /// Keeps a chain if it is better than the best so far.
  private mutating func note(_ closing: Candidate?, _ victims: CellSet) {
    guard !victims.isEmpty else { return }
    let length = path.count + (closing == nil ? 0 : 1)
    if let best {
      let count = victims.count
      guard count >= best.rank.eliminationCount else { return }
      if count == best.rank.eliminationCount, length > best.rank.length { return }
    }
    let removals = victims.map { Candidate($0, path[0].digit) }
    let rank = HoDoKuRank(removals, length: length)
    if let best, !(rank < best.rank) { return }
    best = (rank, removals, path + [closing].compactMap { $0 })
  }

  private mutating func links(of candidate: Candidate) -> [Link] {
    if let known = links[candidate.index] { return known }
    var list: [Link] = []
    let (cell, digit) = (candidate.cell, candidate.digit)
    if form == .xyChain, let other = grid[cell].subtracting(DigitSet(digit)).single {
      list.append(Link(target: Candidate(cell, other), isStrong: true, isInside: true))
    }
    for kind in [House.Kind.row, .column, .block] {
      let house = cell.house(kind)
      let isStrong = form != .xyChain && grid.count(digit, house) == 2
      for other in grid.cells(of: digit, in: house) where other != cell {
        if kind == .block, other.row == cell.row || other.column == cell.column { continue }
        if form == .xyChain, !bivalue.contains(other) { continue }
        list.append(Link(target: Candidate(other, digit), isStrong: isStrong, isInside: false))
      }
    }
    links[candidate.index] = list
    return list
  }

  /// Why each candidate of a path follows from the one before.
  static func reasons(_ path: [Candidate]) -> [ChainLink.Reason] {
    zip(path, path.dropFirst()).map { one, two in
      guard one.cell != two.cell else { return .cell }
      return [House.Kind.row, .column, .block]
        .first { one.cell.house($0) == two.cell.house($0) }
        .map { .house(one.cell.house($0)) } ?? .cell
    }
  }
}
