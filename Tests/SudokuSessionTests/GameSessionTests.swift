import SudokuCore
import SudokuIdentity
import Testing

@testable import SudokuSession

@Suite("Playing a game")
struct GameSessionTests {
  private func cell(_ text: String) throws -> Cell { try #require(Cell(parsing: text)) }
  private func digit(_ value: Int) throws -> Digit { try #require(Digit(value)) }

  @Test("a new game shows its clues, IDs and options")
  func newGame() throws {
    let player = try Player(options: GameOptions(mistakeLimit: 3))
    let state = player.state
    #expect(state.board == Player.clues)
    #expect(state.status == .inProgress)
    #expect(state.rev == 1)
    #expect(state.level == "easy")
    #expect(state.options.mistakeLimit == 3)
    #expect(GameID(state.game.rawValue)?.startDate.seconds == 1_795_176_000)
    let clues = try #require(Player.clues)
    #expect(state.puzzleID == PuzzleID(clues))
    #expect(state.startDate.description == "2026-11-20T12:00:00Z")
  }

  @Test("boards without one solution are refused with what proves it")
  func refusedBoards() throws {
    let start = UnixTime(seconds: 0)
    var twice = try #require(Player.clues)
    twice[Cell(index: 8)] = try digit(5)
    #expect(throws: GameError.conflictingClues([Cell(index: 0), Cell(index: 8), Cell(index: 71)])) {
      try GameDocument(clues: twice, startDate: start)
    }
    var none = try #require(Player.clues)
    none[Cell(index: 2)] = try digit(1)
    #expect(throws: GameError.noSolution) { try GameDocument(clues: none, startDate: start) }
    var open = try #require(Player.clues)
    for index in [0, 1, 4, 12, 13, 14, 19] { open[Cell(index: index)] = nil }
    let error = #expect(throws: GameError.self) {
      try GameDocument(clues: open, startDate: start)
    }
    if case .notUnique(let one, let other) = error {
      #expect(one.isSolved && other.isSolved && one != other)
      #expect(open.isSubset(of: one) && open.isSubset(of: other))
    } else {
      Issue.record("\(String(describing: error))")
    }
    let id = GameID(initialBoard: twice, startDate: start)
    let clues = try #require(Player.clues)
    #expect(throws: GameError.idCollision) { try GameDocument(id: id, clues: clues) }
  }

