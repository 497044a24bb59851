import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuPlayer
import SudokuRating
import SudokuTechniques

/// The parameters of `puzzle.generate`.
struct GenerateRequest: Sendable {
  var options = GeneratorOptions()
  /// `nil` to draw one.
  var seed: UInt64?
  var count = 1
  /// The number of puzzles of each level, instead of `count`; empty for one kind of puzzles.
  var levels: [(level: Level, count: Int)] = []
  /// The time limit.
  var budgetMilliseconds = ProtocolLimits.defaultBudget
  /// True if the player's settings are ignored, so that the puzzle is the same for everybody.
  var isForAll = false
  /// True if the client chose the scale, so that a game shows its figures and not the level.
  var namesScale = false
  /// The level that a game shows, whatever its grade.
  var fixedLevel: Level?
  /// The tag of the daily series that a game of it carries.
  var seriesTag: String?

  var parts: [GenerationPlan.Part] {
    if levels.isEmpty { return [.init(count: count, options: options)] }
    return levels.map { level, count in
      var part = GenerationPlan.Part(count: count, options: options)
      part.options.take(level)
      return part
    }
  }

  var totalCount: Int { parts.reduce(0) { $0 + $1.count } }

}

extension GenerateRequest {
  /// The puzzle of a day, which depends on its rule alone.
  init(_ daily: DailyGame) {
    self.init(
      options: daily.options, seed: daily.seed, isForAll: true, namesScale: true,
      fixedLevel: daily.fixedLevel, seriesTag: daily.seriesTag)
  }
}

extension DailyGame {
  /// The puzzle of a day as a request describes it; refuses targets that no puzzle can meet.
  static func requested(
    _ day: UnixTime, _ level: DailyLevel, series: String?, rule: DailyRule,
    targets: GeneratorOptions?
  ) throws(RPCError) -> DailyGame {
    if rule == .daily1, series != nil || targets != nil {
      throw .wrongType(
        series == nil ? "targets" : "series",
        expected: "omitted: `daily-1` decides all but the level")
    }
    let daily = DailyGame(day, level: level, rule: rule, series: series ?? "", targets: targets)
    do throws(ContradictoryTargets) { try daily.options.check() } catch {
      throw .contradiction(error, "targets")
    }
    return daily
  }
}

extension GenerateRequest {
  /// A request for one puzzle of a level.
  init(level: String, instead other: GenerateRequest?) throws(RPCError) {
    guard other == nil else {
      throw .wrongType("level", expected: "omitted beside 'generate', which has a level of its own")
    }
    self.init()
    options.level = try self.level(named: level, "level")
  }

  fileprivate func level(named level: String, _ parameter: String) throws(RPCError) -> Level {
    let known = ScaleRegistry.standard
    if known.names.contains(options.scale.name), !known.levelNames.contains(level) {
      throw .unknownChoice(level, of: "level", among: known.levelNames)
    }
    let levels =
      options.scale.name == SEScale.name
      ? SudokuExplainerScale.formerLevels : options.scale.levels
    guard let found = levels.first(where: { $0.name == level }) else {
      let names = levels.map(\.name).joined(separator: ", ")
      let others = known.scales.filter { $0.level(named: level) != nil }
      let reason = "the scale '\(options.scale.name)' has no level '\(level)'"
      throw RPCError.invalid(
        parameter, expected: names.isEmpty ? "omitted" : "one of " + names,
        others.isEmpty
          ? reason
          : reason + "; 'scale' chooses another: "
            + others.map(\.name).joined(separator: ", "))
    }
    return found
  }
}

extension GeneratorOptions {
  /// Asks for puzzles of a level; of a former one of `se` for its range of ER.
  fileprivate mutating func take(_ level: Level) {
    guard level.scale == SEScale.name else {
      self.level = level
      return
    }
    let range = level.scoreTenths.lowerBound...level.scoreTenths.upperBound - 1
    scoreTenths = scoreTenths.map { $0.clamped(to: range) } ?? range
  }
}

struct LevelShare: Sendable {
  var level: String
  var count: Int
}

extension ValueType where Value == LevelShare {
  fileprivate static let levelShare = ValueType.object(
    .required("level", ValueType<String>.levelOfAnyScale, "The level."),
    .required("count", ValueType<Int>.int(1...10_000), "The number of puzzles of the level."),
    example: #"{"level":"easy","count":1}"#
  ) { (level, count) throws(RPCError) in LevelShare(level: level, count: count) }
}

