import SudokuCore

extension BatchSolver {
  /// The clues of a board that can go: without any one of them it still has the same one solution.
  ///
  /// ```swift
  /// BatchSolver().redundantClues(of: board).isEmpty    // whether the board is minimal
  /// ```
  ///
  /// - Parameter board: A board with exactly one solution; for others the set means nothing.
  /// - Returns: Each clue that can be taken out alone. Of several at most one can go for sure.
  public func redundantClues(of board: Board) -> CellSet {
    redundantClues(of: [board]).first.flatMap { $0 } ?? CellSet()
  }

  /// The clues of each board that can go, for many boards at once.
  ///
  /// Most clues are proven to be needed by an unavoidable set of the solution that holds no other clue.
  /// For each of the rest one question is left: has the board a solution with another digit in its
  /// place? Questions of all boards share the lanes of the batch.
  ///
  /// ```swift
  /// let minimal = zip(boards, solver.redundantClues(of: boards)).filter { $1?.isEmpty == true }
  /// ```
  ///
  /// - Parameter boards: Any boards; by far the fastest from some hundred on.
  /// - Returns: For each board the clues that can be taken out alone; `nil` unless it has exactly one
  ///   solution.
  /// - Complexity: One solution and some five questions a board; memory for 16,384 questions.
  public func redundantClues(of boards: [Board]) -> [CellSet?] {
    let values = Self.values(of: boards)
    var solutions = [UInt8](repeating: 0, count: values.count)
    var counts = [UInt32](repeating: 0, count: boards.count)
    return values.withUnsafeBufferPointer { values in
      solutions.withUnsafeMutableBufferPointer { solutions in
        counts.withUnsafeMutableBufferPointer { counts in
          solve(values, into: BatchOutput(solutions: solutions, counts: counts))
          return redundantClues(
            values, UnsafeBufferPointer(solutions), UnsafeBufferPointer(counts))
        }
      }
    }
  }

  /// The solutions of each board, and the clues that can go.
  ///
  /// The same as `solve(_:)` and `redundantClues(of:)` of the same boards, which are solved only once.
  ///
  /// ```swift
  /// for check in BatchSolver().check(boards) where check.isMinimal == true { count += 1 }
  /// ```
  ///
  /// - Parameter boards: Any boards; by far the fastest from some hundred on.
  /// - Returns: A check for each board, in their order.
  /// - Complexity: As `redundantClues(of:)`.
  public func check(_ boards: [Board]) -> [BoardCheck] {
    Self.values(of: boards).withUnsafeBufferPointer { values in
      var redundant: [CellSet?] = []
      let results = results(count: boards.count, limit: 2) { output in
        solve(values, into: output)
        guard let solutions = output.solutions else { return }
        redundant = redundantClues(
          values, UnsafeBufferPointer(solutions), UnsafeBufferPointer(output.counts))
      }
      return zip(results, redundant).map { BoardCheck(result: $0, redundantClues: $1) }
    }
  }

  /// The clues that can go, of boards whose solutions are known.
  private func redundantClues(
    _ values: UnsafeBufferPointer<UInt8>, _ solutions: UnsafeBufferPointer<UInt8>,
    _ counts: UnsafeBufferPointer<UInt32>
  ) -> [CellSet?] {
    var redundant = [CellSet?](repeating: nil, count: counts.count)
    guard let values = values.baseAddress, let solutions = solutions.baseAddress else {
      return redundant
    }
    var questions = ClueQuestions(solver: self)
    for index in counts.indices where counts[index] == 1 {
      redundant[index] = CellSet()
      let (puzzle, solution) = (values + 81 * index, solutions + 81 * index)
      let needed = NeededClues(puzzle: puzzle, solution: solution).cells
      for cell in 0..<81 where puzzle[cell] != 0 && !needed.contains(Cell(unchecked: cell)) {
        questions.ask(about: cell, puzzle, index, &redundant)
      }
    }
    questions.answer(&redundant)
    return redundant
  }
}

/// Questions whether a clue can go, kept until they fill a batch.
private struct ClueQuestions {
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

  /// Answers what has been asked.
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
