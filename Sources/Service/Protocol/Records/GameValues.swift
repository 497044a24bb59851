// Values of a game as JSON.

import JSONCoding
import SudokuRecords
import SudokuSession

extension GameOptions.MistakeCheck: JSONShaped {}

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

extension UTCTime: JSONShaped {
  package static var schema: Schema { .string(format: "date-time") }
  package var json: JSONValue { .string(description) }
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
