import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuRating
import SudokuSession
import SudokuTechniques

/// A value with one form in JSON, and the schema of that form.
package protocol JSONShaped: Sendable {
  /// The schema of every value of this type.
  static var schema: Schema { get }
  var json: JSONValue { get }
  /// Appends the text of `json`, straight into the buffer.
  func append(to buffer: inout JSONBuffer) throws(JSONError)
}

extension JSONShaped {
  package func append(to buffer: inout JSONBuffer) throws(JSONError) { try buffer.append(json) }
}

// MARK: JSON's own kinds

extension Bool: JSONShaped {
  package static var schema: Schema { .boolean() }
  package var json: JSONValue { .bool(self) }
  package func append(to buffer: inout JSONBuffer) throws(JSONError) {
    buffer.append(literal: self ? "true" : "false")
  }
}

extension Int: JSONShaped {
  package static var schema: Schema { .integer() }
  package var json: JSONValue { JSONValue(self) }
  package func append(to buffer: inout JSONBuffer) throws(JSONError) {
    buffer.append(decimal: Int64(self))
  }
}

extension Int64: JSONShaped {
  package static var schema: Schema { .integer() }
  package var json: JSONValue { .int(self) }
}

extension UInt64: JSONShaped {
  /// A whole number from 0; a text of its digits above 2^63-1, which readers of JSON would lose.
  package static var schema: Schema {
    .anyOf("", [.integer(minimum: 0), .string(pattern: "^[0-9]{19,20}$")])
  }
  package var json: JSONValue { Int64(exactly: self).map { .int($0) } ?? .string(String(self)) }
}

extension Double: JSONShaped {
  package static var schema: Schema { .number() }
  package var json: JSONValue { .double(self) }
}

extension String: JSONShaped {
  package static var schema: Schema { .string() }
  package var json: JSONValue { .string(self) }
  package func append(to buffer: inout JSONBuffer) throws(JSONError) {
    buffer.append(quoted: self)
  }
}

extension JSONValue: JSONShaped {
  package static var schema: Schema { .any() }
  package var json: JSONValue { self }
}

extension JSONObject: JSONShaped {
  package static var schema: Schema { .openObject("") }
  package var json: JSONValue { .object(self) }
}

extension Array: JSONShaped where Element: JSONShaped {
  package static var schema: Schema { .array(of: Element.schema) }
  package var json: JSONValue { .array(map(\.json)) }
  package func append(to buffer: inout JSONBuffer) throws(JSONError) {
    try buffer.append(list: self)
  }
}

extension Dictionary: JSONShaped where Key == String, Value: JSONShaped {
  package static var schema: Schema { .map(of: Value.schema) }
  package var json: JSONValue {
    .object(JSONObject(map { (key: $0.key, value: $0.value.json) }))
  }
}

extension JSONBuffer {
  mutating func append<List: Sequence>(list: List) throws(JSONError)
  where List.Element: JSONShaped {
    append(byte: UInt8(ascii: "["))
    var isFirst = true
    for element in list {
      if !isFirst { append(byte: UInt8(ascii: ",")) }
      isFirst = false
      try element.append(to: &self)
    }
    append(byte: UInt8(ascii: "]"))
  }
}

protocol JSONList: JSONShaped {
  var isEmpty: Bool { get }
}

extension Array: JSONList where Element: JSONShaped {}
extension CellSet: JSONList {}
extension DigitSet: JSONList {}

// MARK: Names

extension JSONShaped where Self: RawRepresentable<String> {
  package var json: JSONValue { .string(rawValue) }
}

extension JSONShaped where Self: RawRepresentable<String> & CaseIterable {
  package static var schema: Schema { .choice("", allCases.map(\.rawValue)) }
}

extension CanonicalForm: JSONShaped {}
extension GameOptions.MistakeCheck: JSONShaped {}
extension Hint.Kind: JSONShaped {}
extension Refutation.Kind: JSONShaped {}
extension StepList.End: JSONShaped {}
extension UnratedReason: JSONShaped {}

extension DocumentID: JSONShaped {
  package static var schema: Schema { .string() }
  package var json: JSONValue { .string(rawValue) }
}

extension GameState.Status: JSONShaped {
  package static var schema: Schema {
    .choice(
      "The state of the game. `gameOver`: the mistake limit is reached.", allCases.map(\.rawValue))
  }
}

extension Level: JSONShaped {
  package static var schema: Schema { .choice("", ScaleRegistry.standard.levelNames) }
  package var json: JSONValue { .string(name) }

