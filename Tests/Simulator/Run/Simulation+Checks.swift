import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync

/// The checks of a device, after each step and each sync.
extension Simulation {
  func require(
    _ invariant: Int, _ condition: Bool, _ message: @autoclosure () -> String
  ) throws {
    if !condition { throw SimulationFailure(invariant: invariant, message: message()) }
  }

  func holdings(of replica: any Replica) throws -> [DocumentID: StreamHeads] {
    var result: [DocumentID: StreamHeads] = [:]
    for id in try replica.documentIDs() { result[id] = try replica.heads(of: id) }
    return result
  }

  /// Compares a device with the model, where something has changed.
  mutating func check(_ device: SimulatedDevice) throws {
    let changeCount = device.replica.changeCount
    guard device.checkedChangeCount != changeCount else { return }
    device.checkedChangeCount = changeCount
    try checkShown(on: device)
    // While a sync runs, the replica is ahead of the games in memory.
    guard !device.machine.isRunning, !device.library.hasUncommitted, !device.replica.isDiskFull,
      !device.hasNewsOfOthers
    else { return }
    try checkTold(on: device)
    try checkCurrent(on: device)
    // What a crash left to be summed up again is, with the next sync.
    let stale = isQuiet ? [] : Set(try device.replica.staleDocuments(limit: 1_000))
    for summary in try device.replica.summaries(.games, limit: .max, before: nil).summaries {
      let id = summary.id
      let looked = CheckedGame(
        heads: try device.replica.heads(of: id), operations: try openOperations(of: id, on: device),
        summary: stale.contains(id) ? nil : summary)
      guard device.checkedGames[id] != looked else { continue }
      device.checkedGames[id] = looked
      if looked.operations != nil { try checkOpen(id, on: device) }
      if looked.summary != nil { try checkSummary(of: id, on: device) }
    }
  }

  /// The number of operations of a game in memory; `nil` where the player has not opened it.
  private func openOperations(of id: DocumentID, on device: SimulatedDevice) throws -> Int? {
    guard device.opened.contains(id) else { return nil }
    do throws(PlayerError) {
      return try device.library.game(id).session.document.operations.count
    } catch {
      throw SimulationFailure(
        invariant: 22, message: "\(id) on device \(device.index) can't be opened: \(error)")
    }
  }

  /// A game in memory is what the model makes of the operations in the replica.
  private mutating func checkOpen(_ id: DocumentID, on device: SimulatedDevice) throws {
    guard let expected = try knowledge.expected(id, in: device.replica) else { return }
    let session: GameSession
    do throws(PlayerError) { session = try device.library.game(id).session } catch {
      throw SimulationFailure(
        invariant: 22, message: "\(id) on device \(device.index) can't be opened: \(error)")
    }
    let document = session.document
    try checkStandingClock(of: session, on: device)
    let differences = expected.differences(from: document.state)
    try require(
      22, differences.isEmpty, "\(id) on device \(device.index): \(Self.list(differences))")
    let summary = expected.differences(from: document.summary)
    try require(
      22, summary.isEmpty, "summary of \(id) on device \(device.index): \(Self.list(summary))")
    try require(15, document.clues.isSubset(of: document.board), "a given of \(id) changed")
  }

  /// A device claims a completion only where the board that it sees is the solution.
  func checkClaims(_ new: [DocumentOperation], in document: GameDocument) throws {
    for operation in new {
      guard case .complete(let claim) = operation.action else { continue }
      let before = GameModel(
        clues: document.clues, solution: document.solution,
        document.operations.ordered.filter { $0.key != operation.key })
      try require(
        15, claim.board == document.solution && before.board == document.solution,
        "\(operation.key) claims that \(document.id) is completed and sees \(before.board.line)")
      try require(
        15, claim.mistakes == before.mistakes && claim.hintsUsed == before.hintsUsed,
        "\(operation.key) claims other numbers than it sees")
    }
  }

