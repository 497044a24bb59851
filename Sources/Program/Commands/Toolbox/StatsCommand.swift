import ArgumentParser
import SudokuCore
import SudokuGenerator
import SudokuProtocol
import SudokuRating
import SudokuSolver
import Synchronization

/// `sudoku stats`: statistics of a collection.
struct StatsCommand: FilterCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Print statistics of a collection of puzzles.",
    discussion: """
      Prints numbers of clues, symmetries of the clue cells, unique and minimal puzzles, and a \
      histogram. --grade adds the levels, or the ratings of --scale se; it needs text, jsonl or --svg. \
      A player's own results: 'sudoku games --stats'.

      EXAMPLES
        sudoku stats puzzles.txt
        sudoku stats --grade puzzles.txt
        sudoku stats --grade --scale se --svg ratings.svg puzzles.txt
        sudoku stats --format jsonl puzzles.txt
      """)

  static let lines: [Schema] = [.record(CollectionRecord.self)]

  @OptionGroup var filter: FilterArguments

  @Flag(help: "Also count the levels of the puzzles.")
  var grade = false

  @Option(
    help: "The scale of --grade: level or hodoku (levels), se (ER), or a file.",
    transform: parseScale)
  var scale = ScaleArgument.level

  @Option(
    help: "Write the histogram to this SVG file: of levels or ratings with --grade, else of clues.",
    completion: .file())
  var svg: String?

  var usedFiles: CommandFiles {
    var files = filter.usedFiles
    files.others.append(("--svg", svg))
    return files
  }

  func validate() throws {
    let format = filter.chosenFormat ?? .text
    guard grade, svg == nil, format == .csv || format == .line else { return }
    throw ValidationError(
      "--format \(format.rawValue) cannot show ratings: use text, jsonl or --svg with --grade")
  }

  func run() async throws {
    let total = Mutex(CollectionStatistics())
    let scale = grade ? scale.scale : nil
    let code = try await runFilter(
      filter, FilterPlan(blockSize: 1 << 15),
      work: { part in
        var outcome = FilterOutcome(tally: CollectionStatistics())
        let records = part.records
        for record in records {
          if case .failure(let fault) = record.puzzle {
            outcome.diagnostics.append(fault)
          }
        }
        outcome.recordCount = records.count
        outcome.tally = figures(of: records.compactMap(\.board), on: scale)
        return outcome
      },
      collect: { tally in total.withLock { $0.add(tally) } })
    let statistics = total.withLock { $0 }
    if let svg { try write(statistics, to: svg) }
    _ = try Output.standard.write(output(statistics))
    try Output.standard.flush()
    if let code { throw ExitCode(code.rawValue) }
  }

  private func output(_ statistics: CollectionStatistics) -> [UInt8] {
    let row = StatisticsRow(record: CollectionRecord(statistics), statistics: statistics)
    let format = filter.chosenFormat ?? .text
    var bytes = format.header(StatisticsRow.columns)
    format.append(row, StatisticsRow.columns, to: &bytes)
    return bytes
  }

  private func write(_ statistics: CollectionStatistics, to path: String) throws {
    let histogram = grade ? statistics.ratingHistogram : statistics.clueHistogram
    try OutputFile.write(Array(histogram.svg.utf8), to: path)
  }
}

private func figures(of boards: [Board], on scale: (any Scale)?) -> CollectionStatistics {
  var statistics = CollectionStatistics()
  for (board, check) in zip(boards, BatchSolver().check(boards, listsRedundantClues: false)) {
    let count = check.result.solutionCount
    var rating: CollectionStatistics.Rating?
    if let scale, count == 1 {
      var options = GradeOptions.withoutSteps
      options.assumesUniqueSolution = true
      let grade = scale.grade(board, options: options)
      rating =
        grade.level.map { .init(order: $0.rank, label: $0.name) }
        ?? grade.scoreTenths.map { .init(order: $0, label: decimal(tenths: $0)) }
    }
    statistics.add(board, solutionCount: count, isMinimal: check.isMinimal, rating: rating)
  }
  return statistics
}

extension CollectionRecord {
  fileprivate init(_ statistics: CollectionStatistics) {
    self.init()
    count = statistics.count
    unique = statistics.uniqueCount
    multiple = statistics.multipleCount
    unsolvable = statistics.unsolvableCount
    minimal = statistics.minimalCount
    for bar in statistics.clueHistogram.bars { clues[bar.label] = bar.count }
    for (symmetry, count) in statistics.symmetries { symmetries[symmetry.rawValue] = count }
    for bar in statistics.ratingHistogram.bars { ratings[bar.label] = bar.count }
  }
}

private struct StatisticsRow: OutputRow {
  static let columns = ["puzzles", "unique", "multiple", "unsolvable", "minimal"]
  let record: CollectionRecord
  let statistics: CollectionStatistics

  var fields: [String] {
    [record.count, record.unique, record.multiple, record.unsolvable, record.minimal]
      .map { String($0) }
  }

  var text: String {
    var parts = zip(Self.columns, fields).map { "\($0): \($1)" }
    for (name, count) in record.symmetries.sorted(by: { $0.key < $1.key }) {
      parts.append("symmetry \(name): \(count)")
    }
    for histogram in [statistics.clueHistogram, statistics.ratingHistogram]
    where !histogram.bars.isEmpty {
      parts.append("\n\(histogram.title)\n\(histogram.text(width: 50))")
    }
    return parts.joined(separator: "\n")
  }
}
