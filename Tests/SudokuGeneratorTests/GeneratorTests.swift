import SudokuCore
import SudokuGenerator
import SudokuRating
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

@Suite struct GeneratorTests {
  @Test(arguments: LevelScale.levels)
  func puzzlesAreUniqueMinimalAndOfTheirLevel(_ level: Level) throws {
    var options = GeneratorOptions()
    options.level = level
    options.isMinimal = true
    let generator = try Generator(seed: 5, options: options)
    for index in 0..<sized(2, full: 20) {
      let puzzle = try #require(generator.puzzle(at: index).puzzle)
      let solutions = Oracle.solutions(of: puzzle.board, limit: 2)
      #expect(solutions.count == 1 && solutions.first == puzzle.solution)
      #expect(ratedLevel(of: puzzle.board) == level)
      for cell in puzzle.board.filledCells {
        var fewer = puzzle.board
        fewer[cell] = nil
        #expect(!Solver().solve(fewer).isUnique)
      }
    }
  }

  @Test(arguments: LevelScale.levels)
  func easierPuzzlesGetCluesBack(_ level: Level) throws {
    var options = GeneratorOptions()
    options.level = level
    for index in 0..<sized(2, full: 20) {
      let puzzle = try #require(try Generator(seed: 6, options: options).puzzle(at: index).puzzle)
      #expect(Solver().solve(puzzle.board).solution == puzzle.solution)
      #expect(ratedLevel(of: puzzle.board) == level)
    }
  }

  @Test(arguments: Symmetry.allCases)
  func cluesAreSymmetric(_ symmetry: Symmetry) throws {
    var options = GeneratorOptions()
    options.symmetry = symmetry
    let generator = try Generator(seed: 7, options: options)
    for index in 0..<sized(10, full: 100) {
      let puzzle = try #require(generator.puzzle(at: index).puzzle)
      #expect(symmetry.holds(for: puzzle.board.filledCells))
      #expect(Solver().solve(puzzle.board).isUnique)
    }
  }

  @Test func clueCountsStayInTheirRange() throws {
    for (range, isMinimal) in [
      (24...26, true), (24...26, false), (30...33, false), (60...60, false),
    ] {
      var options = GeneratorOptions()
      options.clues = range
      options.isMinimal = isMinimal
      let generator = try Generator(seed: 8, options: options)
      for index in 0..<10 {
        let puzzle = try #require(generator.puzzle(at: index).puzzle)
        #expect(range.contains(puzzle.board.clueCount))
        #expect(Solver().solve(puzzle.board).isUnique)
      }
    }
  }

  @Test func ratingsStayInTheirRange() throws {
    var options = GeneratorOptions()
    options.scale = SudokuExplainerScale()
    options.scoreTenths = 30...40
    for index in 0..<sized(1, full: 10) {
      let puzzle = try #require(try Generator(seed: 9, options: options).puzzle(at: index).puzzle)
      let rating = try #require(SERater().rate(puzzle.board).rating)
      #expect(30...40 ~= rating.erTenths)
    }
  }

  /// Puzzles near the closest ones: the target comes sooner, the result is the same every time.
  @Test(arguments: [Symmetry.none, .rotational180])
  func rarePuzzlesAreFoundNearOthers(_ symmetry: Symmetry) throws {
    var options = GeneratorOptions()
    options.scale = SudokuExplainerScale()
    let range = sized(70, full: 88)...95
    options.scoreTenths = range
    options.symmetry = symmetry
    options.isMinimal = symmetry == .none
    options.attemptLimit = 20_000
    let generator = try Generator(seed: 4, options: options)
    for index in 0..<sized(1, full: 3) {
      let puzzle = try #require(generator.puzzle(at: index).puzzle)
      #expect(range ~= SudokuExplainerScale().grade(puzzle.board).scoreTenths ?? 0)
      #expect(Oracle.solutions(of: puzzle.board, limit: 2) == [puzzle.solution])
      #expect(symmetry.holds(for: puzzle.board.filledCells))
      if options.isMinimal { #expect(BatchSolver().redundantClues(of: puzzle.board).isEmpty) }
      #expect(generator.puzzle(at: index).puzzle == puzzle)
    }
  }

  @Test func aPuzzleDependsOnSeedOptionsAndIndexAlone() throws {
    let forwards = try (0..<50).map { try Generator(seed: 1).puzzle(at: $0).puzzle }
    let backwards = try (0..<50).reversed().map { try Generator(seed: 1).puzzle(at: $0).puzzle }
    #expect(forwards == backwards.reversed())
    #expect(Set(forwards.compactMap { $0?.board }).count == 50)
    #expect(try Generator(seed: 2).puzzle(at: 0).puzzle?.board != forwards[0]?.board)
  }

  @Test func usedUpAttemptsAreAResult() throws {
    var options = GeneratorOptions()
    options.clues = 17...17
    options.isMinimal = true
    options.attemptLimit = 20
    guard case .exhausted(let best) = try Generator(seed: 1, options: options).puzzle(at: 0) else {
      Issue.record("a random puzzle of 17 clues within 20 attempts")
      return
    }
    let closest = try #require(best)
    #expect(Solver().solve(closest.board).isUnique)
    let cancelled = try Generator(seed: 1, options: options).puzzle(at: 0) { true }
    #expect(cancelled == .exhausted(best: nil))
  }

  private func ratedLevel(of board: Board) -> Level? {
    LevelScale().grade(board, options: .withoutSteps).level
  }
}
