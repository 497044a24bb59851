import JSONCoding
import SudokuGenerator
import SudokuPlayer
import SudokuRating
import SudokuTechniques

/// Generates the puzzles of a request within its budget.
struct GenerateJob: Sendable {
  let request: GenerateRequest
  let seed: UInt64

  /// The puzzles; throws `budgetExhausted` or `cancelled` with those made up to then.
  func puzzles(_ job: Job) throws(RPCError) -> [GeneratedPuzzle] {
    let plan: GenerationPlan
    do throws(ContradictoryTargets) {
      plan = try GenerationPlan(seed: seed, parts: request.parts)
    } catch {
      throw RPCError.contradiction(error, "targets")
    }
    var made: [GeneratedPuzzle] = []
    for index in 0..<plan.count {
      let outcome = plan.puzzle(at: index) { job.mustStop }
      switch outcome {
      case .made(let puzzle):
        made.append(rated(puzzle, job))
        if plan.count > 1 { job.report(done: made.count, total: plan.count) }
      case .exhausted(let best):
        let records = made.map { GeneratedPuzzleRecord($0, ids: false) }
        if job.isCancelled {
          throw RPCError(
            .cancelled, "the request was cancelled",
            ["partial": PuzzleListRecord(puzzles: records).json])
        }
        let details: JSONObject = [
          "best": best.map { GeneratedPuzzleRecord($0, ids: false).json } ?? .null,
          "puzzles": records.json,
        ]
        if job.isLate { throw .budgetExhausted(request.budgetMilliseconds, details) }
        throw RPCError(
          .budgetExhausted,
          "no such puzzle was found within the limit of attempts (\(request.options.attemptLimit))",
          details)
      }
    }
    return made
  }

  /// The puzzle with its rating: of a level or range without an upper end, the search stops
  /// grading a puzzle once it is hard enough.
  private func rated(_ puzzle: GeneratedPuzzle, _ job: Job) -> GeneratedPuzzle {
    guard let found = puzzle.grade, found.scoreTenths == nil else { return puzzle }
    var options = GradeOptions.withoutSteps
    options.assumesUniqueSolution = true
    let whole = request.options.scale.grade(puzzle.board, options: options) { job.mustStop }
    // A budget that ends here leaves the grade as far as it was found.
    guard whole.scoreTenths != nil else { return puzzle }
    var rated = puzzle
    rated.grade = whole
    return rated
  }
}

extension Method {
  static let generateMethods: [Method] = [
    Method(
      "puzzle.generate", "Generates puzzles with one solution.",
      generateParameters: ValueType<GenerateRequest>.generate,
      result: PuzzleListRecord.schema
    ) { (call, request) throws(RPCError) in
      if request.totalCount > call.server.limits.puzzlesPerRequest {
        throw .limit("puzzlesPerRequest", call.server.limits.puzzlesPerRequest)
      }
      let run = call.server.generateJob(request)
      return call.server.start(call, budget: request.budgetMilliseconds) {
        (job) throws(RPCError) in
        let puzzles = try run.puzzles(job)
        return .value(
          PuzzleListRecord(puzzles: puzzles.map { GeneratedPuzzleRecord($0) }, seed: run.seed).json)
      }
    },

    puzzleDaily,
  ]

  /// Declares a method whose parameters are the members of one type.
  private init<Value>(
    _ name: String, _ summary: String, generateParameters type: ValueType<Value>, result: Schema,
    body: @escaping @Sendable (Call, Value) throws(RPCError) -> Reply
  ) {
    self.init(name: name, summary: summary, parameters: type.schema, result: result) {
      (arguments) throws(RPCError) in
      let arguments = arguments.flatMap { $0.kind == .object ? $0 : nil } ?? JSONNode.emptyObject
      let value = try type.read(arguments, "params")
      return { (call) throws(RPCError) in try body(call, value) }
    }
  }
}

extension ProtocolServer {
  func generateJob(_ request: GenerateRequest) -> GenerateJob {
    // Seeds on the wire are integers of 63 bits.
    GenerateJob(request: request, seed: request.seed ?? environment.drawSeed() >> 11)
  }

  /// The techniques that the player knows, `nil` for all.
  private func knownTechniques() throws(RPCError) -> Set<Technique>? {
    try played { (library) throws(PlayerError) in try library.knownTechniques() }
  }

  /// Starts a game with a generated puzzle that needs only techniques that the player knows.
  func startGenerated(
    _ call: Call, _ request: GenerateRequest, _ new: NewGame
  ) throws(RPCError) -> Reply {
    guard request.levels.isEmpty else {
      throw .wrongType("levels", expected: "omitted: a game has one puzzle")
    }
    guard request.count == 1 else {
      throw .wrongType("count", expected: "1: a game has one puzzle")
    }
    var one = request
    if !one.isForAll, !one.limitsTechniques, let known = try knownTechniques() {
      try one.limitTechniques(to: known)
    }
    let run = generateJob(one)
    return start(call, budget: one.budgetMilliseconds) { (job) throws(RPCError) in
      guard let puzzle = try run.puzzles(job).first else {
        throw RPCError(.internalError, "no puzzle was made")
      }
      // A game shows a level, unless the client asked for another scale.
      let scale = request.namesScale ? request.options.scale : LevelScale()
      var grade =
        puzzle.grade.flatMap { $0.scale == scale.name ? $0 : nil }
        ?? scale.grade(puzzle.board, options: .withoutSteps) { job.mustStop }
      if let level = request.fixedLevel { grade.level = level }
      var graded = new.graded(grade)
      graded.puzzle = puzzle.board
      graded.grade?.series = request.seriesTag
      let result = graded
      return .finish { (call) throws(RPCError) in try call.server.newGame(result) }
    }
  }
}

extension GeneratorOptions {
  /// Reads the parameters of `puzzle.generate` that describe a puzzle, as a JSON object.
  ///
  /// - Throws: `RPCError` for a text that is not JSON, for unknown parameters and bad values, for
  ///   targets that contradict each other, and for `seed`, `count`, `levels` and `budget`.
  package init(parameters json: String) throws(RPCError) {
    let node: JSONNode
    do throws(JSONError) { node = try JSONNode(parsing: Array(json.utf8)) } catch {
      throw RPCError(error, limits: ProtocolLimits())
    }
    guard node.kind == .object else {
      throw RPCError.invalid("options", expected: "an object", "the options are not an object")
    }
    for name in ["seed", "count", "levels", "budget"] where node[name] != nil {
      throw RPCError.invalid(name, expected: "omitted", "'\(name)' is not an option of a puzzle")
    }
    self = try ValueType<GenerateRequest>.generate.read(node, "options").options
  }
}
