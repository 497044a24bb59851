import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@Suite struct BatchSolverTests {
  static let sets: InstructionSet.AllCases = InstructionSet.allCases.filter(\.isAvailable)

  /// What a batch solver writes about boards, in the form of buffers.
  struct Buffers: Equatable {
    var solutions: [UInt8]
    var others: [UInt8]
    var counts: [UInt32]
    var guesses: [UInt32]

    init(_ boards: [Board], _ solver: BatchSolver, limit: Int = 2) {
      var packed: [UInt8] = []
      packed.reserveCapacity(boards.count * 81)
      for board in boards {
        board.withUnsafeValues {
          packed.append(contentsOf: UnsafeBufferPointer(start: $0, count: 81))
        }
      }
      solutions = [UInt8](repeating: 0, count: packed.count)
      others = solutions
      counts = [UInt32](repeating: 9, count: boards.count)
      guesses = counts
      packed.withUnsafeBufferPointer { packed in
        solutions.withUnsafeMutableBufferPointer { solutions in
          others.withUnsafeMutableBufferPointer { others in
            counts.withUnsafeMutableBufferPointer { counts in
              guesses.withUnsafeMutableBufferPointer { guesses in
                solver.solve(
                  packed, limit: limit,
                  into: BatchOutput(
                    solutions: solutions, secondSolutions: others, counts: counts,
                    guesses: guesses))
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: DataSets.properSets)
  func solvesTheSets(path: String, size: Int) throws {
    let boards = try DataSets.boards(path)
    #expect(boards.count == size)
    let reference = Buffers(boards, BatchSolver())
    #expect(Set(reference.counts) == [1])
    let wrong = Oracle.rejected(reference.solutions, for: boards)
    #expect(wrong == nil, "\(path): wrong grid for board \(wrong ?? 0)")
    // None of them is so hard that the batch would leave it to the solver of single boards.
    #expect((reference.guesses.max() ?? 0) <= 700)
    for solver in KernelComparison.batchSolvers {
      let other = Buffers(boards, solver)
      #expect(other == reference, "\(solver.instructionSet) on \(path)")
    }
    let threads = Buffers(boards, BatchSolver(threads: 3))
    #expect(threads == reference, "three threads differ from one on \(path)")
  }

  @Test
  func countsSeveralSolutions() throws {
    let boards = try DataSets.boards("puzzles/many-solutions.txt")
    let results = BatchSolver().solve(boards, limit: 3)
    #expect(results.count { $0.isUnique } == 0)
    let pairs = DataSets.figure(own: 18, public: 8)
    #expect(results.count { $0.solutionCount == 2 && $0.isExhaustive } == pairs)
    #expect(results.count { $0.solutionCount == 3 } == boards.count - pairs)
    for (board, result) in zip(boards, results) {
      #expect(Oracle.accepts(result.solution, for: board))
      #expect(Oracle.accepts(result.secondSolution, for: board))
      #expect(result.solution != result.secondSolution)
    }
    for set in Self.sets where set != .best {
      #expect(BatchSolver(instructionSet: set).solve(boards, limit: 3) == results)
    }
    let some = boards[..<sized(40, full: 200)]
    let many = BatchSolver(threads: 2).solve(Array(some), limit: 100)
    for (board, result) in zip(some, many) {
      #expect(result.solutionCount == Oracle.solutions(of: board, limit: 100).count)
    }
  }

  @Test(arguments: sets)
  func batchSizeDoesNotMatter(set: InstructionSet) throws {
    let boards =
      try Array(DataSets.boards("puzzles/hard.txt").prefix(500))
      + DataSets.boards("puzzles/many-solutions.txt").prefix(500)
    // Few boards are searched one at a time, with other guesses.
    func answers(_ boards: [Board]) -> [SolveResult] {
      BatchSolver(instructionSet: set).solve(boards).map {
        var result = $0
        result.guesses = 0
        return result
      }
    }
    let all = answers(boards)
    for size in [1, 7, 31, 33, 1000] {
      for start in stride(from: 0, to: size < 10 ? 100 : boards.count, by: size) {
        let range = start..<min(start + size, boards.count)
        let part = answers(Array(boards[range]))
        #expect(part == Array(all[range]), "boards \(range) alone")
      }
    }
    #expect(BatchSolver(instructionSet: set).solve([Board]()).isEmpty)
  }

  @Test(arguments: sets)
  func countsAloneAreThoseOfSearches(set: InstructionSet) throws {
    let boards =
      try Array(DataSets.boards("puzzles/many-solutions.txt").prefix(900))
      + DataSets.boards("puzzles/hardest.txt").prefix(100)
      + [Board(), Board(line: "11" + String(repeating: ".", count: 79))]
    for limit in [1, 2, 40] {
      for threads in [1, 2] {
        let solver = BatchSolver(threads: threads, instructionSet: set)
        for size in [1, 100, 300, 1002] {
          let part = Array(boards.suffix(size))
          #expect(
            solver.solutionCounts(of: part, limit: limit)
              == part.map { Solver().solve($0, limit: limit).solutionCount })
        }
      }
    }
    #expect(BatchSolver(instructionSet: set).solutionCounts(of: []).isEmpty)
  }

  /// Few lanes are still at work when a batch of counts ends, and boards wait for just these lanes.
  ///
  /// A full grid leaves its lane after a sweep or two, a puzzle with few clues takes more of them, none
  /// a guess. So the puzzles keep the first lanes while the rest of the batch comes and goes.
  @Test(arguments: sets) func boardsThatWaitForATakenLane(set: InstructionSet) throws {
    let puzzles = try DataSets.boards("puzzles/easy.txt")
    let puzzle = try #require(puzzles.min { $0.clueCount < $1.clueCount })
    let grid = try #require(Solver().uniqueSolution(of: puzzle))
    let lanes = [InstructionSet.baseline: 128, .avx2: 256, .avx512: 512][set] ?? 128
    let solver = BatchSolver(instructionSet: set)
    for slow in 1...4 {
      for size in 3 * lanes - 8...3 * lanes + 8 {
        let boards = Array(repeating: puzzle, count: slow) + Array(repeating: grid, count: size)
        #expect(
          solver.solutionCounts(of: boards).allSatisfy { $0 == 1 },
          "\(slow) puzzles and \(size) grids")
      }
    }
  }

  /// Searches that a batch gives up end as they do for the solver of single boards.
  @Test(arguments: sets) func boardsWithVeryManyGuesses(set: InstructionSet) throws {
    var questions = RandomCases(seed: 4)
    let count = sized(200, full: 600)
    let company = (0..<count).map { _ in questions.next().candidates }
    // Each solution beyond the first takes a guess, so these take at least 1,499.
    let deep = [
      Board(), try Board(line: "12345678" + String(repeating: ".", count: 73)),
    ]
    let solver = Solver(instructionSet: set)
    let expected = deep.map { solver.solve($0, limit: 1500) }
    #expect(expected.allSatisfy { $0.solutionCount == 1500 && $0.guesses >= 1499 })
    let batch = BatchSolver(threads: 2, instructionSet: set)
    #expect(batch.solve(deep, limit: 1500) == expected)
    let grids = company + deep.map { CandidateGrid($0) } + company
    let among = batch.solve(grids, limit: 1500)
    #expect(
      Array(among[count..<(count + 2)]) == deep.map { solver.solve(CandidateGrid($0), limit: 1500) }
    )
    #expect(Array(among[..<count]) == Array(among[(count + 2)...]))
  }

  @Test(arguments: sets)
  func agreesWithTheOracleOnCorruptedBoards(set: InstructionSet) throws {
    let seed: UInt64 = 20_261_121
    var random = SeededRandom(seed: seed)
    var boards: [Board] = []
    for board in try DataSets.boards("puzzles/typical.txt").prefix(sized(300, full: 1_500)) {
      var corrupted = board
      let clues = Array(board.filledCells)
      let clue = clues[Int.random(in: 0..<clues.count, using: &random)]
      // One clue is changed, or taken out.
      corrupted[clue] = Digit(Int.random(in: 0...9, using: &random))
      boards.append(corrupted)
    }
    let results = BatchSolver(instructionSet: set).solve(boards)
    for (board, result) in zip(boards, results) {
      let expected = Oracle.solutions(of: board, limit: 2).count
      #expect(result.solutionCount == expected, "seed \(seed), \(board)")
      #expect(expected == 0 || Oracle.accepts(result.solution, for: board), "\(board)")
      #expect(expected < 2 || Oracle.accepts(result.secondSolution, for: board), "\(board)")
      #expect(expected < 2 || result.solution != result.secondSolution, "\(board)")
    }
  }

  @Test(arguments: sets) func boardsWithFewClues(set: InstructionSet) throws {
    let seed: UInt64 = 17
    var random = SeededRandom(seed: seed)
    let full = try Board(
      line: "123456789456789123789123456214365897365897214897214365531642978642978531978531642")
    var boards = [Board()]
    for count in 1...16 {
      for _ in 0..<20 {
        var cells = Array(CellSet.all)
        var board = Board()
        for _ in 0..<count {
          let cell = cells.remove(at: Int.random(in: 0..<cells.count, using: &random))
          board[cell] = full[cell]
        }
        boards.append(board)
      }
    }
    for (board, result) in zip(boards, BatchSolver(instructionSet: set).solve(boards)) {
      #expect(result.solutionCount == 2, "seed \(seed), \(board)")
      #expect(Oracle.accepts(result.solution, for: board), "seed \(seed), \(board)")
      #expect(Oracle.accepts(result.secondSolution, for: board), "seed \(seed), \(board)")
      #expect(result.solution != result.secondSolution, "seed \(seed), \(board)")
    }
  }

  @Test(arguments: sets) func contradictions(set: InstructionSet) throws {
    let empty = String(repeating: ".", count: 70)
    let boards = try [
      Board(line: "11........." + empty), Board(line: "1........1." + empty),
      Board(line: "1.......\(String(repeating: ".", count: 64))1........"),
      Board(line: "12345678." + empty.prefix(26) + "9" + empty.prefix(45)),
      Board(line: String(repeating: "1", count: 81)),
    ]
    let solver = BatchSolver(instructionSet: set)
    #expect(solver.solve(boards).map(\.solutionCount) == [0, 0, 0, 0, 0])
    #expect(solver.solve(boards).allSatisfy { $0.solution == nil && $0.isExhaustive })
  }

  @Test(arguments: sets)
  func pencilmarks(set: InstructionSet) throws {
    let seed: UInt64 = 729
    let count = sized(120, full: 400)
    var random = SeededRandom(seed: seed)
    let grids = try DataSets.boards("puzzles/typical.txt").prefix(count).map { board in
      var grid = CandidateGrid(board)
      for cell in grid.emptyCells {
        // Some eliminations are right, some leave the grid without a solution.
        for digit in grid[cell] where Int.random(in: 0..<60, using: &random) == 0 {
          grid.remove(digit, from: cell)
        }
      }
      return grid
    }
    let results = BatchSolver(instructionSet: set).solve(grids)
    var solvable = 0
    for (grid, result) in zip(grids, results) {
      let expected = Oracle.solutions(of: grid, limit: 2)
      #expect(result.solutionCount == expected.count, "seed \(seed), \(grid.board)")
      if expected.count == 1 { #expect(result.solution == expected[0]) }
      solvable += expected.isEmpty ? 0 : 1
    }
    #expect(solvable > count / 20 && solvable < count * 19 / 20)
  }

  @Test func linesOfCharactersInAndOut() throws {
    let text =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
      + "000000010400000000020000000000050407008000300001090000300400200050100000000806000\n"
    let lines = Array(text.utf8)
    var output = lines
    var counts: [UInt32] = [0, 0]
    var guesses = counts
    lines.withUnsafeBufferPointer { lines in
      output.withUnsafeMutableBufferPointer { output in
        counts.withUnsafeMutableBufferPointer { counts in
          guesses.withUnsafeMutableBufferPointer { guesses in
            BatchSolver().solve(
              lines, stride: 82,
              into: BatchOutput(
                solutions: output, counts: counts, guesses: guesses, zero: UInt8(ascii: "0"),
                stride: 82))
          }
        }
      }
    }
    #expect(counts == [1, 1])
    #expect(
      String(decoding: output, as: UTF8.self)
        == "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"
        + "693784512487512936125963874932651487568247391741398625319475268856129743274836159\n")
  }

  @Test func redundantClues() throws {
    let minimal = try Board(
      line: "000000010400000000020000000000050407008000300001090000300400200050100000000806000")
    #expect(BatchSolver().redundantClues(of: minimal).isEmpty)
    var larger = minimal
    larger[Cell(index: 0)] = Digit(6)
    #expect(BatchSolver().redundantClues(of: larger).contains(Cell(index: 0)))
  }

  @Test(arguments: InstructionSet.allCases.filter(\.isAvailable))
  func redundantCluesOfManyBoards(instructionSet: InstructionSet) throws {
    let solver = Solver(instructionSet: .baseline)
    let sets = ["easy", "typical", "few-clues", "hard", "hardest", "many-solutions"]
    let boards = try sets.flatMap { try DataSets.boards("puzzles/\($0).txt").prefix(30) }
    let found = BatchSolver(instructionSet: instructionSet).redundantClues(of: boards)
    for (board, redundant) in zip(boards, found) {
      guard solver.solve(board).isUnique else {
        #expect(redundant == nil, "\(board.line)")
        continue
      }
      let expected = board.filledCells.filter { clue in
        var fewer = board
        fewer[clue] = nil
        return solver.solve(fewer).isUnique
      }
      #expect(redundant == CellSet(expected), "\(board.line)")
    }
  }

  @Test func minimalityIsWhetherNoClueIsRedundant() throws {
    let sets = ["easy", "typical", "few-clues", "hard", "hardest", "many-solutions"]
    let boards = try sets.flatMap { try DataSets.boards("puzzles/\($0).txt").prefix(400) }
    let solver = BatchSolver()
    let redundant = solver.redundantClues(of: boards)
    let expected = redundant.map { $0.map(\.isEmpty) }
    #expect(Set(expected) == [true, false, nil])
    // All questions at once; then so many that they are asked in rounds, and that some wait for a lane
    // whose board takes long when the batch ends: they are not to be forgotten.
    for copies in [1, 8] {
      let many = (0..<copies).flatMap { _ in boards }
      let all = (0..<copies).flatMap { _ in expected }
      #expect(solver.minimality(of: many) == all)
      #expect(solver.check(many, listsRedundantClues: false).map(\.isMinimal) == all)
    }
    #expect(
      solver.check(boards, listsRedundantClues: false).map(\.redundantClues)
        == boards.map { _ in nil })
    // Few boards are not looked up in the tables.
    #expect(
      boards.prefix(3).map { solver.redundantClues(of: $0) } == redundant.prefix(3).map { $0 ?? [] }
    )
  }

  @Test func checkIsSolvingAndRedundantCluesInOne() throws {
    let sets = ["easy", "few-clues", "hardest", "many-solutions"]
    var boards = try sets.flatMap { try DataSets.boards("puzzles/\($0).txt").prefix(30) }
    boards.append(
      try Board(
        line: "12345678" + String(repeating: ".", count: 9) + "9"
          + String(repeating: ".", count: 63)))
    let checks = BatchSolver().check(boards)
    #expect(checks.map(\.result) == BatchSolver().solve(boards))
    #expect(checks.map(\.redundantClues) == BatchSolver().redundantClues(of: boards))
    #expect(Set(checks.map(\.isMinimal)) == [true, false, nil])
    #expect(Set(checks.map(\.result.solutionCount)) == [0, 1, 2])
    #expect(BatchSolver().check([]).isEmpty)
  }

  @Test func limitOne() {
    let results = BatchSolver().solve([Board(), Board()], limit: 1)
    #expect(results.map(\.solutionCount) == [1, 1])
    #expect(results.allSatisfy { !$0.isExhaustive && !$0.isUnique })
    #expect(results[0].solution == results[1].solution)
  }
}