  @Test("placing, clearing and notes")
  func edits() throws {
    var player = try Player()
    let corner = try cell("r1c3")
    let outcome = try player.do(.place(corner, try digit(4)))
    #expect(outcome.changes == [.init(cell: corner, digit: try digit(4), notes: .none)])
    #expect(outcome.operations.map(\.kind) == ["resume", "place"])
    #expect(outcome.rev == 3)
    #expect(outcome.elapsedMilliseconds == 1_000)
    #expect(throws: GameError.cellIsGiven(Cell(index: 0))) {
      try player.do(.place(Cell(index: 0), try digit(4)))
    }
    #expect(throws: GameError.cellIsFilled(corner)) {
      try player.do(.note(corner, try digit(1), isOn: nil))
    }
    // Nothing to change, nothing written.
    #expect(try player.do(.place(corner, try digit(4))).operations.isEmpty)
    try player.do(.clear(corner))
    #expect(player.state.board[corner] == nil)
    try player.do(.note(corner, try digit(1), isOn: nil))
    try player.do(.note(corner, try digit(2), isOn: true))
    #expect(player.state.notes[corner].description == "12")
    #expect(try player.do(.note(corner, try digit(2), isOn: true)).operations.isEmpty)
    try player.do(.note(corner, try digit(1), isOn: nil))
    #expect(player.state.notes[corner].description == "2")
    // Notes stay under a digit and come back.
    try player.do(.place(corner, try digit(4)))
    #expect(player.state.notes[corner].isEmpty)
    try player.do(.clear(corner))
    #expect(player.state.notes[corner].description == "2")
    try player.do(.clear(corner))
    #expect(player.state.notes.isEmpty)
  }

  @Test("corner notes are a layer of their own")
  func corners() throws {
    var player = try Player()
    let (cell, peer) = (try cell("r1c3"), try cell("r1c4"))
    let (one, two, four) = (try digit(1), try digit(2), try digit(4))
    let outcome = try player.do(.corner(cell, four, isOn: nil))
    #expect(outcome.changes == [.init(cell: cell, digit: nil, notes: .none, corners: [four])])
    #expect(outcome.operations.map(\.kind) == ["resume", "corners"])
    try player.do(.corner(cell, one, isOn: true))
    #expect(try player.do(.corner(cell, one, isOn: true)).operations.isEmpty)
    try player.do(.corner(cell, one, isOn: nil))
    try player.do(.note(cell, two, isOn: nil))
    try player.do(.corner(peer, four, isOn: true))
    #expect(player.state.corners.count == 2 && player.state.notes.count == 1)
    // All notes go into the other layer.
    try player.do(.autoNotes)
    #expect(player.state.corners.count == 2)
    try player.do(.undo)
    // A placement removes them, and its undo brings them back.
    let before = player.state
    try player.do(.place(peer, four))
    #expect(player.state.corners.isEmpty)
    try player.do(.undo)
    #expect(player.state.corners == before.corners && player.state.notes == before.notes)
    // Clearing takes the notes first.
    try player.do(.clear(cell))
    #expect(player.state.notes.isEmpty && player.state.corners[cell] == [four])
    try player.do(.clear(cell))
    #expect(player.state.corners[cell].isEmpty)
    #expect(throws: GameError.cellIsGiven(Cell(index: 0))) {
      try player.do(.corner(Cell(index: 0), four, isOn: nil))
    }
  }

  @Test("a placement removes notes of its peers, and its undo brings them back exactly")
  func noteRemoval() throws {
    var player = try Player()
    try player.do(.autoNotes)
    let before = player.state
    #expect(before.notes.count == CandidateGrid(before.board).candidateCount)
    let target = try cell("r5c5")
    let outcome = try player.do(.place(target, try digit(5)))
    #expect(outcome.operations.count == 1)
    #expect(outcome.changes.count > 1)
    for peer in target.peers { #expect(!player.state.notes[peer].contains(try digit(5))) }
    let undone = try player.do(.undo)
    #expect(Set(undone.changes.map(\.cell)) == Set(outcome.changes.map(\.cell)))
    #expect(player.state.board == before.board)
    #expect(player.state.notes == before.notes)
    // Switched off, notes stay.
    try player.do(.setOption("autoRemoveNotes", false))
    try player.do(.place(target, try digit(5)))
    #expect(player.state.notes.count == before.notes.count - before.notes[target].count)
  }

  @Test("mistakes count once, undo doesn't lower them, and a limit ends the game")
  func mistakes() throws {
    var player = try Player(options: GameOptions(mistakeLimit: 2))
    let (one, two) = (try cell("r1c3"), try cell("r1c4"))
    try player.do(.place(one, try Player.wrong(one)))
    #expect(player.state.mistakes == 1)
    try player.do(.undo)
    #expect(player.state.mistakes == 1)
    try player.do(.redo)
    try player.do(.clear(one))
    try player.do(.place(one, try Player.wrong(one)))
    #expect(player.state.mistakes == 1)
    let outcome = try player.do(.place(two, try Player.wrong(two)))
    #expect(outcome.status == .gameOver)
    #expect(outcome.wrongCells == [one, two])
    let elapsed = player.state.elapsedMilliseconds
    #expect(throws: GameError.gameIsOver(.gameOver)) { try player.do(.undo, after: 60_000) }
    #expect(player.state.elapsedMilliseconds == elapsed)
    // A second chance.
    try player.do(.setOption("mistakeLimit", 5))
    #expect(player.state.status == .inProgress)
  }

  @Test("undo to the mistake takes back no more than it must")
  func undoToMistake() throws {
    var player = try Player()
    let cells = Array(try Player.emptyCells().prefix(6))
    for cell in cells[..<3] { try player.do(.place(cell, try Player.right(cell))) }
    #expect(throws: GameError.nothingToUndo) { try player.do(.undoToMistake) }
    let good = player.state.board
    try player.do(.place(cells[3], try Player.wrong(cells[3])))
    try player.do(.place(cells[4], try Player.right(cells[4])))
    try player.do(.place(cells[3], try Player.right(cells[3])))
    #expect(throws: GameError.nothingToUndo) { try player.do(.undoToMistake) }
    try player.do(.place(cells[5], try Player.wrong(cells[5])))
    let bad = player.state.board
    // Only the last move is wrong; then the board is right, though a mistake was made before.
    try player.do(.undoToMistake)
    #expect(player.document.wrongCells.isEmpty)
    #expect(player.state.board[cells[4]] != nil)
    try player.do(.redo)
    #expect(player.state.board == bad)
    // Without the correction both go.
    try player.do(.undo)
    try player.do(.undo)
    try player.do(.undoToMistake)
    #expect(player.state.board == good)
  }

  @Test("bookmarks bring a board back, whatever was undone or done since")
  func bookmarks() throws {
    var player = try Player()
    let cells = Array(try Player.emptyCells().prefix(5))
    for cell in cells[..<3] { try player.do(.place(cell, try Player.right(cell))) }
    let bookmark = try player.do(.bookmark(name: "here")).bookmark
    let marked = player.state
    try player.do(.undo)
    try player.do(.undo)
    try player.do(.place(cells[3], try Player.wrong(cells[3])))
    try player.do(.note(cells[4], try digit(1), isOn: nil))
    let before = player.state
    try player.do(.revert("here"))
    #expect(player.state.board == marked.board)
    #expect(player.state.notes == marked.notes)
    try player.do(.redo)
    #expect(player.state.board == before.board)
    #expect(player.state.notes == before.notes)
    try player.do(.revert(try #require(bookmark).description))
    #expect(player.state.board == marked.board)
    #expect(player.state.bookmarks.map(\.name) == ["here"])
    #expect(throws: GameError.unknownBookmark("there")) { try player.do(.revert("there")) }
  }

  @Test("the clock is stopped while the game is paused, suspended or finished")
  func clockStands() throws {
    var player = try Player()
    try player.do(.tick, after: 5_000)
    try player.do(.pause, after: 5_000)
    #expect(player.state.status == .paused)
    try player.do(.tick, after: 100_000)
    #expect(player.state.elapsedMilliseconds == 10_000)
    try player.do(.resume, after: 1_000)
    #expect(player.state.status == .inProgress)
    player.now += 2_000
    #expect(player.state.elapsedMilliseconds == 12_000)
    try player.do(.suspend, after: 0)
    player.now += 50_000
    #expect(player.state.elapsedMilliseconds == 12_000)
    // The next change goes on.
    let corner = try cell("r1c3")
    try player.do(.place(corner, try digit(4)), after: 50_000)
    player.now += 3_000
    #expect(player.state.elapsedMilliseconds == 15_000)
    // A change of a paused game resumes it.
    try player.do(.pause, after: 0)
    try player.do(.undo, after: 9_000)
    #expect(player.state.status == .inProgress)
    // Another process goes on from what was saved.
    let saved = player.document.elapsedMilliseconds
    var next = try player.other(device: 1)
    next.now += 4_000
    #expect(next.state.elapsedMilliseconds == saved + 4_000)
    // Without a timer nothing is measured.
    var untimed = try Player(options: GameOptions(timer: false))
    try untimed.do(.place(corner, try digit(4)), after: 50_000)
    try untimed.do(.pause, after: 50_000)
    #expect(untimed.state.status == .paused)
    try untimed.do(.resume)
    #expect(untimed.state.status == .inProgress)
    #expect(untimed.state.elapsedMilliseconds == 0)
  }

  @Test("completing the board ends the game for ever")
  func completion() throws {
    var player = try Player()
    try player.do(.hint(depth: 1))
    try player.do(.autoNotes)
    try player.do(.select(try cell("r1c3")))
    try player.solve(leaving: 1)
    let last = try #require(try Player.emptyCells().first { player.state.board[$0] == nil })
    try player.do(.note(last, try Player.wrong(last), isOn: true))
    let outcome = try player.do(.place(last, try Player.right(last)))
    #expect(outcome.didComplete)
    #expect(outcome.operations.map(\.kind) == ["place", "complete"])
    #expect(outcome.status == .completed)
    let state = player.state
    #expect(state.board == Player.solution)
    #expect(state.notes.isEmpty && state.selected == nil)
    #expect(!state.canUndo && !state.canRedo)
    #expect(state.hintsUsed == 1)
    #expect(state.completionDate?.milliseconds == player.now)
    player.now += 100_000
    #expect(player.state.elapsedMilliseconds == state.elapsedMilliseconds)
    for intent in [Intent.undo, .place(last, try Player.wrong(last)), .abandon, .hint(depth: 1)] {
      #expect(throws: GameError.gameIsOver(.completed)) { try player.do(intent) }
    }
    #expect(player.document.summary.isCompleted)
    #expect(!player.document.summary.isInProgress)
  }

  @Test("abandon hides, resume shows again, restart is a new game")
  func abandonAndRestart() throws {
    var player = try Player()
    let corner = try cell("r1c3")
    try player.do(.place(corner, try digit(4)))
    #expect(try player.do(.abandon).status == .abandoned)
    #expect(throws: GameError.gameIsOver(.abandoned)) { try player.do(.undo) }
    #expect(!player.document.summary.isInProgress)
    #expect(try player.do(.resume).status == .inProgress)
    #expect(player.state.board[corner] == (try digit(4)))
    // Within the first second too, the new game has an ID of its own.
    player.now = Player.startMilliseconds
    let fresh = player.session.restarted(at: player.reading, clock: &player.clock)
    #expect(fresh.session.document.id != player.document.id)
    #expect(fresh.session.document.puzzleID == player.document.puzzleID)
    #expect(fresh.session.document.board == Player.clues)
    #expect(fresh.session.state(at: player.reading).level == "easy")
    #expect(fresh.operations.map(\.kind) == ["create"])
  }

  @Test("a retried request is answered again and carried out once")
  func retries() throws {
    var player = try Player()
    try player.do(.autoNotes)
    let target = try cell("r5c5")
    let first = try player.do(.place(target, try digit(5)), opID: "a")
    _ = try player.do(.place(try cell("r1c3"), try digit(4)))
    // After a restart of the process, too.
    var again = try player.other(device: 1)
    let second = try again.do(.place(target, try digit(5)), opID: "a")
    #expect(second.isDuplicate && !first.isDuplicate)
    #expect(second.operations.isEmpty)
    #expect(second.changes == first.changes)
    #expect(second.rev == first.rev)
    #expect(second.elapsedMilliseconds == first.elapsedMilliseconds)
    #expect(again.document.operations.ordered == player.document.operations.ordered)
    // A request that changes nothing is remembered all the same.
    let none = try player.do(.place(target, try digit(5)), opID: "b")
    #expect(none.changes.isEmpty)
    #expect(try player.do(.place(target, try digit(5)), opID: "b").isDuplicate)
    try player.solve(leaving: 1)
    let last = try #require(try Player.emptyCells().first { player.state.board[$0] == nil })
    let done = try player.do(.place(last, try Player.right(last)), opID: "c")
    let doneAgain = try player.do(.place(last, try Player.right(last)), opID: "c")
    #expect(doneAgain.didComplete && doneAgain.rev == done.rev)
    #expect(doneAgain.changes == done.changes)
  }

  /// Taken for a repetition, what the player wants would be lost without a word.
  @Test("an opId that belongs to another request is refused")
  func reusedRequestIDs() throws {
    var player = try Player()
    let (one, other) = (try cell("r5c5"), try cell("r1c3"))
    let requests: [(Intent, others: [Intent])] = [
      (.place(one, try digit(5)), [.place(one, try digit(4)), .place(other, try digit(5)), .undo]),
      (.note(other, try digit(4), isOn: nil), [.note(other, try digit(2), isOn: nil), .undo]),
      (.clear(other), [.clear(one), .undo]),
      (.hint(depth: 1), [.hint(depth: 2), .check]),
      (.bookmark(name: "here"), [.bookmark(name: nil), .revert("here")]),
      (.setOption("mistakeLimit", 3), [.setOption("mistakeLimit", 4), .setOption("timer", false)]),
      (.select(one), [.select(other), .select(nil)]),
      (.undo, [.redo, .place(one, try digit(5))]),
      (.redo, [.undo, .undoToMistake]),
      (.pause, [.resume, .suspend]),
      (.resume, [.pause, .abandon]),
      (.placeAll([Candidate(other, try digit(4))]), [.place(one, try digit(4)), .tick]),
    ]
    for (index, (request, others)) in requests.enumerated() {
      try player.do(request, opID: "\(index)")
      let before = player.document.operations.ordered
      for another in others {
        #expect(throws: GameError.opIDReused("\(index)"), "\(request), then \(another)") {
          try player.do(another, opID: "\(index)")
        }
      }
      #expect(try player.do(request, opID: "\(index)").isDuplicate, "\(request)")
      #expect(player.document.operations.ordered == before)
    }
  }

  @Test("a stale revision is refused")
  func staleRevision() throws {
    var player = try Player()
    let rev = player.state.rev
    try player.do(.autoNotes, ifRev: rev)
    #expect(throws: GameError.staleRevision(player.state.rev)) { try player.do(.undo, ifRev: rev) }
  }

  @Test("rule conflicts and wrong digits are distinguished, as the option asks")
  func mistakeChecks() throws {
    var player = try Player()
    let corner = try cell("r1c3")
    let outcome = try player.do(.place(corner, try digit(5)))
    #expect(outcome.repeatedCells == [corner, Cell(index: 0)])
    #expect(outcome.wrongCells == [corner])
    try player.do(.setOption("mistakeCheck", "rules"))
    #expect(try player.do(.tick).repeatedCells == [corner, Cell(index: 0)])
    #expect(try player.do(.tick).wrongCells.isEmpty)
    #expect(try player.do(.check).wrongCells == [corner])
    try player.do(.setOption("mistakeCheck", "off"))
    #expect(try player.do(.tick).repeatedCells.isEmpty)
    #expect(throws: GameError.illegalOption("mistakeCheck")) {
      try player.do(.setOption("mistakeCheck", 3))
    }
  }

  @Test("without a check the number of mistakes is silent until the end")
  func silentMistakes() throws {
    var player = try Player(options: GameOptions(mistakeLimit: 2, mistakeCheck: .off))
    let corner = try cell("r1c3")
    #expect(try player.do(.place(corner, try digit(5))).mistakes == 0)
    #expect(player.state.mistakes == 0)
    #expect(try player.do(.place(corner, try digit(6))).mistakes == 2)
    #expect(player.state.status == .gameOver && player.state.mistakes == 2)
  }
}
