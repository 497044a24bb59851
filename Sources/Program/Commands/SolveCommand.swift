import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuProtocol
import SudokuSolver
import Synchronization

/// `sudoku solve`: solutions and their uniqueness.
struct SolveCommand: ResumableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve",
    abstract: "Solve puzzles and check that each has only one solution.",
    discussion: """
      Prints one line for each puzzle: puzzle, number of solutions up to the limit, solution (the \
      only one, or the first found). With --count: puzzle, number of solutions, and 'limit' if \
      counting stopped there and more may exist.

      EXAMPLES
        sudoku generate -q | sudoku solve
        sudoku solve puzzles.csv --format csv  # id and all other columns stay
        sudoku solve --count --limit 1000 < puzzles.txt
        sudoku solve --all puzzle.sdk
      """)

  static let lines: [Schema] = [.line(SolveRecord.self), .line(SolutionRecord.self)]

  @OptionGroup var filter: FilterArguments
  @OptionGroup var resuming: ResumeArguments

  @Option(
    help: "Stop after this many solutions (default: 2; with --count: 1000000; with --all: none).",
    transform: parsePositive)
  var limit: Int?

  @Flag(help: "Print only the number of solutions; several are not a failure.")
  var count = false

  @Flag(help: "Print every solution on a line: puzzle, number of the solution, solution.")
  var all = false

  @Flag(help: "Print counts and times to standard error at the end, as one JSON object.")
  var stats = false

  @Option(help: "Use this instruction set: baseline, avx2 or avx512 (default: the fastest).")
  var isa: InstructionSet = .best

  /// The default limit of `--count`: that of the protocol's `puzzle.count`.
  static let countLimit = 1_000_000

  var rowOptions: [String: String] {
    ["--limit": limit.map(String.init) ?? "", "--count": String(count)]
  }
  var undividedOption: String? { all ? "--all" : filter.undividedOption }
  var wholeRunOption: String? { stats ? "--stats" : filter.wholeRunOption }

  func validate() throws {
    if count && all { throw ValidationError("--count and --all are mutually exclusive") }
    guard isa.isAvailable else {
      throw ValidationError("this machine or build lacks the instruction set '\(isa)'")
    }
  }

  func run() async throws {
    let start = Stopwatch()
    let (code, tally) = try await all ? runAll() : runBatches()
    if stats { tally.writeStatistics(start.elapsed) }
    if let code { throw ExitCode(code.rawValue) }
  }

  /// Solves block by block, each block as one batch; see `PlainSolver`.
  private func runBatches() async throws -> (CommandFailure.Code?, SolveTally) {
    let total = Mutex(SolveTally())
    let limit = limit ?? (count ? Self.countLimit : 2)
    let solver = BatchSolver(threads: 1, instructionSet: isa)
    let format = filter.format
    let writer = RowWriter(SolveRow.layout(countsOnly: count), format: format)
    let general = RecordSolver(
      solver: solver, limit: limit, writer: writer, countsOnly: count)
    let plain = PlainRows(countsOnly: count, writer).map { rows in
      PlainSolver(
        solver: solver, limit: limit, rows: rows, carriesFields: format != .line,
        general: { general.solve($0) })
    }
    let code = try await runFilter(
      filter,
      FilterPlan(
        blockSize: 1 << 18, carried: writer.carried, header: { writer.header },
        hasColumns: format.hasColumns, arrowTable: writer.table),
      work: { part in
        // A table whose further columns are written too has no plain row.
        let isCarrying = format.hasColumns && !writer.carried.columns.isEmpty
        return (isCarrying ? nil : plain?.solve(part)) ?? general.solve(part)
      },
      collect: { part in total.withLock { $0.add(part) } })
    let tally = total.withLock { $0 }
    if !filter.quiet {
      if let message = writer.carried.message { note(message) }
      if tally.limited > 0, count {
        note(
          "sudoku: note: \(tally.limited) of \(tally.puzzles) counts stopped at the limit of \(limit); "
            + "--limit raises it")
      }
    }
    return (code, tally)
  }

  /// Lists solutions as they are found: a board with billions of them needs no memory.
  private func runAll() async throws -> (CommandFailure.Code?, SolveTally) {
    try filter.format.refuseArrow()
    var tally = SolveTally()
    let log = try DiagnosticLog(isQuiet: filter.quiet, errorsTo: filter.errors)
    let reader = filter.reader(blockSize: 1 << 16)
    let writer = RowWriter(NumberedSolutionRow.layout, format: filter.format)
    let isCSV = filter.format == .csv
    if isCSV { writer.carried.survey(filter) }
    let layout = TableLayout(filter.table, isCSV: isCSV)
    try filter.table.check(isCSV: isCSV)
    if filter.table.sort != nil { throw ValidationError("--all cannot be combined with --sort") }
    var isBegun = false
    while let drawn = reader.draw() {
      writer.carried.begin(with: drawn.part)
      if case .fault(let diagnostic, isRecord: false) = drawn.part { log.add([diagnostic]) }
      if !isBegun {
        try layout.take(drawn.part)
        _ = try Output.standard.write(layout.header(writer.header))
      }
      isBegun = true
      for record in drawn.part.records {
        tally.puzzles += 1
        switch record.puzzle {
        case .success(let found):
          guard try list(solutionsOf: found, from: record.source, writer, layout, &tally) else {
            return (log.code, tally)
          }
        case .failure(let fault):
          tally.invalid += 1
          var line: [UInt8] = []
          writer.append(fault, columns: writer.columns, to: &line)
          _ = try Output.standard.write(layout.rows(line))
          try Output.standard.flush()
          log.add([fault])
        }
      }
      if drawn.isDrained { try Output.standard.flush() }
    }
    try Output.standard.flush()
    if writer.carried.hasLostFields { log.addRejected() }
    try log.finish()
    for text in (filter.quiet ? [] : reader.notes) + reader.losses { note("sudoku: note: \(text)") }
    if !filter.quiet {
      if let message = writer.carried.message { note(message) }
    }
    return (log.code, tally)
  }

  /// Writes the solutions of one board; returns `false` if nobody reads any more.
  private func list(
    solutionsOf record: PuzzleRecord, from source: String,
    _ writer: RowWriter, _ layout: TableLayout, _ tally: inout SolveTally
  ) throws -> Bool {
    var number = 0
    let columns = writer.columns
    for solution in Solver(instructionSet: isa).solutions(of: record.puzzle) {
      number += 1
      var line: [UInt8] = []
      let row = NumberedSolutionRow(
        record: SolutionRecord(puzzle: record.puzzle, number: number, solution: solution))
      writer.append(row, of: record, from: source, columns: columns, to: &line)
      guard try Output.standard.write(filter.table.isPlain ? line : layout.rows(line)) else {
        return false
      }
      if number == limit { break }
    }
    tally.count(solutions: number)
    return true
  }
}

extension InstructionSet: ExpressibleByArgument {
  /// Reads an option's value; `nil` for an unknown one.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

private struct NumberedSolutionRow: OutputRow {
  static let layout = RowLayout(
    ["puzzle", "number", "solution"], SolutionRecord.shape.fieldNames)
  let record: SolutionRecord
  var fields: [String] {
    [record.puzzle.line, String(record.number), record.solution.line]
  }
}
