import SudokuCore
import Testing

@Suite struct CandidateGridTests {
  @Test func bothViewsStayInStep() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<50 {
      var grid = CandidateGrid(try Board(line: BoardTextTests.line))
      for _ in 0..<random.next(below: 60) {
        let cell = Cell(index: random.next(below: 81))
        let digit = Digit(index: random.next(below: 9))
        if random.next(below: 4) == 0, grid[cell].contains(digit) {
          grid.place(digit, at: cell)
        } else {
          let was = grid[cell].contains(digit)
          #expect(grid.remove(digit, from: cell) == was)
        }
      }
      expectConsistent(grid)
    }
  }

  @Test func startsFromTheClues() throws {
    let board = try Board(line: BoardTextTests.line)
    let grid = CandidateGrid(board)
    for cell in CellSet.all {
      let seen = DigitSet(cell.peers.compactMap { board[$0] })
      #expect(grid[cell] == (board[cell] == nil ? DigitSet.all.subtracting(seen) : .none))
    }
    #expect(grid.board == board)
    #expect(!grid.isContradictory)
  }

  @Test func pencilmarksBecomeCandidates() {
    let grid = CandidateGrid { cell in cell.row == 0 ? [Digit(index: cell.column)] : .all }
    expectConsistent(grid)
    #expect(grid.candidateCount == 9 + 72 * 9)
    #expect(grid.board.clueCount == 0)
  }

  @Test func contradictionsAreSeen() {
    var grid = CandidateGrid()
    for cell in House(.row, 0).cells { grid.remove(Digit(1)!, from: cell) }
    #expect(grid.isContradictory)
  }

  private func expectConsistent(_ grid: CandidateGrid) {
    for house in House.all {
      for digit in DigitSet.all {
        let expected = house.cells.filter { grid[$0].contains(digit) }
        #expect(Array(grid.cells(of: digit, in: house)) == expected)
      }
    }
    #expect(grid.candidateCount == CellSet.all.reduce(0) { $0 + grid[$1].count })
  }
}
