import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuPlayer
import SudokuRating
import SudokuRecords
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
    .optional("level", ValueType<String>.levelName, "The level; default any. " + Level.meaning),
    .optional("scale", ValueType<any Scale>.scale, "The scale of level and rating; default `se`."),
    .optional("minRating", tenths, "The minimum rating of the hardest step (ER), as in 4.5."),
    .optional("maxRating", tenths, "The maximum rating of the hardest step (ER)."),
    .optional("symmetry", ValueType<Symmetry>.choice(), "The symmetry of the clues; default none."),
    .optional("minClues", ValueType<Int>.int(17...81), "The minimum number of clues."),
    .optional("maxClues", ValueType<Int>.int(17...81), "The maximum number of clues."),
    .optional("minimal", ValueType<Bool>.bool, "Whether every clue must be necessary."),
    .optional(
      "seed", ValueType<UInt64>.seed, "The same seed gives the same puzzles; default: random."),
    .optional("count", ValueType<Int>.int(1...10_000), "How many; default 1."),
    .optional(
      "budget", ValueType<Int>.int(1...86_400_000), "The time limit, in milliseconds."),
    .optional(
      "attempts", ValueType<Int>.int(1...100_000_000),
      "The most grids to try for a puzzle; default \(GeneratorOptions.defaultAttemptLimit)."
    )
  ) {
    (level, scale, low, high, symmetry, few, many, minimal, seed, count, budget, attempts)
      throws(RPCError) in
    var request = GenerateRequest()
    if let scale { request.options.scale = scale }
    if let level {
      let scale = request.options.scale
      guard let known = scale.level(named: level) else {
        throw .wrongType(
          "level", expected: "one of " + scale.levels.map(\.name).joined(separator: ", "))
      }
      request.options.level = known
    }
    if low != nil || high != nil {
      guard (low ?? 0) <= (high ?? 200) else {
        throw .wrongType("minRating", expected: "at most 'maxRating'")
      }
      request.options.scoreTenths = (low ?? 0)...(high ?? 200)
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
    do throws(ContradictoryTargets) {
      try request.options.check()
    } catch {
      throw RPCError(
        .invalidParams, "the targets contradict each other: \(error.reason)",
        [
          "expected": "targets that one puzzle can meet", "parameter": "level",
          "reason": "contradictoryTargets",
        ])
    }
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
    let generator: Generator
    do throws(ContradictoryTargets) {
      generator = try Generator(seed: seed, options: request.options)
    } catch {
      throw RPCError(.invalidParams, error.reason)
    }
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
        let records = made.map { GeneratedPuzzleRecord($0, ids: false) }
        if job.isCancelled {
          throw RPCError(
            .cancelled, "the request was cancelled", ["partial": PuzzleListRecord(records).json])
        }
        let isLate = deadline.map { now() >= $0 } ?? false
        throw RPCError(
          .budgetExhausted,
          "no such puzzle was found within "
            + (isLate ? "the budget" : "the limit of attempts (\(request.options.attemptLimit))"),
          [
            "best": best.map { GeneratedPuzzleRecord($0, ids: false).json } ?? .null,
            "puzzles": records.json,
          ])
      }
    }
    return made
  }
}

extension Method {
  static let generateMethods: [Method] = [
    Method(
      "puzzle.generate", "Generates puzzles with one solution.",
      generateParameters: ValueType<GenerateRequest>.generate,
      result: PuzzleListRecord.schema
    ) { (call, request) throws(RPCError) in
      if request.count > call.server.limits.puzzlesPerRequest {
        throw .limit("puzzlesPerRequest", call.server.limits.puzzlesPerRequest)
      }
      let run = call.server.generateRun(request)
      return call.server.start(call) { (job) throws(RPCError) in
        let puzzles = try run.puzzles(job)
        return .value(
          PuzzleListRecord(puzzles.map { GeneratedPuzzleRecord($0) }, seed: run.seed).json)
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
  func generateRun(_ request: GenerateRequest) -> GenerateRun {
    // Seeds on the wire are integers of 63 bits.
    GenerateRun(
      request: request, seed: request.seed ?? environment.drawSeed() >> 11,
      now: environment.monotonicMilliseconds)
  }

  /// Begins a game of a puzzle that is generated for it.
  func startGenerated(_ call: Call, _ request: GenerateRequest, _ new: NewGame) -> Reply {
    var one = request
    one.count = 1
    let run = generateRun(one)
    return start(call) { (job) throws(RPCError) in
      guard let puzzle = try run.puzzles(job).first else {
        throw RPCError(.internalError, "no puzzle was made")
      }
      let grade =
        puzzle.grade
        ?? request.options.scale.grade(puzzle.board, options: .withoutSteps) { job.isCancelled }
      var graded = new.graded(grade)
      graded.puzzle = puzzle.board
      let result = graded
      return .finish { (call) throws(RPCError) in try call.server.newGame(result) }
    }
  }
}
