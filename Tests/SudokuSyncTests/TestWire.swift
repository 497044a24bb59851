import JSONCoding

/// A value on its way over the wire.
enum TestWire {
  static func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try StrictJSONDecoder().decode(Value.self, from: CanonicalJSONEncoder().encode(value))
  }
}
