import SudokuCore
import SudokuIdentity
import SudokuSession
import Testing

@Suite("One game on two devices")
struct TwoDevicesTests {
  @Test("both devices' moves and notes survive, the later one wins a cell")
  func merge() throws {
    var phone = try Player(device: 1)
    var tablet = try phone.other(device: 2)
    let cells = Array(try Player.emptyCells().prefix(3))
    try phone.do(.place(cells[0], try Player.right(cells[0])))
    try phone.do(.note(cells[2], Digit(index: 0), isOn: true))
    try phone.do(.place(cells[1], try Player.wrong(cells[1])))
    try tablet.do(.note(cells[2], Digit(index: 1), isOn: true))
    try tablet.do(.place(cells[1], try Player.right(cells[1])), after: 60_000)
    phone.hear(tablet)
    tablet.hear(phone)
    #expect(phone.document.state == tablet.document.state)
    #expect(phone.state.board[cells[0]] == (try Player.right(cells[0])))
    #expect(phone.state.board[cells[1]] == (try Player.right(cells[1])))
    #expect(phone.state.notes[cells[2]].description == "12")
    #expect(phone.state.mistakes == 1)
    #expect(phone.state.conflicts.map(\.cell) == [cells[1].description])
  }

  @Test("corner notes of both devices survive")
  func corners() throws {
    var phone = try Player(device: 1)
    var tablet = try phone.other(device: 2)
    let cell = try #require(try Player.emptyCells().first)
    try phone.do(.corner(cell, Digit(index: 0), isOn: true))
    try tablet.do(.corner(cell, Digit(index: 1), isOn: true))
    phone.hear(tablet)
    tablet.hear(phone)
    #expect(phone.document.state == tablet.document.state)
    #expect(phone.state.corners[cell].description == "12")
    #expect(try game(of: phone.document.operations.ordered).state.corners == phone.state.corners)
  }

