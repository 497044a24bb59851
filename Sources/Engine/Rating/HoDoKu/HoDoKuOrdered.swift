import SudokuCore
import SudokuTechniques

/// An ordinary searcher whose steps are taken in the program's order.
///
/// The searcher finds all steps of the position; of those, the one that the program meets first is
/// taken. That a searcher finds the same steps rests on the order of searches: no single is left when
/// one of these runs, so every cell has two candidates and every digit two places in a house, or none.
struct HoDoKuOrdered: HoDoKuSearcher {
  /// The place of a step in the program's order, compared number by number, and the step as the program
  /// takes it; `nil` for steps that the program's search lacks.
  typealias Placed = @Sendable (Step, CandidateGrid) -> (place: [Int], find: HoDoKuFind)?

  private let searcher: any PatternSearcher
  private let placed: Placed

  private init(_ searcher: any PatternSearcher, _ placed: @escaping Placed) {
    self.searcher = searcher
    self.placed = placed
  }

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    var first: (place: [Int], find: HoDoKuFind)?
    searcher.search(grid) { step in
      guard let next = placed(step, grid) else { return true }
      if first.map({ next.place.lexicographicallyPrecedes($0.place) }) ?? true { first = next }
      return true
    }
    return first?.find
  }
}

/// Locked candidates and sets.
extension HoDoKuOrdered {
  /// Pointing by block, claiming by row or column; then by digit.
  static func locked(isClaiming: Bool) -> HoDoKuOrdered {
    HoDoKuOrdered(LockedCandidates(isDirect: false)) { step, _ in
      guard (step.technique == .claiming) == isClaiming, let base = step.pattern.houses.first,
        let digit = step.pattern.digits.single
      else { return nil }
      return ([base.hodokuNumber, digit.index], HoDoKuFind(step))
    }
  }

  /// Naked sets by house (blocks, rows, columns) and cells; they act in all their houses at once.
  static func nakedSet(size: Int, isLocked: Bool) -> HoDoKuOrdered {
    HoDoKuOrdered(NakedSet(size: size)) { step, grid in
      let (cells, digits) = (step.pattern.cells, step.pattern.digits)
      let houses = HoDoKuHouse.houses(of: cells)
      let removals = houses.flatMap { grid.candidates(digits, in: $0.cells.subtracting(cells)) }
      let block = houses.first { $0.kind == .block && houses.count > 1 }?.cells ?? CellSet()
      let actsInBoth =
        removals.contains { block.contains($0.cell) }
        && removals.contains { !block.contains($0.cell) }
      guard actsInBoth == isLocked, let house = houses.map(\.index).min() else { return nil }
      var find = HoDoKuFind(step)
      if isLocked { find.technique = size == 2 ? .lockedPair : .lockedTriple }
      find.removals = removals
      find.pattern.houses = HouseSet(houses)
      return ([house] + cells.map(\.index), find)
    }
  }

  /// Hidden sets by house (blocks, rows, columns) and digits.
  static func hiddenSet(size: Int) -> HoDoKuOrdered {
    HoDoKuOrdered(HiddenSet(size: size)) { step, _ in
      guard let house = step.pattern.houses.first else { return nil }
      return ([house.index] + step.pattern.digits.map(\.index), HoDoKuFind(step))
    }
  }
}

/// Patterns of one digit.
extension HoDoKuOrdered {
  /// Fish by digit, rows before columns, base lines, cover lines.
  static func fish(_ searcher: any PatternSearcher) -> HoDoKuOrdered {
    HoDoKuOrdered(searcher) { step, _ in
      let pattern = step.pattern
      guard let digit = pattern.digits.single, let kind = pattern.houses.first?.kind else {
        return nil
      }
      let lines = pattern.houses.map(\.number) + pattern.coverHouses.map(\.number)
      return ([digit.index, kind == .row ? 0 : 1] + lines, HoDoKuFind(step))
    }
  }

