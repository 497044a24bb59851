import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSolver

extension Method {
  private static let puzzle = Parameter<Board>.required(
    "puzzle", .board, "81 characters: digits, and `.`, `0`, `*` or `_` for an empty cell.")

  /// The group `puzzle`.
  static let puzzleMethods: [Method] =
    [check, solve, count, hint] + gradeMethods + identityMethods + convertMethods
    + generateMethods

  private static let check = Method(
    "puzzle.check", "Tells whether a board is a proper puzzle, and what is wrong if not.", puzzle,
    result: .object(
      "",
      [
        "clues": .integer(), "conflicts": Shape.cellList,
        "minimal": .boolean("Whether no clue can be left out; for unique puzzles."),
        "redundant": Shape.cellList.described("The clues that can be left out, each alone."),
        "solutions": .array("Two witnesses where there are several.", of: Shape.board),
        "status": .choice("", ["conflicting", "multiple", "none", "unique"]),
      ], required: ["clues", "status"])
  ) { (_, board) throws(RPCError) in
    var members: JSONObject = ["clues": JSONValue(board.clueCount)]
    let conflicts = board.conflictingCells
    guard conflicts.isEmpty else {
      members["status"] = "conflicting"
      members["conflicts"] = Shape.cells(conflicts)
      return .value(.object(members))
    }
    let result = Solver().solve(board, limit: 2)
    guard let solution = result.solution else {
      members["status"] = "none"
      return .value(.object(members))
    }
    if let other = result.secondSolution {
      members["status"] = "multiple"
      members["solutions"] = [.string(solution.line), .string(other.line)]
    } else {
      members["status"] = "unique"
      let redundant = BatchSolver().redundantClues(of: board)
      members["minimal"] = .bool(redundant.isEmpty)
      members["redundant"] = Shape.cells(redundant)
    }
    return .value(.object(members))
  }

  private static let solve = Method(
    "puzzle.solve", "Solves a puzzle; by default it also proves that the solution is unique.",
    puzzle,
    .optional(
      "limit", .int(1...10_000), "After how many solutions to stop; 2 if it is left out."),
    .optional("all", .bool, "Whether to list the solutions found, up to the limit."),
    result: .object(
      "",
      [
        "solution": Shape.board, "solutionCount": .integer("Up to the limit.", minimum: 0),
        "solutions": .array(of: Shape.board),
      ], required: ["solutionCount"])
  ) { (_, board, limit, all) throws(RPCError) in
    if all == true {
      let solutions = Array(Solver().solutions(of: board).prefix(limit ?? 2))
      var members: JSONObject = [
        "solutionCount": JSONValue(solutions.count),
        "solutions": .array(solutions.map { .string($0.line) }),
      ]
      if let first = solutions.first { members["solution"] = .string(first.line) }
      return .value(.object(members))
    }
    let result = Solver().solve(board, limit: limit ?? 2)
    var members: JSONObject = ["solutionCount": JSONValue(result.solutionCount)]
    if let solution = result.solution { members["solution"] = .string(solution.line) }
    return .value(.object(members))
  }

  private static let count = Method(
    "puzzle.count", "Counts solutions.", puzzle,
    .optional("limit", .int(1...1_000_000_000_000), "After how many to stop; a million at most."),
    result: .object(
      "",
      [
        "complete": .boolean("Whether there are no more."),
        "solutionCount": .integer("Up to the limit.", minimum: 0),
      ], required: ["complete", "solutionCount"])
  ) { (call, board, limit) throws(RPCError) in
    let maximum = call.server.limits.countedSolutions
    if let limit, limit > maximum { throw .limit("countedSolutions", maximum) }
    return call.server.start(call) { (job) throws(RPCError) in
      let result = Solver().solve(board, limit: limit ?? maximum) { job.isCancelled }
      let members: JSONObject = [
        "complete": .bool(result.isExhaustive), "solutionCount": JSONValue(result.solutionCount),
      ]
      if job.isCancelled, !result.isExhaustive {
        throw RPCError(.cancelled, "the request was cancelled", ["partial": .object(members)])
      }
      return .value(.object(members))
    }
  }

  private static let hint = Method(
    "puzzle.hint", "Gives a hint for a board in play, in five depths.",
    Parameter<Board>.required("puzzle", .board, "The board: clues and digits placed so far."),
    .optional("givens", .board, "The clues alone, so that wrong digits are recognised."),
    .optional(
      "pencilmarks", ValueType<JSONValue>.pencilmarks,
      "The digits that the player still allows, by cell: {\"r4c7\": [1, 5]}."),
    .optional("depth", .int(1...5), "How much to tell; 5, everything, if it is left out."),
    result: Shape.hintSchema
  ) { (call, board, givens, pencilmarks, depth) throws(RPCError) in
    let position = try PositionHint.position(
      board: board, givens: givens ?? board, pencilmarks: pencilmarks ?? [:])
    return call.server.start(call) { (job) throws(RPCError) in
      .value(Shape.hint(try PositionHint.hint(for: position, depth: depth ?? 5, job)))
    }
  }
}

extension ValueType where Value == JSONValue {
  /// Digits by cell.
  static let pencilmarks = ValueType<[Cell: DigitSet]>(
    .map("", of: .array(of: .integer(minimum: 1, maximum: 9)))
  ) { (node, name) throws(RPCError) in
    guard node.kind == .object else { throw .wrongType(name, expected: "digits by cell") }
    var marks: [Cell: DigitSet] = [:]
    guard case .object(let members) = node.value else { return marks }
    for member in members {
      guard let cell = Cell(parsing: member.key), let list = member.value.array else {
        throw .wrongType(name, expected: "digits by cell, as in {\"r4c7\": [1, 5]}")
      }
      var digits = DigitSet.none
      for value in list {
        guard let number = value.int, let digit = Digit(number) else {
          throw .wrongType(name, expected: "digits by cell, as in {\"r4c7\": [1, 5]}")
        }
        digits.insert(digit)
      }
      marks[cell] = digits
    }
    return marks
  }
}
