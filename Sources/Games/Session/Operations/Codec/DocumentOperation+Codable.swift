extension DocumentOperation {
  init?(_ record: OperationFields, _ action: DocumentAction, extra: [String: OpaqueValue] = [:]) {
    guard let device = record.device, let seq = record.seq?.value, seq > 0,
      let stamp = record.stamp
    else { return nil }
    self.init(
      key: OperationKey(device: device, seq: seq), stamp: stamp, action: action,
      opID: record.opId, request: record.request?.value,
      elapsedMilliseconds: record.elapsed?.milliseconds, wallMilliseconds: record.wall?.value,
      seen: record.seen ?? VersionVector(), extra: extra)
  }

  func encode(into record: inout OperationFields) -> ActionKind? {
    let kind = action.encode(into: &record)
    record.device = key.device
    record.seq = Natural(key.seq)
    record.stamp = stamp
    record.kind = kind
    record.opId = opID
    record.request = request.map { Natural($0) }
    record.elapsed = elapsedMilliseconds.map { PlayingTime($0) }
    record.wall = wallMilliseconds.map { SafeInteger($0) }
    if !seen.isEmpty { record.seen = seen }
    return kind
  }
}

extension DocumentOperation: Codable {
  /// The operation as named values: the members of its object.
  package var fields: [String: OpaqueValue] {
    var record = OperationFields()
    let kind = encode(into: &record)
    var writer = OpaqueFields(members: extra)
    for field in kind?.schema.ordered ?? ActionKind.common.fields {
      writer.name = "\(field)"
      _ = record.access(field, &writer)
    }
    if kind == nil { writer.members["kind"] = .string(action.kind) }
    return writer.members
  }

  /// Reads named values; `nil` without a device, a number, a stamp and a kind.
  ///
  /// Fields that this version doesn't understand are kept in `extra`.
  package init?(fields: [String: OpaqueValue]) {
    guard let name = fields["kind"]?.stringValue else { return nil }
    if let kind = ActionKind.byName[name], fields["v"] == nil {
      var (record, present, rest) = (OperationFields(), OperationFieldSet(), fields)
      record.take(kind.schema.all, from: &rest, present: &present)
      let schema = kind.schema.fields
      let hasRequired = schema.required.isSubset(of: present)
      let hasOptional = schema.optional.fields.allSatisfy { rest["\($0)"] == nil }
      if hasRequired, hasOptional, let action = DocumentAction(kind, from: record) {
        guard let operation = DocumentOperation(record, action, extra: rest) else { return nil }
        self = operation
        return
      }
    }
    var (record, present, rest) = (OperationFields(), OperationFieldSet(), fields)
    rest["kind"] = nil
    record.take(ActionKind.common, from: &rest, present: &present)
    guard let operation = DocumentOperation(record, .unknown(kind: name), extra: rest) else {
      return nil
    }
    self = operation
  }

  /// Reads an object.
  ///
  /// - Throws: `DecodingError` for one without a device, a number, a stamp and a kind.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard
      let operation = DocumentOperation(fields: try container.decode([String: OpaqueValue].self))
    else {
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

extension OperationFields {
  /// Reads some fields from named values and removes those that have the right type.
  fileprivate mutating func take(
    _ wanted: OperationFieldSet, from members: inout [String: OpaqueValue],
    present: inout OperationFieldSet
  ) {
    for field in wanted.fields {
      guard let value = members["\(field)"] else { continue }
      var reader = OpaqueField(value: value)
      if access(field, &reader) {
        present.insert(field)
        members["\(field)"] = nil
      }
    }
  }
}

/// Reads one field from a value.
private struct OpaqueField: FieldCoder {
  let value: OpaqueValue

  mutating func code<Value: FieldValue>(_ slot: inout Value?) -> Bool {
    slot = Value(opaque: value)
    return slot != nil
  }
}

/// Writes fields as named values.
private struct OpaqueFields: FieldCoder {
  var members: [String: OpaqueValue]
  var name = ""

  mutating func code<Value: FieldValue>(_ slot: inout Value?) -> Bool {
    if let value = slot { members[name] = value.opaque }
    return true
  }
}

/// The fast path to and from canonical JSON lines, for the kinds that games consist of.
extension DocumentOperation {
  /// Reads an operation from its canonical line.
  ///
  /// - Returns: The operation; `nil` for a rare kind or a line that is not canonical, which the
  ///   general decoder has to read.
  public static func reading(line: some Collection<UInt8>) -> DocumentOperation? {
    let direct = line.withContiguousStorageIfAvailable { bytes -> DocumentOperation? in
      var reader = OperationLineReader(bytes)
      return reader.read()
    }
    if let direct { return direct }
    return Array(line).withUnsafeBufferPointer { bytes in
      var reader = OperationLineReader(bytes)
      return reader.read()
    }
  }

  /// Appends the operation's canonical line: the object's bytes, without a line feed.
  ///
  /// - Returns: True if the line was appended; false if the general encoder has to write the
  ///   operation. Nothing was appended then.
  public func appendLine(to bytes: inout [UInt8]) -> Bool {
    var writer = OperationLineWriter(bytes)
    // Move the array instead of sharing it, so that it grows in place.
    bytes = []
    let isWritten = writer.append(self)
    bytes = writer.bytes
    return isWritten
  }
}
