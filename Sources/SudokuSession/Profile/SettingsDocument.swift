/// The player's settings: the last writer wins, key by key.
///
/// Keys that begin with `device.` concern one device: they are kept in a document of their own that
/// never leaves it.
package struct SettingsDocument: Sendable {
  package private(set) var operations = OperationSet()

  package init() {}

  package static func document(of key: String) -> DocumentID {
    key.hasPrefix("device.") ? .deviceSettings : .settings
  }

  @discardableResult
  package mutating func merge(_ new: some Sequence<DocumentOperation>) -> [DocumentOperation] {
    operations.formUnion(new).inserted
  }

  package mutating func set(
    _ key: String, to value: OpaqueValue, device: DeviceID, wallMilliseconds: Int64,
    clock: inout HybridLogicalClock, opID: String? = nil
  ) throws(ProfileError) -> DocumentOperation? {
    if let opID, let made = operations.action(ofRequest: opID, by: device) {
      guard made == .set(key: key, value: value) else { throw .opIDReused(opID) }
      return nil
    }
    guard ProfileName.isValid(key), values[key] ?? .null != value else { return nil }
    let reading = ClockReading(wallMilliseconds: wallMilliseconds)
    clock.observe(operations.lastStamp, at: reading)
    let operation = DocumentOperation(
      key: OperationKey(device: device, seq: operations.lastSeq(of: device) + 1),
      stamp: clock.next(at: reading),
      action: .set(key: key, value: value), opID: opID,
      seen: operations.unreported(by: device))
    operations.insert(operation)
    return operation
  }

  package var values: [String: OpaqueValue] {
    var values: [String: OpaqueValue] = [:]
    for operation in operations.ordered {
      guard case .set(let key, let value) = operation.action, ProfileName.isValid(key) else {
        continue
      }
      values[key] = value == .null ? nil : value
    }
    return values
  }
}
