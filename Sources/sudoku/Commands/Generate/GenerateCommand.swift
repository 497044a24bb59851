import ArgumentParser
import Foundation
import SudokuCore
import SudokuGenerator
import SudokuPlayer
import SudokuRating
import SudokuTechniques

/// `sudoku generate`: puzzles, each with one solution.
struct GenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Make puzzles, each with one solution.",
    discussion: """
      The same seed and options give the same puzzles on every machine, with any number of \
      processors. Without a seed one is drawn and written to standard error.

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
    help: "The number of puzzles, of each level (default: 1).", transform: parsePositive)
  var count: Int?

  @Option(help: "The scale for level and rating: \(ScaleArgument.names).")
  var scale = ScaleArgument.default

  @Option(
    help: """
      The level: easy, medium, hard, expert or extreme (see 'sudoku levels'); or several, each with \
      its number of puzzles, as in easy:20,hard:20.
      """,
    completion: .list(SudokuExplainerScale.levels.map(\.name)))
  var level: LevelList?

  @Option(
    help:
      "The rating on the scale, on se that of the hardest step: 7.1, or a range as in 6.5...7.2.")
  var rating: ScoreRange?

  @Option(
    help: """
      Techniques that the grader's solving path must use, as in x-wing,xy-wing (see 'sudoku \
      techniques'); a solver with other techniques may do without them.
      """,
    transform: parseEachTechnique)
  var needs: Set<Technique>?

  @Option(
    help: """
      The only techniques that may be used besides easier singles, which every puzzle ends with: \
      ids, names or families, as in single,subset,x-wing.
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
      Only puzzles that a symmetry of the board leaves as they are if digits are exchanged, too: that \
      of --symmetry, or any.
      """)
  var automorphic = false

  @Option(
    help:
      "The cells of the clues: 81 characters, '.' for an empty cell; a puzzle is a pattern, too.",
    transform: parsePattern)
  var pattern: CellSet?

  @Option(help: "How many clues: 24, or a range as in 24...28.")
  var clues: ClueRange?

  @Option(
    help: "The solution that all puzzles have: 81 digits.",
    transform: parseSolution)
  var solution: Board?

  @Flag(
    help: """
      Only puzzles none of whose clues can go; with a symmetry or --automorphic, none of whose groups \
      of clues that belong together can go.
      """)
  var minimal = false

  @Flag(help: "Only puzzles of which no single clue can go, whatever the symmetry.")
  var strictlyMinimal = false

  @Option(
    help: "The rating of the hardest step up to the first digit (EP, scale se), as --rating.")
  var ep: RatingRange?

  @Option(help: "The rating of the first step (ED, scale se), as --rating.")
  var ed: RatingRange?

  @Option(
    help: "As hard at the beginning as anywhere: pearl (ER = EP) or diamond (ER = EP = ED).")
  var jewel: JewelTarget?

  @Option(
    parsing: .unconditional,
    help: """
      How many cells singles give at least in every round, as in 5, if a round fills all that there \
      are; in another order there may be fewer at times. Broad puzzles are for beginners.
      """, transform: parsePositive)
  var breadth: Int?

  @Flag(help: "Spread the puzzles evenly over the ratings asked for; else most have the commonest.")
  var spread = false

  @Option(
    parsing: .unconditional,
    help: "The seed, from 0 to \(UInt64.max): the same one gives the same puzzles.")
  var seed: UInt64?

  @Option(
    help: """
      Stop after this time, as in 60s, 5m or 500ms; what was made by then is written, and the exit \
      code is 1 where that is less than asked for.
      """)
  var budget: TimeBudget?

  @Option(
    parsing: .unconditional,
    help: """
      How many grids to try for one puzzle (default: \(GeneratorOptions.defaultAttemptLimit)); with \
      --unique-classes also how many puzzles in its place.
      """, transform: parsePositive)
  var attempts: Int?

  @Option(help: "Make part I of N of the puzzles, as in 3/64.")
  var shard: Shard?

  @Option(
    parsing: .unconditional,
    help: """
      Leave out the first puzzles, as many as are named: goes on where a run of the same --seed was \
      interrupted.
      """, transform: parseNatural)
  var skip: Int?

  @Option(
    name: [.short, .long], parsing: .unconditional,
    help: "How many processors to use (default: all).", transform: parsePositive)
  var jobs: Int?

  @Option(help: "How to write the puzzles: line, jsonl, csv or text.")
  var format: OutputFormat = .line

  @Flag(inversion: .prefixedNo, help: "Show progress on a terminal.")
  var progress = true

  @Flag(
    name: [.short, .long],
    help: """
      Write no seed, no progress and no note for each puzzle that was not found; how many are \
      missing is told at the end.
      """)
  var quiet = false

  @Option(
    help: """
      The puzzles of a day or of days, as in 2026-11-20 or 2026-01-01...2026-12-31: the same for \
      everybody, for ever; of the level medium, or of those that --level names.
      """, transform: DayRange.init)
  var daily: DayRange?

  @Flag(help: "Full grids instead of puzzles, one a line, each of all grids equally likely.")
  var grids = false

  @Flag(
    help: """
      Drop puzzles of a class (up to symmetry) that was there before, and make others in their \
      place; FILES have classes that are not wanted: ClassIDs, or puzzles in any format.
      """)
  var uniqueClasses = false

  @Argument(help: "Files for --unique-classes, or - for standard input.", completion: .file())
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
      settings.tellNothingLeft(of: count ?? 1, "grid")
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

  /// Makes sure that the targets are valid and don't contradict each other, before anything else.
  func validate() throws {
    if !files.isEmpty, !uniqueClasses {
      throw ValidationError("'\(files[0])' is unexpected: files are for --unique-classes")
    }
    if let shard, shard.total > 1, seed == nil, daily == nil {
      throw ValidationError("--shard needs --seed: without one each shard would draw its own")
    }
    if skip ?? 0 > 0, seed == nil, daily == nil {
      throw ValidationError("--skip needs --seed: without one the puzzles would be others")
    }
    if grids {
      try checkGrids()
    } else if daily == nil {
      _ = try plan(seed: 0)
    } else {
      _ = try dailyLevels()
    }
  }

  /// What is made.
  private func source() throws -> any PuzzleSource {
    if let daily { return DailyPuzzles(daily.days, levels: try dailyLevels()) }
    return PlannedPuzzles(
      try plan(seed: seed ?? drawSeed()), scale: scale.scale,
      attemptLimit: solution != nil && pattern != nil
        ? 1 : attempts ?? GeneratorOptions.defaultAttemptLimit)
  }

  /// The classes of the files; `nil` where puzzles of one class are wanted too.
  private func knownClasses() throws -> KeySet? {
    guard uniqueClasses else { return nil }
    let classes = KeySet(
      temporaryIn: URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true))
    var known = KnownClasses(into: classes)
    for name in files { try known.read(name) }
    known.log.finish()
    if let code = known.log.code { throw ExitCode(code.rawValue) }
    if known.improperCount > 0, !quiet {
      let puzzles = known.improperCount.counted("puzzle")
      let verb = known.improperCount == 1 ? "is" : "are"
      note("sudoku: note: \(puzzles) without exactly one solution \(verb) in no class")
    }
    return classes
  }

  private func drawSeed() -> UInt64 {
    // Short enough to be typed again.
    let seed = UInt64.random(in: 0..<1 << 32)
    if !quiet { note("sudoku: seed \(seed)") }
    return seed
  }
}

extension JewelTarget: ExpressibleByArgument {
  /// Reads a name in any case.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension Symmetry: ExpressibleByArgument {
  /// Reads a name in any case.
  public init?(argument: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == argument.lowercased() }) else {
      return nil
    }
    self = known
  }
}
