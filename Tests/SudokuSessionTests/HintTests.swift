import SudokuCore
import SudokuSession
import Testing

@Suite("Hints")
struct HintTests {
  @Test("each rung tells more, and only the first counts")
  func ladder() throws {
    var player = try Player()
    let hints = try (1...5).map { depth in
      try #require(try player.do(.hint(depth: depth)).hint)
    }
    #expect(player.state.hintsUsed == 1)
    #expect(hints.map { $0.house != nil } == [false, true, true, true, true])
    #expect(hints.map { $0.cell != nil } == [false, false, true, true, true])
    #expect(hints.map { $0.technique != nil } == [false, false, false, true, true])
    #expect(hints.map(\.steps.isEmpty) == [true, true, true, true, false])
    #expect(Set(hints.map(\.text)).count == 5)
    let full = hints[4]
    let cell = try #require(full.cell)
    #expect(full.digit == (try Player.right(cell)))
    try player.do(.place(cell, try #require(full.digit)))
    try player.do(.hint(depth: 2))
    #expect(player.state.hintsUsed == 2)
  }

  @Test("hints alone solve the game")
  func solving() throws {
    var player = try Player()
    for _ in 0..<51 {
      let hint = try #require(try player.do(.hint(depth: 5)).hint)
      try player.do(.place(try #require(hint.cell), try #require(hint.digit)))
    }
    #expect(player.state.status == .completed)
    #expect(player.state.mistakes == 0)
    #expect(player.state.hintsUsed == 51)
  }

  @Test("a mistake comes first, in digits, then in notes")
  func mistakes() throws {
    var player = try Player()
    let cell = try #require(try Player.emptyCells().first)
    try player.do(.note(cell, try Player.wrong(cell), isOn: true))
    let note = try #require(try player.do(.hint(depth: 3)).hint)
    #expect(note.kind == .mistake && note.cell == cell)
    try player.do(.place(cell, try Player.wrong(cell)))
    let digit = try #require(try player.do(.hint(depth: 5)).hint)
    #expect(digit.kind == .mistake && digit.wrongCells == [cell])
    #expect(digit.text.contains(cell.description))
    try player.do(.setOption("hintsAllowed", false))
    #expect(throws: GameError.hintsNotAllowed) { try player.do(.hint(depth: 1)) }
  }

  @Test("complete notes are the player's own eliminations")
  func notes() throws {
    let start = Player.startMilliseconds
    // A puzzle that needs eliminations (SE 2.6 and more).
    let clues = try #require(
      Board("000704005020010070000080002090006250600070008053200010400090000030060090200407000"))
    var clock = HybridLogicalClock()
    var session = GameSession(
      try GameDocument(clues: clues, startDate: .init(milliseconds: start)),
      device: DeviceID(rawValue: 1))
    let reading = ClockReading(wallMilliseconds: start)
    _ = try session.perform(.autoNotes, at: reading, clock: &clock)
    var eliminations = 0
    for _ in 0..<200 where !session.document.isCompleted {
      let hint = try #require(
        try session.perform(.hint(depth: 5), at: reading, clock: &clock).hint)
      if let digit = hint.digit {
        _ = try session.perform(
          .place(try #require(hint.cell), digit), at: reading, clock: &clock)
      }
      #expect(hint.steps.count <= 1)
      for candidate in hint.steps.flatMap(\.eliminations) {
        eliminations += 1
        _ = try session.perform(
          .note(candidate.cell, candidate.digit, isOn: false), at: reading, clock: &clock)
      }
    }
    #expect(session.document.isCompleted)
    #expect(eliminations > 0)
  }
}
