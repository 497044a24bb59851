import JSONCoding
import SudokuCore
import Testing

@Suite struct LineReaderTests {
  /// Reads a text in chunks of the given sizes, repeated; a line that is too long shows as `!n`.
  private func lines(of text: String, chunks: [Int], limit: Int = 16) -> [String] {
    var reader = LineReader(maximumLineBytes: limit)
    var found: [String] = []
    let take: (LineReader.Line) -> Void = { line in
      switch line {
      case .text(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong(let number): found.append("!\(number)")
      }
    }
    let bytes = Array(text.utf8)
    var start = 0
    var turn = 0
    while start < bytes.count {
      let end = min(start + chunks[turn % chunks.count], bytes.count)
      reader.read(Array(bytes[start..<end]), take)
      start = end
      turn += 1
    }
    reader.finish(take)
    return found
  }

  @Test(arguments: [[1], [2, 3], [7], [16, 1], [1000]])
  func chunksDoNotMatter(chunks: [Int]) {
    let text = "one\n\ntwo two\n0123456789abcdef\n0123456789abcdefX\nthree\n"
    #expect(
      lines(of: text, chunks: chunks)
        == ["one", "", "two two", "0123456789abcdef", "!5", "three"])
  }

  @Test func lastLineNeedsNoNewline() {
    #expect(lines(of: "a\nb", chunks: [1]) == ["a", "b"])
    #expect(lines(of: "a\n", chunks: [1]) == ["a"])
    #expect(lines(of: "", chunks: [1]).isEmpty)
  }

  @Test func oversizedLineIsReportedOnceAndSkipped() {
    let text = String(repeating: "x", count: 1000) + "\nok\n" + String(repeating: "y", count: 99)
    #expect(lines(of: text, chunks: [5]) == ["!1", "ok", "!3"])
  }

  @Test func randomStreamsGiveTheSameLinesInAnyChunks() {
    let seed: UInt64 = 20_261_121
    var random = SeededRandom(seed: seed)
    for round in 0..<300 {
      let count = Int(random.next(upperBound: UInt64(200)))
      let text = String(
        (0..<count).map { _ in
          random.next(upperBound: UInt64(9)) == 0 ? "\n" as Character : "a"
        })
      var expected = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if expected.last == "" { expected.removeLast() }
      expected = expected.enumerated().map { $0.1.count > 16 ? "!\($0.0 + 1)" : $0.1 }
      let chunks = (0..<5).map { _ in 1 + Int(random.next(upperBound: UInt64(30))) }
      #expect(lines(of: text, chunks: chunks) == expected, "seed \(seed) round \(round) \(chunks)")
    }
  }
}
