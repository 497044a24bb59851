import SudokuCore
import SudokuTechniques

/// The last empty cell of a house.
struct HoDoKuFullHouse: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    state.fullHouse().map { candidate, house in
      HoDoKuFind(
        .fullHouse, placing: candidate,
        pattern: StepPattern(
          cells: CellSet(candidate.cell), houses: HouseSet(house),
          digits: DigitSet(candidate.digit)))
    }
  }
}

/// The only digit left for a cell.
struct HoDoKuNakedSingle: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    state.popNakedSingle().map { candidate in
      HoDoKuFind(
        .nakedSingle, placing: candidate,
        pattern: StepPattern(
          cells: CellSet(candidate.cell), digits: DigitSet(candidate.digit)))
    }
  }
}

/// The only cell left for a digit in a house.
struct HoDoKuHiddenSingle: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    guard let candidate = state.popHiddenSingle() else { return nil }
    let cell = candidate.cell
    let house =
      House.Kind.allCases.map { cell.house($0) }
      .first { state.grid.count(candidate.digit, $0) == 1 } ?? cell.house(.block)
    return HoDoKuFind(
      house.kind == .block ? .hiddenSingleBlock : .hiddenSingleLine, placing: candidate,
      pattern: StepPattern(
        cells: CellSet(cell), houses: HouseSet(house), digits: DigitSet(candidate.digit)))
  }
}

/// The program's last resort: a digit of the solution.
struct HoDoKuBruteForce: HoDoKuSearcher {
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
