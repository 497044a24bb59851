extension Operation: Codable {
  /// The operation as named values: the members of its object.
  public var fields: [String: OpaqueValue] {
    extra.merging(knownFields) { _, known in known }
  }

  /// The fields that this version understands.
  var knownFields: [(String, OpaqueValue)] {
    var fields = action.fields
    fields.append(("device", .string(key.device.description)))
    fields.append(("kind", .string(action.kind)))
    fields.append(("seq", .int(Int64(key.seq))))
    fields.append(("stamp", .string(stamp.description)))
    if let opID { fields.append(("opId", .string(opID))) }
    if let elapsedMilliseconds {
      fields.append(("elapsed", .int(Int64(elapsedMilliseconds))))
    }
    return fields
  }

  /// Reads named values; `nil` without a device, a number, a stamp and a kind.
  ///
  /// - Parameter fields: The members of the operation's object.
  public init?(fields: [String: OpaqueValue]) {
    var reader = FieldReader(fields)
    guard let device = reader.text("device", as: DeviceID.self), let seq = reader.int("seq"),
      1...OperationKey.maximumSeq ~= seq, let stamp = reader.text("stamp", as: Stamp.self),
      let kind = reader.string("kind")
    else { return nil }
    let opID = reader.string("opId")
    var actionReader = reader
    var action = Action.unknown(kind: kind)
    var elapsed: Int?
    if !reader.has("v"), let known = Action(kind: kind, from: &actionReader) {
      action = known
      reader = actionReader
      elapsed = reader.natural("elapsed")
    }
    self.init(
      key: OperationKey(device: device, seq: seq), stamp: stamp, action: action, opID: opID,
      elapsedMilliseconds: elapsed, extra: reader.rest)
  }

  /// Reads an object.
  ///
  /// - Throws: `DecodingError` for one without a device, a number, a stamp and a kind.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let operation = Operation(fields: try container.decode([String: OpaqueValue].self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "an operation needs a device, a seq from 1, a stamp and a kind")
    }
    self = operation
  }

  /// Writes an object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(fields)
  }
}
