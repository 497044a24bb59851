import SudokuCore
import SudokuIdentity
import SudokuSession
import TestSupport
import Testing

/// The code of the article Sources/Games/Session/SudokuSession.docc/AGame.md.
@Suite("The article about a game")
struct GameArticleTests {
  @Test("its code plays one game on two devices")
  func code() throws {
    let clues = try #require(Player.clues)
    let emptyCells = Array(try Player.emptyCells())
    let (cell, other) = (emptyCells[0], emptyCells[1])
    let digit = try Player.right(cell)

    // A game begins: its ID is made of the clues and the start.
    let start: Int64 = 1_795_176_000_000
    let document = try GameDocument(clues: clues, startDate: UnixTime(milliseconds: start))
    var clock = HybridLogicalClock()
    var phone = GameSession(document, device: DeviceID(rawValue: 1))
    var saved = phone.begin(
      GameHeader(clues: clues), at: ClockReading(wallMilliseconds: start), clock: &clock)

    // A move, five seconds later.
    let outcome = try phone.perform(
      .place(cell, digit), at: ClockReading(wallMilliseconds: start + 5_000), clock: &clock)
    saved += outcome.operations

    #expect(outcome.elapsedMilliseconds == 5_000 && outcome.mistakes == 0)

    // Another device opens the game from what was saved, plays on, and both merge.
    var tabletClock = HybridLogicalClock()
    var copy = try GameDocument(clues: clues, startDate: UnixTime(milliseconds: start))
    copy.merge(saved.reversed())
    var tablet = GameSession(copy, device: DeviceID(rawValue: 2))
    let note = try tablet.perform(
      .note(other, digit, isOn: true), at: ClockReading(wallMilliseconds: start + 9_000),
      clock: &tabletClock)
    _ = phone.merge(
      note.operations, at: ClockReading(wallMilliseconds: start + 10_000), clock: &clock)

    #expect(phone.document.state == tablet.document.state)
    #expect(phone.document.digit(at: cell) == digit)
    #expect(phone.document.notes(in: other).contains(digit))
  }

  @Test("it is the code of this file")
  func isThisCode() throws {
    let article = try Article("Sources/Games/Session/SudokuSession.docc/AGame.md")
    #expect(article.codeBlocks.count == 2)
    let missing = try article.codeBlocks(
      missingIn: "Tests/SudokuSessionTests/GameArticleTests.swift")
    #expect(missing.isEmpty)
  }
}