  mutating func checkSummary(of id: DocumentID, on device: SimulatedDevice) throws {
    guard let expected = try knowledge.expected(id, in: device.replica),
      let summary = try device.replica.summary(of: id)?.game
    else { return }
    let differences = expected.differences(from: summary)
    try require(
      22, differences.isEmpty,
      "\(id) in the list of device \(device.index): \(Self.list(differences))")
  }

  static func list(_ differences: [ModelDifference]) -> String {
    differences.map(\.description).joined(separator: "; ")
  }

  // MARK: What the player sees

  /// Checks that completed games stay completed for the player, and their stamps only get earlier.
  private mutating func checkShown(on device: SimulatedDevice) throws {
    var now: [DocumentID: Stamp] = [:]
    for slot in 0..<SimulatedGame.count {
      let id = SimulatedGame.game(slot).documentID
      now[id] = try device.replica.summary(of: id)?.game?.completed
    }
    for (id, shown) in device.shownCompletion {
      guard let stamp = now[id] else {
        throw SimulationFailure(
          invariant: 7, message: "\(id) on device \(device.index) is not completed any more")
      }
      try require(
        8, stamp <= shown,
        "device \(device.index) shows a later completion of \(id): \(stamp) after \(shown)")
    }
    try require(9, now.count >= device.shownCompletion.count, "fewer completed games")
    device.shownCompletion = now
    for (id, stamp) in now { earliestCompletion[id] = min(earliestCompletion[id] ?? stamp, stamp) }
  }

  /// A game that ended elsewhere is reported, and is no longer the current game.
  func checkTold(_ report: SyncReport, on device: SimulatedDevice) throws {
    for id in report.completedElsewhere {
      try require(
        23, device.toldCompletions.contains(id),
        "device \(device.index) did not report that \(id) was completed elsewhere")
      try require(
        23, device.library.current != id, "\(id) is completed and still the current game")
    }
  }

  /// Every completion is reported, unless the game was over before the library was opened.
  private func checkTold(on device: SimulatedDevice) throws {
    for id in device.shownCompletion.keys where !device.completedBefore.contains(id) {
      try require(
        23, device.toldCompletions.contains(id),
        "device \(device.index) did not report that \(id) is completed")
    }
  }

  /// The game that is played is one that is held here.
  private func checkCurrent(on device: SimulatedDevice) throws {
    guard let current = device.machine.currentGame else { return }
    try require(
      25, try device.replica.summary(of: current) != nil,
      "device \(device.index) plays \(current), which it doesn't hold")
  }

  /// The games in progress that a device holds, by the stamp of what a person did last; those whose
  /// stamp no right clock can have given are left out where there are others.
  mutating func newestGames(
    on device: SimulatedDevice
  ) throws -> [(id: DocumentID, stamp: Stamp)] {
    var games: [(id: DocumentID, stamp: Stamp)] = []
    for id in try device.replica.documentIDs() where id.isGame {
      guard let game = try knowledge.expected(id, in: device.replica),
        [.inProgress, .paused].contains(game.status)
      else { continue }
      games.append((id, game.lastSaved))
    }
    let limit = device.library.reading().largestPlausibleStamp
    let plausible = games.filter { $0.stamp <= limit }
    return (plausible.isEmpty ? games : plausible).sorted { ($0.stamp, $0.id) > ($1.stamp, $1.id) }
  }

  /// After a sync that the player asked for, the newest game is the current one, unless another is
  /// being played here, or was chosen when the newest was known.
  mutating func checkNewest(on device: SimulatedDevice) throws {
    guard !device.library.hasUncommitted, !device.replica.isDiskFull, !hasCopies,
      !options.isHostile, try device.replica.staleDocuments(limit: 1).isEmpty,
      let newest = try newestGames(on: device).first, newest.id != device.library.current
    else { return }
    let current = device.library.current
    let isPlayed = current != nil && device.playing == current
    let isChosen = current != nil && device.chosen == current && newest.stamp <= device.known
    let operations = try knowledge.operations(of: newest.id, in: device.replica)
    let last = operations.filter {
      !["pause", "resume", "suspend", "tick"].contains($0.action.kind)
    }.max { $0.stamp < $1.stamp }
    try require(
      26, isPlayed || isChosen || last?.device == device.replica.device,
      "device \(device.index) stays with \(current?.rawValue ?? "no game"), "
        + "and \(newest.id) is newer")
  }

