import SudokuCore
import Testing

@testable import SudokuFormats

/// The vectors come from the Python port of the published code (lzstring on PyPI).
@Suite struct LZStringTests {
  @Test(arguments: [
    ("hello", "BYUwNmD2Q==="), ("", "Q==="), ("aaaaaaaaaaaaaaaaaaaaaa", "IY18cQ=="),
    ("{\"size\":9}", "N4IgzglgXgpiBcBOAvkA"),
  ])
  func publishedVectors(_ text: String, _ packed: String) {
    #expect(LZString.compressed(text) == packed)
    #expect(LZString.decompressed(packed.utf8) == Array(text.utf8))
  }

  @Test func everyTextComesBack() {
    var random = SeededRandom(seed: 5)
    for length in [1, 2, 3, 10, 100, 1_000, 20_000] {
      for kinds in [2, 30, 70_000] {
        let text = String(
          String.UnicodeScalarView(
            (0..<length).compactMap { _ in
              Unicode.Scalar(UInt32(random.next(below: kinds)) + 32)
            }))
        #expect(
          LZString.decompressed(LZString.compressed(text).utf8, limit: 1 << 20) == Array(text.utf8))
      }
    }
  }

  /// A short text may unpack to a very long one: it is refused.
  @Test func bombsAreRefused() {
    let packed = LZString.compressed(String(repeating: "a", count: 1 << 20))
    #expect(packed.count < 4_000)
    #expect(LZString.decompressed(packed.utf8, limit: 100_000) == nil)
  }

  @Test func damagedTextsNeverTrap() {
    var random = SeededRandom(seed: 6)
    let packed = Array(LZString.compressed("{\"size\":9,\"grid\":[[{}]]}").utf8)
    for _ in 0..<2_000 {
      var bytes = packed
      bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
      _ = LZString.decompressed(bytes)
    }
  }
}
