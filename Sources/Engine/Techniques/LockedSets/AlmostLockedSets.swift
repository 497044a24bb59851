import SudokuCore

/// The almost locked sets of a grid, and the digits that two of them can't both hold.
///
/// An almost locked set is some cells of a house with one candidate more than cells: if one of its
/// digits is elsewhere, it holds all others.
package struct AlmostLockedSets {
  /// Cells of a house with one candidate more than cells.
  package struct LockedSet {
    package var cells: CellSet
    package var digits: DigitSet
  }

  /// Two sets without a common cell, and the digits that at most one of them holds (restricted common
  /// digits): all places of the one see all places of the other.
  package struct Common {
    package var first: Int
    /// The number of a later set.
    package var second: Int
    /// The lowest restricted digit.
    package var digit: Digit
    /// The next one.
    package var other: Digit?

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
  /// For each digit the places that sets have of it, house by house; those of one house differ.
  private var layouts = [[Layout]](repeating: [], count: 9)
  /// For each digit the first of the layouts in the house under way.
  private var firstLayout = InlineArray<9, Int>(repeating: 0)
  /// For each set and digit the number of the set's places among `layouts`.
  private var layoutOf: [UInt16] = []

  /// Places of a digit, and the cells that see them all.
  private struct Layout {
    var cells: CellSet
    var seen: CellSet
  }

  package init(_ grid: CandidateGrid) {
    places = InlineArray { grid.cells(with: Digit(uncheckedIndex: $0)) }
    sets.reserveCapacity(256)
    seenCells.reserveCapacity(9 * 256)
    layoutOf.reserveCapacity(9 * 256)
    for kind in [House.Kind.row, .column, .block] {
      for number in 0..<9 {
        let house = House(kind, number)
        let cells = Array(house.cells(at: grid.emptyPlaces(in: house)))
        for digit in 0..<9 { firstLayout[digit] = layouts[digit].count }
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

  /// True if the cells of a house also lie in one of a kind that comes before its own.
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
      guard digits.contains(digit) else {
        seenCells.append(CellSet())
        layoutOf.append(0)
        continue
      }
      let number = layout(cells.intersection(places[digit.index]), digit.index)
      seenCells.append(layouts[digit.index][number].seen)
      layoutOf.append(UInt16(truncatingIfNeeded: number))
    }
  }

  /// The number of some places of a digit, which are noted if they are new in the house.
  private mutating func layout(_ cells: CellSet, _ digit: Int) -> Int {
    let count = layouts[digit].count
    for number in stride(from: count - 1, through: firstLayout[digit], by: -1)
    where layouts[digit][number].cells == cells { return number }
    let seen = cells.reduce(CellSet.all.rawValue) { $0 & CellBits.peers[$1.index] }
    layouts[digit].append(Layout(cells: cells, seen: CellSet(rawValue: seen)))
    return count
  }

  /// The cells that see all places of a digit in a set, none where the set lacks the digit.
  package func seen(_ set: Int, _ digit: Digit) -> CellSet { seenCells[9 * set + digit.index] }

  private mutating func findCommons() {
    let words = (sets.count + 63) / 64
    let partners = DigitSet.all.map { self.partners(of: $0, words) }
    for first in sets.indices {
      for word in first >> 6..<words {
        var all: UInt64 = 0
        for digit in sets[first].digits {
          let start = Int(layoutOf[9 * first + digit.index]) * words
          all |= partners[digit.index][start + word]
        }
        if word == first >> 6 { all &= ~1 << UInt64(first & 63) }
        while all != 0 {
          let bit = all & (0 &- all)
          all ^= bit
          let second = word << 6 + bit.trailingZeroBitCount
          guard sets[first].cells.isDisjoint(with: sets[second].cells) else { continue }
          var digits = DigitSet.none
          for digit in sets[first].digits {
            let start = Int(layoutOf[9 * first + digit.index]) * words
            if partners[digit.index][start + word] & bit != 0 { digits.insert(digit) }
          }
          link(first, second, digits)
        }
      }
    }
  }

  /// For each layout of a digit the sets, as bits, all of whose places of the digit see all of the layout's.
  private func partners(of digit: Digit, _ words: Int) -> [UInt64] {
    let layouts = layouts[digit.index]
    var members = [UInt64](repeating: 0, count: layouts.count * words)
    for (number, set) in sets.enumerated() where set.digits.contains(digit) {
      let start = Int(layoutOf[9 * number + digit.index]) * words
      members[start + number >> 6] |= 1 << UInt64(number & 63)
    }
    var partners = [UInt64](repeating: 0, count: layouts.count * words)
    for (one, layout) in layouts.enumerated() {
      for (other, others) in layouts.enumerated() where others.cells.isSubset(of: layout.seen) {
        for word in 0..<words { partners[one * words + word] |= members[other * words + word] }
      }
    }
    return partners
  }

  private mutating func link(_ first: Int, _ second: Int, _ digits: DigitSet) {
    guard let digit = digits.first else { return }
    let other = digits.subtracting(DigitSet(digit)).first
    commons.append(Common(first: first, second: second, digit: digit, other: other))
  }

  /// The eliminations by the digits common to two sets, except for some digits: one of the two sets holds all of
  /// them.
  package func removals(_ first: Int, _ second: Int, without digits: DigitSet) -> [Candidate] {
    var removals: [Candidate] = []
    for digit in sets[first].digits.intersection(sets[second].digits).subtracting(digits) {
      let seen = seen(first, digit).intersection(seen(second, digit))
      removals += seen.intersection(places[digit.index]).map { Candidate($0, digit) }
    }
    return removals
  }

  /// True if the digits common to two sets remove anything, except for some digits.
  package func hasRemovals(_ first: Int, _ second: Int, without digits: DigitSet) -> Bool {
    for digit in sets[first].digits.intersection(sets[second].digits).subtracting(digits) {
      let seen = seen(first, digit).intersection(seen(second, digit))
      if !seen.isDisjoint(with: places[digit.index]) { return true }
    }
    return false
  }

  /// The eliminations by a set that holds all its digits except some, outside some cells.
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
