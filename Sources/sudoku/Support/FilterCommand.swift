import ArgumentParser
import Foundation
import SudokuCore
import Synchronization

/// The arguments that all filters share.
struct FilterArguments: ParsableArguments {
  @Argument(help: "Puzzles of 81 characters, files, or - for standard input.")
  var inputs: [String] = []

  @Option(
    name: [.short, .long], help: "How many processors to use (default: all).",
    transform: parsePositive)
  var jobs: Int?

  @Option(help: "How to write the results: line, jsonl, csv or text.")
  var format: OutputFormat = .line

  @Flag(inversion: .prefixedNo, help: "Show progress on a terminal.")
  var progress = true

  /// The number of workers.
  var workerCount: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }
}

/// Reads a number of at least 1 from the command line.
func parsePositive(_ text: String) throws -> Int {
  guard let value = Int(text), value > 0 else {
    throw ValidationError("'\(text)' is no number of at least 1")
  }
  return value
}

/// What became of a run of records.
struct FilterOutcome<Tally: Sendable>: Sendable {
  /// The bytes for standard output, one record after the other.
  var output: [UInt8] = []
  /// The mistakes found, in order.
  var diagnostics: [Diagnostic] = []
  /// How many records there were.
  var recordCount = 0
  /// Whether a puzzle was not what the command asks for (exit code 1).
  var hasUnwanted = false
  /// What the command counts.
  var tally: Tally

  /// Adds a record that has no board: a line in its place, a message, the exit code.
  mutating func addFault(of record: InputRecord, columns: Int, format: OutputFormat) {
    guard case .failure(let fault) = record.puzzle else { return }
    format.append(fault: fault.diagnostic, columns: columns, to: &output)
    diagnostics.append(fault.diagnostic)
  }
}

/// Runs a filter: one puzzle in, one record out, in order, in constant memory, on all processors.
///
/// - Parameters:
///   - arguments: The shared arguments.
///   - header: What comes before all records.
///   - blockSize: Bytes of input per unit of work: small for slow work, large for fast work.
///   - largestBlock: Up to what that grows with a long input; `nil` for not at all.
///   - work: Turns a part of the input into output; called concurrently.
///   - collect: Takes the tallies in order.
/// - Returns: The exit code that the outcome asks for, `nil` for success.
/// - Throws: `CommandFailure` if the output can't be written.
func runFilter<Tally: Sendable>(
  _ arguments: FilterArguments, header: String?, blockSize: Int, largestBlock: Int? = nil,
  work: @escaping @Sendable (InputPart) -> FilterOutcome<Tally>,
  collect: @escaping @Sendable (Tally) -> Void
) async throws -> CommandFailure.Code? {
  let reader = InputReader(
    inputs: arguments.inputs, blockSize: blockSize, largestBlock: largestBlock)
  let progress = Progress(unit: "puzzles", total: nil, isWanted: arguments.progress)
  let worst = Mutex<Int32>(0)
  if let header { _ = try Output.standard.write(Array(header.utf8)) }
  try await OrderedPipeline(jobs: arguments.workerCount).run(
    next: { reader.next() },
    work: { part in
      var outcome = work(part)
      if case .fault(let diagnostic, isRecord: false) = part {
        outcome.diagnostics.append(diagnostic)
      }
      return outcome
    },
    deliver: { outcome in
      progress.advance(by: outcome.recordCount)
      collect(outcome.tally)
      if !outcome.diagnostics.isEmpty || outcome.hasUnwanted {
        worst.withLock { code in
          for diagnostic in outcome.diagnostics { code = max(code, diagnostic.code.rawValue) }
          if outcome.hasUnwanted { code = max(code, CommandFailure.Code.badPuzzle.rawValue) }
        }
      }
      let goesOn = try Output.standard.write(outcome.output)
      if !outcome.diagnostics.isEmpty {
        progress.finish()
        // What came before a mistake is seen before it, also when both go to one terminal.
        try Output.standard.flush()
        for diagnostic in outcome.diagnostics { note(diagnostic.text) }
      }
      return goesOn
    })
  try Output.standard.flush()
  progress.finish()
  return worst.withLock { CommandFailure.Code(rawValue: $0) }
}

/// Runs a filter that turns each board into one row.
///
/// - Parameters:
///   - arguments: The shared arguments.
///   - blockSize: Bytes of input per unit of work.
///   - row: Turns a board into a row and says whether it is what the command asks for; called
///     concurrently.
/// - Throws: `ExitCode` other than success, `CommandFailure`.
func runRowFilter<Row: OutputRow>(
  _ arguments: FilterArguments, blockSize: Int = 1 << 13,
  row: @escaping @Sendable (Board) -> (row: Row, isWanted: Bool)
) async throws {
  try await runBatchFilter(arguments, blockSize: blockSize) { $0.map(row) }
}

/// Runs a filter that turns many boards at a time into one row each.
///
/// - Parameters:
///   - arguments: The shared arguments.
///   - blockSize: Bytes of input per unit of work.
///   - rows: Turns boards into as many rows and says of each whether it is what the command asks
///     for; called concurrently.
/// - Throws: `ExitCode` other than success, `CommandFailure`.
func runBatchFilter<Row: OutputRow>(
  _ arguments: FilterArguments, blockSize: Int,
  rows: @escaping @Sendable ([Board]) -> [(row: Row, isWanted: Bool)]
) async throws {
  let format = arguments.format
  let code = try await runFilter(
    arguments, header: format.header(for: Row.self), blockSize: blockSize,
    work: { part in
      let records = part.records
      var results = rows(records.compactMap(\.board)).makeIterator()
      var outcome = FilterOutcome(tally: ())
      for record in records {
        outcome.recordCount += 1
        if record.board != nil, let result = results.next() {
          format.append(result.row, to: &outcome.output)
          if !result.isWanted { outcome.hasUnwanted = true }
        } else {
          outcome.addFault(of: record, columns: Row.columns.count, format: format)
        }
      }
      return outcome
    },
    collect: { _ in })
  if let code { throw ExitCode(code.rawValue) }
}
