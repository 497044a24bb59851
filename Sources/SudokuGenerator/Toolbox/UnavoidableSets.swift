import SudokuCore

/// The unavoidable sets of a full grid: sets of cells whose digits can be exchanged among them so that
/// another full grid comes out.
///
/// Every puzzle with this solution and no other has a clue in each of them. Only minimal sets are given:
/// those without a smaller one inside.
///
/// ```swift
/// let sets = UnavoidableSets(of: grid, upTo: 10)?.sets ?? []
/// sets.allSatisfy { !$0.isDisjoint(with: puzzle.filledCells) }    // true for its puzzles
/// ```
///
/// The search starts with every cell in turn as the first one of a set and gives it every other digit.
/// A cell that gets a digit forces the cells of its houses that hold this digit to change as well; the
/// one of them with the fewest digits left is next. Branches that need more cells than allowed end.
public struct UnavoidableSets: Hashable, Sendable {
  /// The sets, smaller ones first, those of one size in the order of their cells.
  public let sets: [CellSet]

  /// The most cells that can be asked for.
  public static let mostCells = 12

  /// Finds the sets of a grid.
  ///
  /// - Parameters:
  ///   - grid: A solved grid; `nil` is the result for any other board.
  ///   - size: The most cells of a set, up to 12; beyond that `nil`.
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

/// The search for sets of cells that can change.
private struct UnavoidableSearch {
  private let most: Int
  private let old: [UInt8]
  /// For each cell and digit the other cells of its houses that hold the digit.
  private let holders: [CellSet]
  /// The cells before the first one of the set; they stay.
  private var fixed = CellSet()
  /// The digits that changed cells have now; only those of `changed` mean something.
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

  /// Gives one of the cells that must change each digit that it can have.
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

  /// The required cell with the fewest digits left, and these; `nil` if nothing is required.
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
