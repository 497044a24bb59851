import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSolver

extension Method {
  static let puzzle = Parameter<Board>.required(
    "puzzle", .board, ValueType<Board>.summary)

  /// The group `puzzle`.
  static let puzzleMethods: [Method] =
    [check, solve, count] + hintMethods + gradeMethods + identityMethods + convertMethods
    + generateMethods

  private static let check = Method(
    "puzzle.check", "Checks whether a board is a proper puzzle, and says what is wrong if not.",
    puzzle,
    result: CheckRecord.schema
  ) { (_, board) throws(RPCError) in
    let conflicts = board.conflictingCells
    guard conflicts.isEmpty else {
      return .value(CheckRecord(board, conflicts: conflicts).json)
    }
    let result = Solver().solve(board, limit: 2)
    let redundant = result.isUnique ? BatchSolver().redundantClues(of: board) : nil
    return .value(CheckRecord(board, result, redundant: redundant.map { CellSet($0) }).json)
  }

  private static let solve = Method(
    "puzzle.solve", "Solves a puzzle; by default it also proves that the solution is unique.",
    puzzle,
    .optional(
      "limit", .int(1...10_000), "The number of solutions to stop at; default 2."),
    .optional("all", .bool, "Whether to list the solutions found, up to the limit."),
    result: SolveRecord.schema
  ) { (_, board, limit, all) throws(RPCError) in
    let limit = limit ?? 2
    guard all == true else {
      return .value(SolveRecord(board, Solver().solve(board, limit: limit)).json)
    }
    var solutions = Array(Solver().solutions(of: board).prefix(limit + 1))
    let isComplete = solutions.count <= limit
    if !isComplete { solutions.removeLast() }
    return .value(SolveRecord(board, solutions: solutions, isComplete: isComplete).json)
  }

  private static let count = Method(
    "puzzle.count", "Counts solutions.", puzzle,
    .optional(
      "limit", .int(1...1_000_000_000_000),
      "The number of solutions to stop at; at most, and by default, the limit `countedSolutions`."
    ),
    result: SolveRecord.schema
  ) { (call, board, limit) throws(RPCError) in
    let maximum = call.server.limits.countedSolutions
    if let limit, limit > maximum { throw .limit("countedSolutions", maximum) }
    return call.server.start(call) { (job) throws(RPCError) in
      let result = Solver().solve(board, limit: limit ?? maximum) { job.isCancelled }
      let record = SolveRecord(board, result, countsOnly: true)
      if job.isCancelled, !result.isExhaustive {
        throw RPCError(.cancelled, "the request was cancelled", ["partial": record.json])
      }
      return .value(record.json)
    }
  }
}
