import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuProtocol
import SudokuSolver
import Synchronization

/// `sudoku solve`: solutions, and the proof that there is no other.
struct SolveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve",
    abstract: "Solve puzzles and prove that each has one solution.",
    discussion: """
      One puzzle in, one line out: puzzle, number of solutions found up to the limit, solution \
      (the only one, or the first found). With --count: puzzle, number of solutions, and the word \
      'limit' where counting stopped at the limit and there may be more.

      EXAMPLES
        sudoku solve 53..7....6..195...  # 81 characters
        sudoku solve puzzles.csv --format csv  # id and all other columns stay
        sudoku solve --count --limit 1000 < puzzles.txt
        sudoku solve --all puzzle.sdk
      """)

  @OptionGroup var filter: FilterArguments

  @Option(
    help: "Stop after this many solutions (default: 2; with --count: 1000000; with --all: none).",
    transform: parsePositive)
  var limit: Int?

  @Flag(help: "Print only the number of solutions; several solutions are not a failure.")
  var count = false

  @Flag(help: "Print every solution, one line each: puzzle, number of the solution, solution.")
  var all = false

  @Flag(help: "Write one JSON object with counts and times to standard error at the end.")
  var stats = false

  @Option(help: "Force an instruction set: baseline, avx2 or avx512.")
  var isa: InstructionSet = .best

  /// After how many solutions counting stops: as many as the protocol's `puzzle.count` counts.
  static let countLimit = 1_000_000

  func validate() throws {
    if count && all { throw ValidationError("--count and --all exclude each other") }
    guard isa.isAvailable else {
      throw ValidationError("this machine or build lacks the instruction set '\(isa)'")
    }
  }

  func run() async throws {
    let start = Stopwatch()
    let (code, tally) = try await all ? runAll() : runCounted()
    if stats { writeStats(SolveStatistics(tally: tally, time: start.elapsed)) }
    if let code { throw ExitCode(code.rawValue) }
  }

  /// Solves block by block, each block as one batch.
  private func runCounted() async throws -> (CommandFailure.Code?, SolveTally) {
    let total = Mutex(SolveTally())
    let limit = limit ?? (count ? Self.countLimit : 2)
    let solver = BatchSolver(threads: 1, instructionSet: isa)
    let filter = filter
    let solves = RecordSolver(
      solver: solver, limit: limit, countsOnly: count, format: filter.format)
    let rows = PlainRows(filter.format, countsOnly: count)
    let plain = rows.map { rows in
      PlainSolver(
        solver: solver, limit: limit, rows: rows, carriesFields: filter.format != .line,
        general: { solves.solve($0) })
    }
    let code = try await runFilter(
      filter,
      FilterPlan(
        blockSize: 1 << 18, carried: solves.carried, header: { solves.header }),
      work: { part in
        // A table whose further columns go out again has no plain row.
        let isCarrying = filter.format == .csv && !solves.carried.columns.isEmpty
        return (isCarrying ? nil : plain?.solve(part)) ?? solves.solve(part)
      },
      collect: { part in total.withLock { $0.add(part) } })
    let tally = total.withLock { $0 }
    if !filter.quiet {
      if let message = solves.carried.message { note(message) }
      if tally.limited > 0, count {
        note(
          "sudoku: note: \(tally.limited) of \(tally.puzzles) counts stopped at the limit of \(limit); "
            + "--limit raises it")
      }
    }
    return (code, tally)
  }

  /// Lists solutions as they are found, so that a board with billions of them needs no memory.
  private func runAll() async throws -> (CommandFailure.Code?, SolveTally) {
    var tally = SolveTally()
    let complaints = Complaints(isQuiet: filter.quiet)
    let reader = InputReader(inputs: filter.inputs, blockSize: 1 << 16)
    let writer = RowWriter<NumberedSolutionRow>(format: filter.format)
    var isBegun = false
    while let drawn = reader.draw() {
      writer.carried.begin(with: drawn.part)
      if case .fault(let diagnostic, isRecord: false) = drawn.part { complaints.add([diagnostic]) }
      if !isBegun, let header = writer.header { _ = try Output.standard.write(Array(header.utf8)) }
      isBegun = true
      for record in drawn.part.records {
        tally.puzzles += 1
        switch record.puzzle {
        case .success(let found):
          guard try list(solutionsOf: found, from: record.source, writer, &tally) else {
            return (complaints.code, tally)
          }
        case .failure(let fault):
          tally.invalid += 1
          var line: [UInt8] = []
          writer.append(fault, columns: writer.columns, to: &line)
          _ = try Output.standard.write(line)
          try Output.standard.flush()
          complaints.add([fault.diagnostic])
        }
      }
      if drawn.isDrained { try Output.standard.flush() }
    }
    try Output.standard.flush()
    complaints.finish()
    if !filter.quiet, let message = writer.carried.message { note(message) }
    return (complaints.code, tally)
  }

  /// Writes the solutions of one board; returns `false` if nobody reads any more.
  private func list(
    solutionsOf record: PuzzleRecord, from source: String,
    _ writer: RowWriter<NumberedSolutionRow>, _ tally: inout SolveTally
  ) throws -> Bool {
    var number = 0
    let columns = writer.columns
    for solution in Solver(instructionSet: isa).solutions(of: record.puzzle) {
      number += 1
      var line: [UInt8] = []
      let row = NumberedSolutionRow(
        record: SolutionRecord(puzzle: record.puzzle, number: number, solution: solution))
      writer.append(row, of: record, from: source, columns: columns, to: &line)
      guard try Output.standard.write(line) else { return false }
      if number == limit { break }
    }
    tally.count(solutions: number)
    return true
  }
}

extension InstructionSet: ExpressibleByArgument {
  /// Reads `baseline`, `avx2` or `avx512`.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

/// A row of `solve --all`.
private struct NumberedSolutionRow: RecordRow {
  static let columns = ["puzzle", "number", "solution"]
  let record: SolutionRecord
  var fields: [String] {
    [record.puzzle.line, String(record.number), record.solution.line]
  }
}
