import Foundation
import SudokuCore
import SudokuIdentity
import SudokuSession
import Testing

@Suite("Saves, times and dates")
struct SaveTests {
  private func oldSave(_ extra: String = "", board: String? = nil) throws -> OldSave {
    let clues = try #require(Player.clues).line
    let text = """
      {"id":"current","initialBoard":"\(clues)","board":"\(board ?? clues)","startDate":\
      "2026-11-20T12:00:00Z","lastSaved":"2026-11-20T12:03:00Z","elapsedSeconds":61.5\(extra)}
      """
    return try JSONDecoder().decode(OldSave.self, from: Data(text.utf8))
  }

  private func board(_ digits: [(Cell, Digit)]) throws -> String {
    var board = try #require(Player.clues)
    for (cell, digit) in digits { board[cell] = digit }
    return board.line
  }

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

  @Test("an old save with a fixed ID becomes the game of its board and start")
  func oldSave() throws {
    let cells = Array(try Player.emptyCells().prefix(3))
    let save = try oldSave(
      #","mistakes":2,"hintsUsed":1,"notes":{"\#(cells[2])":[1,9]},"level":"easy""#,
      board: try board([
        (cells[0], try Player.right(cells[0])), (cells[1], try Player.wrong(cells[1])),
      ]))
    let document = try save.document()
    let state = document.state
    #expect(document.id == (try Player().document.id))
    #expect(state.board[cells[0]] == (try Player.right(cells[0])))
    #expect(state.board[cells[1]] == (try Player.wrong(cells[1])))
    #expect(state.notes[cells[2]].description == "19")
    #expect(state.elapsedMilliseconds == 61_500)
    #expect(state.mistakes == 2 && state.hintsUsed == 1 && state.level == "easy")
    #expect(state.status == .inProgress && state.conflicts.isEmpty)
    // Imported twice, on two devices: the same operations.
    var again = document
    again.merge(try save.document().operations.ordered)
    #expect(again.state == state)
  }

  @Test(
    "an old save with notes of no cell or no digit is refused",
    arguments: [#"{"r0c1":[1]}"#, #"{"r1c1":[0]}"#, #"{"r1c1":[10]}"#])
  func oldSaveWithBadNotes(notes: String) throws {
    let text =
      #"{"initialBoard":"\#(Player.clues.map(\.line) ?? "")","startDate":0,"notes":\#(notes)}"#
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(OldSave.self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["notes"])
  }

  @Test("an old save of a finished game is a completion; one that disagrees is a conflict")
  func oldSaveMeetsGame() throws {
    let done = try oldSave(#","mistakes":1"#, board: try #require(Player.solution).line)
    let state = try done.document().state
    #expect(state.status == .completed && state.mistakes == 1)
    #expect(state.elapsedMilliseconds == 61_500)
    let cells = Array(try Player.emptyCells().prefix(2))
    var player = try Player()
    try player.do(.place(cells[0], try Player.right(cells[0])), after: 3_600_000)
    let other = try oldSave(
      board: try board([
        (cells[0], try Player.wrong(cells[0])), (cells[1], try Player.right(cells[1])),
      ]))
    _ = player.session.merge(
      try other.document().operations.ordered, at: player.reading, clock: &player.clock)
    #expect(player.state.board[cells[0]] == (try Player.right(cells[0])))
    #expect(player.state.board[cells[1]] == (try Player.right(cells[1])))
    #expect(player.state.conflicts.map(\.kind) == [.importedSave])
    let conflict = try #require(player.state.conflicts.first)
    try player.do(.resolve(conflict: conflict.id, choice: conflict.versions[0].operation))
    #expect(player.state.board[cells[0]] == (try Player.wrong(cells[0])))
    #expect(player.state.conflicts.isEmpty)
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
      "2026-11-20T12:00:00Zx", "+026-11-20T12:00:00Z",
    ] {
      #expect(UTCTime(bad) == nil, "\(bad)")
    }
  }
}
