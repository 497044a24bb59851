import SudokuCore

/// Locked candidates: all places of a digit in one house lie in another house too.
///
/// Pointing starts from a block, claiming from a line. The direct form places a digit at once: with
/// the other places of the intersecting house gone, a house of the same kind as the first keeps one.
/// Only that digit is placed; the eliminations that explain it are not made.
///
/// Order: block and column, block and row, column and block, row and block; first house, intersecting
/// house, digit.
package struct LockedCandidates: PatternSearcher {
  /// True if only steps that place a digit count.
  package let isDirect: Bool

  package init(isDirect: Bool) { self.isDirect = isDirect }

  package var techniques: [Technique] {
    isDirect ? [.directPointing, .directClaiming] : [.pointing, .claiming]
  }

  /// A house that crosses the cover too.
  struct Other: Sendable {
    var house: Int
    var places: UInt16
  }

  /// Two intersecting houses: numbers in `0..<27`, and the places of each that lie in the other.
  struct Intersection: Sendable {
    var base: Int
    var cover: Int
    var basePlaces: UInt16
    var coverPlaces: UInt16
    /// The two other houses of the base's kind that cross the cover, with their places in it.
    var others: InlineArray<2, Other>
  }

  /// All pairs of houses in the order of the search.
  static let intersections: [Intersection] = {
    let kinds: [(House.Kind, House.Kind)] = [
      (.block, .column), (.block, .row), (.column, .block), (.row, .block),
    ]
    func places(of house: House, in other: House) -> UInt16 {
      (0..<9).reduce(0) { other.cells.contains(house.cell($1)) ? $0 | 1 << UInt16($1) : $0 }
    }
    var list: [Intersection] = []
    for (baseKind, coverKind) in kinds {
      for (baseNumber, coverNumber) in (0..<81).map({ ($0 / 9, $0 % 9) }) {
        let base = House(baseKind, baseNumber)
        let cover = House(coverKind, coverNumber)
        guard !base.cells.isDisjoint(with: cover.cells) else { continue }
        let others = (0..<9).map { House(baseKind, $0) }
          .filter { $0 != base && !$0.cells.isDisjoint(with: cover.cells) }
          .map { Other(house: $0.index, places: places(of: $0, in: cover)) }
        list.append(
          Intersection(
            base: base.index, cover: cover.index, basePlaces: places(of: base, in: cover),
            coverPlaces: places(of: cover, in: base),
            others: [others[0], others[1]]))
      }
    }
    return list
  }()

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let intersections = LockedCandidates.intersections
    grid.withMasks { masks in
      // The three intersections of a house follow each other; one look at it does for all.
      for first in stride(from: 0, to: intersections.count, by: 3) {
        let base = intersections[first].base
        var locked: (UInt16, UInt16, UInt16) = (0, 0, 0)
        let inside = (
          intersections[first].basePlaces, intersections[first + 1].basePlaces,
          intersections[first + 2].basePlaces
        )
        for digit in 0..<9 {
          let places = masks.places(base, digit)
          guard places & (places &- 1) != 0 else { continue }
          let bit: UInt16 = 1 &<< UInt16(truncatingIfNeeded: digit)
          if places & ~inside.0 == 0 { locked.0 |= bit }
          if places & ~inside.1 == 0 { locked.1 |= bit }
          if places & ~inside.2 == 0 { locked.2 |= bit }
        }
        guard locked.0 | locked.1 | locked.2 != 0 else { continue }
        guard emitAll(grid, masks, intersections[first], locked.0, emit),
          emitAll(grid, masks, intersections[first + 1], locked.1, emit),
          emitAll(grid, masks, intersections[first + 2], locked.2, emit)
        else { return }
      }
    }
  }

  /// Hands over the steps of an intersection.
  @inline(__always)
  private func emitAll(
    _ grid: CandidateGrid, _ masks: CandidateGrid.Masks, _ intersection: Intersection,
    _ digits: UInt16,
    _ emit: (Step) -> Bool
  ) -> Bool {
    var rest = digits
    while rest != 0 {
      let digit = rest.trailingZeroBitCount
      rest &= rest &- 1
      guard masks.places(intersection.cover, digit) & ~intersection.coverPlaces != 0 else {
        continue
      }
      let continues =
        isDirect
        ? emitDirect(grid, intersection, digit, emit) : emitPlain(grid, intersection, digit, emit)
      guard continues else { return false }
    }
    return true
  }

  private func pattern(_ grid: CandidateGrid, _ intersection: Intersection, _ digit: Digit)
    -> StepPattern
  {
    let base = House(unchecked: intersection.base)
    let cells = grid.cells(of: digit, in: base)
    return .locked(digit, in: cells, of: base, cover: House(unchecked: intersection.cover))
  }

  private func emitPlain(
    _ grid: CandidateGrid, _ intersection: Intersection, _ digit: Int, _ emit: (Step) -> Bool
  ) -> Bool {
    let digit = Digit(uncheckedIndex: digit)
    let cover = House(unchecked: intersection.cover)
    let victims = cover.cells(at: grid.places(of: digit, in: cover) & ~intersection.coverPlaces)
    return emit(
      Step(
        intersection.base < 9 ? .pointing : .claiming,
        removing: victims.map { Candidate($0, digit) },
        pattern: pattern(grid, intersection, digit)))
  }

  private func emitDirect(
    _ grid: CandidateGrid, _ intersection: Intersection, _ digit: Int, _ emit: (Step) -> Bool
  ) -> Bool {
    for index in 0..<2 {
      let other = intersection.others[index]
      let places = grid.places(other.house, digit)
      let left = places & ~other.places
      guard left != 0, left & (left &- 1) == 0, left != places else { continue }
      let house = House(unchecked: other.house)
      let digit = Digit(uncheckedIndex: digit)
      let candidate = Candidate(house.cell(left.trailingZeroBitCount), digit)
      var pattern = pattern(grid, intersection, digit)
      pattern.specialCells = CellSet(candidate.cell)
      let technique: Technique = intersection.base < 9 ? .directPointing : .directClaiming
      guard emit(Step(technique, placing: candidate, pattern: pattern)) else { return false }
    }
    return true
  }
}
