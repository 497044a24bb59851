import SudokuCore
import SudokuFormats
import SudokuSolver

/// Solves or counts the records of a part as one batch, for every input and output format.
struct RecordSolver: Sendable {
  /// Solves; one thread, the parts are what is shared out.
  let solver: BatchSolver
  /// After how many solutions the search in a board stops.
  let limit: Int
  /// Whether only the number of solutions is wanted.
  let countsOnly: Bool
  let format: OutputFormat
  private let solutions: RowWriter<SolutionRow>
  private let counts: RowWriter<CountRow>

  init(solver: BatchSolver, limit: Int, countsOnly: Bool, format: OutputFormat) {
    self.solver = solver
    self.limit = limit
    self.countsOnly = countsOnly
    self.format = format
    solutions = RowWriter(format: format)
    counts = RowWriter(format: format)
  }

  var carried: CarriedFields { countsOnly ? counts.carried : solutions.carried }
  var header: String? { countsOnly ? counts.header : solutions.header }

  /// Solves the records of a part.
  func solve(_ part: InputPart) -> FilterOutcome<SolveTally> {
    let records = part.records
    let batch = solveBoards(of: records)
    var outcome = FilterOutcome(tally: SolveTally())
    outcome.output.reserveCapacity(records.count * (format == .jsonl ? 216 : 168))
    let columns = countsOnly ? counts.columns : solutions.columns
    var index = 0
    for record in records {
      outcome.recordCount += 1
      outcome.tally.puzzles += 1
      guard case .success(let found) = record.puzzle else {
        outcome.tally.invalid += 1
        if countsOnly {
          outcome.addFault(of: record, columns: columns, counts)
        } else {
          outcome.addFault(of: record, columns: columns, solutions)
        }
        continue
      }
      append(found, from: record.source, batch, index, columns, to: &outcome)
      index += 1
    }
    return outcome
  }

  /// What the solver found.
  private struct Batch {
    var solutions: [UInt8]
    var counts: [UInt32]
    var guesses: [UInt32]
  }

  private func solveBoards(of records: [InputRecord]) -> Batch {
    var cells: [UInt8] = []
    cells.reserveCapacity(records.count * 81)
    var count = 0
    for case .success(let record) in records.lazy.map(\.puzzle) {
      record.puzzle.withUnsafeValues {
        cells.append(contentsOf: UnsafeBufferPointer(start: $0, count: 81))
      }
      count += 1
    }
    var batch = Batch(
      solutions: [UInt8](repeating: 0, count: countsOnly ? 0 : count * 81),
      counts: [UInt32](repeating: 0, count: count), guesses: [UInt32](repeating: 0, count: count))
    cells.withUnsafeBufferPointer { cells in
      batch.solutions.withUnsafeMutableBufferPointer { solutions in
        batch.counts.withUnsafeMutableBufferPointer { counts in
          batch.guesses.withUnsafeMutableBufferPointer { guesses in
            solver.solve(
              cells, limit: limit,
              into: BatchOutput(
                solutions: countsOnly ? nil : solutions, counts: counts,
                guesses: countsOnly ? nil : guesses))
          }
        }
      }
    }
    return batch
  }

  private func append(
    _ record: PuzzleRecord, from source: String, _ batch: Batch, _ index: Int,
    _ columns: [String], to outcome: inout FilterOutcome<SolveTally>
  ) {
    let count = Int(batch.counts[index])
    outcome.tally.guesses += Int(batch.guesses[index])
    outcome.tally.count(solutions: count)
    if count == limit, limit > 1 { outcome.tally.limited += 1 }
    if countsOnly {
      let row = CountRow(
        puzzle: record.puzzle, solutionCount: count, isComplete: count < limit)
      if format == .text {
        return counts.append(
          row, of: record, from: source, columns: columns, to: &outcome.output)
      }
      row.append(format, to: &outcome.output)
      finish(record, from: source, columns, counts, to: &outcome.output)
    } else {
      if count != 1 { outcome.hasUnwanted = true }
      let solution = count > 0 ? Board(zeroBased: batch.solutions, index) : nil
      let row = SolutionRow(
        puzzle: record.puzzle, solutionCount: count, solution: solution,
        isComplete: count < limit)
      if format == .text {
        return solutions.append(
          row, of: record, from: source, columns: columns, to: &outcome.output)
      }
      row.append(format, to: &outcome.output)
      finish(record, from: source, columns, solutions, to: &outcome.output)
    }
  }

  /// Adds what the record carries to the row written last.
  private func finish<Row: OutputRow>(
    _ record: PuzzleRecord, from source: String, _ columns: [String], _ writer: RowWriter<Row>,
    to output: inout [UInt8]
  ) {
    let isTable = format == .csv
    guard isTable || format == .jsonl && !record.parts.isEmpty else { return }
    let fields = writer.carried.fields(of: record)
    if isTable {
      writer.appendCells(fields, columns, source: source, line: record.line, to: &output)
    } else {
      writer.carried.appendMembers(fields, to: &output)
    }
  }
}

extension Board {
  /// The board at an index of a buffer of 81 values each.
  fileprivate init(zeroBased values: [UInt8], _ index: Int) {
    self.init(unsafeValues: { to in
      values.withUnsafeBufferPointer { from in
        guard let base = from.baseAddress else { return }
        to.update(from: base + index * 81, count: 81)
      }
    })
  }
}
