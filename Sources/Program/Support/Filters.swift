import ArgumentParser
import Foundation
import SudokuCore
import SudokuFormats
import SudokuReading
import Synchronization

struct FilterArguments: ParsableArguments {
  @Argument(
    help: "Puzzles, files in any format, or - for standard input (the default).",
    completion: .file())
  var inputs: [String] = []

  @Option(
    name: [.short, .long],
    help: "The number of threads (default: one per processor).", transform: parsePositive)
  var jobs: Int?

  @Option(
    name: .customLong("format"),
    help:
      "The output format: line, jsonl, csv, arrow or text (default: by the name of --output, else text on a terminal, else line)."
  )
  var chosenFormat: OutputFormat?

  @Option(name: [.short, .long], help: "Write the results to this file.", completion: .file())
  var output: String?

  @Option(
    help: "Also write every error to this file, as JSON lines with the text of the record.",
    completion: .file())
  var errors: String?

  @Option(
    help:
      "The encoding of input that is neither UTF-8 nor UTF-16: \(TextEncoding.allNames.joined(separator: ", "))."
  )
  var encoding: TextEncoding?

  @Option(
    help: """
      The column or member of the input that holds the puzzle, and with a comma its solution's, where names leave \
      it open. A member may be a path: game.board.
      """,
    transform: { $0.split(separator: ",").map(String.init) })
  var board: [String] = []

  @OptionGroup(title: "Options for tables") var table: TableArguments

  @Flag(inversion: .prefixedNo, help: "Show progress on a terminal.")
  var progress = true

  @Flag(name: [.short, .long], help: "Print no messages on standard error.")
  var quiet = false

  var format: OutputFormat {
    chosenFormat ?? OutputFormat(named: output) ?? (Output.standard.isTerminal ? .text : .line)
  }

  var workerCount: Int { Processors.workers(jobs) }

  func reader(blockSize: Int, largestBlock: Int? = nil) -> InputReader {
    InputReader(
      inputs: inputs, standardInput: .standardInput, blockSize: blockSize,
      largestBlock: largestBlock, encoding: encoding, columns: board)
  }

  /// The length of all inputs in bytes; `nil` if one is not a file.
  var inputLength: Int? {
    var length = 0
    for name in inputs.isEmpty ? ["-"] : inputs {
      let status = name == "-" ? InputDescriptor.standardInput.status : FileStatus(path: name)
      guard let size = status?.length else { return nil }
      length += size
    }
    return length
  }
}

extension TextEncoding: ExpressibleByArgument {
  /// Reads the name of an encoding in any case.
  public init?(argument: String) { self.init(argument) }
  /// The values that help lists.
  public static var allValueStrings: [String] { allNames }
}

/// Reads a number of at least 0 from the command line.
func parseNatural(_ text: String) throws -> Int {
  guard let value = Int(text), value >= 0 else {
    throw ValidationError("give a whole number from 0 to \(Int.max)")
  }
  return value
}

/// Reads a number of at least 1 from the command line.
func parsePositive(_ text: String) throws -> Int {
  guard let value = Int(text), value > 0 else {
    throw ValidationError("give a whole number from 1 to \(Int.max)")
  }
  return value
}

/// The results of a run of records.
struct FilterOutcome<Tally: Sendable>: Sendable {
  /// The bytes for standard output, one record after the other.
  var output: [UInt8] = []
  /// The rows that wait to be sorted.
  var sortedRows: [TableLayout.SortedRow] = []
  var diagnostics: [InputError] = []
  /// Wrong solutions in the input; their records still get results.
  var notes: [InputError] = []
  var recordCount = 0
  /// True if a puzzle was not of the kind that the command asks for (exit code 1).
  var hasRejected = false
  /// True if the output is a whole batch of an Arrow stream.
  var isBatch = false
  var tally: Tally

