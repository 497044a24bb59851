import SudokuCore
import SudokuSolver
import TestSupport
import Testing

struct SolverTests {
  static let wikipedia =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  static let wikipediaSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

  @Test func solvesTheBestKnownPuzzle() throws {
    let board = try Board(line: Self.wikipedia)
    let result = Solver().solve(board)
    #expect(result.isUnique)
    #expect(result.solution?.line == Self.wikipediaSolution)
    #expect(result.secondSolution == nil)
    #expect(Solver().uniqueSolution(of: board)?.line == Self.wikipediaSolution)
  }

  @Test func tellsNoneFromOneFromSeveral() throws {
    var board = try Board(line: Self.wikipedia)
    board[Cell(index: 2)] = Digit(5)
    let none = Solver().solve(board)
    #expect(none.solutionCount == 0 && none.solution == nil && none.isExhaustive)
    #expect(!none.isUnique)

    let several = Solver().solve(Board())
    #expect(several.solutionCount == 2 && !several.isUnique && !several.isExhaustive)
    #expect(Oracle.accepts(several.solution, for: Board()))
    #expect(Oracle.accepts(several.secondSolution, for: Board()))
    #expect(several.solution != several.secondSolution)
  }

  @Test func countsUpToTheLimit() throws {
    let full = try Board(line: Self.wikipediaSolution)
    #expect(Solver().solve(full, limit: 5).solutionCount == 1)
    #expect(Solver().solve(full, limit: 1).isUnique == false)
    #expect(Solver().solve(Board(), limit: 1000).solutionCount == 1000)
  }

  @Test func aSequenceFindsEachSolutionOnce() throws {
    var board = try Board(line: Self.wikipedia)
    for index in [0, 4, 12, 19] { board[Cell(index: index)] = nil }
    let all = Array(Solver().solutions(of: board))
    #expect(Set(all) == Set(Oracle.solutions(of: board, limit: .max)))
    #expect(all.count == Set(all).count)
    #expect(Array(Solver().solutions(of: Board()).prefix(100)).count == 100)
  }

  @Test func pencilmarksNarrowTheSearch() throws {
    let solution = try Board(line: Self.wikipediaSolution)
    let narrow = CandidateGrid { cell in
      solution[cell].map { [$0, Digit(index: $0.index * 4 % 9)] } ?? .none
    }
    let expected = Oracle.solutions(of: narrow, limit: 1000)
    #expect(Solver().solve(narrow, limit: 1000).solutionCount == expected.count)
    let impossible = CandidateGrid { $0.index == 40 ? .none : .all }
    #expect(Solver().solve(impossible).solutionCount == 0)
  }

  @Test func aCancelledSearchSaysSo() {
    let result = Solver().solve(Board(), limit: .max) { true }
    #expect(!result.isExhaustive && !result.isUnique)
  }
}
