import SudokuIdentity
import Testing

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-2 and of NIST's "SHA Examples".
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
        + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func publishedVectors(message: String, hash: String) {
    #expect(SHA256.hash(of: message.utf8).description == hash)
  }

  /// The examples of RFC 4231.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func keyedHashes(key: [UInt8], message: String, hash: String) {
    #expect(SHA256.hash(of: message.utf8, key: key).description == hash)
  }

  @Test func aMillionTimesA() {
    #expect(
      SHA256.hash(of: repeatElement(UInt8(ascii: "a"), count: 1_000_000)).description
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func piecesGiveTheSameHash() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for cut in 0...bytes.count {
      var hash = SHA256()
      hash.update(bytes[..<cut])
      _ = hash.digest
      hash.update(bytes[cut...])
      #expect(hash.digest == SHA256.hash(of: bytes))
    }
  }

  @Test func bytesAndNumberAgree() {
    let digest = SHA256.hash(of: "abc".utf8)
    #expect(digest.bytes.count == 32)
    #expect(digest.bytes.prefix(2) == [0xBA, 0x78])
    #expect(digest.first128Bits == 0xba78_16bf_8f01_cfea_4141_40de_5dae_2223)
  }
}
