/// The result of a request to change the profile or the settings.
package struct ProfileChange: Hashable, Sendable {
  /// The operation to store, `nil` for none.
  package var operation: DocumentOperation?
  /// True if the request changed a value; a repeated request gets its first answer again.
  package var isChanged = true
  /// True for a request that was carried out before.
  package var isDuplicate = false
}

extension OperationSet {
  /// Carries out a new request of a device.
  ///
  /// A request with an ID that changes nothing is recorded as a tick. So another request with the
  /// ID is refused, and the same one gets the same answer.
  mutating func perform(
    _ action: DocumentAction, isChange: Bool, device: DeviceID, wallMilliseconds: Int64,
    clock: inout HybridLogicalClock, opID: String?
  ) -> ProfileChange {
    guard isChange || opID != nil else { return ProfileChange(isChanged: false) }
    let operation = next(
      isChange ? action : .tick, by: device, wallMilliseconds: wallMilliseconds, clock: &clock,
      opID: opID, request: isChange ? nil : action.fingerprint)
    insert(operation)
    return ProfileChange(operation: operation, isChanged: isChange)
  }

  /// The answer to a request that a device has carried out before; `nil` for a new one.
  func answer(
    again action: DocumentAction, device: DeviceID, opID: String?
  ) throws(ProfileError) -> ProfileChange? {
    guard let opID, let made = operation(ofRequest: opID, by: device) else { return nil }
    guard made.action == action || made.request == action.fingerprint else {
      throw .opIDReused(opID)
    }
    return ProfileChange(isChanged: made.action == action, isDuplicate: true)
  }
}

extension DocumentAction {
  /// A number below 2^53 computed from all fields of the action, the same in every version.
  fileprivate var fingerprint: Int {
    let key = OperationKey(device: DeviceID(rawValue: 0), seq: 1)
    return OpaqueValue.object(DocumentOperation(key: key, stamp: .zero, action: self).fields)
      .fingerprint
  }
}
