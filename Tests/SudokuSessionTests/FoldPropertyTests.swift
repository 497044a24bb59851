import SudokuCore
import SudokuIdentity
import TestSupport
import Testing

@testable import SudokuSession

@Suite("The fold: properties over random games")
struct FoldPropertyTests {
  /// Two or three devices that play at random and hear of each other now and then.
  private func random(seed: UInt64, steps: Int) throws -> [Player] {
    var random = SeededRandom(seed: seed)
    let first = try Player(device: 1, options: GameOptions(mistakeLimit: 60), offset: 5)
    var players = [first]
    for device in 2...UInt64(2 + random.next(below: 2)) {
      players.append(try first.other(device: device, offset: random.next(below: 2) == 0 ? nil : -9))
    }
    for _ in 0..<steps {
      let one = random.next(below: players.count)
      if random.next(below: 12) == 0 {
        let other = random.next(below: players.count)
        let heard = players[other]
        if one != other { players[one].hear(heard) }
      } else {
        players[one].skew += Int64(random.next(below: 3) - 1) * 700
        try players[one].play(using: &random)
      }
    }
    return players
  }

  @Test("any order, duplication and batching of the same operations gives the same bytes")
  func anyOrder() throws {
    for seed in (UInt64(1)...40).sized(3) {
      let players = try random(seed: seed, steps: 120)
      let all = players.flatMap { $0.document.operations.ordered }
      let union = OperationSet(all).ordered
      let expected = try game(of: union).state
      let summary = try canonical(game(of: union).summary)
      var random = SeededRandom(seed: seed)
      for _ in 0..<6 {
        var shuffled = union + union.prefix(random.next(below: union.count))
        random.shuffle(&shuffled)
        let batches = (0..<10).map { _ in random.next(below: 20) }
        let document = try game(of: shuffled, batches: batches)
        #expect(document.state == expected, "seed \(seed)")
        #expect(try canonical(document.summary) == summary, "seed \(seed)")
      }
      var met = players
      for index in met.indices {
        for other in players where other.document.id == met[index].document.id {
          met[index].hear(other)
        }
      }
      for index in met.indices { for other in met { met[index].hear(other) } }
      #expect(Set(met.map(\.document.state.board)).count == 1)
    }
  }