extension ValueType where Value == GenerateRequest {
  // Each parameter is declared with its type: one expression of them all exceeds the type checker.
  private static let level: Parameter<String?> = .optional(
    "level", .levelOfAnyScale, "The level; default any. " + Level.meaning)
  private static let scale: Parameter<(any Scale)?> = .optional(
    "scale", .anyScale,
    "The scale of the ratings, or your own as an object; default `level`, but `se` for ratings and "
      + "techniques without a level. With `se` a level is accepted from older clients: the range of ER that it meant before 0.3."
  )
  private static let seed: Parameter<UInt64?> = .optional(
    "seed", .seed, "The same seed gives the same puzzles; default: random.")
  private static let count: Parameter<Int?> = .optional(
    "count", .int(1...10_000), "The number of puzzles; default 1.")
  private static let levels: Parameter<[LevelShare]?> = .optional(
    "levels", .list(of: ValueType<LevelShare>.levelShare, atMost: 20),
    "Levels with the number of puzzles of each, instead of `level` and `count`.")
  private static let budget: Parameter<Int?> = .optional(
    "budget", .int(1...86_400_000),
    "The time limit, in milliseconds; default \(ProtocolLimits.defaultBudget).")

  /// The parameters of `puzzle.generate`, and of `game.new` under `generate`.
  static let generate = ValueType.object(
    level, scale, seed, count, levels, budget, targets: GenerateTarget.all
  ) {
    (
      targets: GenerateTarget.Given, level: String?, scale: (any Scale)?, seed: UInt64?,
      count: Int?, levels: [LevelShare]?, budget: Int?
    ) throws(RPCError) -> GenerateRequest in
    var request = targets.request
    // A game keeps a grade that every device can read.
    request.namesScale = scale.map { ScaleRegistry.standard.names.contains($0.name) } ?? false
    if let scale {
      request.options.scale = scale
    } else if targets.asksForER(hasLevel: level != nil || levels != nil) {
      request.options.scale = SudokuExplainerScale()
    }
    if let level {
      let known = try request.level(named: level, "level")
      if known.scale == SEScale.name, let rating = request.options.scoreTenths,
        !known.scoreTenths.overlaps(rating)
      {
        throw .wrongType("level", expected: "omitted: it excludes these ratings")
      }
      request.options.take(known)
    }
    for share in levels ?? [] {
      guard level == nil, count == nil else {
        throw .wrongType("levels", expected: "given without 'level' and 'count'")
      }
      request.levels.append((try request.level(named: share.level, "levels"), share.count))
    }
    request.seed = seed
    request.count = count ?? 1
    if let budget { request.budgetMilliseconds = budget }
    try request.check()
    return request
  }

  /// The parameters of `game.daily` under `targets`.
  static let dailyTargets = ValueType.object(targets: GenerateTarget.all.filter(\.isDaily)) {
    (targets) throws(RPCError) in
    var request = targets.request
    if !targets.names.contains("symmetry"), !targets.names.contains("pattern") {
      request.options.symmetry = .rotational180
    }
    return request
  }

  /// An object with members that describe the wanted puzzles, and others.
  private static func object<each Member>(
    _ members: repeat Parameter<each Member>, targets: [GenerateTarget],
    make:
      @escaping @Sendable (GenerateTarget.Given, repeat each Member) throws(RPCError) ->
      GenerateRequest
  ) -> ValueType {
    var list = ParameterSchemas()
    repeat list.add(each members)
    for target in targets { target.declare(&list) }
    let schemas = list
    return ValueType(schemas.object()) { (node, name) throws(RPCError) in
      guard node.kind == .object else { throw .wrongType(name, expected: "an object") }
      try schemas.refuseOthers(node, prefix: name == "params" ? "" : name + ".")
      do throws(RPCError) {
        let values = (repeat try (each members).read(node))
        return try make(try GenerateTarget.Given(targets, in: node), repeat each values)
      } catch { throw error.inside(name) }
    }
  }
}

extension GenerateRequest {
  /// True if the request limits or requires techniques.
  var limitsTechniques: Bool {
    options.targets.contains { $0.rules.target.traits.limitsTechniques }
  }

  /// Limits the puzzles to techniques that the player knows; singles are always allowed.
  mutating func limitTechniques(to known: Set<Technique>) throws(RPCError) {
    add(TechniqueTarget(allowed: known.union(Technique.all.filter { $0.family == .single })))
    do throws(ContradictoryTargets) {
      for part in parts { try part.options.check() }
    } catch {
      let setting = GameLibrary.knownTechniquesSetting
      throw RPCError(
        .excludedBySetting,
        "the setting '\(setting)' excludes such puzzles: \(error.reason)",
        ["reason": .string(error.reason), "setting": .string(setting)])
    }
  }

  mutating func add(_ target: some GeneratorTarget) { options.targets.append(target) }

  fileprivate func check() throws(RPCError) {
    do throws(ContradictoryTargets) {
      for part in parts { try part.options.check() }
    } catch { throw .contradiction(error, "level") }
  }
}

extension RPCError {
  /// Targets that no puzzle can meet.
  static func contradiction(_ error: ContradictoryTargets, _ parameter: String) -> RPCError {
    invalid(
      parameter, expected: "targets that one puzzle can meet",
      "the targets contradict each other: \(error.reason)", ["reason": "contradictoryTargets"])
  }
}
