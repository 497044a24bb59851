import SudokuCore

/// The only place for a digit in a house.
///
/// Order: houses with one empty cell (blocks, columns, rows), then the others in the same order;
/// inside a house digit by digit.
package struct HiddenSingle: PatternSearcher {
  package init() {}

  package var techniques: [Technique] { [.fullHouse, .hiddenSingleBlock, .hiddenSingleLine] }

  package enum Form: Sendable {
    /// The last empty cell of a house.
    case lastCell
    /// The only place in a block.
    case block
    /// The only place in a row or column.
    case line
  }

  package struct Single: Hashable, Sendable {
    /// The kind of house with the single.
    package var form: Form
    /// The digit and its only place.
    package var candidate: Candidate
    package var house: House

    /// Full house, or hidden single in a block or line.
    package var technique: Technique {
      switch form {
      case .lastCell: .fullHouse
      case .block: .hiddenSingleBlock
      case .line: .hiddenSingleLine
      }
    }

    package var step: Step {
      let pattern = StepPattern(
        cells: CellSet(candidate.cell), houses: HouseSet(house),
        digits: DigitSet(candidate.digit))
      return Step(technique, placing: candidate, pattern: pattern)
    }
  }

  /// The first hidden single, found in one pass over the houses.
  package static func first(in grid: CandidateGrid) -> Single? {
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

  private static func single(
    _ masks: CandidateGrid.Masks, _ house: Int, _ digits: UInt16, isLastCell: Bool
  ) -> Single {
    let digit = digits.trailingZeroBitCount
    let place = masks.places(house, digit).trailingZeroBitCount
    let form: Form = isLastCell ? .lastCell : house < 9 ? .block : .line
    let house = House(unchecked: house)
    return Single(
      form: form, candidate: Candidate(house.cell(place), Digit(uncheckedIndex: digit)),
      house: house)
  }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
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
