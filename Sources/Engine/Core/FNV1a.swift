/// The hash FNV-1a with 64 bits (Fowler, Noll, Vo): small and stable.
///
/// For signatures, seeds and identities that are stored; not for security.
///
/// ```swift
/// FNV1a("foobar".utf8).value    // 0x85944171F73967E8
/// ```
package struct FNV1a: Hashable, Sendable {
  /// The hash of all bytes so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of no bytes.
  package init() {}

  package init(_ bytes: some Sequence<UInt8>) { combine(bytes) }

  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
