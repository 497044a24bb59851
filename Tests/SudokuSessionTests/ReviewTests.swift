import SudokuCore
import SudokuSession
import Testing

@Suite("Several placements, pauses and a look back")
struct ReviewTests {
  @Test("a completed game can be walked through; the result stays")
  func review() throws {
    var player = try Player()
    let cells = Array(try Player.emptyCells())
    try player.do(.note(cells[0], Digit(index: 3), isOn: true))
    try player.do(.place(cells[0], try Player.wrong(cells[0])))
    try player.do(.undo)
    try player.do(.select(cells[3]))
    try player.solve()
    let end = player.state
    var review = GameReview(player.document)
    #expect(review.state.board == Player.solution && !review.state.canRedo)
    var boards = [review.state.board]
    while review.stepBack() { boards.append(review.state.board) }
    #expect(review.revision == 0 && review.state.board == Player.clues && !review.state.canUndo)
    // The note, the mistake, its undo, and each right digit; the last one completes.
    #expect(boards.count == 3 + cells.count + 1)
    #expect(zip(boards, boards.dropFirst()).filter { $0 == $1 }.count == 1, "only the note")
    var again = [review.state.board]
    while review.stepForward() { again.append(review.state.board) }
    #expect(again == boards.reversed())
    review.move(toRevision: 3)
    #expect(review.state.notes[cells[0]].count == 1 && review.state.status == .inProgress)
    review.move(toRevision: -5)
    #expect(review.revision == 0)
    #expect(player.state == end)
    #expect(player.document.state(atRevision: .max) == player.document.state)
  }

  @Test("a lost game, too, and one without any operation")
  func lost() throws {
    var player = try Player(options: GameOptions(mistakeLimit: 1))
    let cell = try #require(try Player.emptyCells().first)
    try player.do(.place(cell, try Player.wrong(cell)))
    #expect(player.state.status == .gameOver)
    var review = GameReview(player.document)
    let wasThere = review.stepBack()
    #expect(wasThere)
    #expect(review.state.board == Player.clues && review.state.status == .inProgress)
    let wasMore = review.stepBack()
    #expect(!wasMore)
    var empty = GameReview(try game(of: []))
    let (back, forward) = (empty.stepBack(), empty.stepForward())
    #expect(!back && !forward && empty.steps == [0])
  }

  @Test("several placements in one request: one undo each, none where one is refused")
  func placeAll() throws {
    var player = try Player()
    let cells = Array(try Player.emptyCells().prefix(3))
    let candidates = try cells.map { Candidate($0, try Player.right($0)) }
    let outcome = try player.do(.placeAll(candidates), opID: "all")
    #expect(outcome.changes.map(\.cell) == cells)
    #expect(outcome.operations.map(\.kind) == ["resume", "place", "place", "place"])
    let again = try player.do(.placeAll(candidates), opID: "all")
    #expect(again.isDuplicate && again.changes == outcome.changes && again.operations.isEmpty)
    #expect(try player.do(.placeAll(candidates)).operations.isEmpty)
    try player.do(.undo)
    #expect(player.state.board[cells[2]] == nil && player.state.board[cells[1]] != nil)
    let before = player.document.operations.count
    let given = try #require(Player.clues?.filledCells.first)
    #expect(throws: GameError.cellIsGiven(given)) {
      try player.do(.placeAll([candidates[2], Candidate(given, Digit(index: 0))]))
    }
    #expect(throws: GameError.illegalDigit) {
      try player.do(
        .placeAll([candidates[2], Candidate(cells[2], try Player.wrong(cells[2]))]))
    }
    #expect(player.document.operations.count == before)
  }

  @Test("several placements end with the game: completed, or lost at the limit")
  func placeAllToTheEnd() throws {
    var player = try Player()
    let rest = try Player.emptyCells().map { Candidate($0, try Player.right($0)) }
    let outcome = try player.do(.placeAll(rest), opID: "x")
    #expect(outcome.didComplete && outcome.status == .completed)
    let again = try player.do(.placeAll(rest), opID: "x")
    #expect(again.didComplete && again.changes == outcome.changes)
    var loser = try Player(options: GameOptions(mistakeLimit: 2))
    let wrong = try Player.emptyCells().map { Candidate($0, try Player.wrong($0)) }
    #expect(try loser.do(.placeAll(wrong)).status == .gameOver)
    #expect(loser.state.mistakes == 2)
  }

  @Test("placing in a paused game resumes it and says so")
  func resumes() throws {
    var player = try Player()
    let cell = try #require(try Player.emptyCells().first)
    #expect(try player.do(.place(cell, try Player.right(cell))).didResume == false)
    try player.do(.pause)
    #expect(try player.do(.select(cell)).didResume == false)
    #expect(try player.do(.clear(cell)).didResume == true)
    #expect(player.state.status == .inProgress)
    try player.do(.pause)
    #expect(try player.do(.resume).didResume == false)
  }
}
