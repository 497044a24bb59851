import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync

extension Simulation {
  mutating func open(_ device: SimulatedDevice, _ slot: Int) throws {
    let game = SimulatedGame.game(slot)
    let opID = newRequest(device)
    let known = try newestGames(on: device).map(\.stamp).max() ?? .zero
    do throws(PlayerError) {
      let opening = try device.library.begin(game.new(opID: opID))
      device.opened.insert(game.documentID)
      device.chosen = game.documentID
      device.known = known
      if !opening.isExisting || opening.state.status == .abandoned {
        device.playing = game.documentID
      }
      if !opening.isExisting { device.unanswered.append((game.documentID, opID)) }
      if opening.state.status == .abandoned {
        try device.library.perform(.resume, PlayRequest(game: game.documentID))
        _ = try device.library.open(game.documentID)
      }
    } catch {
      return try refused(error, on: device)
    }
    device.shownElapsed[game.documentID] = nil
    try commit(device)
    note(device.index, "begins or opens \(game.documentID)", 30)
  }

  /// The player does something in the current game.
  mutating func play(_ device: SimulatedDevice, _ random: inout SeededRandom) throws {
    guard let id = device.library.current else {
      return try open(device, random.next(below: SimulatedGame.count))
    }
    let game: OpenGame
    do throws(PlayerError) { game = try device.library.game(id) } catch {
      // Adopted from another device and not yet here, or the disk is in the way.
      return try refused(error, on: device)
    }
    device.opened.insert(id)
    try checkClock(of: game.session, id, on: device)
    if random.next(below: 12) == 0 {
      try checkUndo(game.session, on: device)
      try checkNextSegment(of: game.session, on: device)
    }
    let intent = intent(in: game.session.document, &random)
    let opID = newRequest(device)
    var new: [DocumentOperation] = []
    do throws(PlayerError) {
      let (_, outcome) = try device.library.perform(intent, PlayRequest(game: id, opID: opID))
      if outcome.operations.contains(where: { $0.opID == opID }) {
        device.unanswered.append((id, opID))
      }
      operations += outcome.operations.count
      new = outcome.operations
      device.noteAttention(to: id, intent, new)
      note(device.index, "\(intent) in \(id)", Int64(outcome.rev))
    } catch {
      try refused(error, on: device)
    }
    try checkClaims(new, in: game.session.document)
    try checkDates(new, on: device)
    try checkWins(intent, in: game.session.document, on: device)
    // Requests that come fast are answered together.
    if random.next(below: 5) > 0 {
      if options.bug == .acknowledgeBeforeWrite, random.next(below: 3) == 0 {
        device.replica.deferNext()
      }
      try commit(device)
    }
    if game.session.document.isCompleted {
      try commit(device)
      device.faultRandom = SeededRandom(seed: random.next())
      try sync(device, .push)
    }
  }

  /// Stores what waits; what was asked for is answered then.
  mutating func commit(_ device: SimulatedDevice) throws {
    let waiting = device.unanswered
    device.unanswered = []
    do throws(SyncError) { try device.library.commit() } catch {
      // The games are as before, and the player knows that.
      device.opened = []
      device.shownElapsed = [:]
      try refused(.sync(error), on: device)
      return
    }
    for (id, request) in waiting { device.answered[id, default: []].append(request) }
  }

  /// The player earns, spends, unlocks, or sets something.
  mutating func playProfile(_ device: SimulatedDevice, _ random: inout SeededRandom) throws {
    let amount = 1 + random.next(below: 40)
    let name = ["sea", "wood", "night"][random.next(below: 3)]
    let opID = newRequest(device)
    do throws(PlayerError) {
      switch random.next(below: 16) {
      case 0..<3: try device.library.perform(.earn(item: "coins", amount: amount), opID: opID)
      case 3..<6:
        // All of it: what another device spends meanwhile is too much then.
        let all = try device.library.profile().items["coins"]?.balance ?? 0
        let spent = random.next(below: 2) == 0 ? amount : max(all, 1)
        try device.library.perform(.spend(item: "coins", amount: spent), opID: opID)
      case 6: try device.library.perform(.unlock(name), opID: opID)
      case 7:
        try device.library.perform(.progress(achievement: "tenWins", amount: amount), opID: opID)
      case 8, 12..<16:
        let table = RecordTable.allCases[random.next(below: RecordTable.allCases.count)]
        try device.library.perform(
          .record(table, key: table == .time ? "hard" : "sea", value: amount * 1_000), opID: opID)
      case 9:
        try device.library.perform(.set(key: "premium", value: .bool(amount > 20)), opID: opID)
      case 10:
        try device.library.set(
          "theme", to: amount > 35 ? .null : .string(name), opID: opID)
        note(device.index, "chooses a theme", 32)
        return
      default:
        let value = OpaqueValue.int(Int64(amount))
        try device.library.set("device.volume", to: value, opID: opID)
        let shown = try device.library.settings()["device.volume"]
        device.hasLostSetting = device.hasLostSetting || shown != value
        return
      }
      device.answered[.profile, default: []].append(opID)
      note(device.index, "changes the profile", 31)
    } catch {
      try refused(error, on: device)
    }
    try resolveConflict(device, &random)
  }

