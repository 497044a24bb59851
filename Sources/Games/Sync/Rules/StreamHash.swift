/// A 64-bit hash over all operations of one device in one document, from the first to one of them.
///
/// Two replicas that hold the same number of a device's operations hold the same operations if and
/// only if the hashes are equal (except for 1 case in 2^64). So a comparison of two numbers detects
/// a device identity in use by two installations, such as a cloned phone.
///
/// The hash of a stream is that of the stream without its last line mixed with that line. A line
/// is read in words of eight bytes, each folded in by a 64 x 64 to 128-bit multiplication whose two
/// halves are combined (the step of wyhash, Wang Yi, public domain). It finds accidents, not
/// attackers.
public struct StreamHash: Hashable, Sendable {
  /// The hash itself; 0 for a stream without operations.
  public let rawValue: UInt64

  /// The hash of a stream without operations.
  public static let empty = StreamHash(rawValue: 0)

  /// Creates a hash from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The hash of this stream with one more operation.
  ///
  /// - Complexity: O(length of the line).
  package func appending(_ line: UnsafeRawBufferPointer) -> StreamHash {
    var state = Self.mix(
      rawValue ^ 0xA076_1D64_78BD_642F, UInt64(line.count) ^ 0xE703_7ED1_A0B4_28DB)
    var offset = 0
    while offset + 8 <= line.count {
      let word = UInt64(littleEndian: line.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      state = Self.mix(state ^ word, 0x8EBC_6AF0_9C88_C6E3)
      offset += 8
    }
    if offset < line.count {
      var word: UInt64 = 0
      for index in (offset..<line.count).reversed() { word = word << 8 | UInt64(line[index]) }
      state = Self.mix(state ^ word, 0x5899_65CC_7537_4CC3)
    }
    return StreamHash(rawValue: Self.mix(state, 0x1D8E_4E27_C47D_124F))
  }

  /// The hash of this stream with one more operation.
  package func appending(_ line: some Collection<UInt8>) -> StreamHash {
    line.withContiguousStorageIfAvailable { appending(UnsafeRawBufferPointer($0)) }
      ?? Array(line).withUnsafeBytes { appending($0) }
  }

  /// The hash as 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Reads 16 hexadecimal digits; anything else gives `nil`.
  package init?(hexadecimal text: some StringProtocol) {
    guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
    rawValue = value
  }

  @inline(__always)
  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}

/// The length of one device's stream in a document, and the hash of the stream.
public struct StreamHead: Hashable, Sendable {
  /// The number of the last operation, 0 for none.
  public var seq: Int
  /// The hash of the stream up to that operation.
  public var hash: StreamHash

  /// A stream without operations.
  public static let empty = StreamHead(seq: 0, hash: .empty)

  /// Creates a head.
  public init(seq: Int, hash: StreamHash) {
    self.seq = seq
    self.hash = hash
  }
}
