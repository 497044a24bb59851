import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// Ratings found many steps at a time are those of the path step by step.
@Suite struct BasicSolverTests {
  private static let fast = {
    var options = SERater.Options()
    options.keepsSteps = false
    return SERater(options: options)
  }()

  /// The figures, and why there is none.
  private func figures(_ outcome: SEOutcome) -> [String] {
    let rating = outcome.partialRating
    return [rating.erTenths, rating.epTenths, rating.edTenths].map(String.init)
      + [outcome.unratedReason?.rawValue ?? "", rating.finalBoard.line]
  }

  private func expectSame(_ grid: CandidateGrid, stopAbove limit: Int = .max, _ text: String) {
    let slow = SERater().rate(grid, stopAbove: limit)
    #expect(figures(Self.fast.rate(grid, stopAbove: limit)) == figures(slow), "\(text)")
  }

  @Test(arguments: ["puzzles/typical.txt", "puzzles/few-clues.txt", "puzzles/easy.txt"])
  func puzzlesOfEachKind(path: String) throws {
    let lines = try DataSets.lines(path)
    let count = sized(12, full: DataSets.figure(own: 60, public: 400))
    var ratings: Set<Int> = []
    for index in 0..<min(count, lines.count) {
      let line = lines[index * lines.count / min(count, lines.count)].prefix(81)
      let board = try Board(line: line)
      let slow = SERater().rate(board)
      #expect(figures(Self.fast.rate(board)) == figures(slow), "\(line)")
      ratings.insert(slow.partialRating.erTenths)
    }
    #expect(ratings.count > 1)
  }

  /// Puzzles with more clues than they need, where every easy technique is the hardest of some.
  @Test func puzzlesMadeAtRandom() throws {
    var cases = RandomCases(seed: 15)
    var random = SeededRandom(seed: 15)
    var counts: [Int: Int] = [:]
    for _ in 0..<sized(100, full: DataSets.figure(own: 300, public: 1500)) {
      let board = Self.puzzle(&cases, &random)
      let slow = SERater().rate(board, stopAbove: 62)
      #expect(
        figures(Self.fast.rate(board, stopAbove: 62)) == figures(slow), "\(board.line)")
      counts[slow.partialRating.erTenths, default: 0] += 1
    }
    let all = [12, 15, 17, 20, 23, 26, 28]
    #expect(all.count { counts[$0] != nil } >= sized(3, full: all.count), "\(counts)")
  }

  /// Every limit stops at the same step, with the same board.
  @Test func limitsStopAtTheSameStep() throws {
    let line = "....5..8..4...2..996..84.358...2.......7...4......9..76.....4....7.4..93.....38.."
    let grid = CandidateGrid(try Board(line: line))
    for limit in 0...45 { expectSame(grid, stopAbove: limit, "up to \(limit)") }
  }

  /// Grids that begin with candidates missing, most of them with several solutions.
  @Test func gridsWithCandidatesGone() {
    var ratings: Set<Int> = []
    for (grid, _) in PencilmarkGrids(DataSets.figure(own: 200, public: 1000), leastPlaced: 8) {
      let slow = SERater().rate(grid, stopAbove: 44)
      #expect(figures(Self.fast.rate(grid, stopAbove: 44)) == figures(slow), "\(grid.board)")
      ratings.insert(slow.partialRating.erTenths)
    }
    #expect(ratings.count > 5)
  }

  /// A proper puzzle with 22 clues or more, its digits taken off in random order.
  private static func puzzle(_ cases: inout RandomCases, _ random: inout SeededRandom) -> Board {
    var board = cases.solvedBoard()
    let least = 22 + random.next(below: 12)
    var cells = Array(0..<81)
    random.shuffle(&cells)
    for index in cells where board.clueCount > least {
      var fewer = board
      fewer[Cell(index: index)] = nil
      if Solver().uniqueSolution(of: fewer) != nil { board = fewer }
    }
    return board
  }
}
