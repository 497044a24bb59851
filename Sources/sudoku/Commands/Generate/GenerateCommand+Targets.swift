import ArgumentParser
import SudokuGenerator
import SudokuPlayer
import SudokuRating

extension GenerateCommand {
  /// The parts of the run: one for each level, or a single one.
  func plan(seed: UInt64) throws -> GenerationPlan {
    var parts: [GenerationPlan.Part] = []
    if let level {
      if count != nil, level.entries.contains(where: { $0.count != nil }) {
        throw ValidationError("--count can't be combined with numbers of puzzles in --level")
      }
      for entry in level.entries {
        parts.append(
          .init(count: entry.count ?? count ?? 1, options: try options(level: entry.name)))
      }
    } else {
      parts.append(.init(count: count ?? 1, options: try options(level: nil)))
    }
    do {
      return try GenerationPlan(seed: seed, parts: parts)
    } catch {
      throw ValidationError("the targets contradict each other: \(error.reason)")
    }
  }

  private func options(level name: String?) throws -> GeneratorOptions {
    var options = GeneratorOptions()
    options.scale = scale.scale
    if let name {
      guard let known = options.scale.level(named: name) else {
        let names = options.scale.levels.map(\.name).joined(separator: ", ")
        throw ValidationError("'\(name)' is not a valid level; valid levels: \(names)")
      }
      options.level = known
    }
    options.scoreTenths = rating?.tenths
    if needs != nil || only != nil {
      options.targets.append(
        TechniqueTarget(needed: needs ?? [], allowed: only))
    }
    options.symmetry = symmetry
    options.isAutomorphic = automorphic
    if let pattern { options.targets.append(PatternTarget(pattern)) }
    options.clues = clues?.counts
    options.minimality = strictlyMinimal ? .strict : minimal ? .underSymmetry : .any
    options.solution = solution
    options.spreadsScores = spread
    if let ep { options.targets.append(FigureTarget(.ep, ep.tenths)) }
    if let ed { options.targets.append(FigureTarget(.ed, ed.tenths)) }
    if let jewel { options.targets.append(jewel) }
    if let breadth { options.targets.append(BreadthTarget(breadth)) }
    if let attempts { options.attemptLimit = attempts }
    return options
  }

  /// The options that describe the wanted puzzles, without the level.
  private var targetOptions: [(name: String, isGiven: Bool)] {
    [
      ("--scale", scale.scale.name != "se"), ("--rating", rating != nil), ("--needs", needs != nil),
      ("--only", only != nil), ("--symmetry", symmetry != .none), ("--automorphic", automorphic),
      ("--pattern", pattern != nil),
      ("--clues", clues != nil), ("--minimal", minimal), ("--strictly-minimal", strictlyMinimal),
      ("--solution", solution != nil), ("--ep", ep != nil), ("--ed", ed != nil),
      ("--jewel", jewel != nil), ("--breadth", breadth != nil), ("--spread", spread),
    ]
  }

  /// Refuses options of puzzles with `--grids`.
  func checkGrids() throws {
    let unfit =
      targetOptions + [
        ("--level", level != nil), ("--daily", daily != nil), ("--attempts", attempts != nil),
        ("--budget", budget != nil), ("--unique-classes", uniqueClasses),
        ("--format \(format.rawValue)", format != .line),
      ]
    if let option = unfit.first(where: \.isGiven) {
      throw ValidationError("\(option.name) can't be combined with --grids")
    }
  }

  func dailyLevels() throws -> [DailyLevel] {
    let decided =
      targetOptions + [
        ("--count", count != nil), ("--seed", seed != nil), ("--attempts", attempts != nil),
        ("--unique-classes", uniqueClasses),
      ]
    if let option = decided.first(where: \.isGiven) {
      throw ValidationError(
        "\(option.name) can't be combined with --daily, which decides all but the level")
    }
    var levels: [DailyLevel] = []
    for entry in level?.entries ?? [] {
      guard let known = DailyLevel(rawValue: entry.name) else {
        let names = DailyLevel.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("'\(entry.name)' is not a valid level; valid levels: \(names)")
      }
      if entry.count != nil { throw ValidationError("a day has one puzzle of each level") }
      levels.append(known)
    }
    return levels.isEmpty ? [.medium] : levels
  }
}
