import SudokuCore
import SudokuFormats
import SudokuProtocol
import SudokuReading
import SudokuSolver

/// Solves or counts the records of a part as one batch, for every input and output format.
struct RecordSolver: Sendable {
  /// One thread: the parts are distributed.
  let solver: BatchSolver
  /// After how many solutions the search in a board stops.
  let limit: Int
  let writer: RowWriter
  let countsOnly: Bool

  func solve(_ part: InputPart) -> FilterOutcome<SolveTally> {
    let records = part.records
    let batch = solveBoards(of: records)
    var outcome = FilterOutcome(tally: SolveTally())
    outcome.output.reserveCapacity(records.count * (writer.format == .jsonl ? 216 : 168))
    let columns = writer.columns
    var index = 0
    var texts = part.lineTexts
    for record in records {
      outcome.recordCount += 1
      outcome.tally.puzzles += 1
      guard case .success(let found) = record.puzzle else {
        outcome.tally.invalid += 1
        outcome.addFault(of: record, columns: columns, writer)
        continue
      }
      let count = Int(batch.counts[index])
      outcome.tally.guesses += Int(batch.guesses[index])
      outcome.tally.count(solutions: count)
      if count == limit, limit > 1 { outcome.tally.limited += 1 }
      if count != 1, !countsOnly { outcome.hasRejected = true }
      let solution =
        count > 0 && !countsOnly ? Board(zeroBased: batch.solutions, index) : nil
      writer.append(
        SolveRow(
          record: SolveRecord(
            found.puzzle, count: count, solution: solution, isComplete: count < limit),
          countsOnly: countsOnly),
        of: found, from: record.source, columns: columns, to: &outcome.output)
      index += 1
      guard let solution, found.givesSolution else { continue }
      // Where the search stops at the first solution, more may exist.
      if let message = found.mistake(inSolution: count == 1 && limit > 1 ? solution : nil) {
        outcome.notes.append(
          InputError(wrongSolutionOf: found, message, from: record.source, &texts))
      }
    }
    return outcome
  }

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