  @Test("all 5,040 orders of seven operations of three devices")
  func everyOrder() throws {
    var one = try Player(device: 1)
    let cells = Array(try Player.emptyCells().prefix(3))
    try one.do(.place(cells[0], try Player.wrong(cells[0])))
    var two = try one.other(device: 2)
    var three = try one.other(device: 3)
    two.now += 500
    try two.do(.undo)
    try three.do(.place(cells[0], try Player.right(cells[0])))
    three.hear(two)
    try three.do(.redo)
    let union = OperationSet(
      [one, two, three].flatMap { $0.document.operations.ordered }
    ).ordered
    // The creation, one's start and placement, two's start and undo, three's start and placement.
    let seven = Array(union.prefix(7))
    #expect(seven.count == 7)
    let whole = try game(of: seven)
    let expected = whole.state
    var count = 0
    func permute(_ operations: inout [DocumentOperation], _ fixed: Int) throws {
      guard fixed < operations.count else {
        count += 1
        guard TestSize.isFull || count % 61 == 0 else { return }
        let clues = try #require(Player.clues)
        var document = try GameDocument(
          id: whole.id, clues: clues, solution: try #require(Player.solution))
        for operation in operations { document.merge([operation]) }
        if document.state != expected { Issue.record("\(operations)") }
        return
      }
      for index in fixed..<operations.count {
        operations.swapAt(fixed, index)
        try permute(&operations, fixed + 1)
        operations.swapAt(fixed, index)
      }
    }
    var operations = seven
    try permute(&operations, 0)
    #expect(count == 5_040)
  }

  @Test("every interleaving of two devices with four operations each")
  func everyInterleaving() throws {
    // Stamps decide the order, so each interleaving is a history of its own: merged both ways
    // round, it must give one state.
    var states: Set<GameState> = []
    for mask in 0..<256 where mask.nonzeroBitCount == 4 {
      let base = try Player(device: 1)
      var players = [base, try base.other(device: 2)]
      let cell = try #require(try Player.emptyCells().first)
      var counts = [0, 0]
      for step in 0..<8 {
        let who = mask >> step & 1
        let intents: [[Intent]] = [
          [
            .place(cell, try Player.wrong(cell)), .undo, .redo,
            .note(Cell(index: 3), Digit(index: 0), isOn: true),
          ],
          [.place(cell, try Player.right(cell)), .clear(cell), .undo, .pause],
        ]
        // The wall clock is the same for all; each knows only its own operations.
        for index in players.indices { players[index].now += 10 }
        try players[who].do(intents[who][counts[who]], after: 0)
        counts[who] += 1
      }
      var left = players[0]
      var right = players[1]
      left.hear(players[1])
      right.hear(players[0])
      let own = left.document.operations.ordered + right.document.operations.ordered
      let state = try game(of: own).state
      left.hear(right)
      right.hear(left)
      left.hear(right)
      #expect(left.document.state == right.document.state)
      states.insert(state)
    }
    #expect(states.count > 10)
  }

  @Test("undo, then redo, is the identity; undo, then the rest of time, restores exactly")
  func undoRedo() throws {
    for seed in (UInt64(1)...30).sized(3) {
      var random = SeededRandom(seed: seed)
      var player = try Player()
      for _ in 0..<80 {
        try player.play(using: &random)
        guard player.state.canUndo, player.state.status == .inProgress else { continue }
        let before = player.state
        try player.do(.undo)
        let undone = player.state
        try player.do(.redo)
        #expect(player.state.shows(before), "\(seed)")
        try player.do(.undo)
        #expect(player.state.shows(undone), "\(seed)")
        try player.do(.redo)
        // A change and its undo leave no trace on the board.
        let cell = Cell(index: random.next(below: 81))
        guard Player.clues?[cell] == nil else { continue }
        let digit = before.board[cell].map { $0.rawValue % 9 + 1 } ?? 1
        try player.do(.place(cell, try #require(Digit(Int(digit)))))
        guard player.state.status == .inProgress else { break }
        try player.do(.undo)
        #expect(player.state.shows(before), "\(seed)")
      }
    }
  }

  @Test("time never runs backwards, and mistakes never fall")
  func monotone() throws {
    for seed in (UInt64(1)...30).sized(3) {
      var random = SeededRandom(seed: seed)
      var player = try Player()
      var (elapsed, mistakes, rev) = (0, 0, 0)
      for _ in 0..<150 {
        let wasRunning = player.state.status == .inProgress
        let stands = player.state.elapsedMilliseconds
        player.now += 50
        if !wasRunning { #expect(player.state.elapsedMilliseconds == stands, "seed \(seed)") }
        // Clocks go wrong, too.
        if random.next(below: 20) == 0 { player.skew += Int64(random.next(below: 3) - 1) * 50_000 }
        try player.play(using: &random)
        let state = player.state
        #expect(state.elapsedMilliseconds >= elapsed, "seed \(seed)")
        #expect(state.mistakes >= mistakes && state.mistakes <= mistakes + 1, "seed \(seed)")
        #expect(state.rev >= rev)
        for cell in CellSet.all {
          if let given = Player.clues?[cell] { #expect(state.board[cell] == given) }
        }
        (elapsed, mistakes, rev) = (state.elapsedMilliseconds, state.mistakes, state.rev)
      }
      // What is saved says the same, but for what ran since.
      let saved = try game(of: player.document.operations.ordered).state
      #expect(saved.elapsedMilliseconds <= elapsed)
      #expect(saved.board == player.state.board)
    }
  }

  @Test("the answer names exactly the cells that changed")
  func exactChanges() throws {
    for seed in (UInt64(1)...40).sized(3) {
      var random = SeededRandom(seed: seed)
      var player = try Player()
      var shown: [Outcome.Change] = CellSet.all.map {
        Outcome.Change(cell: $0, digit: Player.clues?[$0], notes: .none)
      }
      for _ in 0..<100 {
        let before = player.document.operations.count
        let intent: Intent = [
          .undo, .redo, .autoNotes, .undoToMistake,
          .place(Cell(index: random.next(below: 81)), Digit(index: random.next(below: 9))),
          .place(Cell(index: random.next(below: 81)), Digit(index: random.next(below: 9))),
          .clear(Cell(index: random.next(below: 81))),
          .note(
            Cell(index: random.next(below: 81)), Digit(index: random.next(below: 9)), isOn: nil),
          .corner(
            Cell(index: random.next(below: 81)), Digit(index: random.next(below: 9)), isOn: nil),
        ][random.next(below: 9)]
        guard let outcome = try? player.do(intent) else {
          #expect(player.document.operations.count == before)
          continue
        }
        for change in outcome.changes { shown[change.cell.index] = change }
        let state = player.state
        for cell in CellSet.all {
          let now = Outcome.Change(
            cell: cell, digit: state.board[cell], notes: state.notes[cell],
            corners: state.corners[cell])
          #expect(shown[cell.index] == now, "seed \(seed) after \(intent)")
        }
      }
    }
  }

  @Test("operations older than thousands of others are folded in from a checkpoint")
  func checkpoints() throws {
    var player = try Player()
    var random = SeededRandom(seed: 3)
    let cells = Array(try Player.emptyCells())
    for _ in 0..<9_500 {
      let cell = cells[random.next(below: cells.count)]
      try player.do(.note(cell, Digit(index: random.next(below: 9)), isOn: nil), after: 1)
    }
    let all = player.document.operations.ordered
    #expect(all.count > 9_000)
    let expected = player.document.state
    for held in [all.count - 100, 5_000, 3, all.count - 2, 0].sized(1) {
      var rest = all
      let late = rest.remove(at: held)
      let document = try game(of: rest + [late], batches: [2_000, 6_000, rest.count - 8_000])
      #expect(document.state == expected)
    }
  }
}

extension GameState {
  /// Whether board and notes look like those of another state.
  fileprivate func shows(_ other: GameState) -> Bool {
    board == other.board && notes == other.notes && corners == other.corners
  }
}
