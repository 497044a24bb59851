import SudokuCore
import SudokuTechniques

/// The program's depth-first search for simple chains: turbot fish, X-chain and XY-chain.
struct HoDoKuChain: HoDoKuSearcher {
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
    let houses = form == .xyChain ? [] : HoDoKuChainSearch.houses(best.path)
    return HoDoKuFind(
      form.technique, removing: best.removals,
      pattern: .chain(
        best.path, reasons: HoDoKuChainSearch.reasons(best.path),
        houses: HouseSet(houses.everySecond(from: 0)),
        coverHouses: HouseSet(houses.everySecond(from: 1))))
  }
}

struct HoDoKuChainSearch {
  struct Link {
    var target: Candidate
    var isStrong: Bool
    var isInside: Bool
  }

  private(set) var best: (rank: HoDoKuRank, removals: [Candidate], path: [Candidate])?

  private let grid: CandidateGrid
  private let form: HoDoKuChain.Form
  private let bivalue: CellSet
  private let places: InlineArray<9, CellSet>
  /// The links of all candidates, and where those of each begin.
  private var links: [Link] = []
  private var starts = [Int](repeating: 0, count: 730)
  /// The chain so far, and room for more.
  private var path = [Candidate](repeating: Candidate(index: 0), count: mostNodes)

  private static let mostNodes = 22
  private var mostLinks: Int { form == .turbotFish ? 3 : 20 }

  init(_ grid: CandidateGrid, _ form: HoDoKuChain.Form) {
    self.grid = grid
    self.form = form
    bivalue = grid.bivalueCells
    places = InlineArray { grid.cells(with: Digit(index: $0)) }
    links.reserveCapacity(1024)
    grid.withMasks { masks in
      for index in 0..<729 {
        if masks.digits(index / 9) >> UInt16(index % 9) & 1 != 0 {
          addLinks(of: Candidate(index: index), masks)
        }
        starts[index + 1] = links.count
      }
    }
  }

  mutating func run() {
    for start in form == .xyChain ? bivalue : grid.emptyCells {
      for digit in grid[start] {
        path[0] = Candidate(start, digit)
        for number in starts[path[0].index]..<starts[path[0].index + 1] {
          let link = links[number]
          guard link.isStrong, link.isInside == (form == .xyChain) else { continue }
          path[1] = link.target
          extend(1, CellSet(start).union(CellSet(link.target.cell)))
        }
      }
    }
  }

  /// Adds a link to a chain that has some.
  private mutating func extend(_ count: Int, _ cells: CellSet) {
    guard count < mostLinks else { return }
    let last = path[count].index
    let start = path[0]
    let isStrong = count % 2 == 0
    for number in starts[last]..<starts[last + 1] {
      let link = links[number]
      guard link.isStrong || !isStrong else { continue }
      let cell = link.target.cell
      path[count + 1] = link.target
      if cell == start.cell {
        if isStrong, !link.isInside, link.target.digit == start.digit, count + 1 >= 3 {
          note(count + 2, places[start.digit.index].intersection(start.cell.seen))
        }
        continue
      }
      if link.isInside {
        guard isStrong else { continue }
      } else if cells.contains(cell) {
        continue
      }
      if isStrong, count + 1 >= 3, link.target.digit == start.digit {
        let seen = start.cell.seen.intersection(cell.seen)
        note(count + 2, places[start.digit.index].intersection(seen))
      }
      extend(count + 1, cells.union(CellSet(cell)))
    }
  }

  /// Keeps a chain of so many candidates if it is better than the best so far.
  private mutating func note(_ length: Int, _ victims: CellSet) {
    guard !victims.isEmpty else { return }
    if let best {
      let count = victims.count
      guard count >= best.rank.eliminationCount else { return }
      if count == best.rank.eliminationCount, length > best.rank.length { return }
    }
    let removals = victims.map { Candidate($0, path[0].digit) }
    let rank = HoDoKuRank(removals, length: length)
    if let best, !(rank < best.rank) { return }
    best = (rank, removals, Array(path[..<length]))
  }

  private mutating func addLinks(of candidate: Candidate, _ masks: CandidateGrid.Masks) {
    let (cell, digit) = (candidate.cell, candidate.digit)
    if form == .xyChain,
      let other = DigitSet(rawValue: masks.digits(cell.index)).subtracting(DigitSet(digit)).single
    {
      links.append(Link(target: Candidate(cell, other), isStrong: true, isInside: true))
    }
    for kind in 0..<3 {
      let house = cell.house(HoDoKuHouse.kinds[kind])
      let cells = house.cells(at: masks.places(house.index, digit.index))
      let isStrong = form != .xyChain && cells.count == 2
      for other in cells where other != cell {
        if kind == 2, other.row == cell.row || other.column == cell.column { continue }
        if form == .xyChain, !bivalue.contains(other) { continue }
        links.append(Link(target: Candidate(other, digit), isStrong: isStrong, isInside: false))
      }
    }
  }

  /// Why each candidate of a path follows from the one before.
  static func reasons(_ path: [Candidate]) -> [ChainLink.Reason] {
    houses(path).map { $0.map { .house($0) } ?? .cell }
  }

  /// The house of each link of a path, `nil` for links in a cell.
  static func houses(_ path: [Candidate]) -> [House?] {
    zip(path, path.dropFirst()).map { one, two in
      one.cell == two.cell ? nil : HoDoKuHouse.houses(of: [one.cell, two.cell]).first
    }
  }
}

extension [House?] {
  /// The houses of the links at every second place: of the strong ones from 0, of the weak ones from 1.
  fileprivate func everySecond(from start: Int) -> [House] {
    stride(from: start, to: count, by: 2).compactMap { self[$0] }
  }
}