  /// Adds a record without a board: a line in its place, and a diagnostic.
  mutating func addFault(of record: InputRecord, columns: [String], _ writer: RowWriter) {
    guard case .failure(let fault) = record.puzzle else { return }
    writer.append(fault, columns: columns, to: &output)
    diagnostics.append(fault)
  }
}

/// The settings by which a filter cuts its input and frames its output.
struct FilterPlan: Sendable {
  /// Bytes of input per unit of work: small for slow work, large for fast work.
  var blockSize: Int
  /// The size that long inputs grow to; `nil` for no growth.
  var largestBlock: Int?
  /// The number of pieces of a record's rows, which bounds memory; each record is processed once for each piece.
  var pieceCount = 1
  var carried = CarriedFields(besides: [])
  /// The bytes before all records; computed when the first is known.
  var header: @Sendable () -> [UInt8] = { [] }
  var separator = ""
  /// True if the header names the fields of all records; inputs that are files are read for them first.
  var hasColumns = false
  /// True if the rows are comma-separated values; `nil` to follow `hasColumns`.
  var isCSV: Bool?
  /// The columns of an Arrow stream, asked when the first record is known; `nil` for other formats.
  var arrowTable: (@Sendable () -> ArrowTable)?
  /// The separator of the values.
  var comma = UInt8(ascii: ",")
}

/// Runs a filter: one puzzle in, one record out, in order, in constant memory, on all processors.
func runFilter<Tally: Sendable>(
  _ arguments: FilterArguments, _ plan: FilterPlan,
  work: @escaping @Sendable (InputPart) -> FilterOutcome<Tally>,
  collect: @escaping @Sendable (Tally) -> Void
) async throws -> CommandFailure.Code? {
  let run = try FilterRun(arguments, plan)
  try await OrderedPipeline(jobs: arguments.workerCount).run(
    next: { try run.draw() },
    work: { drawn in
      var outcome = work(drawn.part)
      if let table = plan.arrowTable {
        if ArrowRows.areMany(outcome.output) {
          outcome.isBatch = true
          outcome.output = table().batch(of: outcome.output)
        }
      } else if !run.isPlain {
        (outcome.output, outcome.sortedRows) = run.layout.arranged(outcome.output)
      }
      if case .fault(let diagnostic, isRecord: false) = drawn.part {
        outcome.diagnostics.append(diagnostic)
      }
      // The part is not kept until its turn comes.
      return (outcome, drawn.readCount, drawn.isDrained)
    },
    deliver: { outcome, readCount, isDrained in
      collect(outcome.tally)
      return try run.deliver(outcome, readCount: readCount, isDrained: isDrained)
    })
  try run.finish()
  return run.log.code
}

private struct FilterRun: Sendable {
  let reader: InputReader
  let progress: Progress
  let log: DiagnosticLog
  let plan: FilterPlan
  let layout: TableLayout
  /// True if rows stay as the command writes them.
  let isPlain: Bool
  private let isQuiet: Bool
  private let isOnTerminal = Output.standard.isTerminal
  private let checkpoints = Streams.current.checkpoints
  private let framing = OutputFraming()
  private let arrowRows = ArrowRows()
  private let pieces: RecordPieces

  init(_ arguments: FilterArguments, _ plan: FilterPlan) throws {
    self.plan = plan
    pieces = RecordPieces(count: plan.pieceCount)
    reader = arguments.reader(blockSize: plan.blockSize, largestBlock: plan.largestBlock)
    log = try DiagnosticLog(isQuiet: arguments.quiet, errorsTo: arguments.errors)
    isQuiet = arguments.quiet
    let isCSV = plan.isCSV ?? (plan.hasColumns && plan.arrowTable == nil)
    isPlain = arguments.table.isPlain
    layout = TableLayout(arguments.table, isCSV: isCSV, separator: plan.comma)
    try arguments.table.check(isCSV: isCSV)
    if plan.hasColumns { plan.carried.survey(arguments) }
    let readsTerminal =
      (arguments.inputs.isEmpty || arguments.inputs.contains("-"))
      && InputDescriptor.standardInput.isTerminal
    progress = Progress(
      unit: "puzzles", total: arguments.inputLength,
      isRequested: arguments.progress && !arguments.quiet && !readsTerminal)
    if readsTerminal, !arguments.quiet {
      note("sudoku: type or paste puzzles; Ctrl-D ends")
    }
  }

