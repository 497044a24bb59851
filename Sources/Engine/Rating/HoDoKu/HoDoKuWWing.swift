import SudokuCore

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
      let path = [
        Candidate(first, other), Candidate(first, linked), Candidate(near, linked),
        Candidate(far, linked), Candidate(second, linked), Candidate(second, other),
      ]
      return HoDoKuFind(
        .wWing, removing: victims,
        pattern: .chain(
          path,
          reasons: [
            .cell, .house(first.sharedHouse(with: near) ?? house), .house(house),
            .house(far.sharedHouse(with: second) ?? house), .cell,
          ],
          houses: HouseSet(house)))
    }
    return nil
  }
}
