import ArgumentParser
import Foundation
import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuRating
import SudokuTechniques
import Synchronization

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
      """)

  @Option(name: [.short, .long], help: "The number of puzzles.", transform: parsePositive)
  var count = 1

  @Option(help: "The scale for level and rating: \(ScaleArgument.names).")
  var scale = ScaleArgument.default

  @Option(
    help: "The level: easy, medium, hard, expert or extreme (see 'sudoku levels').",
    completion: .list(SudokuExplainerScale.levels.map(\.name)))
  var level: String?

  @Option(help: "The rating of the hardest step: 7.1, or a range as in 6.5...7.2.")
  var rating: RatingRange?

  @Option(help: "Techniques that must be used, as in x-wing,xy-wing (see 'sudoku techniques').")
  var needs: TechniqueList?

  @Option(help: "The only techniques that may be used.")
  var only: TechniqueList?

  @Option(
    help: """
      The symmetry of the clues: none, rotational180, rotational90, horizontal, vertical, diagonal, \
      antidiagonal or full.
      """)
  var symmetry: Symmetry = .none

  @Option(
    help:
      "The cells of the clues: 81 characters, '.' for an empty cell; a puzzle is a pattern, too.",
    transform: parsePattern)
  var pattern: CellSet?

  @Option(help: "How many clues: 24, or a range as in 24...28.")
  var clues: ClueRange?

  @Flag(help: "Only puzzles without redundant clues.")
  var minimal = false

  @Option(help: "The seed: the same one gives the same puzzles.")
  var seed: UInt64?

  @Option(help: "Stop after this time, as in 60s, 5m or 500ms; what was made by then is written.")
  var budget: TimeBudget?

  @Option(
    help: """
      How many grids to try for one puzzle (default: \(GeneratorOptions.defaultAttemptLimit)).
      """, transform: parsePositive)
  var attempts: Int?

  @Option(help: "Make part I of N of the puzzles, as in 3/64.")
  var shard: Shard?

  @Option(
    name: [.short, .long], help: "How many processors to use (default: all).",
    transform: parsePositive)
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

  func run() async throws {
    let seed = seed ?? drawSeed()
    let options = try options()
    let generator = try Generator(seed: seed, options: options)
    let indexes = (shard ?? .all).indexes(of: count)
    let progress = Progress(unit: "puzzles", total: indexes.count, isWanted: progress && !quiet)
    let deadline = budget.map { ContinuousClock.now + $0.duration }
    let isOver: (@Sendable () -> Bool)? = deadline.map { end in
      { @Sendable in ContinuousClock.now >= end }
    }
    let (format, needsRecord) = (format, format == .jsonl || format == .csv)
    let next = Mutex(indexes.lowerBound)
    let missing = Mutex(0)
    let scale = options.scale
    if let header = format.header(for: PuzzleRow.self) {
      _ = try Output.standard.write(Array(header.utf8))
    }
    try await OrderedPipeline(jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount).run(
      next: {
        next.withLock { index -> Int? in
          guard index < indexes.upperBound else { return nil }
          defer { index += 1 }
          return index
        }
      },
      work: { index -> [UInt8]? in
        let puzzle: GeneratedPuzzle
        switch generator.puzzle(at: index, isCancelled: isOver) {
        case .made(let made): puzzle = made
        case .exhausted(let best):
          if !quiet {
            note(Self.report(index, best, isLate: isOver?() == true, options.attemptLimit))
          }
          return nil
        }
        var bytes: [UInt8] = []
        if needsRecord {
          format.append(PuzzleRow(puzzle, scale: scale), to: &bytes)
        } else {
          format.append(BarePuzzleRow(puzzle), to: &bytes)
        }
        return bytes
      },
      deliver: { bytes in
        progress.advance(by: 1)
        guard let bytes else {
          missing.withLock { $0 += 1 }
          return true
        }
        return try Output.standard.write(bytes)
      })
    try Output.standard.flush()
    progress.finish()
    let missed = missing.withLock { $0 }
    if missed > 0 {
      note("sudoku: note: \(missed) of \(indexes.count) puzzles not found")
    }
  }

  /// Makes sure that the targets are valid and don't contradict each other, before anything else.
  func validate() throws { _ = try options() }

  private func options() throws -> GeneratorOptions {
    var options = GeneratorOptions()
    options.scale = scale.scale
    if let level {
      guard let known = options.scale.level(named: level.lowercased()) else {
        let names = options.scale.levels.map(\.name).joined(separator: ", ")
        throw ValidationError("'\(level)' is not a valid level; valid levels: \(names)")
      }
      options.level = known
    }
    options.scoreTenths = rating?.tenths
    if needs != nil || only != nil {
      options.targets.append(
        TechniqueTarget(needed: needs?.techniques ?? [], allowed: only?.techniques))
    }
    options.symmetry = symmetry
    if let pattern { options.targets.append(PatternTarget(pattern)) }
    options.clues = clues?.counts
    options.isMinimal = minimal
    if let attempts { options.attemptLimit = attempts }
    do {
      try options.check()
    } catch {
      throw ValidationError("the targets contradict each other: \(error.reason)")
    }
    return options
  }

  /// Why a puzzle was not found, and the closest one.
  private static func report(
    _ index: Int, _ best: GeneratedPuzzle?, isLate: Bool, _ attemptLimit: Int
  ) -> String {
    let limit =
      isLate ? "within the budget of time" : "among \(attemptLimit) grids (see --attempts)"
    var text = "sudoku: note: puzzle \(index) not found \(limit)"
    guard let best else { return text }
    text += "; closest: \(best.board.line), \(best.board.clueCount) clues"
    if let level = best.level { text += ", \(level.name)" }
    if let score = best.grade?.scoreTenths { text += ", \(decimal(tenths: score))" }
    return text
  }

  private func drawSeed() -> UInt64 {
    // Short enough to be typed again.
    let seed = UInt64.random(in: 0..<1 << 32)
    if !quiet { note("sudoku: seed \(seed)") }
    return seed
  }
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
