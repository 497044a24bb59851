import SudokuCore

/// One immutable entry of a document: who did what, and when.
///
/// A document (a game, the profile, the settings) is a grow-only set of operations; merging two
/// replicas is the union of their sets, and the state is a pure fold over the set in the order of
/// `<`: stamp, device, number.
///
/// It is coded as one flat object; what is `nil` or empty is omitted:
///
/// ```json
/// {"cell":"r4c7","device":"3f9k2m7q0a1bz","digit":5,"elapsed":61200,"kind":"place","seq":12,"stamp":"1795176000000"}
/// ```
///
/// A kind or a field that this version doesn't know is kept in `extra` and written again, so that
/// an operation of a newer version passes through an older one unchanged. A field `v` other than 1
/// tells that the meaning of a known kind has changed: such an operation is carried, not folded.
public struct DocumentOperation: Hashable, Sendable {
  /// The device that made it and its number there.
  public var key: OperationKey
  /// When it was made.
  public var stamp: Stamp
  /// What it does.
  public var action: DocumentAction
  /// The client's own ID of the request that made it, so that a retry is recognised.
  public var opID: String?
  /// The length of the device's running time segment when it was made, in milliseconds.
  public var elapsedMilliseconds: Int?
  /// How far the device had seen the others' streams when it made the operation, as far as its own
  /// earlier operations don't say so already; empty where it had seen nothing new.
  public var seen: VersionVector
  /// The fields that this version doesn't know.
  public var extra: [String: OpaqueValue]

  /// Creates an operation.
  ///
  /// - Parameters:
  ///   - key: The device that makes it and its number there.
  ///   - stamp: When it is made.
  ///   - action: What it does.
  ///   - opID: The client's own ID of the request.
  ///   - elapsedMilliseconds: The length of the device's running time segment, in milliseconds.
  ///   - seen: How far the device has seen the others' streams since its operation before.
  ///   - extra: Fields that this version doesn't know.
  public init(
    key: OperationKey, stamp: Stamp, action: DocumentAction, opID: String? = nil,
    elapsedMilliseconds: Int? = nil, seen: VersionVector = VersionVector(),
    extra: [String: OpaqueValue] = [:]
  ) {
    self.key = key
    self.stamp = stamp
    self.action = action
    self.opID = opID
    self.elapsedMilliseconds = elapsedMilliseconds
    self.seen = seen
    self.extra = extra
  }

  /// The device that made it.
  public var device: DeviceID { key.device }
  /// Its number in the device's stream, from 1.
  public var seq: Int { key.seq }
  /// The name of its kind.
  public var kind: String { action.kind }
}

extension DocumentOperation: Comparable {
  /// The order in which operations are folded: stamp, device, number.
  public static func < (lhs: DocumentOperation, rhs: DocumentOperation) -> Bool {
    if lhs.stamp != rhs.stamp { return lhs.stamp < rhs.stamp }
    return lhs.key < rhs.key
  }
}
