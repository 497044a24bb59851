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

  /// The same other solution on every kernel, and none exactly where there is none.
  @Test func otherSolutionsAgree() throws {
    var random = SeededRandom(seed: 5)
    let solver = Solver()
    var (without, with) = (0, 0)
    for number in 0..<sized(20, full: 60) {
      var start = Board()
      var digits = Array(DigitSet.all)
      random.shuffle(&digits)
      for (column, digit) in digits.enumerated() { start[Cell(row: 0, column: column)] = digit }
      start[Cell(row: 4, column: 1 + random.next(below: 8))] = digits[0]
      let grid = try #require(solver.solve(start).solution)
      let others = Self.available.map {
        OtherSolutions(than: grid, solver: Solver(instructionSet: $0))
      }
      for cell in CellSet.all where (cell.index + number) % 7 == 0 {
        let share = 2 + random.next(below: 4)
        let kept = CellSet(CellSet.all.filter { $0 != cell && random.next(below: 6) < share })
        let board = Board { kept.contains($0) ? grid[$0] : nil }
        let found = others.map { $0.difference(clues: kept) }
        #expect(Set(found).count == 1, "\(board.line)")
        #expect((found[0] == nil) == solver.solve(board).isUnique, "\(board.line)")
        #expect(found[0]?.isDisjoint(with: kept) ?? true)
        let differing = others.map { $0.difference(clues: kept, differingAt: cell) }
        var full = board
        full[cell] = grid[cell]
        let count = solver.solve(board, limit: 20_000).solutionCount
        let isOnly = count == solver.solve(full, limit: 20_000).solutionCount
        #expect(Set(differing).count == 1, "\(board.line) \(cell)")
        #expect((differing[0] == nil) == isOnly || count == 20_000, "\(board.line) \(cell)")
        #expect(differing[0]?.contains(cell) ?? true)
        if differing[0] == nil { without += 1 } else { with += 1 }
      }
    }
    #expect(without > sized(20, full: 100) && with > sized(20, full: 100), "\(without) \(with)")
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

  @Test(arguments: ([1, 2, 3] as [UInt64]).sized(1))
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
        if next.repeatedCells.isEmpty { board = next }
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
