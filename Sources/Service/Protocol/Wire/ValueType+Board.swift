import JSONCoding
import SudokuCore
import SudokuFormats
import SudokuIdentity

extension ValueType where Value == Board {
  /// A board in any of the forms in common use.
  ///
  /// 81 characters; a grid over several lines, with or without a frame; a list of 81 numbers; a
  /// list of 9 rows, each a list of 9 numbers or a text of 9 characters. 0 and `null` are empty.
  static let board = ValueType(
    Schema(["type": ["string", "array"]])
  ) { (node, name) throws(RPCError) in
    switch node.kind {
    case .string: try read(text: node)
    case .array: try read(list: node, name)
    default: throw .wrongType(name, expected: expected)
    }
  }

  /// The forms of a board, for the descriptions of parameters.
  static let summary =
    "81 characters row by row (`.` or 0 is empty), a grid in lines, 81 numbers, or 9 rows."

  private static let expected =
    "a board: 81 characters, a grid in lines, 81 numbers from 0 to 9, or 9 rows of 9"

  private static func read(text node: JSONNode) throws(RPCError) -> Board {
    let plain = node.withUTF8 { bytes in
      Result { () throws(BoardTextError) in try Board(bytes: bytes) }
    }
    switch plain {
    case .success(let board): return board
    case .failure(let error): return try readGrid(node.string ?? "", orThrow: error)
    case nil: throw RPCError(BoardTextError(.empty, line: 1, column: 1))
    }
  }

  /// Reads a grid in lines, or another format of one puzzle.
  private static func readGrid(
    _ text: String, orThrow plain: BoardTextError
  ) throws(RPCError) -> Board {
    var boards: [Board] = []
    for record in BoardReader.wholeRecords(Array(text.utf8)).records {
      switch record {
      case .puzzle(let found): boards.append(found.puzzle)
      case .failure(let error, _): throw fault(of: text, error)
      }
    }
    guard boards.count == 1 else { throw fault(of: text, plain) }
    return boards[0]
  }

  /// The fault of a text that is not a board: its rows and cells are counted if it has nothing else.
  private static func fault(of text: String, _ error: BoardTextError) -> RPCError {
    let rows = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }
      .filter { !$0.isEmpty }
    let count = rows.reduce(0) { $0 + $1.utf8.count }
    var fault = RPCError(error)
    if PuzzleID(text) != nil || ClassID(text) != nil {
      fault.message = "'\(text)' is the ID of a puzzle: give its 81 characters"
    } else if !rows.allSatisfy({ $0.utf8.allSatisfy { Notation.cell($0) != nil } }) {
      guard text.utf8.count == 81, error.line == 1, 1...81 ~= error.column else { return fault }
      fault.message = "\(Cell(index: error.column - 1)): \(fault.message)"
    } else if rows.isEmpty || error.board != nil || rows.contains(where: { $0.utf8.count == 81 }) {
      return fault
    } else if rows.count == 1 {
      fault.message =
        (count < 81
          ? "the board has only \(count) of 81 cells" : "the board has \(count) cells, not 81")
        + ": count them, or give 9 rows of 9"
    } else if rows.count != 9 {
      fault.message = "the board has \(rows.count) rows; a board has 9 rows of 9 cells"
    } else if let row = rows.firstIndex(where: { $0.utf8.count != 9 }) {
      fault.message = "row \(row + 1) has \(rows[row].utf8.count) cells; a row has 9"
    }
    return fault
  }

  private static func read(list node: JSONNode, _ name: String) throws(RPCError) -> Board {
    var values: [UInt8] = []
    values.reserveCapacity(81)
    switch node.count {
    case 81:
      for index in 0..<81 { values.append(try cell(node[index], "\(name)[\(index)]")) }
    case 9:
      for row in 0..<9 { values += try cells(ofRow: node[row], "\(name)[\(row)]") }
    case let count:
      throw .invalid(
        name, expected: expected,
        "the parameter '\(name)' has \(count) elements; a board has 9 rows")
    }
    guard let board = Board(values: values) else { throw .wrongType(name, expected: expected) }
    return board
  }

  private static func cells(ofRow row: JSONNode?, _ name: String) throws(RPCError) -> [UInt8] {
    var values: [UInt8] = []
    if let text = row?.string, text.utf8.count == 9 {
      for (column, byte) in text.utf8.enumerated() {
        guard let value = Notation.cell(byte) else {
          throw .wrongType("\(name)[\(column)]", expected: "a digit, or . or 0 for an empty cell")
        }
        values.append(value)
      }
      return values
    }
    guard let row, row.kind == .array, row.count == 9 else {
      throw .wrongType(name, expected: "a row of 9 numbers from 0 to 9, or of 9 characters")
    }
    for column in 0..<9 { values.append(try cell(row[column], "\(name)[\(column)]")) }
    return values
  }

  private static func cell(_ node: JSONNode?, _ name: String) throws(RPCError) -> UInt8 {
    if let node {
      if node.isNull { return 0 }
      if let number = node.integer, 0...9 ~= number { return UInt8(number) }
      if let text = node.string, text.isEmpty { return 0 }
      if let text = node.string, text.utf8.count == 1,
        let value = text.utf8.first.flatMap(Notation.cell)
      {
        return value
      }
    }
    throw .wrongType(name, expected: "a digit, or 0 or null for an empty cell")
  }
}
