import SudokuCore
import SudokuIdentity
import SudokuSolver
import TestSupport
import Testing

@Suite struct ClassIDTests {
  @Test func theSolutionFormGivesTheSameID() throws {
    let board = try Board(
      line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    var canonicalizer = Canonicalizer()
    let form = canonicalizer.form(.solution, of: board)
    #expect(form.map(ClassID.init(solutionForm:)) == ClassID(board))
  }

  @Test func eachPuzzleIsAClassOfItsOwn() throws {
    let boards = try DataSets.boards("puzzles/few-clues.txt")
    #expect(boards.count == DataSets.figure(own: 1_000, public: 49_158))
    let results = BatchSolver(threads: 2).solve(boards)
    var canonicalizer = Canonicalizer()
    var classes: Set<ClassID> = []
    for (board, result) in zip(boards, results) {
      let solution = try #require(result.isUnique ? result.solution : nil)
      let id = ClassID(board, solution: solution, using: &canonicalizer)
      classes.insert(try #require(id))
    }
    #expect(classes.count == boards.count)
  }

  /// 100 boards, each under 1,000 symmetries.
  @Test func symmetriesKeepTheClass() throws {
    let seed: UInt64 = 2_026
    var random = SeededRandom(seed: seed)
    var canonicalizer = Canonicalizer()
    for (index, (puzzle, solution)) in try puzzles(100, using: &random).enumerated() {
      let expected = try #require(ClassID(puzzle))
      for _ in 0..<sized(40, full: 1_000) {
        let symmetry = Transformation.random(using: &random)
        let id = ClassID(
          symmetry.applied(to: puzzle), solution: symmetry.applied(to: solution),
          using: &canonicalizer)
        guard id == expected else {
          Issue.record("seed \(seed), board \(index): \(symmetry) of \(puzzle)")
          return
        }
      }
    }
  }

  @Test func puzzlesWithoutOneSolutionHaveNoClass() throws {
    #expect(ClassID(Board()) == nil)
    let solved = try Board(line: CanonicalFormTests.maximumGrid)
    #expect(ClassID(Board(), solution: Board()) == nil)
    var wrong = Board()
    wrong[Cell(index: 0)] = Digit(9)
    #expect(ClassID(wrong, solution: solved) == nil)
  }

  @Test func aClassIDIsThePuzzleIDOfTheForm() throws {
    let board = try Board(line: GoldenIdentifiers.all[1].board)
    var canonicalizer = Canonicalizer()
    let found = canonicalizer.form(.solution, of: board)
    let form = try #require(found)
    let id = try #require(ClassID(board))
    #expect(id.description.dropFirst(3) == PuzzleID(form.board).description.dropFirst(3))
    #expect(form.transformation.applied(to: board) == form.board)
    #expect(ClassID(id.description) == id)
    #expect(ClassID("p1" + id.description.dropFirst(2)) == nil)
    #expect(ClassID("c2" + id.description.dropFirst(2)) == nil)
  }

  /// On a grid with automorphisms, puzzles that differ by one of them are the same puzzle.
  @Test func automorphismsOfTheSolutionKeepTheClass() throws {
    var random = SeededRandom(seed: 5)
    var canonicalizer = Canonicalizer()
    let grid = try Board(line: CanonicalFormTests.maximumGrid)
    let puzzle = minimalPuzzle(of: grid, using: &random)
    let expected = try #require(ClassID(puzzle))
    let twins = canonicalizer.automorphisms(of: grid).map { $0.applied(to: puzzle) }
    #expect(Set(twins).count == 72)
    #expect(twins.allSatisfy { ClassID($0) == expected })
  }

  /// Minimal puzzles, the first two of the automorphic grids.
  private func puzzles(
    _ count: Int, using random: inout SeededRandom
  ) throws -> [(puzzle: Board, solution: Board)] {
    var grids = try [CanonicalFormTests.minimumGrid, CanonicalFormTests.maximumGrid].map {
      try Board(line: $0)
    }
    while grids.count < count {
      var seed = Board()
      var digits = Array(DigitSet.all)
      random.shuffle(&digits)
      for (column, digit) in digits.enumerated() { seed[Cell(row: 0, column: column)] = digit }
      random.shuffle(&digits)
      for (index, digit) in digits.prefix(4).enumerated() {
        seed[Cell(row: 4 + index, column: 2 * index)] = digit
      }
      if let grid = Solver().solve(seed, limit: 1).solution { grids.append(grid) }
    }
    return grids.map { (minimalPuzzle(of: $0, using: &random), $0) }
  }

  private func minimalPuzzle(of grid: Board, using random: inout SeededRandom) -> Board {
    var cells = Array(CellSet.all)
    random.shuffle(&cells)
    var puzzle = grid
    for cell in cells {
      let digit = puzzle[cell]
      puzzle[cell] = nil
      if !Solver().solve(puzzle).isUnique { puzzle[cell] = digit }
    }
    return puzzle
  }
}
