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
    for option in targetOptions { option.apply?(&options) }
    return options
  }

  /// An option that describes the wanted puzzles.
  private struct TargetOption {
    let name: String

    /// True if a daily puzzle can have it.
    var isDaily = true

    /// Sets the option's target in the generator's options; `nil` if the option is not given.
    let apply: ((inout GeneratorOptions) -> Void)?

    init<Value>(
      _ name: String, _ value: Value?, isDaily: Bool = true,
      apply: @escaping (inout GeneratorOptions, Value) -> Void
    ) {
      (self.name, self.isDaily) = (name, isDaily)
      self.apply = value.map { value in { apply(&$0, value) } }
    }
  }

  /// The options that describe the wanted puzzles, without the level.
  private var targetOptions: [TargetOption] {
    let isGiven = { (flag: Bool) in flag ? true : nil }
    return [
      .init("--scale", expert.scale) { $0.scale = $1.scale },
      .init("--rating", expert.rating) { $0.scoreTenths = $1.tenths },
      .init("--needs", expert.needs) {
        $0.targets.append(TechniqueTarget(needed: $1, allowed: expert.only))
      },
      .init("--only", expert.only) {
        if expert.needs == nil { $0.targets.append(TechniqueTarget(needed: [], allowed: $1)) }
      },
      .init("--symmetry", basic.symmetry) { $0.symmetry = $1 },
      .init("--automorphic", isGiven(expert.automorphic)) { $0.isAutomorphic = $1 },
      .init("--pattern", expert.pattern) { $0.targets.append(PatternTarget($1)) },
      .init("--clues", basic.clues) { $0.clues = $1.counts },
      .init("--minimal", isGiven(expert.minimal)) { options, _ in
        options.minimality = .underSymmetry
      },
      .init("--strictly-minimal", isGiven(expert.strictlyMinimal)) { options, _ in
        options.minimality = .strict
      },
      .init("--attempts", expert.attempts) { $0.attemptLimit = $1 },
      .init("--solution", expert.solution, isDaily: false) { $0.solution = $1 },
      .init("--ep", expert.ep, isDaily: false) { $0.targets.append(FigureTarget(.ep, $1.tenths)) },
      .init("--ed", expert.ed, isDaily: false) { $0.targets.append(FigureTarget(.ed, $1.tenths)) },
      .init("--jewel", expert.jewel, isDaily: false) { $0.targets.append($1) },
      .init("--breadth", expert.breadth) { $0.targets.append(BreadthTarget($1)) },
      .init("--spread", isGiven(basic.spread), isDaily: false) { $0.spreadsScores = $1 },
    ]
  }

  /// The names of the target options that are given.
  private func givenTargets(where isIncluded: (TargetOption) -> Bool = { _ in true }) -> [String] {
    targetOptions.filter { $0.apply != nil && isIncluded($0) }.map(\.name)
  }

  private func unknownLevel(_ name: String, on scale: any Scale) -> String {
    let names = scale.levels.map(\.name).joined(separator: ", ")
    guard scale.levels.isEmpty else {
      return "unknown level '\(name)'; valid levels: \(names)"
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

  /// Refuses options of puzzles with `--grids` and `--grid-rank`.
  func checkGrids() throws {
    let isRanked = expert.gridRank != nil
    if isRanked, basic.count == nil, basic.seed != nil {
      throw ValidationError("--seed needs --count: without it --grid-rank draws nothing")
    }
    let format =
      basic.chosenFormat.map { "--format \($0.rawValue)" } ?? "--output \(basic.output ?? "-")"
    let others = [
      ("--grids", isRanked && expert.grids),
      ("--level", basic.level != nil), ("--daily", basic.daily != nil),
      ("--series", basic.series != nil), ("--rule", expert.rule != nil),
      ("--budget", expert.budget != nil), ("--unique-classes", basic.uniqueClasses),
      ("--solutions", basic.solutions),
      (format, basic.format != .line && basic.format != .arrow),
    ]
    if let name = (givenTargets() + others.filter(\.1).map(\.0)).first {
      throw ValidationError(
        "\(name) can't be combined with \(isRanked ? "--grid-rank" : "--grids")")
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
    let others = [
      ("--count", basic.count != nil), ("--seed", basic.seed != nil),
      ("--unique-classes", basic.uniqueClasses),
      ("--series", rule == .daily1 && basic.series != nil),
    ]
    let unfit = givenTargets { rule == .daily1 || !$0.isDaily } + others.filter(\.1).map(\.0)
    if let name = unfit.first {
      let reason = rule == .daily1 ? ", whose rule daily-1 decides all but the level" : ""
      throw ValidationError("\(name) can't be combined with --daily\(reason)")
    }
    if scale.name != LevelScale().name {
      throw ValidationError("--daily needs the scale 'level': leave out --scale")
    }
    if basic.series?.isEmpty == true { throw ValidationError("--series needs a name") }
    var targets: GeneratorOptions?
    if !givenTargets().isEmpty {
      targets = try options(level: nil)
      if basic.symmetry == nil, expert.pattern == nil { targets?.symmetry = .rotational180 }
    }
    let puzzles = DailyPuzzles(
      days: range.days, levels: try dailyLevels(), rule: rule, series: basic.series ?? "",
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
