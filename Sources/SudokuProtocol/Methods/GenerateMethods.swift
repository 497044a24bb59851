import JSONCoding
import SudokuCore
import SudokuExplainer
import SudokuGenerator
import SudokuIdentity
import SudokuPlayer
import SudokuRating
import SudokuSession

/// What is to be generated.
struct GenerateRequest: Sendable {
  var options = GeneratorOptions()
  /// `nil` to draw one.
  var seed: UInt64?
  var count = 1
  /// How long it may take, `nil` for as long as the attempts last.
  var budgetMilliseconds: Int?

  /// The puzzle of a day: a pure function of day, level and the generator's version.
  static func daily(_ day: UnixTime, _ level: Level) -> GenerateRequest {
    let daily = DailyGame(day, level: level)
    return GenerateRequest(options: daily.options, seed: daily.seed)
  }
}

extension ValueType where Value == GenerateRequest {
  private static let tenths = ValueType<Double>.number.map { (value, name) throws(RPCError) in
    guard 0...20 ~= value else { throw RPCError.wrongType(name, expected: "a rating from 0 to 20") }
    return Int((value * 10).rounded())
  }

  /// What `puzzle.generate` takes, and `game.new` under `generate`.
  static let generate = ValueType.object(
    .optional("level", ValueType<Level>.level, "The level; any if it is left out."),
    .optional("minRating", tenths, "The least rating of the hardest step."),
    .optional("maxRating", tenths, "The highest rating of the hardest step."),
    .optional(
      "symmetry",
      ValueType<Symmetry>.choice(
        Dictionary(uniqueKeysWithValues: Symmetry.allCases.map { ($0.rawValue, $0) })),
      "How the clues lie."),
    .optional("minClues", ValueType<Int>.int(17...81), "The least number of clues."),
    .optional("maxClues", ValueType<Int>.int(17...81), "The highest number of clues."),
    .optional("minimal", ValueType<Bool>.bool, "Whether no clue may be redundant."),
    .optional(
      "seed", ValueType<UInt64>.seed, "The same seed gives the same puzzles; drawn if left out."),
    .optional("count", ValueType<Int>.int(1...10_000), "How many; 1 if it is left out."),
    .optional(
      "budget", ValueType<Int>.int(1...86_400_000), "How long it may take, in milliseconds."),
    .optional(
      "attempts", ValueType<Int>.int(1...100_000_000), "How many grids may be tried for a puzzle.")
  ) {
    (level, low, high, symmetry, few, many, minimal, seed, count, budget, attempts)
      throws(RPCError) in
    var request = GenerateRequest()
    request.options.level = level
    if low != nil || high != nil {
      guard (low ?? 0) <= (high ?? 200) else {
        throw .wrongType("minRating", expected: "at most 'maxRating'")
      }
      request.options.ratingTenths = (low ?? 0)...(high ?? 200)
    }
    if few != nil || many != nil {
      guard (few ?? 17) <= (many ?? 81) else {
        throw .wrongType("minClues", expected: "at most 'maxClues'")
      }
      request.options.clues = (few ?? 17)...(many ?? 81)
    }
    request.options.symmetry = symmetry ?? .none
    request.options.isMinimal = minimal ?? false
    if let attempts { request.options.attemptLimit = attempts }
    request.seed = seed
    request.count = count ?? 1
    request.budgetMilliseconds = budget
    return request
  }
}

/// Generates puzzles for a request, within its budget, until it is cancelled.
struct GenerateRun: Sendable {
  let request: GenerateRequest
  let seed: UInt64
  let now: @Sendable () -> Int64

  /// The puzzles.
  ///
  /// - Throws: `budgetExhausted` with the closest puzzle, `cancelled`; both with those made so far.
  func puzzles(_ job: Job) throws(RPCError) -> [GeneratedPuzzle] {
    let now = now
    let deadline = request.budgetMilliseconds.map { now() + Int64($0) }
    let generator = Generator(seed: seed, options: request.options)
    var made: [GeneratedPuzzle] = []
    for index in 0..<request.count {
      let outcome = generator.puzzle(at: index) {
        job.isCancelled || (deadline.map { now() >= $0 } ?? false)
      }
      switch outcome {
      case .made(let puzzle):
        made.append(puzzle)
        if request.count > 1 { job.report(done: made.count, total: request.count) }
      case .exhausted(let best):
        let puzzles = JSONValue.array(made.map { Self.shape($0, ids: false) })
        if job.isCancelled {
          throw RPCError(
            .cancelled, "the request was cancelled", ["partial": ["puzzles": puzzles]])
        }
        throw RPCError(
          .budgetExhausted, "no such puzzle was found within the budget",
          ["best": best.map { Self.shape($0, ids: false) } ?? .null, "puzzles": puzzles])
      }
    }
    return made
  }

