import JSONCoding
import SudokuCore
import SudokuRating
import SudokuSession

extension Board: JSONShaped {
  /// 81 characters, `.` for an empty cell.
  public static var schema: Schema {
    .string("81 cells, row by row; `.` is empty.", pattern: "^[1-9.]{81}$")
  }
  /// The 81 characters.
  public var json: JSONValue { .string(line) }
  /// Appends the 81 characters in quotes.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) {
    var text = InlineArray<83, UInt8>(repeating: UInt8(ascii: "\""))
    for index in 0..<81 {
      let value = value(at: Cell(index: index))
      text[index + 1] = value == 0 ? UInt8(ascii: ".") : UInt8(ascii: "0") + value
    }
    text.span.withUnsafeBytes { buffer.append(bytes: $0) }
  }
}

extension Cell: JSONShaped {
  /// A cell, as `r4c7`.
  public static var schema: Schema { .string(pattern: "^r[1-9]c[1-9]$") }
  /// The cell as `r4c7`.
  public var json: JSONValue { .string(description) }
  /// Appends the cell as `"r4c7"`.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) {
    buffer.append(literal: "\"r")
    buffer.append(byte: UInt8(ascii: "1") + UInt8(row))
    buffer.append(byte: UInt8(ascii: "c"))
    buffer.append(byte: UInt8(ascii: "1") + UInt8(column))
    buffer.append(byte: UInt8(ascii: "\""))
  }
}

extension CellSet: JSONShaped {
  /// A list of cells.
  public static var schema: Schema { .array(of: Cell.schema) }
  /// The cells in reading order.
  public var json: JSONValue { .array(map(\.json)) }
  /// Appends the cells.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) {
    try buffer.append(list: self)
  }
}

extension Digit: JSONShaped {
  /// A digit from 1 to 9.
  public static var schema: Schema { .integer(minimum: 1, maximum: 9) }
  /// The digit.
  public var json: JSONValue { JSONValue(Int(rawValue)) }
  /// Appends the digit.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) {
    buffer.append(byte: UInt8(ascii: "0") + rawValue)
  }
}

extension DigitSet: JSONShaped {
  /// A list of digits.
  public static var schema: Schema { .array(of: Digit.schema) }
  /// The digits in order.
  public var json: JSONValue { .array(map(\.json)) }
  /// Appends the digits.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) {
    try buffer.append(list: self)
  }
}

extension House: JSONShaped {
  /// A house, as `block 5`.
  public static var schema: Schema {
    .string("A house, as `row 4`.", pattern: "^(row|column|block) [1-9]$")
  }
  /// The house as `block 5`.
  public var json: JSONValue { .string(words) }

  /// The house in words, as `block 5`.
  public var words: String {
    switch kind {
    case .block: "block \(number + 1)"
    case .row: "row \(number + 1)"
    case .column: "column \(number + 1)"
    }
  }
}

extension Level: JSONShaped {
  /// The names of the levels of all scales.
  public static var schema: Schema { .choice("", ScaleRegistry.standard.levelNames) }
  /// The name.
  public var json: JSONValue { .string(name) }
}

extension UTCTime: JSONShaped {
  /// A moment, in RFC 3339 form.
  public static var schema: Schema { .string(format: "date-time") }
  /// The moment, as `2026-11-20T12:00:00Z`.
  public var json: JSONValue { .string(description) }
}
