import SudokuCore

/// A fish of lines on a grid: a digit, base lines of one kind, cover lines of the other.
///
/// All searches for basic and finned fish share it; they differ in the order in which they meet fish.
package struct LineFish {
  package var digit: Digit
  package var base: House.Kind
  /// The base lines by number, as bits.
  package var lines: UInt16
  /// The cover lines by number, as bits.
  package var covers: UInt16

  package init(_ digit: Digit, base: House.Kind, lines: UInt16, covers: UInt16) {
    self.digit = digit
    self.base = base
    self.lines = lines
    self.covers = covers
  }

  /// The eliminations of the fish, in reading order, and its pattern.
  ///
  /// With fins (places of the base lines outside the cover lines) the digit is removed from the
  /// cover lines' cells that see all fins. Without fins it is removed from all other cells of the
  /// cover lines.
  package func result(in grid: CandidateGrid) -> (victims: CellSet, pattern: StepPattern) {
    let all = grid.cells(with: digit)
    let houses = Self.houses(base, lines)
    let coverHouses = Self.houses(base == .row ? .column : .row, covers)
    let cells = houses.reduce(CellSet()) { $0.union($1.cells) }.intersection(all)
    let cover = coverHouses.reduce(CellSet()) { $0.union($1.cells) }.intersection(all)
    let fins = cells.subtracting(cover)
    var victims = cover.subtracting(cells)
    for fin in fins { victims = victims.intersection(PeerOrder.sets[fin.index]) }
    return (
      victims,
      StepPattern(
        cells: cells, specialCells: fins, houses: houses, coverHouses: coverHouses,
        digits: DigitSet(digit), candidates: cells.map { Candidate($0, digit) })
    )
  }

  private static func houses(_ kind: House.Kind, _ numbers: UInt16) -> HouseSet {
    var houses = HouseSet()
    for number in 0..<9 where numbers >> UInt16(number) & 1 != 0 {
      houses.insert(House(kind, number))
    }
    return houses
  }
}
