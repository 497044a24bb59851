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
    /// For each digit the cells that see all of the set's places of it.
    package var seen: InlineArray<9, CellSet>
    /// For each digit the set's places.
    package var places: InlineArray<9, CellSet>
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
  /// The linked sets by first, then by second set.
  package private(set) var commons: [Common] = []
  /// For each digit the cells where it is a candidate.
  private let places: InlineArray<9, CellSet>

  /// Finds the sets of a grid.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - linked: Whether the linked sets are looked for, too.
  package init(_ grid: CandidateGrid, linked: Bool = true) {
    places = InlineArray { grid.cells(with: Digit(uncheckedIndex: $0)) }
    sets.reserveCapacity(256)
    for kind in [House.Kind.row, .column, .block] {
      for number in 0..<9 {
        let house = House(kind, number)
        let cells = Array(house.cells(at: grid.emptyPlaces(in: house)))
        extend(kind, cells, cells.map { grid[$0] }, 0, CellSet(), .none)
      }
    }
    if linked { findCommons() }
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
    var set = LockedSet(
      cells: cells, digits: digits, seen: InlineArray(repeating: CellSet()),
      places: InlineArray(repeating: CellSet()))
    for digit in digits {
      let places = cells.intersection(places[digit.index])
      set.places[digit.index] = places
      var seen = CellSet.all.rawValue
      for cell in places { seen &= PeerOrder.masks[cell.index] }
      set.seen[digit.index] = CellSet(rawValue: seen)
    }
    sets.append(set)
  }

  private mutating func findCommons() {
    let count = sets.count
    // A digit's places in all sets lie side by side, so that they are compared in one go.
    var places = [UInt128](repeating: 0, count: 9 * count)
    for (number, set) in sets.enumerated() {
      for digit in set.digits {
        places[digit.index * count + number] = set.places[digit.index].rawValue
      }
    }
    var restricted = [UInt16](repeating: 0, count: count)
    for first in 0..<count {
      for digit in sets[first].digits {
        let unseen = ~sets[first].seen[digit.index].rawValue
        let bit = DigitSet(digit).rawValue
        let row = digit.index * count
        for second in stride(from: first + 1, to: count, by: 1) {
          let own = places[row + second]
          if own & unseen == 0, own != 0 { restricted[second] |= bit }
        }
      }
      for second in stride(from: first + 1, to: count, by: 1) where restricted[second] != 0 {
        let digits = DigitSet(rawValue: restricted[second])
        restricted[second] = 0
        guard sets[first].cells.isDisjoint(with: sets[second].cells), let digit = digits.first
        else {
          continue
        }
        let other = digits.subtracting(DigitSet(digit)).first
        commons.append(Common(first: first, second: second, digit: digit, other: other))
      }
    }
  }

  /// What the digits common to two sets remove, but for some digits: one of the two holds all of
  /// them.
  ///
  /// - Returns: The candidates by digit, then by cell.
  package func removals(_ first: Int, _ second: Int, without digits: DigitSet) -> [Candidate] {
    var removals: [Candidate] = []
    for digit in sets[first].digits.intersection(sets[second].digits).subtracting(digits) {
      let seen = sets[first].seen[digit.index].intersection(sets[second].seen[digit.index])
      removals += seen.intersection(places[digit.index]).map { Candidate($0, digit) }
    }
    return removals
  }

  /// Whether the digits common to two sets remove anything, but for some digits.
  package func hasRemovals(_ first: Int, _ second: Int, without digits: DigitSet) -> Bool {
    for digit in sets[first].digits.intersection(sets[second].digits).subtracting(digits) {
      let seen = sets[first].seen[digit.index].intersection(sets[second].seen[digit.index])
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
      let seen = sets[set].seen[digit.index].intersection(places[digit.index]).subtracting(cells)
      removals += seen.map { Candidate($0, digit) }
    }
    return removals
  }
}
