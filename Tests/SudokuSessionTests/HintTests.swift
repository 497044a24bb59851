import SudokuCore
import SudokuSession
import Testing

/// That a hint was given is all that a session knows of hints.
@Suite("Hints that are recorded")
struct HintTests {
  @Test("asking deeper about the same board is the same hint")
  func counting() throws {
    var player = try Player()
    for depth in 1...5 { try player.do(.hint(depth: depth)) }
    #expect(player.state.hintsUsed == 1)
    let cell = try #require(try Player.emptyCells().first)
    try player.do(.place(cell, try Player.right(cell)))
    try player.do(.hint(depth: 2))
    #expect(player.state.hintsUsed == 2)
  }

  @Test("a hint is refused where hints are off, the game is over or has moved on")
  func refusing() throws {
    var player = try Player()
    #expect(throws: GameError.staleRevision(player.document.operations.count)) {
      try player.session.documentForHint(ifRev: 0)
    }
    #expect(try player.session.documentForHint().board == player.document.board)
    try player.do(.setOption("hintsAllowed", false))
    #expect(throws: GameError.hintsNotAllowed) { try player.session.documentForHint() }
    #expect(throws: GameError.hintsNotAllowed) { try player.do(.hint(depth: 1)) }
    try player.do(.abandon)
    #expect(throws: GameError.gameIsOver(.abandoned)) { try player.session.documentForHint() }
  }

  @Test("a request that comes again is about the same board")
  func again() throws {
    var player = try Player()
    let before = player.document.board
    try player.do(.hint(depth: 3), opID: "h")
    let cell = try #require(try Player.emptyCells().first)
    try player.do(.place(cell, try Player.right(cell)))
    #expect(try player.session.documentForHint(opID: "h").board == before)
    #expect(try player.do(.hint(depth: 3), opID: "h").isDuplicate)
    #expect(player.state.hintsUsed == 1)
  }
}
