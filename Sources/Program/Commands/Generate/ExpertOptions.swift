import ArgumentParser
import SudokuCore
import SudokuGenerator
import SudokuPlayer
import SudokuTechniques

/// The options of `sudoku generate` that most people never need; its help lists them apart.
struct ExpertOptions: ParsableArguments {
  @Option(
    help: """
      The rating: 7.1, or a range such as 6.5...7.2 or 6.5..7.2. It is an ER; with --level or --scale, \
      a score of that scale.
      """)
  var rating: ScoreRange?

  @Option(
    help: """
      The scale of the ratings: \(ScaleArgument.names), or a file (default: level; for ratings and \
      techniques without --level: se).
      """, transform: parseScale)
  var scale: ScaleArgument?

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

  @Option(
    help: """
      The rule of --daily: daily-2, or daily-1 for the puzzles of versions before 0.3, whose levels are \
      ranges of ER (default: daily-2).
      """)
  var rule: DailyRule?

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

  @Flag(inversion: .prefixedNo, help: "Show progress on a terminal.")
  var progress = true

  @Flag(help: "Generate full grids instead, one a line, all equally likely.")
  var grids = false

  @Option(
    help: """
      Generate full grids instead, the smallest of each class up to symmetry, by rank: N, a range such \
      as 1...100 or 1..100, or all of 1...5472730538. With --count: that many at random, all ranks equally likely, \
      with repetitions; without it every grid of the range.
      """, transform: GridRanks.init)
  var gridRank: GridRanks?
}

extension JewelTarget: ExpressibleByArgument {
  /// Reads an option's value; `nil` for an unknown one.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension DailyRule: ExpressibleByArgument {}