  func draw() throws -> InputReader.Drawn? {
    if let piece = pieces.next() { return piece }
    let hasSkipped =
      try checkpoints?.skip(header: { framing.opening(plan) }) { try drawPart()?.readCount } == true
    let next = try drawPart()
    if hasSkipped, let checkpoints {
      log.add(code: checkpoints.start?.code ?? 0)
      if let text = checkpoints.message(line: next?.part.firstLine) { note(text) }
    }
    guard let drawn = next else { return nil }
    if plan.pieceCount == 1 { return drawn }
    pieces.begin(drawn)
    // A part without records has no pieces.
    return pieces.next() ?? drawn
  }

  private func drawPart() throws -> InputReader.Drawn? {
    guard let drawn = reader.draw() else { return nil }
    plan.carried.begin(with: drawn.part)
    // The workers need it.
    if !isPlain { try framing.setHeader(plan, layout, first: drawn.part) }
    return drawn
  }

  func deliver<Tally>(
    _ outcome: FilterOutcome<Tally>, readCount: Int, isDrained: Bool
  ) throws -> Bool {
    progress.advance(by: outcome.recordCount, position: readCount)
    if outcome.hasRejected { log.addRejected() }
    log.addNotes(outcome.notes)
    layout.keep(outcome.sortedRows)
    if isOnTerminal || !outcome.diagnostics.isEmpty { progress.hide() }
    var isOutputOpen = true
    var output = outcome.output
    if let table = plan.arrowTable {
      output = arrowRows.take(output, isBatch: outcome.isBatch, isLast: isDrained, table)
    }
    if !output.isEmpty {
      isOutputOpen = try Output.standard.write(framing.opening(plan))
      isOutputOpen = try Output.standard.write(output) && isOutputOpen
    }
    if !outcome.diagnostics.isEmpty {
      // Results before a mistake are visible before its message, also on one terminal.
      try Output.standard.flush()
      log.add(outcome.diagnostics)
    }
    if isDrained || isOnTerminal { isOutputOpen = try Output.standard.flush() && isOutputOpen }
    if let checkpoints {
      if plan.carried.hasLostFields { log.addRejected() }
      try checkpoints.add(
        rows: outcome.recordCount, end: readCount, code: log.code?.rawValue ?? 0
      ) { _ = try Output.standard.flush() }
    }
    return isOutputOpen
  }

  func finish() throws {
    progress.hide()
    // A table without rows has a header too.
    if !isPlain { try framing.setHeader(plan, layout, first: nil) }
    _ = try Output.standard.write(framing.opening(plan, isLast: true))
    if !isPlain { _ = try Output.standard.write(layout.sortedRows()) }
    if let table = plan.arrowTable {
      let rest = arrowRows.take([], isBatch: false, isLast: true, table)
      _ = try Output.standard.write(rest + ArrowTable.end)
    }
    try Output.standard.flush()
    if plan.carried.hasLostFields { log.addRejected() }
    try log.finish()
    for text in (isQuiet ? [] : reader.notes) + reader.losses { note("sudoku: note: \(text)") }
  }
}

/// The bytes before the records and between them.
private final class OutputFraming: @unchecked Sendable {
  // Used by one deliverer at a time.
  private var isBegun = false
  /// The header as the options of tables arrange it.
  private let header = Mutex<[UInt8]?>(nil)

  /// Sets the header, unless it is set.
  func setHeader(_ plan: FilterPlan, _ layout: TableLayout, first: InputPart?) throws {
    try header.withLock { header in
      guard header == nil else { return }
      try layout.take(first)
      header = try layout.header(plan.header())
    }
  }

