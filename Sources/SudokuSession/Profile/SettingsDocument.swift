/// The player's settings: the last writer wins, key by key.
///
/// Keys that begin with `device.` concern one device: they are kept in a document of their own that
/// never leaves it.
///
/// ```swift
/// SettingsDocument.document(of: "theme")            // settings
/// SettingsDocument.document(of: "device.volume")    // device-settings
/// ```
public struct SettingsDocument: Sendable {
  /// The operations.
  public private(set) var operations = OperationSet()

  /// Creates empty settings.
  public init() {}

  /// The document that a setting belongs to.
  ///
  /// - Parameter key: The setting's name.
  /// - Returns: `DocumentID.settings`, or for a key of this device `DocumentID.deviceSettings`.
  public static func document(of key: String) -> DocumentID {
    key.hasPrefix("device.") ? .deviceSettings : .settings
  }

  /// Adds operations.
  ///
  /// - Parameter new: Operations of the settings, in any order; known ones change nothing.
  /// - Returns: The operations that were new.
  @discardableResult
  public mutating func merge(_ new: some Sequence<DocumentOperation>) -> [DocumentOperation] {
    operations.formUnion(new).inserted
  }

  /// Gives a setting a value.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - value: Its value; `null` for none.
  ///   - device: The device.
  ///   - wallMilliseconds: The wall clock, in milliseconds since 1970-01-01 00:00 UTC.
  ///   - clock: The device's stamps.
  ///   - opID: The client's ID of the request; the same one again makes no operation.
  /// - Returns: The operation, to be made durable; `nil` where nothing changes, and for a name that is
  ///   not valid (`ProfileName`).
  /// - Throws: `ProfileError.opIDReused`; nothing was changed then.
  public mutating func set(
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
      seen: operations.unsaid(by: device))
    operations.insert(operation)
    return operation
  }

  /// The settings by name.
  public var values: [String: OpaqueValue] {
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
