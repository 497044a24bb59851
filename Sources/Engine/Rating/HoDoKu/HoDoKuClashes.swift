import SudokuCore
import SudokuTechniques

/// The contradictions between literals that follow from one assumption, in the program's order.
///
/// Most assumptions contradict nothing, so sets of cells first show whether there is a contradiction of a
/// kind at all.
struct HoDoKuClashes {
  private let empty: CellSet
  /// For each digit the cells where it is a candidate.
  private let candidates: InlineArray<9, CellSet>
  /// For each digit the empty cells that no placed cell rules out, and the houses that have some.
  private let allowed: InlineArray<9, CellSet>
  private let allowedHouses: InlineArray<9, UInt32>
  private let grid: CandidateGrid

  init(_ grid: CandidateGrid) {
    self.grid = grid
    empty = grid.emptyCells
    candidates = InlineArray { grid.cells(with: Digit(index: $0)) }
    let known = AllowedCells(grid)
    let allowed = InlineArray<9, CellSet> { known[Digit(index: $0)] }
    self.allowed = allowed
    allowedHouses = InlineArray { Self.houses(allowed[$0]) }
  }

  /// The literals that contradict each other, as nodes.
  func all(_ on: ArraySlice<CellSet>, _ off: ArraySlice<CellSet>) -> [[Int]] {
    let on = InlineArray<9, CellSet> { on[on.startIndex + $0] }
    let off = InlineArray<9, CellSet> { off[off.startIndex + $0] }
    return onAndOff(on, off) + twoDigits(on) + twoPlaces(on) + noDigit(on, off) + noPlace(off)
  }

  private static func nodes(_ cells: CellSet, _ digit: Digit, _ isOn: Bool) -> [Int] {
    cells.map { HoDoKuTable.node(Candidate($0, digit), isOn: isOn) }
  }

  private func onAndOff(
    _ on: borrowing InlineArray<9, CellSet>, _ off: borrowing InlineArray<9, CellSet>
  ) -> [[Int]] {
    var found: [[Int]] = []
    for digit in DigitSet.all {
      if let cell = on[digit.index].intersection(off[digit.index]).first {
        found.append([false, true].map { HoDoKuTable.node(Candidate(cell, digit), isOn: $0) })
      }
    }
    return found
  }

  /// Cells with two digits: one for each two digits.
  private func twoDigits(_ on: borrowing InlineArray<9, CellSet>) -> [[Int]] {
    var (once, twice) = (CellSet(), CellSet())
    for digit in 0..<9 {
      twice = twice.union(once.intersection(on[digit]))
      once = once.union(on[digit])
    }
    guard !twice.isEmpty else { return [] }
    var found: [[Int]] = []
    for low in DigitSet.all {
      for high in DigitSet.all where high > low {
        if let cell = on[low.index].intersection(on[high.index]).first {
          found.append([low, high].map { HoDoKuTable.node(Candidate(cell, $0), isOn: true) })
        }
      }
    }
    return found
  }

  /// Houses with a digit twice.
  private func twoPlaces(_ on: borrowing InlineArray<9, CellSet>) -> [[Int]] {
    var digits = DigitSet.none
    for digit in DigitSet.all where on[digit.index].hasSeveral {
      let cells = on[digit.index]
      if cells.contains(where: { !$0.seen.isDisjoint(with: cells) }) { digits.insert(digit) }
    }
    guard !digits.isEmpty else { return [] }
    var found: [[Int]] = []
    for house in HoDoKuHouse.all {
      for digit in digits {
        let cells = house.cells.intersection(on[digit.index])
        if cells.hasSeveral { found.append(Self.nodes(cells, digit, true)) }
      }
    }
    return found
  }

  private func noDigit(
    _ on: borrowing InlineArray<9, CellSet>, _ off: borrowing InlineArray<9, CellSet>
  ) -> [[Int]] {
    var open = empty
    for digit in 0..<9 {
      open = open.subtracting(candidates[digit].subtracting(off[digit])).subtracting(on[digit])
    }
    return open.map { cell in
      grid[cell].map { HoDoKuTable.node(Candidate(cell, $0), isOn: false) }
    }
  }

  /// Houses without a place for a digit.
  private func noPlace(_ off: borrowing InlineArray<9, CellSet>) -> [[Int]] {
    var digits = DigitSet.none
    for digit in DigitSet.all {
      let rest = allowed[digit.index].subtracting(off[digit.index])
      if Self.houses(rest) != allowedHouses[digit.index] { digits.insert(digit) }
    }
    guard !digits.isEmpty else { return [] }
    var found: [[Int]] = []
    for house in HoDoKuHouse.all {
      for digit in digits {
        let cells = house.cells.intersection(allowed[digit.index])
        if !cells.isEmpty, cells.isSubset(of: off[digit.index]) {
          found.append(Self.nodes(cells, digit, false))
        }
      }
    }
    return found
  }

  /// The houses that have some of the cells, a bit each: columns, rows, blocks.
  private static func houses(_ cells: CellSet) -> UInt32 {
    var houses: UInt32 = 0
    for band in 0..<3 {
      let bits = UInt32(truncatingIfNeeded: cells.rawValue >> UInt128(27 * band)) & 0x7FF_FFFF
      var all: UInt32 = 0
      for line in 0..<3 {
        let row = bits >> UInt32(9 * line) & 0x1FF
        all |= row
        if row != 0 { houses |= 1 << UInt32(9 + 3 * band + line) }
      }
      houses |= all
      for stack in 0..<3 where all >> UInt32(3 * stack) & 0b111 != 0 {
        houses |= 1 << UInt32(18 + 3 * band + stack)
      }
    }
    return houses
  }
}
