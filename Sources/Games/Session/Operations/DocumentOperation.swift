/// One immutable entry of a document: an action, with its device, number and stamp.
///
/// A document (a game, the profile, the settings) is a grow-only set of operations; merging two
/// replicas is the union of their sets, and the state is a pure fold over the set in the order of
/// `<`: stamp, device, number.
///
/// It is coded as one flat object; `nil` and empty members are omitted:
///
/// ```json
/// {"cell":"r4c7","device":"3f9k2m7q0a1bz","digit":5,"elapsed":61200,"kind":"place","seq":12,"stamp":"1795176000000"}
/// ```
///
/// A kind or a field that this version doesn't know is kept in `extra` and written again. So an
/// operation of a newer version passes through an older one unchanged. A field `v` means that a
/// known kind has a new meaning: such an operation is kept, not folded.
public struct DocumentOperation: Hashable, Sendable {
  /// The device that made the operation, and its number in the device's stream.
  public var key: OperationKey
  /// The time of the operation, by the device's hybrid logical clock.
  public var stamp: Stamp
  package var action: DocumentAction
  /// The client's own ID of the request, by which a repeated request is recognised.
  package var opID: String?
  /// The content of that request (`Intent.fingerprint`); `nil` where the action shows it.
  package var request: Int?
  /// The length of the device's running time segment at that time, in milliseconds.
  package var elapsedMilliseconds: Int?
  /// The date by the device's clock, in milliseconds since 1970, if it differs from the stamp's.
  package var wallMilliseconds: Int64?
  /// The last numbers of other devices' streams that this device had newly seen; empty for none.
  ///
  /// Numbers that its own earlier operations report are omitted.
  package var seen: VersionVector
  /// The fields that this version doesn't know.
  package var extra: [String: OpaqueValue]
  /// The line that the operation was read from, if this version would write a different one.
  ///
  /// Streams are compared by their bytes, so the line is written again unchanged.
  package var line: [UInt8]?

  package init(
    key: OperationKey, stamp: Stamp, action: DocumentAction, opID: String? = nil,
    request: Int? = nil, elapsedMilliseconds: Int? = nil, wallMilliseconds: Int64? = nil,
    seen: VersionVector = VersionVector(), extra: [String: OpaqueValue] = [:]
  ) {
    self.key = key
    self.stamp = stamp
    self.action = action
    self.opID = opID
    self.request = request
    self.elapsedMilliseconds = elapsedMilliseconds
    self.wallMilliseconds = wallMilliseconds
    self.seen = seen
    self.extra = extra
  }

  package var device: DeviceID { key.device }
  /// Its number in the device's stream, from 1.
  package var seq: Int { key.seq }
  package var kind: String { action.kind }
}

extension DocumentOperation: Comparable {
  /// The order in which operations are folded: stamp, device, number.
  public static func < (lhs: DocumentOperation, rhs: DocumentOperation) -> Bool {
    if lhs.stamp != rhs.stamp { return lhs.stamp < rhs.stamp }
    return lhs.key < rhs.key
  }
}

/// The identity of an operation: its device and its number in the device's stream.
///
/// Within a document the numbers of a device count up from 1 without gaps.
///
/// ```swift
/// OperationKey(device: device, seq: 42).description    // "3f9k2m7q0a1bz.42"
/// ```
public struct OperationKey: Hashable, Sendable {
  /// The device that made the operation.
  public let device: DeviceID
  /// The operation's number in the device's stream of the document, from 1.
  public let seq: Int

  /// The largest number, 2^53 - 1, which every JSON reader reads exactly.
  package static let maximumSeq = 1 << 53 - 1

  package init(device: DeviceID, seq: Int) {
    self.device = device
    self.seq = seq
  }
}

extension OperationKey: Codable {
  /// Reads the text.
  public init(from decoder: any Decoder) throws { self = try decodeText(Self.self, from: decoder) }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws { try encodeText(self, to: encoder) }
}

extension OperationKey: Comparable, LosslessStringConvertible {
  /// Orders keys by device, then number.
  public static func < (lhs: OperationKey, rhs: OperationKey) -> Bool {
    (lhs.device, lhs.seq) < (rhs.device, rhs.seq)
  }

  /// The device, a dot and the number.
  public var description: String { "\(device).\(seq)" }

  /// Reads the one text that `description` writes; anything else gives `nil`.
  public init?(_ description: String) {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let device = DeviceID(String(parts[0])), let seq = Int(parts[1]),
      1...Self.maximumSeq ~= seq, parts[1] == String(seq)
    else { return nil }
    self.init(device: device, seq: seq)
  }
}