  /// The meaning of the levels, for the descriptions of fields and parameters.
  static let meaning =
    "The level for players, from easy to extreme: easy needs hidden singles, medium naked singles and "
    + "locked candidates, hard pairs and wings, expert uniqueness and short chains, extreme more."
}

// MARK: Boards

extension Board: JSONShaped {
  package static var schema: Schema {
    .string("81 cells, row by row; `.` is empty.", pattern: "^[1-9.]{81}$")
  }
  package var json: JSONValue { .string(line) }
  package func append(to buffer: inout JSONBuffer) throws(JSONError) {
    var text = InlineArray<83, UInt8>(repeating: UInt8(ascii: "\""))
    for index in 0..<81 {
      let value = value(at: Cell(index: index))
      text[index + 1] = value == 0 ? UInt8(ascii: ".") : UInt8(ascii: "0") + value
    }
    text.span.withUnsafeBytes { buffer.append(bytes: $0) }
  }
}

extension Cell: JSONShaped {
  package static var schema: Schema { .string(pattern: "^r[1-9]c[1-9]$") }
  package var json: JSONValue { .string(description) }
  package func append(to buffer: inout JSONBuffer) throws(JSONError) {
    buffer.append(literal: "\"r")
    buffer.append(byte: UInt8(ascii: "1") + UInt8(row))
    buffer.append(byte: UInt8(ascii: "c"))
    buffer.append(byte: UInt8(ascii: "1") + UInt8(column))
    buffer.append(byte: UInt8(ascii: "\""))
  }
}

extension CellSet: JSONShaped {
  package static var schema: Schema { .array(of: Cell.schema) }
  package var json: JSONValue { .array(map(\.json)) }
  package func append(to buffer: inout JSONBuffer) throws(JSONError) {
    try buffer.append(list: self)
  }
}

extension Digit: JSONShaped {
  package static var schema: Schema { .integer(minimum: 1, maximum: 9) }
  package var json: JSONValue { JSONValue(Int(rawValue)) }
  package func append(to buffer: inout JSONBuffer) throws(JSONError) {
    buffer.append(byte: UInt8(ascii: "0") + rawValue)
  }
}

extension DigitSet: JSONShaped {
  package static var schema: Schema { .array(of: Digit.schema) }
  package var json: JSONValue { .array(map(\.json)) }
  package func append(to buffer: inout JSONBuffer) throws(JSONError) {
    try buffer.append(list: self)
  }
}

extension House: JSONShaped {
  package static var schema: Schema {
    .string("A house, as `row 4`.", pattern: "^(row|column|block) [1-9]$")
  }
  package var json: JSONValue { .string(words) }

  /// The house in words, as `block 5`.
  var words: String {
    switch kind {
    case .block: "block \(number + 1)"
    case .row: "row \(number + 1)"
    case .column: "column \(number + 1)"
    }
  }
}

// MARK: Other values

extension UTCTime: JSONShaped {
  package static var schema: Schema { .string(format: "date-time") }
  package var json: JSONValue { .string(description) }
}

/// A rating on a scale of tenths: `Tenths(34)` is the number `3.4`.
package struct Tenths: JSONShaped, Hashable {
  package var tenths: Int

  package init(_ tenths: Int) { self.tenths = tenths }

  package static var schema: Schema { .number(minimum: 0) }
  package var json: JSONValue { .double(Double(tenths) / 10) }
  package func append(to buffer: inout JSONBuffer) throws(JSONError) {
    // A game of another program may carry any number.
    if tenths < 0 { buffer.append(byte: UInt8(ascii: "-")) }
    buffer.append(decimal: Int64(tenths.magnitude / 10))
    buffer.append(byte: UInt8(ascii: "."))
    buffer.append(decimal: Int64(tenths.magnitude % 10))
  }
}

extension [String: OpaqueValue] {
  var members: JSONObject {
    JSONObject(map { (key: $0.key, value: JSONValue($0.value)) })
  }
}

extension JSONValue {
  init(_ value: OpaqueValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .array(let list): self = .array(list.map { JSONValue($0) })
    case .object(let members): self = .object(members.members)
    }
  }
}

extension OpaqueValue {
  /// The same value for the session.
  ///
  /// It is `nil` for an object with two names that differ only in Unicode normalisation, because one of them would
  /// be lost.
  init?(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .array(let list):
      let values = list.compactMap { OpaqueValue($0) }
      guard values.count == list.count else { return nil }
      self = .array(values)
    case .object(let object):
      var members: [String: OpaqueValue] = [:]
      for member in object {
        guard let value = OpaqueValue(member.value),
          members.updateValue(value, forKey: member.key) == nil
        else { return nil }
      }
      self = .object(members)
    }
  }
}
