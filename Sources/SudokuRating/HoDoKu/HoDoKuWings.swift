import SudokuCore
import SudokuTechniques

/// Two cells with the same two candidates, joined by a house with two places for one of them.
struct HoDoKuWWing: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    let bivalue = Array(grid.bivalueCells)
    for (index, first) in bivalue.enumerated() {
      for second in bivalue[(index + 1)...] where grid[second] == grid[first] {
        let digits = Array(grid[first])
        for (other, linked) in [(digits[0], digits[1]), (digits[1], digits[0])] {
          let victims = grid.removals(other, in: first.seen.intersection(second.seen))
          guard !victims.isEmpty else { continue }
          if let find = find(grid, first, second, other, linked, victims) { return find }
        }
      }
    }
    return nil
  }

  private func find(
    _ grid: CandidateGrid, _ first: Cell, _ second: Cell, _ other: Digit, _ linked: Digit,
    _ victims: [Candidate]
  ) -> HoDoKuFind? {
    for house in HoDoKuHouse.all where grid.count(linked, house) == 2 {
      var near: Cell?
      var far: Cell?
      for cell in grid.cells(of: linked, in: house) where cell != first && cell != second {
        if cell.sees(first) {
          near = cell
        } else if cell.sees(second) {
          far = cell
        }
      }
      guard let near, let far else { continue }
      func shared(_ one: Cell, _ two: Cell) -> ChainLink.Reason {
        House.Kind.allCases.first { one.house($0) == two.house($0) }
          .map { .house(one.house($0)) } ?? .cell
      }
      let path = [
        Candidate(first, other), Candidate(first, linked), Candidate(near, linked),
        Candidate(far, linked), Candidate(second, linked), Candidate(second, other),
      ]
      return HoDoKuFind(
        .wWing, removing: victims,
        pattern: .chain(
          path, reasons: [.cell, shared(first, near), .house(house), shared(far, second), .cell],
          houses: HouseSet(house)))
    }
    return nil
  }
}

/// XY-wings and XYZ-wings.
struct HoDoKuWing: HoDoKuSearcher {
  let isXYZ: Bool

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    let bivalue = grid.emptyCells.filter { grid[$0].count == 2 }
    return isXYZ ? findXYZ(grid, bivalue) : findXY(grid, bivalue)
  }

  private func findXY(_ grid: CandidateGrid, _ bivalue: [Cell]) -> HoDoKuFind? {
    for i in bivalue.indices {
      let first = grid[bivalue[i]]
      for j in bivalue.indices.dropFirst(i + 1) {
        let second = grid[bivalue[j]]
        guard first.union(second).count == 3 else { continue }
        for k in bivalue.indices.dropFirst(j + 1) {
          let third = grid[bivalue[k]]
          guard first.union(second).union(third).count == 3, third != first, third != second
          else { continue }
          let (a, b, c) = (bivalue[i], bivalue[j], bivalue[k])
          for (pivot, one, two) in [(a, b, c), (b, a, c), (c, a, b)] {
            if let find = find(grid, pivot, one, two) { return find }
          }
        }
      }
    }
    return nil
  }

  private func findXYZ(_ grid: CandidateGrid, _ bivalue: [Cell]) -> HoDoKuFind? {
    for pivot in grid.emptyCells where grid[pivot].count == 3 {
      for (index, one) in bivalue.enumerated() where grid[one].isSubset(of: grid[pivot]) {
        for two in bivalue[(index + 1)...]
        where grid[two].isSubset(of: grid[pivot]) && grid[two] != grid[one] {
          if let find = find(grid, pivot, one, two) { return find }
        }
      }
    }
    return nil
  }

  private func find(_ grid: CandidateGrid, _ pivot: Cell, _ one: Cell, _ two: Cell) -> HoDoKuFind? {
    guard pivot.sees(one), pivot.sees(two),
      let common = grid[one].intersection(grid[two]).single
    else { return nil }
    var seen = one.seen.intersection(two.seen)
    if isXYZ { seen = seen.intersection(pivot.seen) }
    let victims = grid.removals(common, in: seen)
    guard !victims.isEmpty else { return nil }
    let cells: CellSet = [pivot, one, two]
    return HoDoKuFind(
      isXYZ ? .xyzWing : .xyWing, removing: victims,
      pattern: StepPattern(
        cells: cells, specialCells: CellSet(pivot),
        digits: grid[pivot].union(grid[one]).union(grid[two]), specialDigits: DigitSet(common),
        candidates: grid.all(in: cells)))
  }
}
