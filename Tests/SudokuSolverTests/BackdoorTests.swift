import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@Suite struct BackdoorTests {
  @Test
  func backdoorsOpenPuzzlesForSinglesAndLockedCandidates() throws {
    var sizes: [Int: Int] = [:]
    let boards =
      try DataSets.boards("puzzles/typical.txt").prefix(sized(12, full: 40))
      + DataSets.boards("puzzles/hard.txt").prefix(sized(4, full: 8))
    for board in boards {
      let solution = try #require(Solver().uniqueSolution(of: board))
      let found = Set(BatchSolver().smallestBackdoors(of: board, upTo: 1))
      let needsNone = SimpleLogic.solves(board)
      sizes[found.first?.count ?? 2, default: 0] += 1
      if needsNone {
        #expect(found == [CellSet()], "\(board)")
        continue
      }
      let expected = CellSet.all.subtracting(board.filledCells).filter { cell in
        var more = board
        more[cell] = solution[cell]
        return SimpleLogic.solves(more)
      }
      #expect(found == Set(expected.map { CellSet($0) }), "\(board)")
    }
    #expect(
      (sizes[0] ?? 0) > sized(0, full: 4) && (sizes[1] ?? 0) > sized(0, full: 4), "sizes \(sizes)")
  }

  @Test
  func hardPuzzlesHaveLargerBackdoors() throws {
    let board = try #require(
      try DataSets.boards("puzzles/hardest.txt").first {
        BatchSolver().smallestBackdoors(of: $0, upTo: 1).isEmpty
      })
    let solution = try #require(Solver().uniqueSolution(of: board))
    let pairs = BatchSolver(threads: 2).smallestBackdoors(of: board, upTo: 2)
    #expect(!pairs.isEmpty && pairs.allSatisfy { $0.count == 2 })
    #expect(Set(pairs).count == pairs.count)
    for pair in pairs.prefix(4) {
      var more = board
      for cell in pair { more[cell] = solution[cell] }
      #expect(SimpleLogic.solves(more), "\(pair)")
    }
  }

  @Test func boardsWithoutOneSolutionHaveNone() throws {
    #expect(BatchSolver().smallestBackdoors(of: Board()).isEmpty)
    let full = try Board(
      line: "123456789456789123789123456214365897365897214897214365531642978642978531978531642")
    #expect(BatchSolver().smallestBackdoors(of: full) == [CellSet()])
  }
}

/// Naked singles, hidden singles and locked candidates, as plainly as can be.
private enum SimpleLogic {
  /// Whether they solve a board.
  static func solves(_ board: Board) -> Bool {
    var grid = CandidateGrid(board)
    while step(&grid) {}
    return grid.board.isSolved
  }

  private static func step(_ grid: inout CandidateGrid) -> Bool {
    for cell in grid.emptyCells {
      if let digit = grid[cell].first, grid[cell].count == 1 {
        grid.place(digit, at: cell)
        return true
      }
    }
    for house in House.all {
      for digit in DigitSet.all {
        let places = CellSet.cells(of: house).filter {
          grid.board[$0] == nil && grid[$0].contains(digit)
        }
        if places.count == 1 {
          grid.place(digit, at: places[0])
          return true
        }
        guard let first = places.first else { continue }
        for other in first.houses
        where other != house && places.allSatisfy({ $0.houses.contains(other) }) {
          let targets = CellSet.cells(of: other).subtracting(CellSet.cells(of: house)).filter {
            grid.board[$0] == nil && grid[$0].contains(digit)
          }
          for cell in targets { grid.remove(digit, from: cell) }
          if !targets.isEmpty { return true }
        }
      }
    }
    return false
  }
}
