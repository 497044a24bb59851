import JSONCoding
import SudokuCore
import SudokuFormats

/// One puzzle of the input, or what is wrong with it.
struct InputRecord: Sendable {
  /// What messages call the input.
  let source: String
  /// The puzzle, or the mistake.
  let puzzle: Result<PuzzleRecord, RecordFault>

  /// The board, `nil` where there is a mistake.
  var board: Board? { try? puzzle.get().puzzle }
}

/// Why a record has no board.
struct RecordFault: Error, Sendable, Hashable {
  let diagnostic: Diagnostic
}

extension InputRecord {
  /// Creates a record that is a fault.
  init(fault: Diagnostic) {
    source = fault.source
    puzzle = .failure(RecordFault(diagnostic: fault))
  }

  /// Creates a record from what a reader found.
  init(_ record: BoardReader.Record, source: String) {
    self.source = source
    switch record {
    case .puzzle(let found): puzzle = .success(found)
    case .failure(let error):
      puzzle = .failure(RecordFault(error, source: source))
    case .object(let text, let line):
      puzzle = InputRecord.puzzle(inObject: Array(text), source: source, line: line)
    }
  }

  /// The puzzle in the members `puzzle` and `solution` of a JSON object.
  private static func puzzle(
    inObject text: [UInt8], source: String, line: Int
  ) -> Result<PuzzleRecord, RecordFault> {
    func fault(_ message: String, column: Int = 1) -> Result<PuzzleRecord, RecordFault> {
      .failure(
        RecordFault(
          diagnostic: Diagnostic(source: source, line: line, column: column, message: message)))
    }
    do throws(JSONError) {
      let object = try JSONValue(parsing: text)
      guard let clues = object["puzzle"]?.string else {
        return fault("the object has no text 'puzzle'")
      }
      let board: Board
      do throws(BoardTextError) {
        board = try Board(line: clues)
      } catch {
        return fault("in 'puzzle', character \(error.column): \(error.message)")
      }
      if let conflict = board.conflict {
        return fault(
          "in 'puzzle': \(BoardTextError(.conflict(conflict), line: 1, column: 1).message)")
      }
      let solution = object["solution"]?.string.flatMap { Board($0) }
      let isUsable = solution.map { $0.isSolved && board.isSubset(of: $0) } ?? false
      return .success(
        PuzzleRecord(puzzle: board, solution: isUsable ? solution : nil, line: line))
    } catch {
      return fault(error.message, column: max(1, error.column))
    }
  }
}

extension RecordFault {
  /// Creates a fault from a mistake in the text of a board.
  init(_ error: BoardTextError, source: String) {
    diagnostic = Diagnostic(
      source: source, line: error.line, column: error.column, message: error.message)
  }
}

extension InputPart {
  /// The records of the part; comment lines (`#`) and blank lines are none.
  var records: [InputRecord] {
    switch self {
    case .fault(let diagnostic, let isRecord):
      isRecord ? [InputRecord(fault: diagnostic)] : []
    case .records(let records): records
    case .block(let block): block.records
    }
  }
}

extension InputBlock {
  /// The records of the lines.
  var records: [InputRecord] {
    var records: [InputRecord] = []
    records.reserveCapacity(bytes.count / 82 + 1)
    var reader = BoardReader(format: format, firstLine: firstLine)
    reader.read(bytes[...]) { records.append(InputRecord($0, source: source)) }
    reader.finish { records.append(InputRecord($0, source: source)) }
    return records
  }
}
