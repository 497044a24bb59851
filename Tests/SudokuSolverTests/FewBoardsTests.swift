import SudokuCore
import SudokuSolver
import TestSupport
import Testing

/// A small call gives the answers of a large one, whichever kernel does the work.
@Suite struct FewBoardsTests {
  /// Easy and hard puzzles, boards with several solutions and with none.
  static func boards() throws -> [Board] {
    let sets = ["easy", "typical", "few-clues", "hard", "hardest", "many-solutions"]
    return try sets.flatMap { try DataSets.boards("puzzles/\($0).txt").prefix(100) }
      + [Board(), Board(line: "11" + String(repeating: ".", count: 79))]
  }

  /// The first and second solutions and the counts of boards, solved in batches of a size.
  struct Answers: Equatable {
    var first: [UInt8]
    var second: [UInt8]
    var counts: [UInt32]

    init(_ boards: [Board], _ solver: BatchSolver, size: Int, limit: Int, wantsGuesses: Bool) {
      let packed = boards.flatMap { board in
        (0..<81).map { UInt8(board.value(at: Cell(index: $0))) }
      }
      first = [UInt8](repeating: 0, count: packed.count)
      second = first
      counts = [UInt32](repeating: 9, count: boards.count)
      var guesses = counts
      for start in stride(from: 0, to: boards.count, by: size) {
        let rows = start..<min(boards.count, start + size)
        let cells = rows.lowerBound * 81..<rows.upperBound * 81
        packed[cells].withUnsafeBufferPointer { packed in
          first[cells].withUnsafeMutableBufferPointer { first in
            second[cells].withUnsafeMutableBufferPointer { second in
              counts[rows].withUnsafeMutableBufferPointer { counts in
                guesses[rows].withUnsafeMutableBufferPointer { guesses in
                  solver.solve(
                    packed, limit: limit,
                    into: BatchOutput(
                      solutions: first, secondSolutions: second, counts: counts,
                      guesses: wantsGuesses ? guesses : nil))
                }
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: BatchSolverTests.sets, [1, 2, 5].sized(2))
  func anyBatchSize(set: InstructionSet, limit: Int) throws {
    let boards = try Self.boards()
    let solver = BatchSolver(instructionSet: set)
    // With guesses, the batch kernel searches every board.
    let lanes = Answers(boards, solver, size: boards.count, limit: limit, wantsGuesses: true)
    for size in [1, 3, 17, 100, 511, 512, boards.count].sized(4) {
      for threads in [1, 2] {
        let found = Answers(
          boards, BatchSolver(threads: threads, instructionSet: set), size: size, limit: limit,
          wantsGuesses: false)
        #expect(found == lanes, "\(size) boards a call, limit \(limit), \(threads) threads")
      }
    }
    // Few boards with guesses go through the lanes, too.
    let few = Answers(boards, solver, size: 40, limit: limit, wantsGuesses: true)
    #expect(few == lanes)
    #expect(
      boards.map { solver.solutionCounts(of: [$0], limit: limit)[0] }
        == lanes.counts.map { Int($0) })
  }

  @Test func gridsOfCandidates() throws {
    let grids = try Self.boards().map { CandidateGrid($0) }
    let solver = BatchSolver()
    let whole = solver.solve(grids).map { [$0.solution, $0.secondSolution] }
    for size in [1, 30, 300] {
      let parts = stride(from: 0, to: grids.count, by: size).flatMap {
        solver.solve(Array(grids[$0..<min(grids.count, $0 + size)]))
      }
      #expect(parts.map { [$0.solution, $0.secondSolution] } == whole)
    }
  }

  @Test func minimalityAndClues() throws {
    let boards = try Self.boards()
    let solver = BatchSolver()
    let redundant = solver.redundantClues(of: boards)
    #expect(Set(redundant.map { $0.map(\.isEmpty) }) == [true, false, nil])
    for size in [1, 7, 15, 16, 200] {
      let parts = stride(from: 0, to: boards.count, by: size).map {
        Array(boards[$0..<min(boards.count, $0 + size)])
      }
      #expect(parts.flatMap { solver.redundantClues(of: $0) } == redundant, "\(size) boards")
      #expect(
        parts.flatMap { solver.minimality(of: $0) } == redundant.map { $0.map(\.isEmpty) },
        "\(size) boards")
    }
  }

  /// A call with one board costs what the solver of single boards costs, not a batch.
  @Test func oneBoardIsNoBatch() throws {
    let boards = try Array(DataSets.boards("puzzles/easy.txt").prefix(200))
    let clock = ContinuousClock()
    var alone = Duration.seconds(100)
    var batch = alone
    for _ in 0..<5 {
      alone = min(alone, clock.measure { for board in boards { _ = Solver().solve(board) } })
      batch = min(batch, clock.measure { for board in boards { _ = BatchSolver().solve([board]) } })
    }
    // Through the lanes it is 30 times or more.
    #expect(batch < alone * 12, "\(batch) for \(alone)")
  }
}
