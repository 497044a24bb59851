import JSONCoding
import SudokuCore
import SudokuRating
import SudokuTechniques

extension Method {
  static let hintMethods: [Method] = [hint, steps]

  private static let position = Parameter<Board>.required(
    "puzzle", .board, "The board, clues and digits placed so far: " + ValueType<Board>.summary)
  private static let givens = Parameter<Board?>.optional(
    "givens", .board, "The clues alone, so that wrong digits are recognised.")
  private static let pencilmarks = Parameter<[Cell: DigitSet]?>.optional(
    "pencilmarks", .pencilmarks, "The player's pencil marks, by cell: {\"r4c7\": [1, 5]}.")
  private static let workLimit = Parameter<Int?>.optional(
    "workLimit", .int(1...HintMaker.defaultWorkLimit),
    "The limit of the search, in literals derived by chains; "
      + "default \(HintMaker.defaultWorkLimit).")

  private static let hint = Method(
    "puzzle.hint", "Returns a hint for a position, at one of five depths.",
    position, givens, pencilmarks,
    .optional("depth", .int(1...5), "How much to reveal, from 1 to 5 (everything); default 5."),
    .optional("techniques", .techniques, "The techniques that the player knows; default all."),
    workLimit,
    result: Hint.schema
  ) { (call, board, givens, marks, depth, techniques, workLimit) throws(RPCError) in
    let position = try PositionHint.position(
      board: board, givens: givens ?? board, pencilmarks: marks ?? [:])
    let maker = HintMaker(techniques, workLimit)
    return call.server.start(call) { (job) throws(RPCError) in
      .value(
        try PositionHint.hint(for: position, depth: depth ?? 5, by: maker, job).json)
    }
  }

  private static let steps = Method(
    "puzzle.steps",
    "Lists all steps of a position; nets only if nothing simpler is found.",
    position, givens, pencilmarks,
    .optional("techniques", .techniques, "The techniques to list; default all."),
    .optional("limit", .int(1...10_000), "The maximum number of steps; default 1000."),
    workLimit,
    result: StepList.schema
  ) { (call, board, givens, marks, techniques, limit, workLimit) throws(RPCError) in
    let position = try PositionHint.position(
      board: board, givens: givens ?? board, pencilmarks: marks ?? [:])
    let maker = HintMaker(techniques, workLimit)
    return call.server.start(call) { (job) throws(RPCError) in
      let list = try PositionHint.steps(of: position, limit: limit ?? 1000, by: maker, job)
      return .value(list.json)
    }
  }
}

extension HintMaker {
  fileprivate init(_ techniques: Set<Technique>?, _ workLimit: Int?) {
    self.init(techniques: techniques, workLimit: workLimit ?? HintMaker.defaultWorkLimit)
  }
}

extension ValueType where Value == Set<Technique> {
  static let techniques = ValueType(
    .array("Ids, names or families of techniques.", of: .string())
  ) { (node, name) throws(RPCError) in
    guard node.kind == .array, node.count <= 1000 else {
      throw .wrongType(name, expected: "a list of techniques, as in [\"x-wing\", \"subset\"]")
    }
    return try techniques(named: (0..<node.count).map { node[$0]?.string }, name)
  }

  /// The techniques with these ids, names or families; errors call the list `name`.
  static func techniques(named texts: [String?], _ name: String) throws(RPCError) -> Value {
    var techniques: Set<Technique> = []
    for (index, text) in texts.enumerated() {
      guard let text else {
        throw .wrongType("\(name)[\(index)]", expected: "the name of a technique")
      }
      guard let named = Set<Technique>(named: text) else {
        throw .unknownTechnique(text, of: "\(name)[\(index)]")
      }
      techniques.formUnion(named)
    }
    return techniques
  }
}

extension ValueType where Value == [Cell: DigitSet] {
  static let pencilmarks = ValueType(
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
        guard let number = value.integer, let digit = Digit(number) else {
          throw .wrongType(name, expected: "digits by cell, as in {\"r4c7\": [1, 5]}")
        }
        digits.insert(digit)
      }
      marks[cell] = digits
    }
    return marks
  }
}

enum PositionHint {
  /// The position of a puzzle in play; throws the fault of the clues, or `cellIsGiven` if the board
  /// contradicts them.
  static func position(
    board: Board, givens: Board, pencilmarks: [Cell: DigitSet]
  ) throws(RPCError) -> HintPosition {
    let solution = try ProperPuzzle.solution(of: givens)
    do throws(HintError) {
      return try HintPosition(
        clues: givens, board: board, pencilmarks: pencilmarks, knownSolution: solution)
    } catch {
      guard case .clueChanged(let cell) = error else {
        throw RPCError(.noSolution, "the puzzle has no solution")
      }
      throw RPCError(.cellIsGiven, "\(cell) holds a clue", ["cell": .string(cell.description)])
    }
  }

  /// The hint for a position; throws `cancelled`.
  static func hint(
    for position: HintPosition, depth: Int, by maker: HintMaker, _ job: Job
  ) throws(RPCError) -> Hint {
    do throws(HintError) {
      return try maker.ladder(for: position) { job.isCancelled }.hint(depth: depth)
    } catch {
      throw RPCError(.cancelled, "the request was cancelled")
    }
  }

  /// All steps of a position; throws `cancelled`.
  static func steps(
    of position: HintPosition, limit: Int, by maker: HintMaker, _ job: Job
  ) throws(RPCError) -> StepList {
    do throws(HintError) {
      return try maker.allSteps(for: position, limit: limit) { job.isCancelled }
    } catch {
      throw RPCError(.cancelled, "the request was cancelled")
    }
  }
}
