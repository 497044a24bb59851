import ArgumentParser
import SudokuGenerator
import SudokuPlayer
import SudokuRating

extension GenerateCommand {
  /// The scale: level words belong to `level`; ratings and techniques without one to `se`.
  var scale: any Scale {
    if let scale = expert.scale { return scale.scale }
    let asksForFigures =
      expert.rating != nil || expert.ep != nil || expert.ed != nil || expert.jewel != nil
      || expert.needs != nil || expert.only != nil
    return asksForFigures && basic.level == nil && basic.daily == nil
      ? SudokuExplainerScale() : LevelScale()
  }

  /// The parts of the run: one for each level, or a single one.
  func plan(seed: UInt64) throws -> GenerationPlan {
    var parts: [GenerationPlan.Part] = []
    if let level = basic.level {
      if basic.count != nil, level.entries.contains(where: { $0.count != nil }) {
        throw ValidationError("--count can't be combined with numbers of puzzles in --level")
      }
      for entry in level.entries {
        parts.append(
          .init(count: entry.count ?? basic.count ?? 1, options: try options(level: entry.name)))
      }
    } else {
      parts.append(.init(count: basic.count ?? 1, options: try options(level: nil)))
    }
    do {
      return try GenerationPlan(seed: seed, parts: parts)
    } catch {
      throw ValidationError("the targets contradict each other: \(error.reason)")
    }
  }

  private func options(level name: String?) throws -> GeneratorOptions {
    var options = GeneratorOptions()
    options.scale = scale
    if let name {
      guard let known = options.scale.level(named: name) else {
        throw ValidationError(unknownLevel(name, on: options.scale))
      }
      options.level = known
    }
    options.scoreTenths = expert.rating?.tenths
    if expert.needs != nil || expert.only != nil {
      options.targets.append(
        TechniqueTarget(needed: expert.needs ?? [], allowed: expert.only))
    }
    options.symmetry = basic.symmetry ?? .none
    options.isAutomorphic = expert.automorphic
    if let pattern = expert.pattern { options.targets.append(PatternTarget(pattern)) }
    options.clues = basic.clues?.counts
    options.minimality =
      expert.strictlyMinimal ? .strict : expert.minimal ? .underSymmetry : .any
    options.solution = expert.solution
    options.spreadsScores = basic.spread
    if let ep = expert.ep { options.targets.append(FigureTarget(.ep, ep.tenths)) }
    if let ed = expert.ed { options.targets.append(FigureTarget(.ed, ed.tenths)) }
    if let jewel = expert.jewel { options.targets.append(jewel) }
    if let breadth = expert.breadth { options.targets.append(BreadthTarget(breadth)) }
    if let attempts = expert.attempts { options.attemptLimit = attempts }
    return options
  }

  private func unknownLevel(_ name: String, on scale: any Scale) -> String {
    let names = scale.levels.map(\.name).joined(separator: ", ")
    guard scale.levels.isEmpty else {
      return "'\(name)' is not a valid level; valid levels: \(names)"
    }
    let reason = "the scale '\(scale.name)' has no levels: "
    guard let old = DailyLevel(rawValue: name) else {
      return reason + "give a --rating, or a --level without --scale"
    }
    let low = Double(old.ratingTenths.lowerBound) / 10
    let high = old == .extreme ? 20 : Double(old.ratingTenths.upperBound - 1) / 10
    return reason + "'\(name)' is a level of the scale 'level'; leave out --scale, or give "
      + "--rating \(low)...\(high), which '\(name)' meant before version 0.3"
  }

  /// The options that describe the wanted puzzles, without the level.
  private var targetOptions: [(name: String, isGiven: Bool)] {
    [
      ("--scale", expert.scale != nil), ("--rating", expert.rating != nil),
      ("--needs", expert.needs != nil), ("--only", expert.only != nil),
      ("--symmetry", basic.symmetry != nil), ("--automorphic", expert.automorphic),
      ("--pattern", expert.pattern != nil), ("--clues", basic.clues != nil),
      ("--minimal", expert.minimal), ("--strictly-minimal", expert.strictlyMinimal),
      ("--breadth", expert.breadth != nil), ("--attempts", expert.attempts != nil),
    ] + noDailyTargets
  }

  /// Targets that no daily puzzle can have.
  private var noDailyTargets: [(name: String, isGiven: Bool)] {
    [
      ("--solution", expert.solution != nil), ("--ep", expert.ep != nil),
      ("--ed", expert.ed != nil), ("--jewel", expert.jewel != nil), ("--spread", basic.spread),
    ]
  }

  /// Refuses options of puzzles with `--grids`.
  func checkGrids() throws {
    let unfit =
      targetOptions + [
        ("--level", basic.level != nil), ("--daily", basic.daily != nil),
        ("--series", basic.series != nil),
        ("--rule", expert.rule != nil), ("--budget", expert.budget != nil),
        ("--unique-classes", basic.uniqueClasses), ("--solutions", basic.solutions),
        ("--format \(basic.format.rawValue)", basic.format != .line && basic.format != .arrow),
      ]
    if let option = unfit.first(where: \.isGiven) {
      throw ValidationError("\(option.name) can't be combined with --grids")
    }
  }

  /// Refuses options of daily puzzles without `--daily`.
  func checkNoDaily() throws {
    let unfit = [("--series", basic.series != nil), ("--rule", expert.rule != nil)]
    if let option = unfit.first(where: \.1) {
      throw ValidationError("\(option.0) needs --daily")
    }
  }

  /// The puzzles of days; checks the options that they can have.
  func dailyPuzzles(_ range: DayRange) throws -> DailyPuzzles {
    let rule = expert.rule ?? .current
    var unfit =
      noDailyTargets + [
        ("--count", basic.count != nil), ("--seed", basic.seed != nil),
        ("--unique-classes", basic.uniqueClasses),
      ]
    if rule == .daily1 { unfit += targetOptions + [("--series", basic.series != nil)] }
    if let option = unfit.first(where: \.isGiven) {
      let reason = rule == .daily1 ? ", whose rule daily-1 decides all but the level" : ""
      throw ValidationError("\(option.name) can't be combined with --daily\(reason)")
    }
    if scale.name != LevelScale().name {
      throw ValidationError("--daily needs the scale 'level': leave out --scale")
    }
    if basic.series?.isEmpty == true { throw ValidationError("--series needs a name") }
    var targets: GeneratorOptions?
    if targetOptions.contains(where: \.isGiven) {
      targets = try options(level: nil)
      if basic.symmetry == nil, expert.pattern == nil { targets?.symmetry = .rotational180 }
    }
    let puzzles = DailyPuzzles(
      range.days, levels: try dailyLevels(), rule: rule, series: basic.series ?? "",
      targets: targets,
      showsSolutions: basic.solutions)
    do {
      try puzzles.check()
    } catch let error as ContradictoryTargets {
      throw ValidationError("the targets contradict each other: \(error.reason)")
    }
    return puzzles
  }

  private func dailyLevels() throws -> [DailyLevel] {
    var levels: [DailyLevel] = []
    for entry in basic.level?.entries ?? [] {
      guard let known = DailyLevel(rawValue: entry.name) else {
        throw ValidationError(unknownLevel(entry.name, on: LevelScale()))
      }
      if entry.count != nil { throw ValidationError("a day has one puzzle of each level") }
      levels.append(known)
    }
    return levels.isEmpty ? [.medium] : levels
  }
}
