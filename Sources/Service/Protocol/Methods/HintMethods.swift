import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuRating
import SudokuTechniques

extension Method {
  static let hintMethods: [Method] = [hint, steps, why, practice]

  private static let position = Parameter<Board>.required(
    "puzzle", .board, "The board, clues and digits placed so far: " + ValueType<Board>.summary)
  private static let givens = Parameter<Board?>.optional(
    "givens", .board, "The clues alone, so that wrong digits are recognised.")
  private static let pencilmarks = Parameter<[Cell: DigitSet]?>.optional(
    "pencilmarks", .pencilmarks, "The player's pencil marks, by cell: {\"r4c7\": [1, 5]}.")
  static let notes = Parameter<NotesReading?>.optional(
    "notes", .choice(),
    "The reading of notes: `full` excludes digits without a note, `partial` (Snyder notes) does not; "
      + "default `auto`: full where they leave each digit a place.")
  private static let workLimit = Parameter<Int?>.optional(
    "workLimit", .int(1...HintMaker.defaultWorkLimit),
    "The limit of the search, in literals derived by chains; "
      + "default \(HintMaker.defaultWorkLimit).")
  static let budget = Parameter<Int?>.optional(
    "budget", .int(1...86_400_000),
    "The time limit, in milliseconds; default \(ProtocolLimits.defaultBudget).")

  private static let hint = Method(
    "puzzle.hint", "Returns a hint for a position, at one of five depths.",
    position, givens, pencilmarks, notes,
    .optional("depth", .int(1...5), "The depth of the hint, from 1 to 5 (everything); default 5."),
    .optional("techniques", .techniques, "The techniques that the player knows; default all."),
    .optional(
      "order", ValueType<any Scale>.anyScale,
      "A scale whose techniques are tried in its order: a name, or your own as an object."),
    .optional(
      "count", .int(1...100),
      "The number of steps: the hint, and others as `alternatives`; default 1."),
    workLimit, budget,
    result: RankedHintRecord.schema
  ) {
    (call, board, givens, marks, notes, depth, techniques, order, count, workLimit, budget)
      throws(RPCError) in
    let position = try PositionHint.position(
      board: board, givens: givens ?? board, pencilmarks: marks ?? [:], notes)
    var maker = HintMaker(techniques, workLimit)
    maker.order = order
    return call.server.start(call, budget: budget ?? ProtocolLimits.defaultBudget) {
      [maker] (job) throws(RPCError) in
      var record = RankedHintRecord(
        hint: try PositionHint.hint(for: position, depth: depth ?? 5, by: maker, job))
      if let count, count > 1 {
        let list = try PositionHint.steps(
          of: position, limit: count, withDegenerate: false, by: maker, job)
        let others = list.steps.filter { $0 != record.hint.step }
        record.alternatives = others.prefix(count - 1).map { StepRecord($0) }
      }
      return .value(record.json)
    }
  }

  private static let steps = Method(
    "puzzle.steps",
    "Lists the steps of a position, each conclusion once; nets only if nothing simpler is found.",
    position, givens, pencilmarks, notes,
    .optional("techniques", .techniques, "The techniques to list; default all."),
    .optional("limit", .int(1...10_000), "The maximum number of steps; default 20."),
    .optional(
      "degenerate", .bool,
      "Lists mere forms of simpler steps too, such as a wing in one house; default false."),
    workLimit, budget,
    result: StepList.schema
  ) {
    (call, board, givens, marks, notes, techniques, limit, degenerate, workLimit, budget)
      throws(RPCError) in
    let position = try PositionHint.position(
      board: board, givens: givens ?? board, pencilmarks: marks ?? [:], notes)
    let maker = HintMaker(techniques, workLimit)
    return call.server.start(call, budget: budget ?? ProtocolLimits.defaultBudget) {
      (job) throws(RPCError) in
      let list = try PositionHint.steps(
        of: position, limit: limit ?? 20, withDegenerate: degenerate ?? false, by: maker, job)
      return .value(list.json)
    }
  }

  private static let practice = Method(
    "puzzle.practice", "Returns positions in which a technique is the next step.",
    .required("techniques", ValueType<Set<Technique>>.techniques, "The techniques to practise."),
    .optional("count", .int(1...100), "The number of positions; default 1."),
    .optional("seed", .seed, "The seed of the puzzles; default random."),
    result: PracticeListRecord.schema
  ) { (call, techniques, count, seed) throws(RPCError) in
    // Seeds on the wire are integers of 63 bits.
    let seed = seed ?? call.server.environment.drawSeed() >> 11
    guard let search = PracticeSearch(techniques, seed: seed) else {
      throw .wrongType("techniques", expected: "techniques that hints use")
    }
    return call.server.start(call, budget: ProtocolLimits.defaultBudget) {
      (job) throws(RPCError) in
      var positions: [PracticeRecord] = []
      for index in 0..<(count ?? 1) {
        guard let found = search.position(at: index, isCancelled: { job.mustStop }) else {
          if job.mustStop { throw RPCError(.cancelled, "the request was cancelled") }
          break
        }
        positions.append(PracticeRecord(found))
      }
      return .value(PracticeListRecord(positions: positions, seed: seed).json)
    }
  }

  private static let why = Method(
    "puzzle.why", "Explains why a digit can't go in a cell, or returns that it can.",
    position, givens,
    .required("cell", .cell, "The cell: r1c1 to r9c9, or 0 to 80."),
    .required("digit", .digit, "The digit."),
    result: Refutation.schema
  ) { (call, board, givens, cell, digit) throws(RPCError) in
    let position = try PositionHint.position(
      board: board, givens: givens ?? board, pencilmarks: [:], nil)
    return call.server.start(call, budget: ProtocolLimits.defaultBudget) {
      (job) throws(RPCError) in
      .value(try PositionHint.refutation(of: Candidate(cell, digit), in: position, job).json)
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
    board: Board, givens: Board, pencilmarks: [Cell: DigitSet], _ notes: NotesReading?
  ) throws(RPCError) -> HintPosition {
    let solution: Board
    do throws(RPCError) {
      solution = try ProperPuzzle.solution(of: givens)
    } catch {
      guard error.kind == .noSolution, givens == board else { throw error }
      throw RPCError(
        .noSolution,
        "\(error.message): give `givens`, the clues alone, to learn which digit is wrong")
    }
    do throws(HintError) {
      return try HintPosition(
        clues: givens, board: board, notes: pencilmarks, as: notes ?? .auto,
        knownSolution: solution)
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
      return try maker.ladder(for: position) { job.mustStop }.hint(depth: depth)
    } catch {
      throw RPCError(.cancelled, "the request was cancelled")
    }
  }

  /// Why a digit can't go in a cell; throws `cancelled`.
  static func refutation(
    of candidate: Candidate, in position: HintPosition, _ job: Job
  ) throws(RPCError) -> Refutation {
    let reason = position.refutation(of: candidate) { job.mustStop }
    if job.mustStop { throw RPCError(.cancelled, "the request was cancelled") }
    return reason
  }

  /// All steps of a position; throws `cancelled`.
  static func steps(
    of position: HintPosition, limit: Int, withDegenerate: Bool, by maker: HintMaker, _ job: Job
  ) throws(RPCError) -> StepList {
    do throws(HintError) {
      return try maker.allSteps(
        for: position, limit: limit, withDegenerate: withDegenerate
      ) { job.mustStop }
    } catch {
      throw RPCError(.cancelled, "the request was cancelled")
    }
  }
}
