import ArgumentParser
import SudokuGenerator
import SudokuRating

/// The options of `sudoku generate` that most people need.
struct BasicOptions: ParsableArguments {
  @Option(
    name: [.short, .long], parsing: .unconditional,
    help: "The number of puzzles of each level (default: 1).", transform: parsePositive)
  var count: Int?

  @Option(
    help: """
      The level: easy, medium, hard, expert or extreme, or several with numbers of puzzles, such as \
      easy:20,hard:20.
      """,
    completion: .list(LevelScale.levels.map(\.name)))
  var level: LevelList?

  @Option(
    help: """
      The symmetry of the clues: none, rotational180 (or 180), rotational90, horizontal, vertical, \
      diagonal, antidiagonal or full (default: none; with --daily: rotational180).
      """)
  var symmetry: Symmetry?

  @Option(
    help:
      "The number of clues: 24, or a range such as 24...28 or 24..28 (default for easy: at most 45)."
  )
  var clues: ClueRange?

  @Flag(
    help: "Spread the puzzles evenly over the requested ratings; by default common ratings prevail."
  )
  var spread = false

  @Option(
    help: """
      Generate the daily puzzles of a day or a range, such as 2026-11-20 or \
      2026-01-01...2026-12-31 (or ..): the same for everyone. The level is medium, or those of --level.
      """, transform: DayRange.init)
  var daily: DayRange?

  @Option(
    help: """
      A name for --daily: another name gives other puzzles. Nobody can compute them without the name, \
      so choose a long one and keep it secret.
      """)
  var series: String?

  @Option(
    parsing: .unconditional,
    help: "The seed, from 0 to \(UInt64.max) (default: random).")
  var seed: UInt64?

  @Option(
    name: .customLong("format"),
    help:
      "The output format: line, jsonl, csv, arrow or text (default: by the name of --output, else line)."
  )
  var chosenFormat: OutputFormat?

  @Flag(help: "Print the solutions too, in the formats line and text; csv and jsonl have them.")
  var solutions = false

  @Option(name: [.short, .long], help: "Write the puzzles to this file.", completion: .file())
  var output: String?

  @Flag(
    help: """
      Replace puzzles of a class (up to symmetry) that was generated before or is in FILES: ClassIDs, \
      or puzzles in any format.
      """)
  var uniqueClasses = false

  @Flag(
    name: [.short, .long],
    help: """
      Print no seed, progress or notes; only the number of missing puzzles at the end.
      """)
  var quiet = false

  var format: OutputFormat { chosenFormat ?? OutputFormat(named: output) ?? .line }
}

extension Symmetry: ExpressibleByArgument {
  /// Reads an option's value; `nil` for an unknown one.
  public init?(argument: String) {
    let name = argument.lowercased()
    if ["180", "180deg", "half-turn"].contains(name) {
      self = .rotational180
    } else if ["90", "90deg", "quarter-turn"].contains(name) {
      self = .rotational90
    } else {
      self.init(rawValue: name)
    }
  }
}
