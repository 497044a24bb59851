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
    var known: Set<CellSet> = []
    sets.reserveCapacity(256)
    for kind in [House.Kind.row, .column, .block] {
      for number in 0..<9 {
        let house = House(kind, number)
        let cells = Array(house.cells(at: grid.emptyPlaces(in: house)))
        extend(cells, cells.map { grid[$0] }, 0, CellSet(), .none, &known)
      }
    }
    if linked { findCommons() }
  }

  private mutating func extend(
    _ cells: [Cell], _ masks: [DigitSet], _ start: Int, _ chosen: CellSet, _ digits: DigitSet,
    _ known: inout Set<CellSet>
  ) {
    for index in stride(from: start, to: cells.count, by: 1) {
      var next = chosen
      next.insert(cells[index])
      let union = digits.union(masks[index])
      // Cells that come after can only add so many digits as there are cells left.
      if union.count == next.count + 1, known.insert(next).inserted { add(next, union) }
      guard union.count <= next.count + cells.count - index else { continue }
      extend(cells, masks, index + 1, next, union, &known)
    }
  }

  private mutating func add(_ cells: CellSet, _ digits: DigitSet) {
    var set = LockedSet(
      cells: cells, digits: digits, seen: InlineArray(repeating: CellSet()),
      places: InlineArray(repeating: CellSet()))
    for digit in digits {
      let places = cells.intersection(places[digit.index])
      set.places[digit.index] = places
      set.seen[digit.index] = places.commonPeers
    }
    sets.append(set)
  }

  private mutating func findCommons() {
    // Through the buffer, where no set is copied to read a part of it.
    commons = sets.withUnsafeBufferPointer { sets in
      var commons: [Common] = []
      for first in sets.indices {
        let (cells, own) = (sets[first].cells, sets[first].digits)
        for second in stride(from: first + 1, to: sets.count, by: 1) {
          let digits = own.intersection(sets[second].digits)
          guard !digits.isEmpty, cells.isDisjoint(with: sets[second].cells) else { continue }
          var restricted = DigitSet.none
          for digit in digits
          where sets[second].places[digit.index].isSubset(of: sets[first].seen[digit.index]) {
            restricted.insert(digit)
          }
          guard let digit = restricted.first else { continue }
          let other = restricted.subtracting(DigitSet(digit)).first
          commons.append(Common(first: first, second: second, digit: digit, other: other))
        }
      }
      return commons
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
