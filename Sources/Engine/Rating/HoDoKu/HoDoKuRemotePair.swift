import SudokuCore
import SudokuTechniques

/// Four, six, eight or ten cells with the same two candidates, each seeing the next.
struct HoDoKuRemotePair: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    var search = Search(grid: grid)
    let bivalue = grid.bivalueCells
    guard bivalue.count >= 4 else { return nil }
    for start in bivalue {
      let same = CellSet(bivalue.filter { grid[$0] == grid[start] })
      guard same.count >= 4 else { continue }
      for digit in grid[start] {
        search.digit = digit
        search.same = same
        search.path = [start]
        search.extend()
      }
    }
    guard let best = search.best, let start = best.path.first else { return nil }
    var path: [Candidate] = []
    let digits = Array(grid[start])
    for (index, cell) in best.path.enumerated() {
      let pair = index % 2 == 0 ? digits : digits.reversed()
      path += pair.map { Candidate(cell, $0) }
    }
    return HoDoKuFind(
      .remotePair, removing: best.removals,
      pattern: .chain(path, reasons: HoDoKuChainSearch.reasons(path)))
  }

  private struct Search {
    let grid: CandidateGrid
    var digit = Digit(index: 0)
    var same = CellSet()
    var path: [Cell] = []
    var best: (rank: HoDoKuRank, removals: [Candidate], path: [Cell])?

    mutating func extend() {
      let last = path[path.count - 1]
      guard path.count < 10 else { return }
      for kind in [House.Kind.row, .column, .block] {
        for cell in last.house(kind).cells.intersection(same) where !path.contains(cell) {
          if kind == .block, cell.row == last.row || cell.column == last.column { continue }
          path.append(cell)
          if path.count >= 4, path.count % 2 == 0 { note() }
          extend()
          path.removeLast()
        }
      }
    }

    mutating func note() {
      let ends = path[0].seen.intersection(path[path.count - 1].seen)
      guard !ends.isDisjoint(with: grid.cells(with: digit)) else { return }
      var removals: [Candidate] = []
      for first in path.indices {
        for last in path.indices
        where last - first >= 3 && (last - first) % 2 == 1 {
          guard path.count > 4 || last == first + 3 else { continue }
          let seen = path[first].seen.intersection(path[last].seen)
          removals += grid.candidates(grid[path[0]], in: seen)
        }
      }
      removals = removals.normalized()
      let rank = HoDoKuRank(removals, length: 2 * path.count)
      if let best, !(rank < best.rank) { return }
      best = (rank, removals, path)
    }
  }
}