  /// A puzzle with what is known of it.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - ids: Whether its IDs are wanted too.
  /// - Returns: The object.
  static func shape(_ puzzle: GeneratedPuzzle, ids: Bool = true) -> JSONValue {
    var members: JSONObject = [
      "clues": JSONValue(puzzle.board.clueCount), "index": JSONValue(puzzle.index),
      "puzzle": .string(puzzle.board.line), "seed": JSONValue(puzzle.seed),
      "solution": .string(puzzle.solution.line),
    ]
    if let outcome = puzzle.outcome {
      members["level"] = outcome.level.map { .string($0.name) } ?? .null
      members["rating"] = outcome.rating.map { Grading.rating($0) } ?? .null
    }
    if ids {
      members["puzzleId"] = .string(PuzzleID(puzzle.board).description)
      members["classId"] =
        ClassID(puzzle.board, solution: puzzle.solution).map { .string($0.description) } ?? .null
    }
    return .object(members)
  }
}

extension Method {
  static let generateMethods: [Method] = [
    Method(
      "puzzle.generate", "Makes puzzles with one solution, as asked for.",
      generateParameters: ValueType<GenerateRequest>.generate,
      result: .object(
        "", ["puzzles": .array(of: .object()), "seed": .integer()],
        required: ["puzzles", "seed"])
    ) { (call, request) throws(RPCError) in
      if request.count > call.server.limits.puzzlesPerRequest {
        throw .limit("puzzlesPerRequest", call.server.limits.puzzlesPerRequest)
      }
      let run = call.server.generateRun(request)
      return call.server.start(call) { (job) throws(RPCError) in
        let puzzles = try run.puzzles(job)
        return .value([
          "puzzles": .array(puzzles.map { GenerateRun.shape($0) }), "seed": JSONValue(run.seed),
        ])
      }
    }
  ]

  /// Declares a method whose parameters are the members of one type.
  private init<Value>(
    _ name: String, _ summary: String, generateParameters type: ValueType<Value>, result: Schema,
    body: @escaping @Sendable (Call, Value) throws(RPCError) -> Reply
  ) {
    self.init(name: name, summary: summary, parameters: type.schema, result: result) {
      (call, arguments) throws(RPCError) in
      let arguments = arguments.flatMap { $0.kind == .object ? $0 : nil } ?? JSONNode.emptyObject
      return try body(call, try type.read(arguments, "params"))
    }
  }
}

extension ProtocolServer {
  /// Versions travel as data.
  static let versions: JSONValue = [
    "generator": .string(Generator.version), "ids": "p1, c1, game", "records": "1",
    "ruleSet": .string("\(SEScale.name)-\(SEScale.version)"),
  ]

  func generateRun(_ request: GenerateRequest) -> GenerateRun {
    // Seeds on the wire are integers of 63 bits.
    GenerateRun(
      request: request, seed: request.seed ?? environment.drawSeed() >> 11,
      now: environment.monotonicMilliseconds)
  }

  /// Begins a game of a puzzle that is generated for it.
  func startGenerated(_ call: Call, _ request: GenerateRequest, _ new: NewGame) -> Reply {
    var request = request
    request.count = 1
    let run = generateRun(request)
    return start(call) { (job) throws(RPCError) in
      guard let puzzle = try run.puzzles(job).first else {
        throw RPCError(.internalError, "no puzzle was made")
      }
      var outcome = puzzle.outcome
      if outcome == nil {
        outcome = SERater(options: Grading.withoutSteps).rate(puzzle.board) { job.isCancelled }
      }
      var graded = new.graded(outcome)
      graded.puzzle = puzzle.board
      let result = graded
      return .finish { (call) throws(RPCError) in try call.server.newGame(result) }
    }
  }
}
