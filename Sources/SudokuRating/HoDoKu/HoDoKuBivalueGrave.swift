import SudokuCore
import SudokuTechniques

/// A bivalue universal grave but for one digit in one cell.
struct HoDoKuBivalueGrave: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    var odd: Cell?
    for cell in grid.emptyCells {
      let count = grid[cell].count
      guard count <= 3, count < 3 || odd == nil else { return nil }
      if count == 3 { odd = cell }
    }
    guard let odd else { return nil }
    var extra: Digit?
    var houses = HouseSet()
    for house in HoDoKuHouse.all {
      for digit in DigitSet.all {
        let count = grid.count(digit, house)
        guard count < 4 else { return nil }
        guard count == 3 else { continue }
        guard extra == nil || extra == digit, !houses.contains(where: { $0.kind == house.kind })
        else { return nil }
        extra = digit
        houses.insert(house)
      }
    }
    guard let extra, grid[odd].contains(extra), houses == HouseSet(odd.houses) else { return nil }
    return HoDoKuFind(
      .bug1, removing: grid.all(DigitSet.all.subtracting(DigitSet(extra)), in: CellSet(odd)),
      pattern: StepPattern(
        cells: CellSet(odd), specialDigits: DigitSet(extra), candidates: [Candidate(odd, extra)]))
  }
}

/// The program's last resort: a digit of the solution.
struct HoDoKuBruteForce: HoDoKuSearcher {
  /// The puzzle's only solution.
  let solution: Board

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let empty = Array(state.grid.emptyCells)
    guard !empty.isEmpty, let digit = solution[empty[empty.count / 2]] else { return nil }
    let cell = empty[empty.count / 2]
    return HoDoKuFind(
      .bruteForce, placing: Candidate(cell, digit),
      pattern: StepPattern(cells: CellSet(cell), digits: DigitSet(digit)))
  }
}
