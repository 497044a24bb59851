import SudokuCore

/// The minimal unavoidable sets of a full grid: sets of cells whose digits can be exchanged so that
/// another full grid results.
///
/// Every puzzle with this unique solution has a clue in each of them. A set is minimal if no
/// smaller one is inside.
///
/// ```swift
/// let sets = UnavoidableSets(of: grid, upTo: 10)?.sets ?? []
/// sets.allSatisfy { !$0.isDisjoint(with: puzzle.filledCells) }    // true for its puzzles
/// ```
///
/// The search starts with every cell in turn as the first one of a set and tries every other digit
/// there. The new digit forces the cells of its houses that hold this digit to change as well; the
/// one with the fewest digits left is next. Branches that need too many cells end.
public struct UnavoidableSets: Hashable, Sendable {
  /// The sets, smaller ones first, those of one size in the order of their cells.
  public let sets: [CellSet]

  /// The greatest size of sets that can be found.
  public static let mostCells = 12

  /// Finds the sets of a solved grid of up to `size` cells; `nil` for other boards and sizes above 12.
  ///
  /// - Complexity: Some hundredths of a second for 12 cells, of which a grid has some 360 sets; a tenth of
  ///   that for 8.
  public init?(of grid: Board, upTo size: Int = 10) {
    guard grid.isSolved, size <= Self.mostCells else { return nil }
    var search = UnavoidableSearch(grid, most: size)
    search.run()
    var minimal: [CellSet] = []
    for set in search.found.sorted(by: Self.isSmaller)
    where !minimal.contains(where: { $0.isSubset(of: set) }) {
      minimal.append(set)
    }
    sets = minimal
  }

  private static func isSmaller(_ one: CellSet, _ other: CellSet) -> Bool {
    if one.count != other.count { return one.count < other.count }
    return one.lexicographicallyPrecedes(other)
  }
}

private struct UnavoidableSearch {
  private let most: Int
  private let old: [UInt8]
  /// For each cell and digit the other cells of its houses that hold the digit.
  private let holders: [CellSet]
  /// The cells before the first one of the set; they don't change.
  private var fixed = CellSet()
  /// The new digits of changed cells; meaningless for others.
  private var new = [UInt8](repeating: 0, count: 81)
  private(set) var found: Set<CellSet> = []

  init(_ grid: Board, most: Int) {
    self.most = most
    old = CellSet.all.map { grid.value(at: $0) }
    let places = DigitSet.all.map { digit in
      CellSet(CellSet.all.filter { grid[$0] == digit })
    }
    holders = CellSet.all.flatMap { cell in
      let peers = CellSet.peers(of: cell)
      return places.map { $0.intersection(peers) }
    }
  }

  mutating func run() {
    for first in CellSet.all {
      visit(changed: CellSet(), required: CellSet(first))
      fixed.insert(first)
    }
  }

  /// Tries each possible digit in one of the cells that must change.
  private mutating func visit(changed: CellSet, required: CellSet) {
    guard let (cell, digits) = narrowest(changed, required) else {
      found.insert(changed)
      return
    }
    let nowChanged = changed.union(CellSet(cell))
    let rest = required.subtracting(CellSet(cell))
    for digit in digits {
      new[cell.index] = digit
      let forced = holders[cell.index * 9 + Int(digit) - 1].subtracting(nowChanged)
      visit(changed: nowChanged, required: rest.union(forced))
    }
  }

  /// The required cell with the fewest digits left, and these; `nil` if no cell is required.
  private func narrowest(_ changed: CellSet, _ required: CellSet) -> (Cell, [UInt8])? {
    var best: (Cell, [UInt8])?
    let room = most - changed.count
    for cell in required {
      var digits: [UInt8] = []
      let changedPeers = CellSet.peers(of: cell).intersection(changed)
      for digit in UInt8(1)...9 where digit != old[cell.index] {
        let forced = holders[cell.index * 9 + Int(digit) - 1].subtracting(changed)
        guard forced.isDisjoint(with: fixed), required.union(forced).count <= room,
          !changedPeers.contains(where: { new[$0.index] == digit })
        else { continue }
        digits.append(digit)
      }
      if best.map({ digits.count < $0.1.count }) ?? true { best = (cell, digits) }
      if digits.count <= 1 { break }
    }
    return best
  }
}
