import ArgumentParser
import Foundation
import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuRating
import Synchronization

/// `sudoku generate`: puzzles, each with one solution.
struct GenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Make puzzles, each with one solution.",
    discussion: """
      The same seed and options give the same puzzles on every machine, with any number of \
      processors. Without a seed one is drawn and written to standard error.
      """)

  @Option(name: [.short, .long], help: "How many puzzles.", transform: parsePositive)
  var count = 1

  @Option(help: "The level: easy, medium, hard, expert or extreme.")
  var level: Level?

  @Option(help: "The rating of the hardest step: 7.1, or a range as in 6.5...7.2.")
  var rating: RatingRange?

  @Option(
    help: """
      How the clues lie: none, rotational180, rotational90, horizontal, vertical, diagonal, \
      antidiagonal or full.
      """)
  var symmetry: Symmetry = .none

  @Option(help: "How many clues: 24, or a range as in 24...28.")
  var clues: ClueRange?

  @Flag(help: "Only puzzles without redundant clues.")
  var minimal = false

  @Option(help: "The seed: the same one gives the same puzzles.")
  var seed: UInt64?

  @Option(help: "Stop after this time, as in 60s, 5m or 500ms; what is there by then counts.")
  var budget: TimeBudget?

  @Option(help: "How many grids to try for one puzzle.", transform: parsePositive)
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

  func run() async throws {
    let seed = seed ?? drawSeed()
    let generator = Generator(seed: seed, options: options)
    let indexes = (shard ?? .all).indexes(of: count)
    let progress = Progress(unit: "puzzles", total: indexes.count, isWanted: progress)
    let deadline = budget.map { ContinuousClock.now + $0.duration }
    let isOver: (@Sendable () -> Bool)? = deadline.map { end in
      { @Sendable in ContinuousClock.now >= end }
    }
    let (format, needsRecord) = (format, format == .jsonl || format == .csv)
    let next = Mutex(indexes.lowerBound)
    let missing = Mutex(0)
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
        guard let puzzle = generator.puzzle(at: index, isCancelled: isOver).puzzle else {
          return nil
        }
        var bytes: [UInt8] = []
        if needsRecord {
          format.append(PuzzleRow(puzzle), to: &bytes)
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
      note("sudoku: note: \(missed) of \(indexes.count) puzzles not found within the budget")
    }
  }

  private var options: GeneratorOptions {
    var options = GeneratorOptions()
    options.level = level
    options.ratingTenths = rating?.tenths
    options.symmetry = symmetry
    options.clues = clues?.counts
    options.isMinimal = minimal
    if let attempts { options.attemptLimit = attempts }
    return options
  }

  private func drawSeed() -> UInt64 {
    // Short enough to be typed again.
    let seed = UInt64.random(in: 0..<1 << 32)
    note("sudoku: seed \(seed)")
    return seed
  }
}

extension Level: ExpressibleByArgument {
  /// Reads the name of a level.
  public init?(argument: String) { self.init(name: argument) }

  /// The names of the levels, for help and completions.
  public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension Symmetry: ExpressibleByArgument {}
