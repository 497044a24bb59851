import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuHints

/// Runs a filter that turns each position of the input (clues, digits placed, pencilmarks) into rows.
///
/// - Parameters:
///   - arguments: The shared arguments.
///   - rows: Turns a record into rows, or says what is wrong with it; called concurrently.
/// - Throws: `ExitCode` other than success, `CommandFailure`.
func runPositionFilter<Row: OutputRow>(
  _ arguments: FilterArguments,
  rows: @escaping @Sendable (PuzzleRecord) throws(HintError) -> FoundRows<Row>
) async throws {
  let writer = RowWriter<Row>(format: arguments.format)
  let code = try await runFilter(
    arguments,
    // A hint may take long: each position is a part of its own.
    FilterPlan(blockSize: 82, carried: writer.carried, header: { writer.header }),
    work: { part in
      var outcome = FilterOutcome(tally: ())
      let columns = writer.columns
      for record in part.records {
        outcome.recordCount += 1
        let fault: InputRecord
        switch record.puzzle {
        case .failure: fault = record
        case .success(let position):
          do throws(HintError) {
            let found = try rows(position)
            for row in found.rows {
              writer.append(row, of: position, columns: columns, to: &outcome.output)
            }
            if !found.isWanted { outcome.hasUnwanted = true }
            if let message = found.note {
              outcome.diagnostics.append(
                Diagnostic(
                  source: record.source, line: position.line, column: 1, message: message))
            }
            continue
          } catch {
            fault = InputRecord(
              fault: Diagnostic(
                source: record.source, line: position.line, column: 1, message: error.message))
          }
        }
        outcome.addFault(of: fault, columns: writer.columnCount(columns), format: writer.format)
      }
      return outcome
    },
    collect: { _ in })
  if !arguments.quiet, let message = writer.carried.message { note(message) }
  if let code { throw ExitCode(code.rawValue) }
}

extension HintError {
  /// What is wrong, for people.
  fileprivate var message: String {
    switch self {
    case .noSolution:
      "the clues have no solution; --givens gives them apart from digits that may be wrong"
    case .severalSolutions: "the clues have several solutions"
    case .clueChanged(let cell): "the board does not hold the clue in \(cell)"
    case .cancelled: "cancelled"
    }
  }
}
