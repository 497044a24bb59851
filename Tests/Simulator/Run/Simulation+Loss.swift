import SudokuPlayer
import SudokuSession
import SudokuSync

/// The epilogue of a run: the store loses a game without a word, and what is played here is newest.
extension Simulation {
  /// Whatever is asked about a game that the store has lost, the store has it again afterwards.
  mutating func checkLoss() throws {
    guard store.kind == .memory, options.bug == nil, !options.isHostile else { return }
    let device = devices[0]
    guard let id = try openGame(on: device) else { return }
    for goal in [SyncGoal.now, .push] {
      store.lose(id)
      acknowledged[id] = nil
      if goal == .push { try bookmark(id, on: device) }
      let held = try device.replica.heads(of: id)
      try sync(device, goal)
      try deliver(until: time + 10_000)
      let stored = store.heads(of: id) ?? [:]
      try require(
        6, held.allSatisfy { stored[$0.key]?.seq ?? 0 >= $0.value.seq },
        "a sync for \(goal.rawValue) left \(id) lost in the store")
    }
    try loseEnd(of: id, on: device)
    try playNewerGame(than: id, on: devices[1])
    // The newest game of another device may be the current one by now.
    guard device.library.current == id else { return }
    try bookmark(id, on: device)
    try sync(device, .discover)
    try deliver(until: time + 10_000)
    // Saved last by its stamp: a game saved under a clock ahead of time may be another one.
    let newest = try device.replica.newestGame(at: device.library.reading())
    try require(
      5, device.library.current == newest?.id,
      "\(newest?.id.rawValue ?? "no game") was saved last, and "
        + "\(device.library.current?.rawValue ?? "no game") was adopted")
  }

  /// The store loses the last operations of a game, and is sent one more before it knows.
  private mutating func loseEnd(of id: DocumentID, on device: SimulatedDevice) throws {
    store.loseEnd(of: id, by: device.replica.device)
    acknowledged[id] = nil
    try bookmark(id, on: device)
    try sync(device, .push)
    try deliver(until: time + 10_000)
    try require(
      6, try store.heads(of: id) == device.replica.heads(of: id),
      "a push left the end of \(id) lost in the store")
  }

  /// Another player's device plays another game, which the store takes for the newest one.
  private mutating func playNewerGame(than id: DocumentID, on device: SimulatedDevice) throws {
    for slot in 0..<SimulatedGame.count {
      let other = SimulatedGame.game(slot).documentID
      guard other != id, try device.replica.summary(of: other)?.isInProgress ?? true else {
        continue
      }
      try open(device, slot)
      guard device.library.current == other else { continue }
      try bookmark(other, on: device)
      try sync(device, .push)
      try deliver(until: time + 10_000)
      return
    }
  }

  /// Opens a game that can be played on; `nil` where all have ended.
  private mutating func openGame(on device: SimulatedDevice) throws -> DocumentID? {
    for slot in 0..<SimulatedGame.count {
      let id = SimulatedGame.game(slot).documentID
      guard try device.replica.summary(of: id)?.isInProgress ?? true else { continue }
      try open(device, slot)
      try sync(device, .push)
      try deliver(until: time + 10_000)
      if device.library.current == id { return id }
    }
    return nil
  }

  /// Writes an operation that changes nothing on the board.
  private mutating func bookmark(_ id: DocumentID, on device: SimulatedDevice) throws {
    do throws(PlayerError) {
      let intent = Intent.bookmark(name: "lost")
      let (_, outcome) = try device.library.perform(intent, PlayRequest(game: id))
      device.noteAttention(to: id, intent, outcome.operations)
    } catch {
      throw SimulationFailure(invariant: 6, message: "no bookmark in \(id): \(error)")
    }
    try commit(device)
  }
}