  /// A device with a right clock dates what is done on it rightly, whatever the others' clocks are.
  func checkDates(_ new: [DocumentOperation], on device: SimulatedDevice) throws {
    guard device.clock.offset == 0, abs(device.library.storeOffsetMilliseconds ?? 0) <= 60_000
    else { return }
    for operation in new
    where !["pause", "resume", "suspend", "tick"].contains(operation.action.kind) {
      let date = operation.wallMilliseconds ?? operation.stamp.milliseconds
      try require(
        27, date == time, "\(operation.key) was made at \(time) and has the date \(date)")
    }
  }

  /// The time shown never falls while a game is played, and never exceeds what can have passed.
  ///
  /// Only what two copies of a device have played at once is taken for one after the other until
  /// somebody notices that they are two.
  func checkClock(
    of session: GameSession, _ id: DocumentID, on device: SimulatedDevice
  ) throws {
    let reading = device.library.reading()
    let elapsed = session.elapsedMilliseconds(at: reading)
    try require(10, elapsed >= 0, "negative time")
    guard !session.document.isCompleted else { return }
    if let shown = device.shownElapsed[id], elapsed < shown {
      let overlap = hasCopies ? TimeModel(session.document.operations.ordered).overlap : 0
      try require(
        10, elapsed + overlap >= shown,
        "time of \(id) on device \(device.index) fell: \(elapsed) < \(shown)")
    }
    device.shownElapsed[id] = elapsed
    let passed = elapsedMilliseconds(of: session, in: 100_000, on: device) - elapsed
    try require(
      10, 0...100_000 ~= passed, "100 seconds of playing \(id) are \(passed) ms")
    try checkStandingClock(of: session, on: device)
  }

  /// The time that a game will show.
  private func elapsedMilliseconds(
    of session: GameSession, in milliseconds: Int64, on device: SimulatedDevice
  ) -> Int {
    var reading = device.library.reading()
    reading.monotonicMilliseconds += milliseconds
    reading.wallMilliseconds += milliseconds
    return session.elapsedMilliseconds(at: reading)
  }

  /// Checks that play from now on counts in full, whatever the devices' clocks show: nobody has played
  /// it before.
  func checkNextSegment(of session: GameSession, on device: SimulatedDevice) throws {
    guard session.canRun else { return }
    var copy = session
    var clock = HybridLogicalClock(last: session.document.operations.lastStamp)
    var reading = device.library.reading()
    // Less than a second would not end the segment that runs.
    reading.monotonicMilliseconds += 1_000
    reading.wallMilliseconds += 1_000
    _ = copy.stop(at: reading, clock: &clock)
    copy.start(at: reading)
    guard copy.isRunning, !TimeModel(copy.document.operations.ordered).isCapped else { return }
    let before = copy.elapsedMilliseconds(at: reading)
    reading.monotonicMilliseconds += 100_000
    reading.wallMilliseconds += 100_000
    let passed = copy.elapsedMilliseconds(at: reading) - before
    try require(
      10, passed == 100_000,
      "the next 100 seconds of playing \(session.document.id) on device \(device.index) count as "
        + "\(passed) ms")
  }

  /// The time of a game that can't be played stands.
  private func checkStandingClock(of session: GameSession, on device: SimulatedDevice) throws {
    let document = session.document
    guard document.status != .inProgress || !document.options.timer else { return }
    let now = elapsedMilliseconds(of: session, in: 0, on: device)
    let later = elapsedMilliseconds(of: session, in: 100_000, on: device)
    try require(
      10, now == later,
      "time of \(document.id) runs on device \(device.index): it is "
        + "\(document.status)\(document.options.timer ? "" : " without a timer")")
  }

