/// Which operation: the device that made it and its number there.
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

  /// The largest number: what every JSON reader holds exactly.
  public static let maximumSeq = 1 << 53 - 1

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - device: The device that made the operation.
  ///   - seq: The operation's number in the device's stream of the document, from 1.
  public init(device: DeviceID, seq: Int) {
    self.device = device
    self.seq = seq
  }
}

extension OperationKey: Comparable, Codable, LosslessStringConvertible {
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

  /// Reads the text.
  public init(from decoder: any Decoder) throws { self = try decodeText(Self.self, from: decoder) }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws { try encodeText(self, to: encoder) }
}
