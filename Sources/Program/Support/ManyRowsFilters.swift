import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuGenerator
import SudokuReading

struct FoundRows<Row: OutputRow>: Sendable {
  var rows: [Row]
  /// True if the puzzle is of the kind that the command asks for.
  var isAccepted = true
  /// A message for standard error, without the place.
  var note: String?
  /// The reason why the puzzle is invalid; it has no rows then.
  var fault: String?
}

extension FoundRows {
  /// The message of commands that need the solution.
  static var notProper: String { "the puzzle doesn't have exactly one solution" }

  /// A mistake in place of rows.
  init(fault: String) {
    rows = []
    self.fault = fault
  }

  /// The results of a search, with a note if it is incomplete.
  init(rows: [Row], _ end: SearchEnd, limit: Int, name: String) {
    self.rows = rows
    isAccepted = end == .complete
    note =
      switch end {
      case .complete: nil
      case .stopped: "more than \(limit.counted(name)); --limit allows more"
      case .outOfBudget:
        "the budget ended the search after \(rows.count.counted(name)); there may be more"
      }
  }
}

/// Runs a filter that turns each board into any number of rows.
func runManyRowsFilter<Row: OutputRow>(
  _ arguments: FilterArguments, _ layout: RowLayout,
  rows: @escaping @Sendable (Board) -> FoundRows<Row>
) async throws {
  try await runManyRowsFilter(arguments, layout, usesCandidates: false) { (record: PuzzleRecord) in
    rows(record.puzzle)
  }
}

/// Runs a filter that turns each record into any number of rows.
func runManyRowsFilter<Row: OutputRow>(
  _ arguments: FilterArguments, _ layout: RowLayout, usesCandidates: Bool = true,
  acceptsConflicts: Bool = false,
  rows: @escaping @Sendable (PuzzleRecord) -> FoundRows<Row>
) async throws {
  try await runPiecesFilter(
    arguments, layout, usesCandidates: usesCandidates, acceptsConflicts: acceptsConflicts,
    pieceCount: 1
  ) { record, _ in
    rows(record)
  }
}

/// Runs a filter that turns each record into pieces of rows, in constant memory.
func runPiecesFilter<Row: OutputRow>(
  _ arguments: FilterArguments, _ layout: RowLayout, usesCandidates: Bool,
  acceptsConflicts: Bool = false, pieceCount: Int,
  rows: @escaping @Sendable (_ record: PuzzleRecord, _ piece: Int) -> FoundRows<Row>
) async throws {
  let writer = RowWriter(layout, format: arguments.format, usesCandidates: usesCandidates)
  let code = try await runFilter(
    arguments,
    // A puzzle takes long: each is a part.
    FilterPlan(
      blockSize: 82, pieceCount: pieceCount, carried: writer.carried, header: { writer.header },
      hasColumns: arguments.format.hasColumns, arrowTable: writer.table),
    work: { part in
      var outcome = FilterOutcome(tally: ())
      let columns = writer.columns
      for record in part.records {
        if record.piece == 0 { outcome.recordCount += 1 }
        var fault = record
        if let puzzle = acceptsConflicts ? record.placedPuzzle : record.ruledPuzzle {
          let found = rows(puzzle, record.piece)
          func diagnostic(_ message: String, _ fields: [PuzzleField] = []) -> InputError {
            InputError(
              source: record.source, line: puzzle.line, column: 1, message: message,
              kind: .improperPuzzle, text: puzzle.text, fields: fields)
          }
          guard let message = found.fault else {
            for row in found.rows {
              writer.append(
                row, of: puzzle, from: record.source, columns: columns, to: &outcome.output)
            }
            if !found.isAccepted { outcome.hasRejected = true }
            if let note = found.note { outcome.diagnostics.append(diagnostic(note)) }
            continue
          }
          fault = InputRecord(fault: diagnostic(message, writer.carried.fields(of: puzzle)))
        }
        outcome.addFault(of: fault, columns: columns, writer)
      }
      return outcome
    },
    collect: { _ in })
  if !arguments.quiet, let message = writer.carried.message { note(message) }
  if let code { throw ExitCode(code.rawValue) }
}
