import SudokuCore

/// The almost locked sets of a grid, and the digits that two of them can't both hold.
///
/// An almost locked set is some cells of a house with one candidate more than cells: if one of its
/// digits is elsewhere, it holds all others.
package struct AlmostLockedSets {
  /// Cells of a house with one candidate more than cells.
  package struct LockedSet {
    /// The cells.
    package var cells: CellSet
    /// Their candidates.
    package var digits: DigitSet
  }

  /// Two sets without a common cell, and the digits that at most one of them holds (restricted common
  /// digits): all places of the one see all places of the other.
  package struct Common {
    /// The number of a set.
    package var first: Int
    /// The number of a later set.
    package var second: Int
    /// The lowest restricted digit.
    package var digit: Digit
    /// The next one.
    package var other: Digit?

    /// The one or two digits.
    package var digits: DigitSet { other.map { [digit, $0] } ?? DigitSet(digit) }
  }

  /// The sets, house by house (rows, columns, blocks), each once; inside a house a set comes before
  /// those that it is the beginning of.
  package private(set) var sets: [LockedSet] = []
  /// For each set and digit the cells that see all of the set's places of it.
  private var seenCells: [CellSet] = []
  /// The linked sets by first, then by second set.
  package private(set) var commons: [Common] = []
  /// For each digit the cells where it is a candidate.
  private let places: InlineArray<9, CellSet>

  /// Finds the sets of a grid and their links.
  package init(_ grid: CandidateGrid) {
    places = InlineArray { grid.cells(with: Digit(uncheckedIndex: $0)) }
    sets.reserveCapacity(256)
    seenCells.reserveCapacity(9 * 256)
    for kind in [House.Kind.row, .column, .block] {
      for number in 0..<9 {
        let house = House(kind, number)
        let cells = Array(house.cells(at: grid.emptyPlaces(in: house)))
        extend(kind, cells, cells.map { grid[$0] }, 0, CellSet(), .none)
      }
    }
    findCommons()
  }

  /// The sets of a grid with their links, found once for all searches that look at one grid in turn.
  package static func shared(_ grid: CandidateGrid) -> AlmostLockedSets {
    let memory = pool.take()
    let sets = memory.flatMap { $0.grid == grid ? $0.sets : nil } ?? AlmostLockedSets(grid)
    pool.give(Memory(grid, sets))
    return sets
  }

  private static let pool = MemoryPool<Memory>(capacity: 8)

  /// The sets found last.
  private final class Memory {
    let grid: CandidateGrid
    let sets: AlmostLockedSets

    init(_ grid: CandidateGrid, _ sets: AlmostLockedSets) {
      self.grid = grid
      self.sets = sets
    }
  }

  /// Whether the cells of a house also lie in one of a kind that comes before its own.
  private func isKnown(_ cells: CellSet, _ kind: House.Kind) -> Bool {
    guard kind != .row, let first = cells.first else { return false }
    return cells.isSubset(of: first.house(.row).cells)
      || (kind == .block && cells.isSubset(of: first.house(.column).cells))
  }

  private mutating func extend(
    _ kind: House.Kind, _ cells: [Cell], _ masks: [DigitSet], _ start: Int, _ chosen: CellSet,
    _ digits: DigitSet
  ) {
    for index in stride(from: start, to: cells.count, by: 1) {
      var next = chosen
      next.insert(cells[index])
      let union = digits.union(masks[index])
      // Cells that come after can only add so many digits as there are cells left.
      if union.count == next.count + 1, !isKnown(next, kind) { add(next, union) }
      guard union.count <= next.count + cells.count - index else { continue }
      extend(kind, cells, masks, index + 1, next, union)
    }
  }

  private mutating func add(_ cells: CellSet, _ digits: DigitSet) {
    sets.append(LockedSet(cells: cells, digits: digits))
    for digit in DigitSet.all {
      var seen = digits.contains(digit) ? CellSet.all.rawValue : 0
      for cell in cells.intersection(places[digit.index]) { seen &= PeerOrder.masks[cell.index] }
      seenCells.append(CellSet(rawValue: seen))
    }
  }

  /// The cells that see all places of a digit in a set, none where the set lacks the digit.
  package func seen(_ set: Int, _ digit: Digit) -> CellSet { seenCells[9 * set + digit.index] }

  private mutating func findCommons() {
    let count = sets.count
    // The sets that have a digit lie side by side with their places of it, to be compared in one go.
    var numbers = [Int](repeating: 0, count: 9 * count)
    var places = [UInt128](repeating: 0, count: 9 * count)
    var ends: InlineArray<9, Int> = InlineArray { $0 * count }
    var starts = ends
    for (number, set) in sets.enumerated() {
      for digit in set.digits {
        numbers[ends[digit.index]] = number
        places[ends[digit.index]] = set.cells.intersection(self.places[digit.index]).rawValue
        ends[digit.index] += 1
      }
    }
    var restricted = [UInt16](repeating: 0, count: count)
    var found = [UInt64](repeating: 0, count: (count + 63) / 64)
    for first in 0..<count {
      for digit in sets[first].digits {
        let unseen = ~seen(first, digit).rawValue
        // The set itself is the next of those with the digit.
        starts[digit.index] += 1
        for at in starts[digit.index]..<ends[digit.index] where places[at] & unseen == 0 {
          let second = numbers[at]
          restricted[second] |= DigitSet(digit).rawValue
          found[second >> 6] |= 1 << UInt64(second & 63)
        }
      }
      for word in first >> 6..<found.count {
        while found[word] != 0 {
          let second = word << 6 + found[word].trailingZeroBitCount
          found[word] &= found[word] - 1
          link(first, second, DigitSet(rawValue: restricted[second]))
          restricted[second] = 0
        }
      }
    }
  }

  private mutating func link(_ first: Int, _ second: Int, _ digits: DigitSet) {
    guard sets[first].cells.isDisjoint(with: sets[second].cells), let digit = digits.first else {
      return
    }
    let other = digits.subtracting(DigitSet(digit)).first
    commons.append(Common(first: first, second: second, digit: digit, other: other))
  }

  /// What the digits common to two sets remove, but for some digits: one of the two holds all of
  /// them.
  ///
  /// - Returns: The candidates by digit, then by cell.
  package func removals(_ first: Int, _ second: Int, without digits: DigitSet) -> [Candidate] {
    var removals: [Candidate] = []
    for digit in sets[first].digits.intersection(sets[second].digits).subtracting(digits) {
      let seen = seen(first, digit).intersection(seen(second, digit))
      removals += seen.intersection(places[digit.index]).map { Candidate($0, digit) }
    }
    return removals
  }

  /// Whether the digits common to two sets remove anything, but for some digits.
  package func hasRemovals(_ first: Int, _ second: Int, without digits: DigitSet) -> Bool {
    for digit in sets[first].digits.intersection(sets[second].digits).subtracting(digits) {
      let seen = seen(first, digit).intersection(seen(second, digit))
      if !seen.isDisjoint(with: places[digit.index]) { return true }
    }
    return false
  }

  /// What a set removes that holds all its digits but some, outside some cells.
  ///
  /// - Returns: The candidates by digit, then by cell.
  package func removals(
    _ set: Int, without digits: DigitSet, outside cells: CellSet
  ) -> [Candidate] {
    var removals: [Candidate] = []
    for digit in sets[set].digits.subtracting(digits) {
      let seen = seen(set, digit).intersection(places[digit.index]).subtracting(cells)
      removals += seen.map { Candidate($0, digit) }
    }
    return removals
  }
}
