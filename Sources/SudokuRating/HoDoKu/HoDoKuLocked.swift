import SudokuCore
import SudokuTechniques

/// Pointing or claiming: the places of a digit in a house lie in another one too.
struct HoDoKuLocked: HoDoKuSearcher {
  /// Whether the search starts from lines.
  let isClaiming: Bool

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    let bases = isClaiming ? HoDoKuHouse.all[0..<18] : HoDoKuHouse.all[18..<27]
    for base in bases {
      let masks = grid.withMasks { masks in
        InlineArray<9, UInt16> { masks.places(base.index, $0) }
      }
      for digit in DigitSet.all {
        let places = masks[digit.index]
        guard 2...3 ~= places.nonzeroBitCount else { continue }
        let cells = base.cells(at: places)
        guard let first = cells.first else { continue }
        for kind in isClaiming ? [House.Kind.block] : [.row, .column] {
          let cover = first.house(kind)
          guard cells.isSubset(of: cover.cells),
            grid.count(digit, cover) > cells.count
          else { continue }
          return HoDoKuFind(
            isClaiming ? .claiming : .pointing,
            removing: grid.removals(digit, in: cover.cells.subtracting(cells)),
            pattern: StepPattern(
              cells: cells, houses: HouseSet(base), coverHouses: HouseSet(cover),
              digits: DigitSet(digit), candidates: cells.map { Candidate($0, digit) }))
        }
      }
    }
    return nil
  }
}
