import SudokuCore

/// The strong and weak links of all candidates of a grid, each from both ends.
///
/// Strong links are conjugate pairs and cells with two candidates; weak links are two candidates of a
/// cell, or of a digit in a house.
struct CandidateLinks {
  /// By the number of a candidate: those of which one must hold where it doesn't.
  var strong = [[Candidate]](repeating: [], count: 729)
  /// By the number of a candidate: those that can't hold where it does.
  var weak = [[Candidate]](repeating: [], count: 729)

  init(_ grid: CandidateGrid) {
    for cell in grid.emptyCells {
      for digit in grid[cell] {
        let index = Candidate(cell, digit).index
        let others = grid[cell].subtracting(DigitSet(digit))
        weak[index] = others.map { Candidate(cell, $0) }
        if others.count == 1 { strong[index] = weak[index] }
        let seen = PeerOrder.sets[cell.index].intersection(grid.cells(with: digit))
        weak[index] += seen.map { Candidate($0, digit) }
      }
    }
    for digit in DigitSet.all {
      for pair in grid.conjugatePairs(of: digit) {
        let (one, two) = (Candidate(pair.first, digit), Candidate(pair.second, digit))
        if !strong[one.index].contains(two) {
          strong[one.index].append(two)
          strong[two.index].append(one)
        }
      }
    }
  }
}

extension CandidateGrid {
  func linkReason(_ one: Candidate, _ two: Candidate, isStrong: Bool) -> ChainLink.Reason {
    for kind in House.Kind.allCases where one.cell != two.cell {
      let house = one.cell.house(kind)
      guard house == two.cell.house(kind) else { continue }
      if !isStrong || places(of: one.digit, in: house).nonzeroBitCount == 2 {
        return .house(house)
      }
    }
    return .cell
  }
}
