import SudokuCore
import SudokuGenerator
import SudokuSolver
import Testing

@Suite struct MinimizerTests {
  /// A minimal puzzle with `extra` digits of its solution added.
  private func puzzle(_ seed: UInt64, extra: Int) throws -> Board {
    let made = try #require(try Generator(seed: seed).puzzle(at: 0).puzzle)
    var random = SeededRandom(seed: seed)
    var cells = Array(CellSet.all.subtracting(made.board.filledCells))
    random.shuffle(&cells)
    var board = made.board
    for cell in cells.prefix(extra) { board[cell] = made.solution[cell] }
    return board
  }

  private func isMinimal(_ board: Board) -> Bool {
    Solver().solve(board).isUnique && BatchSolver().redundantClues(of: board).isEmpty
  }

  @Test func oneMinimalPuzzle() throws {
    for seed in 0..<20 as Range<UInt64> {
      let board = try puzzle(seed, extra: 20)
      var random = SeededRandom(seed: seed)
      let minimal = try #require(Minimizer().minimalPuzzle(of: board, using: &random))
      #expect(minimal.isSubset(of: board) && isMinimal(minimal), "seed \(seed)")
    }
  }

  /// All subsets of few redundant clues are tried one by one for comparison.
  @Test func allMinimalPuzzles() throws {
    for seed in 0..<10 as Range<UInt64> {
      let board = try puzzle(seed, extra: 3)
      let redundant = Array(BatchSolver().redundantClues(of: board))
      guard redundant.count <= 9 else { continue }
      var expected: Set<Board> = []
      for subset in 0..<1 << redundant.count {
        var fewer = board
        for (bit, cell) in redundant.enumerated() where subset >> bit & 1 == 1 {
          fewer[cell] = nil
        }
        if isMinimal(fewer) { expected.insert(fewer) }
      }
      var found: [Board] = []
      #expect(
        Minimizer().forEachMinimalPuzzle(of: board) {
          found.append($0)
          return true
        })
      #expect(Set(found) == expected, "seed \(seed)")
      #expect(found.count == expected.count && !expected.isEmpty)
    }
  }

  @Test func theWalkStopsWhenTold() throws {
    let board = try puzzle(3, extra: 20)
    var count = 0
    let isComplete = Minimizer().forEachMinimalPuzzle(of: board) { _ in
      count += 1
      return count < 5
    }
    #expect(!isComplete && count == 5)
  }

  @Test func boardsWithoutOneSolutionHaveNone() {
    var random = SeededRandom(seed: 1)
    #expect(Minimizer().minimalPuzzle(of: Board(), using: &random) == nil)
    #expect(!Minimizer().forEachMinimalPuzzle(of: Board()) { _ in true })
  }
}
