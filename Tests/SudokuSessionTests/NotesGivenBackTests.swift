import SudokuCore
import SudokuSession
import Testing

/// Notes that a digit removed come back when the digit goes.
@Suite("A corrected digit gives back what it took")
struct NotesGivenBackTests {
  private let cell: Cell
  private let peer: Cell
  private let other: Cell
  private let wrong: Digit
  private let right: Digit

  init() throws {
    // r1c3 and r1c4 are empty and see each other; 1 is wrong in both.
    cell = try #require(Cell(parsing: "r1c3"))
    peer = try #require(Cell(parsing: "r1c4"))
    other = try #require(Cell(parsing: "r1c6"))
    wrong = try #require(Digit(1))
    right = try Player.right(cell)
  }

  private func noted(_ options: GameOptions = GameOptions()) throws -> Player {
    var player = try Player(options: options)
    try player.do(.note(peer, wrong, isOn: true))
    try player.do(.corner(peer, wrong, isOn: true))
    return player
  }

  private func notes(_ player: Player) -> [DigitSet] {
    [player.state.notes[peer], player.state.corners[peer]]
  }

  @Test(
    "whether it is replaced, cleared or undone, in every mode of checking",
    arguments: GameOptions.MistakeCheck.allCases)
  func modes(check: GameOptions.MistakeCheck) throws {
    for change in [Intent.place(cell, right), .clear(cell), .undo, .undoToMistake] {
      var player = try noted(GameOptions(mistakeCheck: check))
      try player.do(.place(cell, wrong))
      #expect(notes(player) == [.none, .none])
      let outcome = try player.do(change)
      #expect(notes(player) == [[wrong], [wrong]], "\(change)")
      #expect(outcome.changes.contains { $0.cell == peer && $0.notes == [wrong] }, "\(change)")
      // And taken back, it takes them again.
      try player.do([.undo, .undoToMistake].contains(change) ? .redo : .undo)
      #expect(notes(player) == [.none, .none], "\(change)")
    }
  }

  @Test("only once no digit beside it removes it: two digits, in either order")
  func twoDigits() throws {
    for first in [cell, other] {
      var player = try noted()
      try player.do(.place(cell, wrong))
      try player.do(.place(other, wrong))
      try player.do(.clear(first))
      #expect(notes(player) == [.none, .none], "\(first) alone")
      try player.do(.clear(first == cell ? other : cell))
      #expect(notes(player) == [[wrong], [wrong]], "\(first) first")
    }
  }

  @Test("what the player wrote meanwhile stays")
  func writtenMeanwhile() throws {
    // Noted again and removed: it stays away.
    var player = try noted()
    try player.do(.place(cell, wrong))
    try player.do(.note(peer, wrong, isOn: true))
    try player.do(.note(peer, wrong, isOn: false))
    try player.do(.clear(cell))
    #expect(notes(player) == [.none, [wrong]])
    // A cell whose notes were cleared stays clear.
    player = try noted()
    try player.do(.note(peer, right, isOn: true))
    try player.do(.place(cell, wrong))
    try player.do(.clear(peer))
    try player.do(.clear(cell))
    #expect(notes(player) == [.none, [wrong]])
    // Noted again before the correction: it is there once.
    player = try noted()
    try player.do(.place(cell, wrong))
    try player.do(.note(peer, wrong, isOn: true))
    try player.do(.place(cell, right))
    #expect(notes(player) == [[wrong], [wrong]])
    // Not removed by itself: nothing to give back.
    player = try noted()
    try player.do(.setOption("autoRemoveNotes", .bool(false)))
    try player.do(.place(cell, wrong))
    #expect(notes(player) == [[wrong], [wrong]])
    // Placed again without removing: what the first one took is given back all the same.
    player = try noted()
    try player.do(.place(cell, wrong))
    try player.do(.clear(cell))
    try player.do(.setOption("autoRemoveNotes", .bool(false)))
    try player.do(.place(cell, wrong))
    #expect(notes(player) == [[wrong], [wrong]])
  }

  @Test("two devices: the notes follow the digit that is shown")
  func merged() throws {
    let first = try noted()
    var one = first
    var two = try first.other(device: 2)
    one.now += 1_000
    try one.do(.place(cell, wrong))
    try two.do(.place(cell, right), after: 9_000)
    one.hear(two)
    two.hear(one)
    #expect(one.document.board[cell] == right)
    #expect(notes(one) == [[wrong], [wrong]])
    // The same digit on both: it goes once.
    one = first
    two = try first.other(device: 2)
    try one.do(.place(cell, wrong), after: 1_000)
    try two.do(.place(cell, wrong), after: 5_000)
    one.hear(two)
    two.hear(one)
    #expect(notes(one) == [.none, .none])
    try one.do(.undo, after: 9_000)
    #expect(notes(one) == [.none, .none], "the other one's digit stands")
    try one.do(.clear(cell))
    two.hear(one)
    for player in [one, two] { #expect(notes(player) == [[wrong], [wrong]]) }
    #expect(one.document.state == two.document.state)
    // In any order of arrival.
    let all = one.document.operations.ordered
    #expect(try game(of: all.reversed(), batches: [1, 2, 3]).state == one.document.state)
  }

  @Test("bookmarks and redo bring both back")
  func history() throws {
    var player = try noted()
    try player.do(.place(cell, wrong))
    try player.do(.bookmark(name: "wrong"))
    try player.do(.place(cell, right))
    try player.do(.clear(cell))
    #expect(notes(player) == [[wrong], [wrong]])
    try player.do(.revert("wrong"))
    #expect(player.document.board[cell] == wrong && notes(player) == [.none, .none])
    try player.do(.undo)
    try player.do(.redo)
    #expect(notes(player) == [.none, .none])
    try player.do(.place(cell, right))
    #expect(notes(player) == [[wrong], [wrong]])
  }
}