  /// The player decides what the rules can't.
  private func resolveConflict(
    _ device: SimulatedDevice, _ random: inout SeededRandom
  ) throws {
    guard random.next(below: 2) == 0 else { return }
    do throws(PlayerError) {
      guard let conflict = try device.library.profile().conflicts.first else { return }
      let version = conflict.versions[random.next(below: conflict.versions.count)]
      try device.library.perform(.resolve(conflict: conflict.id, choice: version.operation))
    } catch {
      try refused(error, on: device)
    }
  }

  private mutating func newRequest(_ device: SimulatedDevice) -> String {
    knowledge.requests += 1
    return "\(device.index)-\(knowledge.requests)"
  }

  /// Accepts the errors that a player must expect: a rule of the game or a full disk.
  func refused(_ error: PlayerError, on device: SimulatedDevice) throws {
    switch error {
    case .game, .profile, .unknownGame, .noStore: return
    case .sync(let reason) where reason.kind == .diskFull && device.replica.isDiskFull: return
    case .sync(let reason)
    where reason.kind == .outOfSequence && reason.message.contains("renewed"):
      // What was not answered yet can't be done any more in a game that has changed.
      return
    default: throw SimulationFailure(invariant: 6, message: "device \(device.index): \(error)")
    }
  }

  /// An intent that a player might have, mostly the right one.
  private func intent(in document: GameDocument, _ random: inout SeededRandom) -> Intent {
    let empty = CellSet.all.filter { document.clues[$0] == nil }
    let cell = empty[random.next(below: empty.count)]
    let open = empty.filter { document.digit(at: $0) == nil }
    let marks = document.state.bookmarks
    let conflicts = document.state.conflicts
    if let conflict = conflicts.first, random.next(below: 6) == 0 {
      let version = conflict.versions[random.next(below: conflict.versions.count)]
      return .resolve(conflict: conflict.id, choice: version.operation)
    }
    switch random.next(below: 100) {
    case 0: return .abandon
    case 1..<44:
      let target = open.isEmpty ? cell : open[random.next(below: open.count)]
      return document.solution[target].map { .place(target, $0) } ?? .check
    case 44..<53: return .place(cell, Digit(index: random.next(below: 9)))
    case 53..<65: return .note(cell, Digit(index: random.next(below: 9)), isOn: nil)
    case 65..<67: return .corner(cell, Digit(index: random.next(below: 9)), isOn: nil)
    case 67..<72: return .clear(cell)
    case 72..<81: return .undo
    case 81..<85: return .redo
    case 85..<87: return .undoToMistake
    case 87..<89: return .pause
    case 89..<91: return .resume
    case 91..<92: return .suspend
    case 92..<93: return .bookmark(name: nil)
    case 93..<94:
      return marks.isEmpty
        ? .bookmark(name: "here") : .revert(marks[random.next(below: marks.count)].id.description)
    case 94..<95: return .hint(depth: 1 + random.next(below: 5))
    case 95..<96: return .abandon
    case 96..<97: return .autoNotes
    case 97..<98: return .select(cell)
    case 98..<99:
      return random.next(below: 3) == 0
        ? .setOption("timer", .bool(random.next(below: 2) == 0))
        : .setOption("mistakeLimit", .int(Int64(random.next(below: 6))))
    default: return .tick
    }
  }
}
