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
  private static let low: Parameter<Int?> = .optional(
    "minRating", score, "The minimum rating on the scale, as in 4.5: an ER on `se`.")
  private static let high: Parameter<Int?> = .optional(
    "maxRating", score, "The maximum rating on the scale.")
  private static let symmetry: Parameter<Symmetry?> = .optional(
    "symmetry", .choice(), "The symmetry of the clues; default none.")
  private static let automorphic: Parameter<Bool?> = .optional(
    "automorphic", .bool,
    "Only puzzles with an automorphism: of `symmetry`, or any; digits may be exchanged.")
  private static let few: Parameter<Int?> = .optional(
    "minClues", .int(17...81), "The minimum number of clues.")
  private static let many: Parameter<Int?> = .optional(
    "maxClues", .int(17...81), "The maximum number of clues.")
  private static let minimal: Parameter<Bool?> = .optional(
    "minimal", .bool,
    "Only puzzles without a redundant clue; with a symmetry, without a redundant orbit of clues.")
  private static let strict: Parameter<Bool?> = .optional(
    "strictlyMinimal", .bool,
    "Only puzzles in which no single clue is redundant, regardless of the symmetry.")
  private static let solution: Parameter<Board?> = .optional(
    "solution", .board, "The solution of the puzzles, a full grid; default random.")
  private static let pattern: Parameter<CellSet?> = .optional(
    "pattern", .pattern, "The cells of the clues: 81 characters, `.` for an empty cell.")
  private static let needs: Parameter<[Technique]?> = .optional(
    "needs", .list(of: ValueType<Technique>.named, atMost: 100),
    "Techniques that the grader's solving path must use: ids or names.")
  private static let only: Parameter<Set<Technique>?> = .optional(
    "only", .techniques, "The only techniques that may be used: ids, names or families.")
  private static let lowEP: Parameter<Int?> = .optional(
    "minEp", tenths, "The minimum rating of the hardest step up to the first digit (EP).")
  private static let highEP: Parameter<Int?> = .optional(
    "maxEp", tenths, "The maximum rating of the hardest step up to the first digit (EP).")
  private static let lowED: Parameter<Int?> = .optional(
    "minEd", tenths, "The minimum rating of the first step (ED).")
  private static let highED: Parameter<Int?> = .optional(
    "maxEd", tenths, "The maximum rating of the first step (ED).")
  private static let jewel: Parameter<JewelTarget?> = .optional(
    "jewel", .choice(),
    "`pearl`: no step is harder than those up to the first digit (ER = EP); `diamond`: than the first."
  )
  private static let breadth: Parameter<Int?> = .optional(
    "breadth", .int(1...64),
    "The minimum number of singles in every round, if each round fills all of them.")
  private static let spread: Parameter<Bool?> = .optional(
    "spread", .bool, "Spreads the puzzles evenly over the ratings; default false.")
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
  private static let attempts: Parameter<Int?> = .optional(
    "attempts", .int(1...100_000_000),
    "The maximum number of grids to try for a puzzle; default \(GeneratorOptions.defaultAttemptLimit)."
  )

  /// Above any scale's scores, in tenths; impossible scores are refused with the targets.
  private static let highestScore = 10_000_000

  private static let score = ValueType<Double>.number.map { (value, name) throws(RPCError) in
    guard 0...Double(highestScore / 10) ~= value else {
      throw RPCError.wrongType(name, expected: "a rating from 0 to \(highestScore / 10)")
    }
    return try wholeTenths(of: value, name)
  }

  private static let tenths = ValueType<Double>.number.map { (value, name) throws(RPCError) in
    guard 0...20 ~= value else { throw RPCError.wrongType(name, expected: "a rating from 0 to 20") }
    return try wholeTenths(of: value, name)
  }

  /// Ratings have one decimal: rounding a finer one would silently ask for another.
  private static func wholeTenths(of value: Double, _ name: String) throws(RPCError) -> Int {
    let tenths = (value * 10).rounded()
    guard abs(tenths / 10 - value) < 1e-9 else {
      throw .wrongType(name, expected: "a rating with one decimal at most")
    }
    return Int(tenths)
  }

  /// The parameters of `puzzle.generate`, and of `game.new` under `generate`.
  static let generate = ValueType.object(
    level, scale, low, high, lowEP, highEP, lowED, highED, jewel, needs, only, breadth, spread,
    symmetry, automorphic, pattern, solution, few, many, minimal, strict, seed, count, levels,
    budget, attempts
  ) {
    (
      level: String?, scale: (any Scale)?, low: Int?, high: Int?, lowEP: Int?, highEP: Int?,
      lowED: Int?, highED: Int?, jewel: JewelTarget?, needs: [Technique]?, only: Set<Technique>?,
      breadth: Int?, spread: Bool?, symmetry: Symmetry?, automorphic: Bool?, pattern: CellSet?,
      solution: Board?,
      few: Int?, many: Int?, minimal: Bool?, strict: Bool?, seed: UInt64?, count: Int?,
      levels: [LevelShare]?, budget: Int?, attempts: Int?
    ) throws(RPCError) -> GenerateRequest in
    var request = GenerateRequest()
    let rating = try range("Rating", low, high, highest: highestScore)
    let hasFiguresOfSE = jewel != nil || [lowEP, highEP, lowED, highED].contains { $0 != nil }
    let hasNoLevel = level == nil && levels == nil
    // A game keeps a grade that every device can read.
    request.namesScale = scale.map { ScaleRegistry.standard.names.contains($0.name) } ?? false
    if let scale {
      request.options.scale = scale
    } else if hasFiguresOfSE || hasNoLevel && (rating != nil || needs != nil || only != nil) {
      request.options.scale = SudokuExplainerScale()
    }
    request.options.scoreTenths = rating
    if let level {
      let known = try request.level(named: level, "level")
      if known.scale == SEScale.name, let rating, !known.scoreTenths.overlaps(rating) {
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
    if let tenths = try range("Ep", lowEP, highEP) { request.add(FigureTarget(.ep, tenths)) }
    if let tenths = try range("Ed", lowED, highED) { request.add(FigureTarget(.ed, tenths)) }
    if let jewel { request.add(jewel) }
    if needs != nil || only != nil {
      request.add(TechniqueTarget(needed: Set(needs ?? []), allowed: only))
    }
    if let breadth { request.add(BreadthTarget(breadth)) }
    if let pattern { request.add(PatternTarget(pattern)) }
    try request.setClues(few, many)
    request.options.spreadsScores = spread ?? false
    request.options.solution = solution
    request.options.symmetry = symmetry ?? .none
    request.options.isAutomorphic = automorphic ?? false
    request.options.minimality =
      strict == true ? .strict : minimal == true ? .underSymmetry : .any
    if let attempts { request.options.attemptLimit = attempts }
    try request.check()
    request.seed = seed
    request.count = count ?? 1
    if let budget { request.budgetMilliseconds = budget }
    return request
  }

  /// The parameters of `game.daily` under `targets`.
  static let dailyTargets = ValueType.object(
    low, high, needs, only, breadth, symmetry, automorphic, pattern, few, many, minimal, strict,
    attempts
  ) {
    (
      low: Int?, high: Int?, needs: [Technique]?, only: Set<Technique>?, breadth: Int?,
      symmetry: Symmetry?, automorphic: Bool?, pattern: CellSet?, few: Int?, many: Int?,
      minimal: Bool?, strict: Bool?, attempts: Int?
    ) throws(RPCError) -> GenerateRequest in
    var request = GenerateRequest()
    request.options.scoreTenths = try range("Rating", low, high, highest: highestScore)
    if needs != nil || only != nil {
      request.add(TechniqueTarget(needed: Set(needs ?? []), allowed: only))
    }
    if let breadth { request.add(BreadthTarget(breadth)) }
    if let pattern { request.add(PatternTarget(pattern)) }
    try request.setClues(few, many)
    request.options.symmetry = symmetry ?? (pattern == nil ? .rotational180 : .none)
    request.options.isAutomorphic = automorphic ?? false
    request.options.minimality =
      strict == true ? .strict : minimal == true ? .underSymmetry : .any
    if let attempts { request.options.attemptLimit = attempts }
    return request
  }

  /// A range of ratings, `nil` without either end.
  private static func range(
    _ name: String, _ low: Int?, _ high: Int?, highest: Int = 200
  ) throws(RPCError) -> ClosedRange<Int>? {
    guard low != nil || high != nil else { return nil }
    guard (low ?? 0) <= (high ?? highest) else {
      throw .wrongType("min\(name)", expected: "at most 'max\(name)'")
    }
    return (low ?? 0)...(high ?? highest)
  }
}

extension ValueType where Value == Technique {
  /// A technique by its id, name or alias.
  fileprivate static let named = ValueType(.string()) { (node, name) throws(RPCError) in
    guard let text = node.string else { throw .wrongType(name, expected: "a technique's name") }
    guard let named = Set<Technique>(named: text) else {
      throw .unknownTechnique(text, of: name)
    }
    guard named.count == 1, let technique = named.first else {
      let ids = named.map(\.id).sorted().joined(separator: ", ")
      throw .wrongType(name, expected: "one technique; '\(text)' stands for \(ids)")
    }
    return technique
  }
}

extension ValueType where Value == CellSet {
  /// The filled cells among 81 characters.
  fileprivate static let pattern = ValueType(.string()) { (node, name) throws(RPCError) in
    let characters = Array((node.string ?? "").filter { !$0.isNewline })
    guard characters.count == 81 else {
      throw .wrongType(name, expected: "81 characters, '.' for an empty cell")
    }
    return CellSet(CellSet.all.filter { !".0 _-".contains(characters[$0.index]) })
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

  fileprivate mutating func add(_ target: some GeneratorTarget) { options.targets.append(target) }

  fileprivate mutating func setClues(_ few: Int?, _ many: Int?) throws(RPCError) {
    guard few != nil || many != nil else { return }
    guard (few ?? 17) <= (many ?? 81) else {
      throw .wrongType("minClues", expected: "at most 'maxClues'")
    }
    options.clues = (few ?? 17)...(many ?? 81)
  }

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