  @Test("locked options change on no device")
  func lockedOptions() throws {
    var phone = try Player(device: 1, options: GameOptions(hintsAllowed: false, locked: true))
    #expect(throws: GameError.lockedOption("hintsAllowed")) {
      try phone.do(.setOption("hintsAllowed", true))
    }
    try phone.do(.setOption("hintsAllowed", false))
    // An app without the rule writes the operation.
    let tablet = try phone.other(device: 2)
    let stamp = Stamp(milliseconds: tablet.state.lastSaved.milliseconds + 1_000, counter: 0)
    let key = OperationKey(device: DeviceID(rawValue: 2), seq: 1)
    let foreign = DocumentOperation(
      key: key, stamp: stamp, action: .set(key: "hintsAllowed", value: true))
    let merged = try game(of: phone.document.operations.ordered + [foreign])
    #expect(merged.state.options == phone.state.options && merged.state.options.locked)
  }

  @Test("an undo touches nothing that the device had not seen")
  func undoApart() throws {
    var phone = try Player(device: 1)
    let cells = Array(try Player.emptyCells().prefix(2))
    try phone.do(.place(cells[0], try Player.right(cells[0])))
    var tablet = try phone.other(device: 2)
    // The tablet places first, unseen; then the phone undoes its own move.
    try tablet.do(.place(cells[1], try Player.right(cells[1])), after: 10)
    try phone.do(.undo, after: 5_000)
    phone.hear(tablet)
    #expect(phone.state.board[cells[0]] == nil)
    #expect(phone.state.board[cells[1]] == (try Player.right(cells[1])))
    // What was seen can be taken back, on any device.
    try phone.do(.undo)
    #expect(phone.state.board == Player.clues)
  }

  @Test(
    "different digits in one cell, unseen by each other, are a conflict until one is picked",
    arguments: [1_500, 55_000, 86_400_000 * 40])
  func conflict(after milliseconds: Int64) throws {
    var phone = try Player(device: 1)
    var tablet = try phone.other(device: 2)
    let cell = try #require(try Player.emptyCells().first)
    let (right, wrong) = (try Player.right(cell), try Player.wrong(cell))
    try phone.do(.place(cell, right), after: 100)
    try tablet.do(.place(cell, wrong), after: milliseconds)
    phone.now = tablet.now
    phone.hear(tablet)
    tablet.hear(phone)
    let conflict = try #require(phone.state.conflicts.first)
    #expect(tablet.state.conflicts == [conflict])
    #expect(conflict.cell == cell.description)
    #expect(conflict.versions.map(\.isShown) == [false, true])
    #expect(phone.state.board[cell] == wrong)
    #expect(throws: GameError.unknownConflict("x")) {
      try phone.do(.resolve(conflict: "x", choice: conflict.versions[0].operation))
    }
    try phone.do(.resolve(conflict: conflict.id, choice: conflict.versions[0].operation))
    #expect(phone.state.board[cell] == right)
    #expect(phone.state.conflicts.isEmpty)
    // Picking what is shown settles it, too; two who pick apart are asked again.
    try tablet.do(
      .resolve(conflict: conflict.id, choice: conflict.versions[1].operation), after: 9_000)
    #expect(tablet.state.conflicts.isEmpty)
    phone.hear(tablet)
    tablet.hear(phone)
    let again = try #require(phone.state.conflicts.first)
    #expect(phone.state.conflicts.count == 1 && tablet.state.conflicts == [again])
    #expect(phone.state.board[cell] == wrong && tablet.state.board[cell] == wrong)
    try phone.do(
      .resolve(conflict: again.id, choice: try #require(again.versions.last).operation),
      after: 10_000)
    tablet.hear(phone)
    #expect(tablet.state.conflicts.isEmpty && tablet.state.board[cell] == wrong)
  }

  @Test("no conflict where one had seen the other, for equal digits, or with a cleared cell")
  func noConflict() throws {
    var phone = try Player(device: 1)
    var tablet = try phone.other(device: 2)
    let cells = Array(try Player.emptyCells().prefix(2))
    try phone.do(.place(cells[0], try Player.right(cells[0])), after: 100)
    tablet.hear(phone)
    try tablet.do(.place(cells[0], try Player.wrong(cells[0])), after: 500)
    phone.hear(tablet)
    #expect(phone.state.conflicts.isEmpty)
    try phone.do(.place(cells[1], try Player.right(cells[1])), after: 100)
    try tablet.do(.place(cells[1], try Player.right(cells[1])), after: 2_900)
    phone.hear(tablet)
    #expect(phone.state.conflicts.isEmpty)
    // One clears it and the other, apart, changes it: nobody doubts between digits.
    try phone.do(.clear(cells[1]))
    tablet.hear(phone)
    try tablet.do(.place(cells[1], try Player.wrong(cells[1])))
    try phone.do(.place(cells[1], try Player.right(cells[1])))
    try phone.do(.clear(cells[1]))
    phone.hear(tablet)
    #expect(phone.state.conflicts.isEmpty)
    // A conflict goes with the undo of one side, and comes back with its redo.
    try phone.do(.place(cells[1], try Player.right(cells[1])))
    #expect(phone.state.conflicts.isEmpty)
    var other = phone
    other.session = GameSession(phone.document, device: DeviceID(rawValue: 3))
    try other.do(.place(cells[1], try Player.wrong(cells[1])))
    let digit = try #require(Digit(Int(try Player.wrong(cells[1]).rawValue) % 9 + 1))
    try phone.do(.place(cells[1], digit))
    phone.hear(other)
    #expect(phone.state.conflicts.count == 1)
    other.hear(phone)
    #expect(other.document.state == phone.document.state)
    try other.do(.undo)
    let count = other.state.conflicts.count
    try other.do(.redo)
    #expect(count == 0 && other.state.conflicts.count == 1)
  }

  @Test(
    "time: a wrong clock costs nothing of what is played after what was seen",
    arguments: [0, -200_000, -3_600_000, 3_600_000] as [Int64])
  func wrongClock(by skew: Int64) throws {
    var phone = try Player(device: 1)
    let cells = Array(try Player.emptyCells().prefix(2))
    try phone.do(.place(cells[0], try Player.right(cells[0])), after: 300_000)
    try phone.do(.suspend, after: 300_000)
    #expect(phone.state.elapsedMilliseconds == 600_000)
    var tablet = phone
    tablet.skew = skew
    tablet.now += 60_000
    tablet.session = GameSession(phone.document, device: DeviceID(rawValue: 2))
    tablet.session.start(at: tablet.reading)
    for minute in 1...4 {
      try tablet.do(.note(cells[1], try Player.right(cells[1]), isOn: nil), after: 60_000)
      #expect(tablet.state.elapsedMilliseconds == 600_000 + minute * 60_000)
    }
    try tablet.do(.suspend, after: 0)
    // And once more, by the same clock.
    tablet.now += 5_000
    try tablet.do(.note(cells[1], try Player.right(cells[1]), isOn: nil), after: 0)
    try tablet.do(.suspend, after: 60_000)
    #expect(tablet.state.elapsedMilliseconds == 900_000)
    phone.now = tablet.now
    phone.hear(tablet)
    #expect(phone.state.elapsedMilliseconds == 900_000)
  }

  @Test("time: what two devices play at once counts once, with the store's clock and without")
  func time() throws {
    let cell = try #require(try Player.emptyCells().first)
    for (offset, expected) in [(Int64?.some(0), 13_000), (nil, 13_000)] {
      var phone = try Player(device: 1, offset: offset)
      var tablet = try phone.other(device: 2, offset: offset)
      // The phone plays 0...10 s; the tablet's segment began at once, then it measures 3...13 s.
      try phone.do(.tick, after: 10_000)
      tablet.session = GameSession(tablet.document, device: DeviceID(rawValue: 2))
      tablet.now += 3_000
      tablet.session.start(at: tablet.reading)
      try tablet.do(.note(cell, Digit(index: 0), isOn: true), after: 10_000)
      phone.hear(tablet)
      #expect(phone.document.elapsedMilliseconds == expected)
      #expect(phone.document.state == (try game(of: phone.document.operations.ordered).state))
    }
  }

  @Test("a completion stands whatever comes later or from before")
  func completion() throws {
    var phone = try Player(device: 1)
    var tablet = try phone.other(device: 2)
    let cells = Array(try Player.emptyCells())
    try phone.solve()
    let completed = phone.state
    // The tablet, offline since the beginning, plays on with an early and a late clock.
    tablet.now -= 100_000
    try tablet.do(.place(cells[0], try Player.wrong(cells[0])))
    try tablet.do(.abandon)
    tablet.now = phone.now + 1_000_000
    try tablet.do(.resume)
    try tablet.do(.place(cells[1], try Player.wrong(cells[1])))
    #expect(phone.hear(tablet).becameCompleted == false)
    #expect(tablet.hear(phone).becameCompleted)
    for state in [phone.state, tablet.state] {
      #expect(state.status == .completed)
      #expect(state.board == Player.solution)
      #expect(state.completed == completed.completed)
      #expect(state.elapsedMilliseconds == completed.elapsedMilliseconds)
      #expect(state.mistakes == 0)
    }
    #expect(phone.document.operations.count > completed.rev)
  }

  @Test("of two completions the earlier is shown; a false claim is none")
  func twoCompletions() throws {
    var phone = try Player(device: 1)
    var tablet = try phone.other(device: 2)
    try tablet.do(.hint(depth: 5))
    try tablet.solve()
    phone.now += 3_600_000
    try phone.solve()
    let first = tablet.state
    phone.hear(tablet)
    #expect(phone.state.completed == first.completed)
    #expect(phone.state.hintsUsed == 1)
    tablet.hear(phone)
    #expect(tablet.document.summary == phone.document.summary)
    var board = try #require(Player.solution)
    board[Cell(index: 2)] = Digit(index: 0)
    let claim = DocumentOperation(
      key: OperationKey(device: DeviceID(rawValue: 9), seq: 1), stamp: Stamp(milliseconds: 5),
      action: .complete(
        Completion(board: board, elapsedMilliseconds: 1, mistakes: 0, hintsUsed: 0)))
    #expect(!(try game(of: [claim]).isCompleted))
    #expect(
      try game(of: [claim] + tablet.document.operations.ordered).state.completed == first.completed)
  }

  @Test("two halves that make the board complete are a completion once they meet")
  func twoHalves() throws {
    var phone = try Player(device: 1)
    var tablet = try phone.other(device: 2)
    for (index, cell) in try Player.emptyCells().enumerated() {
      if index.isMultiple(of: 2) {
        try phone.do(.place(cell, try Player.right(cell)))
      } else {
        try tablet.do(.place(cell, try Player.right(cell)))
      }
    }
    phone.hear(tablet)
    #expect(phone.state.status == .completed)
    tablet.hear(phone)
    tablet.now = phone.now
    #expect(tablet.state == phone.state)
  }

  @Test("a pause elsewhere stops the clock here")
  func pauseElsewhere() throws {
    var phone = try Player(device: 1)
    var tablet = try phone.other(device: 2)
    try phone.do(.tick, after: 1_000)
    try tablet.do(.pause, after: 2_000)
    phone.now += 4_000
    phone.hear(tablet)
    #expect(phone.state.status == .paused)
    let elapsed = phone.state.elapsedMilliseconds
    phone.now += 100_000
    #expect(phone.state.elapsedMilliseconds == elapsed)
  }

  @Test("abandoned here and resumed there with one stamp: lists and the game agree")
  func abandonedAndTakenUpAtOnce() throws {
    let document = try Player(device: 1).document
    let stamp = Stamp(milliseconds: document.operations.lastStamp.milliseconds + 1_000)
    for (hiding, showing) in [(UInt64(7), UInt64(8)), (8, 7)] {
      var (hidden, shown, both) = (document, document, document)
      let one = DocumentOperation(
        key: OperationKey(device: DeviceID(rawValue: hiding), seq: 1), stamp: stamp,
        action: .abandon(true))
      let other = DocumentOperation(
        key: OperationKey(device: DeviceID(rawValue: showing), seq: 1), stamp: stamp,
        action: .abandon(false))
      hidden.merge([one])
      shown.merge([other])
      both.merge([one, other])
      var merged = shown.summary
      merged.merge(hidden.summary)
      #expect(merged == both.summary)
      #expect(both.status == .abandoned)
    }
  }

  @Test("summaries merge to the same, whatever the order")
  func summaries() throws {
    var phone = try Player(device: 1)
    var tablet = try phone.other(device: 2)
    try phone.do(.abandon)
    try tablet.solve()
    var later = tablet
    later.now += 50_000
    let summaries = [
      try Player(device: 1).document.summary, phone.document.summary, tablet.document.summary,
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2, 1, 2]] {
      var merged = summaries[order[0]]
      for index in order { merged.merge(summaries[index]) }
      #expect(merged.isCompleted && !merged.isAbandoned)
      #expect(merged.elapsedMilliseconds == tablet.document.elapsedMilliseconds)
      #expect(merged.lastSaved == summaries.map(\.lastSaved).max())
    }
  }
}
