import JSONCoding
import SudokuCore
import SudokuFormats
import SudokuIdentity
import SudokuSession
import SudokuSolver

extension Method {
  static let puzzle = Parameter<Board>.required(
    "puzzle", .board, ValueType<Board>.summary)

  /// The group `puzzle`.
  static let puzzleMethods: [Method] =
    [check, solve, count] + hintMethods + gradeMethods + [identify, convert, render]
    + generateMethods

  private static let check = Method(
    "puzzle.check",
    "Checks whether a board is a proper puzzle; lists conflicts or two solutions if not.",
    puzzle,
    result: CheckRecord.schema
  ) { (_, board) throws(RPCError) in
    let conflicts = board.repeatedCells
    guard conflicts.isEmpty else {
      return .value(CheckRecord(board, conflicts: conflicts).json)
    }
    let result = solved(board, limit: 2)
    let redundant = result.isUnique ? BatchSolver().redundantClues(of: board) : nil
    return .value(CheckRecord(board, result, redundant: redundant.map { CellSet($0) }).json)
  }

  private static let solve = Method(
    "puzzle.solve", "Solves a puzzle; by default it also proves that the solution is unique.",
    puzzle,
    .optional(
      "limit", .int(1...10_000), "The number of solutions to stop at; default 2."),
    .optional("all", .bool, "Lists the solutions found, up to the limit; default false."),
    result: SolveRecord.schema
  ) { (_, board, limit, all) throws(RPCError) in
    let limit = limit ?? 2
    guard all == true else {
      return .value(SolveRecord(board, solved(board, limit: limit)).json)
    }
    var solutions = Array(Solver().solutions(of: board).prefix(limit + 1))
    let isComplete = solutions.count <= limit
    if !isComplete { solutions.removeLast() }
    return .value(SolveRecord(board, solutions: solutions, isComplete: isComplete).json)
  }

  /// The result of the solver that commands and libraries use, so that all show the same solutions.
  private static func solved(_ board: Board, limit: Int) -> SolveResult {
    BatchSolver(threads: 1).solve([board], limit: limit)[0]
  }

  private static let count = Method(
    "puzzle.count", "Counts the solutions of a puzzle.", puzzle,
    .optional(
      "limit", .int(1...1_000_000_000_000),
      "The number of solutions to stop at; default and maximum: the limit `countedSolutions`."
    ),
    budget,
    result: SolveRecord.schema
  ) { (call, board, limit, budget) throws(RPCError) in
    let maximum = call.server.limits.countedSolutions
    if let limit, limit > maximum { throw .limit("countedSolutions", maximum) }
    return call.server.start(call, budget: budget ?? ProtocolLimits.defaultBudget) {
      (job) throws(RPCError) in
      let result = Solver().solve(board, limit: limit ?? maximum) { job.mustStop }
      let record = SolveRecord(board, result, countsOnly: true)
      if job.mustStop, !result.isExhaustive {
        throw RPCError(.cancelled, "the request was cancelled", ["partial": record.json])
      }
      return .value(record.json)
    }
  }
}

enum ProperPuzzle {
  /// The only solution of a puzzle; throws `conflictingClues`, `noSolution` or `notUnique`.
  static func solution(of puzzle: Board) throws(RPCError) -> Board {
    do throws(GameError) {
      return try GameDocument.uniqueSolution(of: puzzle)
    } catch {
      throw RPCError(error)
    }
  }
}

extension Method {
  private static let identify = Method(
    "puzzle.identify", "Identifies a puzzle: by its clues, and up to symmetry.", puzzle,
    .optional(
      "form", ValueType<CanonicalForm>.choice(), "The canonical form; default `solution`."),
    .optional(
      "startDate", ValueType<UnixTime>.date, "The start of a game of it, to get the game's ID."),
    result: IdentityRecord.schema
  ) { (_, board, form, start) throws(RPCError) in
    var canonicalizer = Canonicalizer()
    let form = form ?? .solution
    let canonical = canonicalizer.form(form, of: board)
    var record = IdentityRecord(
      board, classID: ClassID(board), automorphisms: canonical?.automorphismCount,
      form: form, canonicalForm: canonical?.board, transformation: canonical?.transformation)
    record.gameID = start.map { GameID(initialBoard: board, startDate: $0) }
    return .value(record.json)
  }
}

extension Method {
  private static let format = ValueType<PuzzleFormat>.choice()

  private static let convert = Method(
    "puzzle.convert", "Reads puzzles in any format and writes them in another.",
    Parameter<Board?>.optional("puzzle", .board, "One puzzle: " + ValueType<Board>.summary),
    Parameter<String?>.optional("text", .text(atMost: 1 << 20), "A file's content."),
    Parameter<PuzzleFormat?>.optional(
      "from", format, "The format of the text; default: detected from its content."),
    Parameter<PuzzleFormat>.required("to", format, "The format to write."),
    result: ConversionRecord.schema
  ) { (call, puzzle, text, from, to) throws(RPCError) in
    .value(try convert(puzzle, text, from, to, maximum: call.server.limits.puzzlesPerRequest))
  }

  private static func convert(
    _ puzzle: Board?, _ text: String?, _ from: PuzzleFormat?, _ to: PuzzleFormat, maximum: Int
  ) throws(RPCError) -> JSONValue {
    guard (puzzle == nil) != (text == nil) else {
      throw RPCError.invalid("text", expected: "a text", "give either 'puzzle' or 'text'")
    }
    let (found, detected) =
      text.map { BoardReader.wholeRecords(Array($0.utf8), format: from) }
      ?? (puzzle.map { [.puzzle(PuzzleRecord(puzzle: $0))] } ?? [], nil)
    var records: [PuzzleRecord] = []
    for record in found {
      switch record {
      case .puzzle(let puzzle): records.append(puzzle)
      case .failure(let error, _): throw RPCError(error)
      }
    }
    guard !records.isEmpty else { throw RPCError(BoardTextError(.empty, line: 1, column: 1)) }
    guard records.count <= maximum else { throw .limit("puzzlesPerRequest", maximum) }
    return ConversionRecord(
      count: records.count,
      format: (detected ?? .line).rawValue,
      text: PuzzleWriter(to, columns: columns(of: records)).file(of: records)
    ).json
  }

  private static func columns(of records: [PuzzleRecord]) -> [String] {
    var columns: [String] = []
    if records.contains(where: { $0.placed != nil }) { columns.append("placed") }
    if records.contains(where: { $0.candidates != nil }) { columns.append("candidates") }
    var known = Set(columns)
    for field in records.flatMap(\.fields) where known.insert(field.name).inserted {
      columns.append(field.name)
    }
    return columns
  }
}
