/// The hash function SHA-256 (FIPS 180-4), for identifiers and checksums.
///
/// ```swift
/// SHA256.hash(of: "abc".utf8).description
/// // "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
/// ```
///
/// Bytes may come in pieces: create one, `update` it with each, and read `digest`.
/// Nothing is allocated.
package struct SHA256: Sendable {
  /// The 256 bits of a hash.
  package struct Digest: Hashable, Sendable, CustomStringConvertible {
    /// The hash as eight big-endian words.
    let words: SIMD8<UInt32>

    /// The first 128 bits, as a number with the first bit on top.
    package var first128Bits: UInt128 {
      (0..<4).reduce(0) { $0 << 32 | UInt128(words[$1]) }
    }

    /// The 32 bytes.
    package var bytes: [UInt8] {
      (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 4] >> UInt32(24 - $0 % 4 * 8)) }
    }

    /// The hash as 64 lower-case hexadecimal digits.
    package var description: String {
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
  }

  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
  private var block = InlineArray<16, UInt32>(repeating: 0)
  private var byteCount: UInt64 = 0

  package init() {}

  package static func hash(of bytes: some Sequence<UInt8>) -> Digest {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest
  }

  /// The keyed hash HMAC-SHA256 (RFC 2104): without the key nobody can compute it.
  package static func hash(
    of bytes: some Sequence<UInt8>, key: some Collection<UInt8>
  ) -> Digest {
    var block = key.count > 64 ? hash(of: key).bytes : Array(key)
    block += [UInt8](repeating: 0, count: 64 - block.count)
    var inner = SHA256()
    inner.update(block.map { $0 ^ 0x36 })
    inner.update(bytes)
    var outer = SHA256()
    outer.update(block.map { $0 ^ 0x5c })
    outer.update(inner.digest.bytes)
    return outer.digest
  }

  package mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { append(byte) }
  }

  /// The hash of all bytes so far; more may follow.
  package var digest: Digest {
    var copy = self
    let bitCount = byteCount &* 8
    copy.append(0x80)
    while copy.byteCount % 64 != 56 { copy.append(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      copy.append(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    return Digest(words: copy.state)
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    let place = Int(byteCount % 64)
    block[place / 4] = block[place / 4] &<< 8 | UInt32(byte)
    byteCount &+= 1
    if place == 63 { compress() }
  }

  private mutating func compress() {
    var w = InlineArray<64, UInt32>(repeating: 0)
    for t in 0..<16 { w[t] = block[t] }
    for t in 16..<64 {
      let s0 = rotated(w[t &- 15], 7) ^ rotated(w[t &- 15], 18) ^ w[t &- 15] &>> 3
      let s1 = rotated(w[t &- 2], 17) ^ rotated(w[t &- 2], 19) ^ w[t &- 2] &>> 10
      w[t] = w[t &- 16] &+ s0 &+ w[t &- 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let t1 = h &+ s1 &+ (e & f ^ ~e & g) &+ roundConstants[t] &+ w[t]
      let s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let t2 = s0 &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
    }
    state &+= SIMD8(a, b, c, d, e, f, g, h)
  }
}

@inline(__always)
private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word &>> count | word &<< (32 &- count)
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
private let roundConstants: InlineArray<64, UInt32> = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
  0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
  0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
  0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
  0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
  0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
  0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
  0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
  0xc671_78f2,
]