  /// Rows before columns, then by digit and lines.
  static let skyscraper = HoDoKuOrdered(TurbotFish(.skyscraper)) { step, _ in
    let pattern = step.pattern
    guard let branch = pattern.branches.first, let digit = pattern.digits.single,
      let kind = pattern.houses.first?.kind
    else { return nil }
    var find = HoDoKuFind(step)
    find.pattern = .chain(
      [branch.assumption.candidate] + branch.links.map(\.conclusion.candidate),
      reasons: branch.links.map(\.reason), houses: pattern.houses,
      coverHouses: pattern.coverHouses)
    return (
      [kind == .row ? 0 : 1, digit.index] + pattern.houses.map(\.number), find
    )
  }

  /// By digit and block, crossings from the last one back, the arm in the row first.
  static let emptyRectangle = HoDoKuOrdered(EmptyRectangle(leastPlaces: 3)) { step, _ in
    let (arms, houses) = (Array(step.pattern.coverHouses), Array(step.pattern.houses))
    guard let digit = step.pattern.digits.single, houses.count == 2,
      let row = arms.first(where: { $0.kind == .row }),
      let column = arms.first(where: { $0.kind == .column }),
      let start = step.pattern.specialCells.intersection(row.cells.union(column.cells)).first
    else { return nil }
    let isFromRow = houses[1].kind == .column
    return (
      [
        digit.index, houses[0].number, -row.number, -column.number, isFromRow ? 0 : 1, start.index,
      ],
      HoDoKuFind(step)
    )
  }

  /// By digit and first cell of the cluster; a wrap hides the traps of its cluster.
  static let simpleColoring = HoDoKuOrdered(SimpleColoring()) { step, _ in
    guard let digit = step.pattern.digits.single, let start = step.pattern.cells.first else {
      return nil
    }
    let isTrap = step.technique == .simpleColorTrap
    return ([digit.index, start.index, isTrap ? 1 : 0], HoDoKuFind(step))
  }
}

/// Wings, and the grave.
extension HoDoKuOrdered {
  /// XY-wings by their cells, then by pivot; XYZ-wings by pivot, then by the others.
  static func wing(isXYZ: Bool) -> HoDoKuOrdered {
    HoDoKuOrdered(XYWing(isXYZ: isXYZ)) { step, _ in
      let (cells, pivot) = (step.pattern.cells, step.pattern.specialCells)
      let place = isXYZ ? [pivot, cells.subtracting(pivot)] : [cells, pivot]
      return (place.flatMap { $0.map(\.index) }, HoDoKuFind(step))
    }
  }

  /// The grave with one cell of three candidates.
  static let bivalueGrave = HoDoKuOrdered(BivalueGrave()) { step, grid in
    guard step.technique == .bug1, let cell = step.pattern.cells.first, grid[cell].count == 3
    else { return nil }
    return ([], HoDoKuFind(step))
  }
}

/// A search that already has the program's order: its first find is taken.
struct HoDoKuFirst: HoDoKuSearcher {
  typealias Search =
    @Sendable (inout HoDoKuState, (_ removals: [Candidate], _ pattern: StepPattern) -> Bool) -> Void

  let technique: Technique
  private let search: Search

  private init(_ technique: Technique, _ search: @escaping Search) {
    self.technique = technique
    self.search = search
  }

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    var find: HoDoKuFind?
    search(&state) { removals, pattern in
      find = HoDoKuFind(technique, removing: removals, pattern: pattern)
      return false
    }
    return find
  }

  static let sueDeCoq = HoDoKuFirst(.sueDeCoq) { SueDeCoq().search($0.grid, emit: $1) }
  static let alsXZ = HoDoKuFirst(.alsXZ) { ALSXZ().search($0.grid, $0.lockedSets(), emit: $1) }
  static let alsXYWing = HoDoKuFirst(.alsXYWing) {
    ALSXYWing().search($0.grid, $0.lockedSets(), emit: $1)
  }

  static func avoidable(_ technique: Technique) -> HoDoKuFirst {
    HoDoKuFirst(technique) { state, emit in
      AvoidableRectangle(clues: state.clues, [technique]).search(state.grid) {
        emit($0.eliminations, $0.pattern)
      }
    }
  }

  /// Fish of lines and blocks; the program also takes those of lines alone.
  static func frankenFish(size: Int, isFinned: Bool) -> HoDoKuFirst {
    let fish = FrankenFish(size: size, isFinned: isFinned)
    return HoDoKuFirst(fish.techniques[0]) { fish.search($0.grid, needsBlock: false, emit: $1) }
  }
}
