import ArgumentParser
import Foundation
import SudokuCore
import SudokuGenerator
import SudokuRating
import SudokuTechniques

/// `sudoku generate`: puzzles, each with one solution.
struct GenerateCommand: AsyncParsableCommand, WritesFile {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate puzzles with one solution each.",
    discussion: """
      The same seed and options give the same puzzles on every machine, with any number of \
      threads. Without --seed a random seed is drawn and printed on standard error.

      EXAMPLES
        sudoku generate --level hard -c10
        sudoku generate --rating 6.5...7.2 --symmetry rotational180 --format jsonl
        sudoku generate --needs x-wing --clues 24...28 --seed 7
        sudoku generate --level expert --spread -c60 --symmetry rotational180
        sudoku generate --level easy --clues 32...38 --breadth 6
        sudoku generate --level easy:20,hard:20 --unique-classes printed.txt
        sudoku generate --daily 2026-01-01...2026-12-31 --level hard --format csv
      """)

  @Option(
    name: [.short, .long], parsing: .unconditional,
    help: "The number of puzzles of each level (default: 1).", transform: parsePositive)
  var count: Int?

  @Option(help: "The scale of --level and --rating: \(ScaleArgument.names).")
  var scale = ScaleArgument.default

  @Option(
    help: """
      The level: easy, medium, hard, expert or extreme (see 'sudoku levels'), or several with \
      numbers of puzzles, such as easy:20,hard:20.
      """,
    completion: .list(SudokuExplainerScale.levels.map(\.name)))
  var level: LevelList?

  @Option(
    help:
      "The rating on the scale (ER on se): 7.1, or a range such as 6.5...7.2.")
  var rating: ScoreRange?

  @Option(
    help: """
      Techniques that the solving path of the grade must use, such as x-wing,xy-wing (see 'sudoku \
      techniques'); other paths may avoid them.
      """,
    transform: parseEachTechnique)
  var needs: Set<Technique>?

  @Option(
    help: """
      The only techniques that the solving path may use besides easier singles: ids, names or \
      families, such as single,subset,x-wing.
      """, transform: parseTechniques)
  var only: Set<Technique>?

  @Option(
    help: """
      The symmetry of the clues: none, rotational180, rotational90, horizontal, vertical, diagonal, \
      antidiagonal or full.
      """)
  var symmetry: Symmetry = .none

  @Flag(
    help: """
      Generate only puzzles that a symmetry of the board maps to themselves, up to digit names: the \
      one of --symmetry, or any.
      """)
  var automorphic = false

  @Option(
    help:
      "The cells of the clues: 81 characters, '.' for an empty cell. A puzzle is a pattern too.",
    transform: parsePattern)
  var pattern: CellSet?

  @Option(help: "The number of clues: 24, or a range such as 24...28.")
  var clues: ClueRange?

  @Option(
    help: "The solution of all puzzles: 81 digits.",
    transform: parseSolution)
  var solution: Board?

  @Flag(
    help: """
      Generate only minimal puzzles: no clue is redundant. With a symmetry or --automorphic, no orbit \
      of clues is redundant.
      """)
  var minimal = false

  @Flag(help: "Generate only puzzles without a redundant clue, whatever the symmetry.")
  var strictlyMinimal = false

  @Option(
    help: "The rating of the hardest step up to the first digit (EP on se), as --rating.")
  var ep: RatingRange?

  @Option(help: "The rating of the first step (ED on se), as --rating.")
  var ed: RatingRange?

  @Option(
    help:
      "Generate only puzzles that start at full difficulty: pearl (ER = EP) or diamond (ER = EP = ED)."
  )
  var jewel: JewelTarget?

  @Option(
    parsing: .unconditional,
    help: """
      The minimum number of cells that singles solve in each round, such as 5. A round fills all \
      singles at once. Broad puzzles suit beginners.
      """, transform: parsePositive)
  var breadth: Int?

  @Flag(
    help: "Spread the puzzles evenly over the requested ratings; by default common ratings prevail."
  )
  var spread = false

  @Option(
    parsing: .unconditional,
    help: "The seed, from 0 to \(UInt64.max) (default: random).")
  var seed: UInt64?

  @Option(
    help: """
      Stop after this time, such as 60s, 5m or 500ms. Puzzles found by then are written; the exit \
      code is 1 if some are missing.
      """)
  var budget: TimeBudget?

  @Option(
    parsing: .unconditional,
    help: """
      The maximum number of grids to try for a puzzle (default: \
      \(GeneratorOptions.defaultAttemptLimit)), and of replacements with --unique-classes.
      """, transform: parsePositive)
  var attempts: Int?

  @Option(help: "Generate only part I of N of the puzzles, such as 3/64.")
  var shard: Shard?

  @Option(
    parsing: .unconditional,
    help: """
      Skip this many puzzles: continues an interrupted run of the same --seed.
      """, transform: parseNatural)
  var skip: Int?

  @Option(
    name: [.short, .long], parsing: .unconditional,
    help: "The number of threads (default: one per processor).", transform: parsePositive)
  var jobs: Int?

  @Option(help: "The output format: line, jsonl, csv or text.")
  var format: OutputFormat = .line

  @Flag(help: "Also print the solutions in line and text; jsonl and csv always have them.")
  var solutions = false

  @Option(name: [.short, .long], help: "Write the puzzles to this file.", completion: .file())
  var output: String?
  var outputPath: String? { output == "-" ? nil : output }

  @Flag(inversion: .prefixedNo, help: "Show progress on a terminal.")
  var progress = true

  @Flag(
    name: [.short, .long],
    help: """
      Print no seed, progress or notes; only the number of missing puzzles at the end.
      """)
  var quiet = false

  @Option(
    help: """
      Generate the daily puzzles of a day or a range, such as 2026-11-20 or \
      2026-01-01...2026-12-31: the same for everyone. The level is medium, or those of --level.
      """, transform: DayRange.init)
  var daily: DayRange?

  @Flag(help: "Generate full grids instead, one a line, all equally likely.")
  var grids = false

  @Flag(
    help: """
      Replace puzzles of a class (up to symmetry) that was generated before or is in FILES: ClassIDs, \
      or puzzles in any format.
      """)
  var uniqueClasses = false

  @Argument(
    help: "Files of known classes for --unique-classes, or - for standard input.",
    completion: .file())
  var files: [String] = []

  func run() async throws {
    var settings = GenerateRun.Settings()
    settings.shard = shard ?? .all
    settings.skippedCount = skip ?? 0
    settings.jobs = min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, 512)
    settings.format = format
    settings.showsProgress = progress && !quiet
    settings.isQuiet = quiet
    if grids {
      try await GridRun(
        seed: seed ?? drawSeed(), indexes: settings.indexes(of: count ?? 1), jobs: settings.jobs
      ).run()
      settings.noteNothingLeft(of: count ?? 1, "grid")
      return
    }
    do {
      let classes = try knownClasses()
      settings.deadline = budget.map { ContinuousClock.now + $0.duration }
      try await GenerateRun(try source(), settings, classes: classes).run()
    } catch let error as DeduplicationError {
      throw CommandFailure(error.description, code: .ioError)
    }
  }

  /// Checks the targets before anything else.
  func validate() throws {
    if !files.isEmpty, !uniqueClasses {
      throw ValidationError("unexpected argument '\(files[0])': files need --unique-classes")
    }
    if let shard, shard.total > 1, seed == nil, daily == nil {
      throw ValidationError("--shard needs --seed: all shards must share one")
    }
    if skip ?? 0 > 0, seed == nil, daily == nil {
      throw ValidationError("--skip needs --seed: another seed gives other puzzles")
    }
    if grids {
      try checkGrids()
    } else if daily == nil {
      _ = try plan(seed: 0)
    } else {
      _ = try dailyLevels()
    }
  }

  private func source() throws -> any PuzzleSource {
    if let daily { return DailyPuzzles(daily.days, levels: try dailyLevels()) }
    return PlannedPuzzles(
      try plan(seed: seed ?? drawSeed()), scale: scale.scale, showsSolutions: solutions,
      attemptLimit: solution != nil && pattern != nil
        ? 1 : attempts ?? GeneratorOptions.defaultAttemptLimit)
  }

  /// The classes of the files; `nil` without `--unique-classes`.
  private func knownClasses() throws -> KeySet? {
    guard uniqueClasses else { return nil }
    let classes = KeySet(
      temporaryIn: URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true))
    var known = try KnownClasses(into: classes)
    for name in files { try known.read(name) }
    try known.log.finish()
    if let code = known.log.code { throw ExitCode(code.rawValue) }
    if known.improperCount > 0, !quiet {
      let puzzles = known.improperCount.counted("puzzle")
      let verb = known.improperCount == 1 ? "is" : "are"
      note("sudoku: note: \(puzzles) without exactly one solution \(verb) in no class")
    }
    return classes
  }

  private func drawSeed() -> UInt64 {
    // Short enough to type.
    let seed = UInt64.random(in: 0..<1 << 32)
    if !quiet { note("sudoku: seed \(seed)") }
    return seed
  }
}

extension JewelTarget: ExpressibleByArgument {
  /// Reads an option's value; `nil` for an unknown one.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension Symmetry: ExpressibleByArgument {
  /// Reads an option's value; `nil` for an unknown one.
  public init?(argument: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == argument.lowercased() }) else {
      return nil
    }
    self = known
  }
}