  /// Checks that a player sees what he has just written, whatever came from elsewhere before.
  func checkWins(
    _ intent: Intent, in document: GameDocument, on device: SimulatedDevice
  ) throws {
    guard let document = try? device.library.game(document.documentID).session.document,
      document.status == .inProgress
    else { return }
    switch intent {
    case .place(let cell, let digit) where document.clues[cell] == nil:
      try require(
        13, document.board[cell] == digit,
        "device \(device.index) placed \(digit) in \(cell) and sees \(document.board.line)")
    default: break
    }
  }

  /// Undo and then redo changes nothing.
  func checkUndo(_ session: GameSession, on device: SimulatedDevice) throws {
    var copy = session
    var clock = HybridLogicalClock(last: session.document.operations.lastStamp)
    let reading = device.library.reading()
    let before = copy.document.state
    let undone = try? copy.perform(.undo, at: reading, clock: &clock)
    if before.status == .inProgress {
      try require(
        14, before.canUndo == (undone.map { !$0.operations.isEmpty } ?? false),
        "canUndo of \(session.document.id) is \(before.canUndo)")
    }
    guard undone != nil, (try? copy.perform(.redo, at: reading, clock: &clock)) != nil
    else { return }
    let after = copy.document.state
    try require(
      14,
      before.board == after.board && before.notes == after.notes
        && before.corners == after.corners,
      "undo and redo changed the board of \(session.document.id)")
  }

  // MARK: What must be kept

  /// Nothing that the store acknowledged may ever be missing from it.
  mutating func checkStore(
    after request: StoreRequest, _ result: Result<StoreResponse, SyncError>
  ) throws {
    guard case .append(let batch) = request.query else { return }
    // A device learns of a loss in a place with its next list; until then its receipts are of what was.
    guard !(options.usesPlace && options.harmsStore) else { return }
    for delta in batch.documents {
      guard let known = acknowledged[delta.id] else { continue }
      let heads = store.heads(of: delta.id) ?? [:]
      for (device, head) in known {
        try require(
          6, heads[device]?.seq ?? 0 >= head.seq,
          "the store lost operation \(device).\(head.seq) of \(delta.id), which it acknowledged")
      }
    }
    guard case .success(let response) = result, case .append(let receipt) = response.answer
    else { return }
    for outcome in receipt.outcomes where outcome.refusal == nil {
      for (device, head) in outcome.heads
      where head.seq > acknowledged[outcome.id]?[device]?.seq ?? 0 {
        acknowledged[outcome.id, default: [:]][device] = head
      }
    }
  }

  /// A device never believes the store to hold more than it does.
  func checkAcknowledged(_ device: SimulatedDevice) throws {
    guard !options.harmsStore, !options.isHostile, options.bug == nil else { return }
    let leaves = try device.replica.documentIDs().map { DigestKey($0).leaf }
    for believed in try device.replica.acknowledged(leaves: leaves) {
      let held = store.heads(of: believed.id) ?? [:]
      for (writer, head) in believed.heads {
        try require(
          6, held[writer]?.seq ?? 0 >= head.seq,
          "device \(device.index) believes \(writer).\(head.seq) of \(believed.id) to be stored")
      }
    }
  }

  /// After a crash every answered move is there.
  mutating func checkAfterRestart(_ device: SimulatedDevice) throws {
    for (id, requests) in device.answered {
      let held = try knowledge.operations(of: id, in: device.replica)
      let known = Set(held.compactMap(\.opID))
      for request in requests where !known.contains(request) {
        throw SimulationFailure(
          invariant: 6,
          message: "device \(device.index) lost the answered request \(request) in a crash")
      }
    }
    try checkShown(on: device)
  }
}

extension Replica {
  func documentIDs() throws -> [DocumentID] {
    try summaries(.all, limit: .max, before: nil).summaries.map(\.id).sorted()
  }
}
