import JSONCoding
import SudokuCore

/// One puzzle of the input, or what is wrong with it.
struct InputRecord: Sendable {
  /// What messages call the input.
  let source: String
  /// The line where it starts, counted from 1.
  let line: Int
  /// The board, or the mistake.
  let board: Result<Board, RecordFault>
}

/// Why a record has no board.
struct RecordFault: Error, Sendable, Hashable {
  let diagnostic: Diagnostic
}

extension InputRecord {
  /// Reads a record from a line: 81 cells, then nothing or further fields, which are ignored.
  ///
  /// - Parameters:
  ///   - text: The line without its line end.
  ///   - source: What messages call the input.
  ///   - line: The number of the line, counted from 1.
  init(text: ArraySlice<UInt8>, source: String, line: Int) {
    self.source = source
    self.line = line
    if text.first == UInt8(ascii: "{") {
      board = InputRecord.board(inObject: Array(text), source: source, line: line)
      return
    }
    do throws(BoardTextError) {
      let board = try Board(bytes: InputRecord.cells(of: text), line: line)
      self.board = InputRecord.checked(board, source: source, line: line)
    } catch {
      self.board = .failure(
        RecordFault(
          diagnostic: Diagnostic(
            source: source, line: error.line, column: error.column, message: error.message)))
    }
  }

  /// The board in the member `puzzle` of a JSON object.
  private static func board(
    inObject text: [UInt8], source: String, line: Int
  ) -> Result<Board, RecordFault> {
    func fault(_ message: String, column: Int) -> Result<Board, RecordFault> {
      .failure(
        RecordFault(
          diagnostic: Diagnostic(source: source, line: line, column: column, message: message)))
    }
    do throws(JSONError) {
      guard let puzzle = try JSONValue(parsing: text)["puzzle"]?.string else {
        return fault("the object has no text 'puzzle'", column: 1)
      }
      do throws(BoardTextError) {
        return checked(try Board(line: puzzle), source: source, line: line)
      } catch {
        return fault("in 'puzzle', character \(error.column): \(error.message)", column: 1)
      }
    } catch {
      return fault(error.message, column: max(1, error.column))
    }
  }

  /// Creates a record that is a fault.
  init(fault: Diagnostic) {
    source = fault.source
    line = fault.line
    board = .failure(RecordFault(diagnostic: fault))
  }

  /// The first field of a line: up to 81 cells are followed by a separator.
  private static func cells(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.count > 81 else { return text }
    switch text[text.startIndex + 81] {
    case UInt8(ascii: "\t"), UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "|"), UInt8(ascii: "#"):
      return text.prefix(81)
    default: return text
    }
  }

  /// Refuses a board whose clues break the rules.
  private static func checked(
    _ board: Board, source: String, line: Int
  ) -> Result<Board, RecordFault> {
    guard let (first, second, house) = board.firstConflict else { return .success(board) }
    let digit = board.value(at: second)
    return .failure(
      RecordFault(
        diagnostic: Diagnostic(
          source: source, line: line, column: second.index + 1,
          message: "two clues \(digit) in \(house.longName): \(first) and \(second)")))
  }
}

extension Board {
  /// The first pair of equal digits in a house, in the order of the second cell.
  var firstConflict: (first: Cell, second: Cell, house: House)? {
    var seen = [UInt16](repeating: 0, count: 27)
    for cell in CellSet.all {
      guard let digit = self[cell] else { continue }
      let bit: UInt16 = 1 << digit.index
      for house in cell.houses {
        if seen[house.index] & bit != 0,
          let first = house.cells.first(where: { $0 < cell && self[$0] == digit })
        {
          return (first, cell, house)
        }
        seen[house.index] |= bit
      }
    }
    return nil
  }
}

extension House {
  /// The house in words: `block 1`, `row 4`, `column 9`.
  var longName: String { "\(kind) \(number + 1)" }
}

extension InputPart {
  /// The records of the part; comment lines (`#`) and blank lines are none.
  var records: [InputRecord] {
    switch self {
    case .fault(let diagnostic, let isRecord):
      return isRecord ? [InputRecord(fault: diagnostic)] : []
    case .block(let block):
      return block.records
    }
  }
}

extension InputBlock {
  /// The records of the lines.
  var records: [InputRecord] {
    var records: [InputRecord] = []
    records.reserveCapacity(bytes.count / 82 + 1)
    var number = firstLine
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      var text = bytes[start..<end]
      if text.last == UInt8(ascii: "\r") { text = text.dropLast() }
      if number == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
      let isComment = text.first == UInt8(ascii: "#")
      if !isComment, !text.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
        records.append(InputRecord(text: text, source: source, line: number))
      }
      number += 1
      start = end + 1
    }
    return records
  }
}
