import SudokuCore
import SudokuSolver
import TestSupport
import Testing

/// Every kernel of this machine on the public puzzle sets and on random boards.
struct KernelTests {
  static let available = InstructionSet.allCases.filter(\.isAvailable)

  @Test(arguments: DataSets.properSets)
  func everyPuzzleIsSolvedAndUnique(path: String, count: Int) throws {
    let boards = try DataSets.boards(path)
    #expect(boards.count == count)
    var guesses: [Int] = []
    for instructionSet in Self.available {
      let solver = Solver(instructionSet: instructionSet)
      var wrong: [String] = []
      var sum = 0
      for board in boards {
        let result = solver.solve(board)
        sum += result.guesses
        if !result.isUnique || !Oracle.accepts(result.solution, for: board) {
          wrong.append(board.line)
        }
      }
      #expect(wrong.isEmpty, "\(instructionSet): \(wrong.count) wrong, the first \(wrong[0])")
      guesses.append(sum)
    }
    #expect(Set(guesses).count == 1, "guesses depend on the instruction set: \(guesses)")
  }

  @Test(arguments: available)
  func noneOfTheMultipleSolutionSetIsUnique(instructionSet: InstructionSet) throws {
    let boards = try DataSets.boards("puzzles/many-solutions.txt")
    #expect(boards.count == DataSets.figure(own: 1_000, public: 10_000))
    let solver = Solver(instructionSet: instructionSet)
    var counts: [Int: Int] = [:]
    for board in boards {
      let result = solver.solve(board, limit: 3)
      counts[result.solutionCount, default: 0] += 1
      #expect(Oracle.accepts(result.solution, for: board))
      #expect(Oracle.accepts(result.secondSolution, for: board))
      #expect(result.solution != result.secondSolution)
    }
    #expect(counts == DataSets.figure(own: [2: 18, 3: 982], public: [2: 8, 3: 9992]))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func allKernelsAgreeOnRandomBoards(seed: UInt64) {
    var questions = RandomCases(seed: seed)
    let (differences, results) = KernelComparison().compare(
      (0..<3000).map { _ in questions.next() })
    #expect(differences.isEmpty, "seed \(seed): \(differences.prefix(3))")
    // The questions are what they should be: of every kind many.
    for count in 0...3 {
      #expect(results.count { $0.solutionCount == count } > 50, "seed \(seed), \(count) solutions")
    }
  }

  @Test(arguments: available)
  func nearlyEmptyBoardsComeToAnEnd(instructionSet: InstructionSet) {
    let solver = Solver(instructionSet: instructionSet)
    var random = SeededRandom(seed: 5)
    for clues in 0...16 {
      var board = Board()
      while board.clueCount < clues {
        var next = board
        next[Cell(index: random.next(below: 81))] = Digit(index: random.next(below: 9))
        if next.conflictingCells.isEmpty { board = next }
      }
      let result = solver.solve(board, limit: 1000)
      #expect(result.guesses < 20_000, "seed 5, \(board.line)")
      if result.solutionCount > 0 { #expect(Oracle.accepts(result.solution, for: board)) }
    }
  }

  @Test(arguments: available)
  func allSolutionsAreFoundOnceEach(instructionSet: InstructionSet) throws {
    var board = try Board(line: SolverTests.wikipedia)
    for index in [0, 4, 12, 19, 27, 36, 45] { board[Cell(index: index)] = nil }
    let expected = Oracle.solutions(of: board, limit: .max)
    let found = Array(Solver(instructionSet: instructionSet).solutions(of: board))
    #expect(found.count == expected.count && expected.count > 10)
    #expect(Set(found) == Set(expected))
    let grid = CandidateGrid(board)
    #expect(Array(Solver(instructionSet: instructionSet).solutions(of: grid)) == found)
  }

  @Test func theBestInstructionSetIsAvailable() {
    #expect(InstructionSet.best.isAvailable)
    #expect(InstructionSet.baseline.isAvailable)
    #expect(Solver().instructionSet == .best)
    #expect(!InstructionSet.avx512.isAvailable || InstructionSet.avx2.isAvailable)
  }
}
