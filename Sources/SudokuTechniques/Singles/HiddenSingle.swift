import SudokuCore

/// The only place for a digit in a house.
///
/// Order: houses with one empty cell (blocks, columns, rows), then the others in the same order;
/// inside a house digit by digit.
public struct HiddenSingle: PatternSearcher {
  /// Creates the searcher.
  public init() {}

  /// Full houses and hidden singles.
  public var techniques: [Technique] { [.fullHouse, .hiddenSingleBlock, .hiddenSingleLine] }

  /// A hidden single.
  public struct Single: Hashable, Sendable {
    /// Full house, or hidden single in a block or line.
    public var technique: Technique
    /// The digit and its only place.
    public var candidate: Candidate
    /// The house.
    public var house: House

    /// The single as a step.
    public var step: Step {
      let pattern = Pattern(
        cells: CellSet(candidate.cell), houses: HouseSet(house),
        digits: DigitSet(candidate.digit))
      return Step(technique, placing: candidate, pattern: pattern)
    }
  }

  /// The first hidden single, found in one pass over the houses.
  ///
  /// - Parameter grid: The grid.
  /// - Returns: The single, `nil` if there is none.
  public static func first(in grid: CandidateGrid) -> Single? {
    grid.withMasks { masks in
      var found = -1
      for order in 0..<27 {
        let house = HouseOrder.house(order)
        guard masks.hiddenSingles(house) != 0 else { continue }
        let empty = masks.emptyPlaces(house)
        if empty & (empty &- 1) == 0 {
          return single(masks, house, masks.hiddenSingles(house), isLastCell: true)
        }
        if found < 0 { found = house }
      }
      guard found >= 0 else { return nil }
      return single(masks, found, masks.hiddenSingles(found), isLastCell: false)
    }
  }

  /// The first of the hidden singles of a house.
  private static func single(
    _ masks: CandidateGrid.Masks, _ house: Int, _ digits: UInt16, isLastCell: Bool
  ) -> Single {
    let digit = digits.trailingZeroBitCount
    let place = masks.places(house, digit).trailingZeroBitCount
    let technique: Technique =
      isLastCell ? .fullHouse : house < 9 ? .hiddenSingleBlock : .hiddenSingleLine
    let house = House(unchecked: house)
    return Single(
      technique: technique, candidate: Candidate(house.cell(place), Digit(uncheckedIndex: digit)),
      house: house)
  }

  /// The first hidden single as a step; never interrupted.
  public func firstStep(
    in grid: CandidateGrid, context: inout SearchContext
  ) throws(SearchInterruption) -> Step? {
    HiddenSingle.first(in: grid)?.step
  }

  /// Hands over the hidden singles in order.
  public func search(_ grid: CandidateGrid, options: SearchOptions, emit: (Step) -> Bool) {
    grid.withMasks { masks in
      for wantsLastCells in [true, false] {
        for order in 0..<27 {
          let house = HouseOrder.house(order)
          let empty = masks.emptyPlaces(house)
          guard (empty & (empty &- 1) == 0) == wantsLastCells else { continue }
          var digits = masks.hiddenSingles(house)
          while digits != 0 {
            let single = HiddenSingle.single(masks, house, digits, isLastCell: wantsLastCells)
            guard emit(single.step) else { return }
            digits &= digits &- 1
          }
        }
      }
    }
  }
}
