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
  ) throws(ProfileError) -> ProfileChange {
    let action = DocumentAction.set(key: key, value: value)
    if let known = try operations.answer(again: action, device: device, opID: opID) { return known }
    guard action.hasValidName else { throw .illegalName }
    return operations.perform(
      action, isChange: values[key] ?? .null != value, device: device,
      wallMilliseconds: wallMilliseconds, clock: &clock, opID: opID)
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
