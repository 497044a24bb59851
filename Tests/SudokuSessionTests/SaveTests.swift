import Foundation
import SudokuCore
import SudokuIdentity
import SudokuSession
import Testing

@Suite("Saves, times and dates")
struct SaveTests {
  @Test("a save file holds games whole, and reading it again merges to the same")
  func saveFile() throws {
    var random = SeededRandom(seed: 2)
    var player = try Player()
    for _ in 0..<60 { try player.play(using: &random) }
    let text = try canonical(SaveFile(player.document))
    let read = try JSONDecoder().decode(SaveFile.self, from: Data(text.utf8))
    #expect(try canonical(read) == text)
    let saved = try #require(read.documents.first)
    #expect(try game(of: saved.operations).state == player.document.state)
    #expect(saved.clues == Player.clues?.line)
    let twice = OperationSet(saved.operations + saved.operations)
    #expect(player.session.document.operations.ordered == twice.ordered)
    let local = SaveFile.Document(id: .deviceSettings, operations: [])
    #expect(SaveFile([local]).documents.isEmpty)
    #expect(throws: SaveFile.Fault.notASaveFile) {
      try JSONDecoder().decode(SaveFile.self, from: Data("{}".utf8))
    }
    #expect(throws: SaveFile.Fault.fromNewerVersion(2)) {
      let newer = text.replacingOccurrences(of: #""version":1"#, with: #""version":2"#)
      return try JSONDecoder().decode(SaveFile.self, from: Data(newer.utf8))
    }
  }

  @Test(
    "times are RFC 3339",
    arguments: [
      ("2026-11-20T12:00:00Z", 1_795_176_000_000), ("1970-01-01T00:00:00Z", 0),
      ("2024-02-29T23:59:59.007Z", 1_709_251_199_007), ("1969-12-31T23:59:59.999Z", -1),
      ("0000-01-01T00:00:00Z", -62_167_219_200_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ])
  func times(text: String, milliseconds: Int64) {
    #expect(UTCTime(milliseconds: milliseconds).description == text)
    #expect(UTCTime(text)?.milliseconds == milliseconds)
  }

  @Test("times with offsets and fractions are read, others refused")
  func timeForms() {
    #expect(UTCTime("2026-11-20T13:00:00+01:00")?.milliseconds == 1_795_176_000_000)
    #expect(UTCTime("2026-11-20t06:30:00.5-05:30")?.milliseconds == 1_795_176_000_500)
    #expect(UTCTime("2026-11-20T12:00:00.123456Z")?.milliseconds == 1_795_176_000_123)
    for bad in [
      "", "2026-11-20", "2026-11-20T12:00:00", "2026-02-29T12:00:00Z", "2026-13-01T12:00:00Z",
      "2026-11-20T24:00:00Z", "2026-11-20T12:00:00.Z", "2026-11-20T12:00:00+1:00",
      "2026-11-20T12:00:00Zx", "+026-11-20T12:00:00Z", "0000-01-01T00:00:00+00:01",
      "9999-12-31T23:59:59-00:01",
    ] {
      #expect(UTCTime(bad) == nil, "\(bad)")
    }
  }
}
