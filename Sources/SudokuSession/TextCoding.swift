/// Reads a value that is coded as its text.
///
/// - Throws: `DecodingError.dataCorrupted` for a text that is none of the type.
func decodeText<Value: LosslessStringConvertible>(
  _ type: Value.Type, from decoder: any Decoder
) throws -> Value {
  let container = try decoder.singleValueContainer()
  let text = try container.decode(String.self)
  guard let value = Value(text) else {
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "'\(text)' is not a valid \(type)")
  }
  return value
}

/// Writes a value as its text.
func encodeText(_ value: some LosslessStringConvertible, to encoder: any Encoder) throws {
  var container = encoder.singleValueContainer()
  try container.encode(value.description)
}
