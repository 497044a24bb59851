import JSONCoding
import SudokuSession

extension JSONValue {
  /// The same value as JSON.
  public init(_ value: OpaqueValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .array(let list): self = .array(list.map { JSONValue($0) })
    case .object(let members):
      self = .object(JSONObject(members.map { (key: $0.key, value: JSONValue($0.value)) }))
    }
  }
}

extension OpaqueValue {
  /// The same value for the session; `nil` where an object has two names that differ only in how
  /// Unicode writes a letter: one of them would be lost.
  public init?(_ value: JSONValue) {
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
