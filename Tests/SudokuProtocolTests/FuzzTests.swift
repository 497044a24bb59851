import Foundation
import JSONCoding
import SudokuCore
import SudokuProtocol
import TestSupport
import Testing

/// Mutates requests at random: whatever comes in, every complete line is answered as it must be.
@Suite struct FuzzTests {
  /// How many lines are tried; `SUDOKU_FUZZ` in the environment asks for more.
  private static let rounds =
    ProcessInfo.processInfo.environment["SUDOKU_FUZZ"].flatMap { Int($0) }
    ?? sized(5_000, full: 20_000)

  private static let seed: UInt64 =
    ProcessInfo.processInfo.environment["SUDOKU_FUZZ_SEED"].flatMap { UInt64($0) } ?? 20_261_121

  /// Requests of all transcripts but those that take long or end the session.
  private static let corpus: [[UInt8]] = TranscriptTests.all
    .filter { !$0.name.hasPrefix("mcp") && $0.name != "methods" }
    .flatMap(\.exchanges).flatMap(\.sent)
    .filter { line in
      !["generate", "count", "grade", "daily", "shutdown", "subscribe", "hint", "methods"]
        .contains { line.contains($0) }
    }
    .map { Array($0.utf8) }

  @Test func everyLineIsAnsweredAsItMustBe() throws {
    var random = SeededRandom(seed: Self.seed)
    var server = try TestServer()
    for round in 0..<Self.rounds {
      if round % 2000 == 0 { server = try TestServer() }
      let line = Self.mutated(&random)
      line.withUnsafeBytes { server.server.receive(.text($0)) }
      server.server.commit()
      server.finishJobs()
      let answers = server.output()
      #expect(
        answers.count == (Self.needsAnswer(line) ? 1 : 0),
        "seed \(Self.seed) round \(round): \(String(decoding: line, as: UTF8.self)): \(answers)")
      for answer in answers { _ = try JSONNode(parsing: answer) }
    }
  }

  @Test func anyBytesInAnyChunksGiveOneShotALine() throws {
    var random = SeededRandom(seed: Self.seed, stream: 1)
    for round in 0..<Self.rounds / 200 {
      let server = try TestServer()
      var reader = LineReader(maximumLineBytes: 300)
      var stream: [UInt8] = []
      var expected = 0
      for _ in 0..<50 {
        let line = Self.mutated(&random)
        stream += line + [UInt8(ascii: "\n")]
        if line.count > 300 || Self.needsAnswer(line) { expected += 1 }
      }
      var start = 0
      while start < stream.count {
        let end = min(start + 1 + random.next(below: 200), stream.count)
        reader.read(Array(stream[start..<end])) { server.server.receive($0) }
        start = end
      }
      server.finishJobs()
      #expect(server.output().count == expected, "seed \(Self.seed) round \(round)")
    }
  }

  /// A line of the corpus with bytes changed, taken out, put in, or cut; never with a newline.
  private static func mutated(_ random: inout SeededRandom) -> [UInt8] {
    var line = corpus[random.next(below: corpus.count)]
    let tokens: [StaticString] = [
      "{", "}", "[", "]", "\"", ",", ":", "null", "-1", "1e999", "9223372036854775808", "\\u0000",
      "\\ud800", "\"id\":1,", "true", "0.5",
    ]
    for _ in 0..<random.next(below: 4) {
      guard !line.isEmpty else { break }
      let place = random.next(below: line.count)
      switch random.next(below: 6) {
      case 0: line[place] = UInt8(random.next(below: 256))
      case 1: line.remove(at: place)
      case 2: line.insert(UInt8(random.next(below: 256)), at: place)
      case 3: line.removeSubrange(place...)
      case 4:
        let token = tokens[random.next(below: tokens.count)]
        line.insert(
          contentsOf: UnsafeBufferPointer(start: token.utf8Start, count: token.utf8CodeUnitCount),
          at: place)
      default:
        let end = min(place + random.next(below: 20), line.count)
        line.insert(contentsOf: line[place..<end], at: place)
      }
    }
    return line.filter { $0 != UInt8(ascii: "\n") }
  }

  /// Whether a line must be answered: everything but notifications and batches of them.
  private static func needsAnswer(_ line: [UInt8]) -> Bool {
    let limits = JSONLimits(maximumDepth: 32, maximumBytes: 1 << 20)
    // A byte order mark before a line is skipped.
    let text = line.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(line.dropFirst(3)) : line
    if text.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { return false }
    guard let value = try? JSONValue(parsing: text, limits: limits) else { return true }
    if let batch = value.array { return batch.isEmpty || batch.contains { !isNotification($0) } }
    return !isNotification(value)
  }

  private static func isNotification(_ value: JSONValue) -> Bool {
    value.object != nil && value["id"] == nil && value["jsonrpc"] == "2.0"
      && value["method"]?.string != nil
  }
}
