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
      try sync(device, goal)
      try deliver(until: time + 10_000)
      try require(
        6, try store.heads(of: id) == device.replica.heads(of: id),
        "a sync for \(goal.rawValue) left \(id) lost in the store")
    }
    try bookmark(id, on: device)
    try sync(device, .discover)
    try deliver(until: time + 10_000)
    // Saved last by its stamp: a game saved under a clock ahead of time may be another one.
    let newest = try device.replica.summaries(.inProgress, limit: 1, before: nil).summaries.first
    try require(
      5, device.library.current == newest?.id,
      "\(newest?.id.rawValue ?? "no game") was saved last, and "
        + "\(device.library.current?.rawValue ?? "no game") was adopted")
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
      try device.library.perform(.bookmark(name: "lost"), PlayRequest(game: id))
    } catch {
      throw SimulationFailure(invariant: 6, message: "no bookmark in \(id): \(error)")
    }
    try commit(device)
  }
}
