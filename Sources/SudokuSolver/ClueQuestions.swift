import SudokuCore

/// Questions whether a clue can go, kept until they fill a batch.
struct ClueQuestions {
  let solver: BatchSolver
  /// 81 values for each question: a board without the clue.
  private var boards: [UInt8] = []
  /// The candidate that each board may not have: the clue.
  private var excluded: [UInt16] = []
  /// The number of the board that each question is about.
  private var subjects: [Int] = []

  private static let most = 16_384

  init(solver: BatchSolver) { self.solver = solver }

  /// Asks for solutions of a board with another digit in the place of a clue.
  mutating func ask(
    about cell: Int, _ puzzle: UnsafePointer<UInt8>, _ board: Int, _ redundant: inout [CellSet?]
  ) {
    boards.append(contentsOf: UnsafeBufferPointer(start: puzzle, count: 81))
    boards[boards.count - 81 + cell] = 0
    excluded.append(UInt16(puzzle[cell] - 1) * 81 + UInt16(cell))
    subjects.append(board)
    if subjects.count == Self.most { answer(&redundant) }
  }

  /// Answers what has been asked: adds the clues that can go to the sets of their boards.
  mutating func answer(_ redundant: inout [CellSet?]) {
    var counts = [UInt32](repeating: 0, count: subjects.count)
    boards.withUnsafeBufferPointer { boards in
      excluded.withUnsafeBufferPointer { excluded in
        counts.withUnsafeMutableBufferPointer { counts in
          let input = BatchInput(
            boards: boards.baseAddress, stride: 81, candidates: nil,
            excluded: excluded.baseAddress, count: counts.count)
          solver.run(input, limit: 1, BatchOutput(solutions: nil, counts: counts))
        }
      }
    }
    for (question, count) in counts.enumerated() where count == 0 {
      redundant[subjects[question]]?.insert(Cell(unchecked: Int(excluded[question]) % 81))
    }
    boards.removeAll(keepingCapacity: true)
    excluded.removeAll(keepingCapacity: true)
    subjects.removeAll(keepingCapacity: true)
  }
}
