import ArgumentParser
import Foundation
import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuProtocol
import SudokuRating

/// `sudoku generate`: puzzles, each with one solution.
struct GenerateCommand: AsyncParsableCommand, WritesFile, WritesLines {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate puzzles with one solution each.",
    usage: "sudoku generate [<options>] [<files> ...]",
    discussion: """
      The same seed and options give the same puzzles on every machine, with any number of \
      threads. Without --seed a random seed is drawn and printed on standard error.

      The levels are those of the scale 'level' (see 'sudoku levels'). A --rating without --level is \
      an ER, unless --scale names another scale.

      EXAMPLES
        sudoku generate --level hard -c10
        sudoku generate --level easy:20,hard:20 --symmetry 180 --solutions
        sudoku generate --level expert --spread -c60 --format csv
        sudoku generate --daily 2026-01-01...2026-12-31 --series NAME -o year.txt
        sudoku generate --rating 6.5...7.2 --format jsonl
        sudoku generate --needs x-wing --clues 24...28 --seed 7
      """)

  static let lines: [Schema] = [.line(GeneratedPuzzleRecord.self), .line(DailyPuzzleRecord.self)]

  @Argument(
    help: "Files of known classes for --unique-classes, or - for standard input.",
    completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Basic options") var basic: BasicOptions

  @OptionGroup(title: "Expert options") var expert: ExpertOptions

  var outputPath: String? { basic.output == "-" ? nil : basic.output }

  var usedFiles: CommandFiles {
    // What is appended to a file of known classes comes after they are read.
    CommandFiles(inputs: files, output: basic.output)
  }

  func checkOutput() throws {
    if basic.chosenFormat == nil { try OutputFormat.check(outputPath) }
  }

  func run() async throws {
    var settings = GenerateRun.Settings()
    settings.shard = expert.shard ?? .all
    settings.skippedCount = expert.skip ?? 0
    settings.jobs = Processors.workers(expert.jobs)
    settings.format = basic.format
    settings.showsProgress = expert.progress && !basic.quiet
    settings.isQuiet = basic.quiet
    if let grids = try fullGrids() {
      try await GridRun(
        grids: grids, indexes: settings.indexes(of: grids.count), jobs: settings.jobs,
        format: settings.format
      ).run()
      settings.noteNothingLeft(of: grids.count, "grid")
      return
    }
    do {
      let classes = try knownClasses()
      settings.deadline = expert.budget.map { ContinuousClock.now + $0.duration }
      try await GenerateRun(try source(), settings, classes: classes).run()
    } catch let error as DeduplicationError {
      throw CommandFailure(error.description, code: .ioError)
    }
  }

  /// Checks the targets before anything else.
  func validate() throws {
    if !files.isEmpty, !basic.uniqueClasses {
      let reason = expert.gridRank == nil && !expert.grids ? ": files need --unique-classes" : ""
      throw ValidationError("unexpected argument '\(files[0])'\(reason)")
    }
    let isSeeded = basic.daily == nil && (expert.gridRank == nil || basic.count != nil)
    if let shard = expert.shard, shard.total > 1, basic.seed == nil, isSeeded {
      throw ValidationError("--shard needs --seed: all shards must share one")
    }
    if expert.skip ?? 0 > 0, basic.seed == nil, isSeeded {
      throw ValidationError("--skip needs --seed: another seed gives other puzzles")
    }
    if expert.grids || expert.gridRank != nil {
      try checkGrids()
    } else if let daily = basic.daily {
      _ = try dailyPuzzles(daily)
    } else {
      try checkNoDaily()
      _ = try plan(seed: 0)
    }
  }

  /// The full grids that are asked for; `nil` if it is puzzles.
  private func fullGrids() throws -> FullGrids? {
    if let ranks = expert.gridRank?.ranks {
      let seed = basic.count.map { _ in basic.seed ?? drawSeed() }
      return FullGrids(ranks, seed: seed, count: basic.count, try GridCatalogue.standard())
    }
    guard expert.grids else { return nil }
    return FullGrids(seed: basic.seed ?? drawSeed(), count: basic.count ?? 1)
  }

  private func source() throws -> any PuzzleSource {
    if let daily = basic.daily { return try dailyPuzzles(daily) }
    return PlannedPuzzles(
      plan: try plan(seed: basic.seed ?? drawSeed()), scale: scale, showsSolutions: basic.solutions,
      attemptLimit: expert.solution != nil && expert.pattern != nil
        ? 1 : expert.attempts ?? GeneratorOptions.defaultAttemptLimit)
  }

  /// The classes of the files; `nil` without `--unique-classes`.
  private func knownClasses() throws -> KeySet? {
    guard basic.uniqueClasses else { return nil }
    let classes = KeySet(
      temporaryIn: URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true))
    var known = try KnownClasses(into: classes)
    for name in files { try known.read(name) }
    try known.log.finish()
    if let code = known.log.code { throw ExitCode(code.rawValue) }
    if known.improperCount > 0, !basic.quiet {
      let puzzles = known.improperCount.counted("puzzle")
      let verb = known.improperCount == 1 ? "is" : "are"
      note("sudoku: note: \(puzzles) without exactly one solution \(verb) in no class")
    }
    return classes
  }

  private func drawSeed() -> UInt64 {
    // Short enough to type.
    let seed = UInt64.random(in: 0..<1 << 32)
    if !basic.quiet { note("sudoku: seed \(seed)") }
    return seed
  }
}
