import SudokuCore

extension BatchSolver {
  /// The clues of a board that can go: without any one of them it still has the same one solution.
  ///
  /// ```swift
  /// BatchSolver().redundantClues(of: board).isEmpty    // whether the board is minimal
  /// ```
  ///
  /// The board must have exactly one solution. Each of the clues can go alone; two of them perhaps not
  /// together.
  public func redundantClues(of board: Board) -> CellSet {
    redundantClues(of: [board]).first.flatMap { $0 } ?? CellSet()
  }

  /// The clues of each board that can go, for many boards at once.
  ///
  /// Most clues are proven to be needed by an unavoidable set of the solution that holds no other clue.
  /// For each of the rest one question is left: has the board a solution with another digit in its
  /// place? Questions of all boards share the lanes of the batch.
  ///
  /// `nil` for a board unless it has exactly one solution. By far the fastest from some hundred on.
  /// - Complexity: One solution and, for each board, two (17 clues) to thirteen questions (typical
  ///   puzzles); memory for 16,384 questions.
  public func redundantClues(of boards: [Board]) -> [CellSet?] {
    withSolutions(of: boards) { $0.redundantClues() }
  }

  /// True for the boards that need all of their clues, for many boards at once.
  ///
  /// The same as whether `redundantClues(of:)` finds none, but the first clue that can go decides: two
  /// to three times as fast where many boards are not minimal.
  ///
  /// ```swift
  /// let minimal = zip(boards, solver.minimality(of: boards)).filter { $1 == true }.map(\.0)
  /// ```
  ///
  /// `nil` for a board unless it has exactly one solution. By far the fastest from some thousand on.
  public func minimality(of boards: [Board]) -> [Bool?] {
    withSolutions(of: boards) { $0.minimality() }
  }

  /// The solutions of each board, and the clues that can go.
  ///
  /// The same as `solve(_:)` and `redundantClues(of:)` of the same boards, which are solved only once.
  ///
  /// ```swift
  /// for check in BatchSolver().check(boards) where check.isMinimal == true { count += 1 }
  /// ```
  ///
  /// With `listsRedundantClues: false` it only decides whether a clue can go, as `minimality(of:)`.
  /// - Complexity: As `redundantClues(of:)`.
  public func check(_ boards: [Board], listsRedundantClues: Bool = true) -> [BoardCheck] {
    Self.values(of: boards).withUnsafeBufferPointer { values in
      var redundant: [CellSet?] = []
      var minimality: [Bool?] = []
      let results = results(count: boards.count, limit: 2) { output in
        solve(values, into: output)
        guard let solutions = output.solutions else { return }
        let solved = SolvedBatch(
          solver: self, values: values, solutions: UnsafeBufferPointer(solutions),
          counts: UnsafeBufferPointer(output.counts))
        if listsRedundantClues {
          redundant = solved.redundantClues()
        } else {
          minimality = solved.minimality()
        }
      }
      return listsRedundantClues
        ? zip(results, redundant).map {
          BoardCheck(result: $0, redundantClues: $1, isMinimal: $1.map(\.isEmpty))
        }
        : zip(results, minimality).map { BoardCheck(result: $0, isMinimal: $1) }
    }
  }

  /// Solves boards and lends what was found.
  private func withSolutions<Answer>(of boards: [Board], _ body: (SolvedBatch) -> Answer) -> Answer
  {
    let values = Self.values(of: boards)
    var solutions = [UInt8](repeating: 0, count: values.count)
    var counts = [UInt32](repeating: 0, count: boards.count)
    return values.withUnsafeBufferPointer { values in
      solutions.withUnsafeMutableBufferPointer { solutions in
        counts.withUnsafeMutableBufferPointer { counts in
          solve(values, into: BatchOutput(solutions: solutions, counts: counts))
          return body(
            SolvedBatch(
              solver: self, values: values, solutions: UnsafeBufferPointer(solutions),
              counts: UnsafeBufferPointer(counts)))
        }
      }
    }
  }
}

/// A board as a puzzle: its solutions, and the clues that it does not need.
public struct BoardCheck: Hashable, Sendable {
  /// The solutions, up to two.
  public var result: SolveResult
  /// Each clue that can be taken out alone; `nil` unless the board has exactly one solution, and where
  /// only minimality was asked.
  ///
  /// Of several at most one can go for sure.
  public var redundantClues: CellSet?
  /// True if every clue is needed; `nil` unless the board has exactly one solution.
  public var isMinimal: Bool?
}