  func opening(_ plan: FilterPlan, isLast: Bool = false) -> [UInt8] {
    if isBegun { return isLast ? [] : Array(plan.separator.utf8) }
    isBegun = true
    return header.withLock { $0 } ?? plan.header()
  }
}

/// Runs a filter that turns each board into one row.
func runRowFilter<Row: OutputRow>(
  _ arguments: FilterArguments, _ layout: RowLayout, blockSize: Int = 1 << 13,
  row: @escaping @Sendable (Board) -> (row: Row, isAccepted: Bool)
) async throws {
  try await runBatchFilter(arguments, layout, blockSize: blockSize) { $0.map(row) }
}

/// Runs a filter that turns many boards at a time into one row each.
func runBatchFilter<Row: OutputRow>(
  _ arguments: FilterArguments, _ layout: RowLayout, blockSize: Int, largestBlock: Int? = nil,
  mistake: (@Sendable (PuzzleRecord, inout Row) -> String?)? = nil,
  rows: @escaping @Sendable ([Board]) -> [(row: Row, isAccepted: Bool)]
) async throws {
  let writer = RowWriter(layout, format: arguments.format)
  let code = try await runFilter(
    arguments,
    FilterPlan(
      blockSize: blockSize, largestBlock: largestBlock, carried: writer.carried,
      header: { writer.header }, hasColumns: arguments.format.hasColumns,
      arrowTable: writer.table),
    work: { part in
      // Lines carry no fields, so boards suffice.
      if arguments.format == .line || arguments.format == .arrow && writer.columns.isEmpty,
        let boards = part.plainBoards(
          withNothingElse: mistake != nil || arguments.format == .arrow)
      {
        return plainOutcome(rows(boards), writer)
      }
      let records = part.records
      var results = rows(records.compactMap(\.board)).makeIterator()
      var outcome = FilterOutcome(tally: ())
      let columns = writer.columns
      var texts = part.lineTexts
      for record in records {
        outcome.recordCount += 1
        if case .success(let found) = record.puzzle, var result = results.next() {
          let message = mistake?(found, &result.row)
          writer.append(
            result.row, of: found, from: record.source, columns: columns, to: &outcome.output)
          if !result.isAccepted { outcome.hasRejected = true }
          if let message {
            outcome.diagnostics.append(
              InputError(wrongSolutionOf: found, message, from: record.source, &texts))
          }
        } else {
          outcome.addFault(of: record, columns: columns, writer)
        }
      }
      return outcome
    },
    collect: { _ in })
  if !arguments.quiet, let message = writer.carried.message { note(message) }
  if let code { throw ExitCode(code.rawValue) }
}

/// The output of plain boards, as lines or as rows of an Arrow table.
private func plainOutcome<Row: OutputRow>(
  _ results: [(row: Row, isAccepted: Bool)], _ writer: RowWriter
) -> FilterOutcome<Void> {
  var outcome = FilterOutcome(tally: ())
  outcome.recordCount = results.count
  for result in results {
    writer.append(result.row, to: &outcome.output)
    if !result.isAccepted { outcome.hasRejected = true }
  }
  return outcome
}

/// Returns the records of a part one by one, each as often as its rows have pieces.
final class RecordPieces: @unchecked Sendable {
  // Used by one drawer at a time.
  private var drawn: InputReader.Drawn?
  private var records: ArraySlice<InputRecord> = []
  private var piece = 0
  private let count: Int

  init(count: Int) { self.count = count }

  /// Begins a part; the one before is finished.
  func begin(_ drawn: InputReader.Drawn) {
    self.drawn = drawn
    records = drawn.part.records[...]
  }

  /// The next piece as a part; a mistake has only one.
  func next() -> InputReader.Drawn? {
    guard let drawn, var record = records.first else { return nil }
    record.piece = piece
    piece += 1
    if piece == count || record.board == nil {
      records.removeFirst()
      piece = 0
    }
    return InputReader.Drawn(
      part: .records([record]), isDrained: drawn.isDrained && records.isEmpty,
      readCount: drawn.readCount)
  }
}
