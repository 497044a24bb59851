import SudokuFormats
import Testing

@Suite struct JSONTextTests {
  /// No line of JSON is broken by what a string holds.
  @Test func controlCharactersAreEscaped() {
    var bytes: [UInt8] = []
    JSONText.append("a\n\t\r\"\\\u{1}\u{1F}é", to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == #""a\n\t\r\"\\\u0001\u001fé""#)
  }
}
