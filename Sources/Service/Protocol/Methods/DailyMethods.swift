import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuPlayer
import SudokuRating
import SudokuSession

extension Method {
  /// The puzzle of a day: `puzzle.daily` returns it, `game.daily` opens its game.
  static let puzzleDaily = Method(
    "puzzle.daily", "Returns the puzzle of a day, without a game of it.",
    date, level, series, rule, targets, result: DailyPuzzleRecord.schema
  ) { (call, day, level, series, rule, targets) throws(RPCError) in
    let daily = try call.server.daily(day, level, series, rule, targets)
    let request = GenerateRequest(daily)
    let run = call.server.generateJob(request)
    return call.server.start(call, budget: request.budgetMilliseconds) { (job) throws(RPCError) in
      guard var puzzle = try run.puzzles(job).first else {
        throw RPCError(.internalError, "no puzzle was made")
      }
      puzzle.index = 0
      var options = GradeOptions.withoutSteps
      options.assumesUniqueSolution = true
      var grade = daily.options.scale.grade(puzzle.board, options: options) { job.mustStop }
      if let level = daily.fixedLevel { grade.level = level }
      let record = GeneratedPuzzleRecord(puzzle, grade: grade)
      return .value(DailyPuzzleRecord(record, of: daily, namesGame: true).json)
    }
  }

  static let gameDaily = Method(
    "game.daily",
    "Opens the puzzle of a day: the same game on every device, whatever the player's settings.",
    date, level, series, rule, targets,
    .optional("options", ValueType<GameOptions>.options, "The player's choices."),
    at, result: GameStateRecord.schema
  ) { (call, day, level, series, rule, targets, options, at) throws(RPCError) in
    let daily = try call.server.daily(day, level, series, rule, targets)
    let new = NewGame(
      puzzle: Board(), startDate: daily.startDate, options: options ?? GameOptions(), at: at)
    return try call.server.startGenerated(call, GenerateRequest(daily), new)
  }

  private static let date = Parameter<UnixTime?>.optional(
    "date", ValueType<UnixTime>.day, "The day, as in 2026-11-20; default today, UTC.")
  private static let level = Parameter<DailyLevel?>.optional(
    "level", .choice(), "The level; default medium. " + Level.meaning)
  private static let series = Parameter<String?>.optional(
    "series", .seriesName,
    "Another name gives other puzzles, which nobody can compute without the name; default: those "
      + "that are the same for everyone.")
  private static let rule = Parameter<DailyRule?>.optional(
    "rule", .choice(),
    "The rule; default `daily-2`. `daily-1` gives the puzzles of versions before 0.3.")
  private static let targets = Parameter<GenerateRequest?>.optional(
    "targets", ValueType<GenerateRequest>.dailyTargets,
    "Further requirements of the puzzle; the same targets on every device give the same game.")
}

extension ValueType where Value == String {
  /// The name of a series of daily puzzles.
  static let seriesName = ValueType.text(atMost: 256).map { (text, name) throws(RPCError) in
    guard !text.isEmpty else { throw .wrongType(name, expected: "a name, or omitted") }
    return text
  }
}

extension ProtocolServer {
  /// The puzzle of a day as a request describes it; today's without a day.
  fileprivate func daily(
    _ day: UnixTime?, _ level: DailyLevel?, _ series: String?, _ rule: DailyRule?,
    _ targets: GenerateRequest?
  ) throws(RPCError) -> DailyGame {
    try DailyGame.requested(
      day ?? UnixTime(milliseconds: environment.wallMilliseconds()), level ?? .medium,
      series: series, rule: rule ?? .current, targets: targets?.options)
  }
}
