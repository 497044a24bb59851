import SudokuSession

/// A sum over what is held of documents: equal for equal content, whatever order it came in.
///
/// Each stream of a document adds one 64-bit number, made of the document's ID, the device, the
/// number of operations and their hash. Numbers are added without regard to overflow, so one that
/// changed is replaced by a subtraction and an addition. Two different contents have one digest in
/// 1 of 2^64 cases; like `StreamHash` it finds accidents, not attackers.
public struct Digest: Hashable, Sendable {
  /// The number; 0 for nothing.
  public let rawValue: UInt64

  /// The digest of nothing.
  public static let zero = Digest(rawValue: 0)

  /// Creates a digest from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The digest of one stream.
  ///
  /// - Parameters:
  ///   - head: The stream's head.
  ///   - device: The stream's device.
  ///   - key: The document's key.
  public init(of head: StreamHead, device: DeviceID, in key: DigestKey) {
    guard head.seq > 0 else {
      rawValue = 0
      return
    }
    var bits = Self.mix(key.rawValue ^ device.rawValue)
    bits = Self.mix(bits ^ UInt64(truncatingIfNeeded: head.seq))
    rawValue = Self.mix(bits ^ head.hash.rawValue)
  }

  /// The digest of what one document adds.
  ///
  /// - Parameters:
  ///   - heads: The document's streams.
  ///   - id: The document.
  public init(of heads: StreamHeads, in id: DocumentID) {
    let key = DigestKey(id)
    self = heads.reduce(.zero) { $0 + Digest(of: $1.value, device: $1.key, in: key) }
  }

  /// The digest of both.
  public static func + (left: Digest, right: Digest) -> Digest {
    Digest(rawValue: left.rawValue &+ right.rawValue)
  }

  /// The digest without what the other one holds.
  public static func - (left: Digest, right: Digest) -> Digest {
    Digest(rawValue: left.rawValue &- right.rawValue)
  }

  // The mixing steps of splitmix64 (S. Vigna, public domain).
  private static func mix(_ bits: UInt64) -> UInt64 {
    var bits = bits &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
