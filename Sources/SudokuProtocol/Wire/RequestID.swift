import JSONCoding

/// The `id` of a request, as it is given back.
enum RequestID: Hashable, Sendable {
  case null
  case int(Int64)
  case double(Double)
  case string(String)

  /// Reads an ID; arrays, objects and truth values are none.
  init?(_ node: JSONNode) {
    switch node.kind {
    case .null: self = .null
    case .int: self = .int(node.int ?? 0)
    case .double: self = .double(node.double ?? 0)
    case .string: self = .string(node.string ?? "")
    case .bool, .array, .object: return nil
    }
  }

  var value: JSONValue {
    switch self {
    case .null: .null
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    }
  }
}
