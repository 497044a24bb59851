extension JSONValue: Codable {
  /// Decodes any value.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? NodeDecoder {
      self = decoder.node.value
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode(JSONObject.self))
    }
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? TreeEncoder {
      try encoder.encodeValue(self)
      return
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONObject: Codable {
  /// Decodes any object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberKey.self)
    self.init(
      unsorted: try container.allKeys.map {
        Member(key: $0.stringValue, value: try container.decode(JSONValue.self, forKey: $0))
      })
  }

  /// Encodes the members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberKey.self)
    for member in self { try container.encode(member.value, forKey: MemberKey(member.key)) }
  }
}

/// A key that may be any text.
private struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
