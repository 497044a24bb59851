import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

extension Simulation {
  func require(
    _ invariant: Int, _ condition: Bool, _ message: @autoclosure () -> String
  ) throws {
    if !condition { throw SimulationFailure(invariant: invariant, message: message()) }
  }

  func holdings(of replica: MemoryReplica) throws -> [DocumentID: StreamHeads] {
    var result: [DocumentID: StreamHeads] = [:]
    for id in try replica.documentIDs() { result[id] = try replica.heads(of: id) }
    return result
  }

  // MARK: At every step

  /// Nothing that the store acknowledged may ever be missing from it.
  func checkStore(after request: StoreRequest) throws {
    guard case .append(let batch) = request.query else { return }
    for delta in batch.documents {
      let heads = store.core.heads(of: delta.id) ?? [:]
      for (device, head) in acknowledged[delta.id] ?? [:] {
        try require(
          6, heads[device]?.seq ?? 0 >= head.seq,
          "the store lost operation \(device).\(head.seq) of \(delta.id), which it acknowledged")
      }
    }
  }

  /// What the player of a device sees of completed games only grows, towards earlier stamps.
  mutating func checkShown(on device: SimulatedDevice) throws {
    let changeCount = device.replica.changeCount
    guard device.checkedChangeCount != changeCount else { return }
    device.checkedChangeCount = changeCount
    let now = device.replica.completions()
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

  /// The time shown never falls, but for a completion elsewhere that took less.
  func checkClock(
    of session: GameSession, _ id: DocumentID, _ reading: ClockReading, on device: SimulatedDevice
  ) throws {
    let elapsed = session.elapsedMilliseconds(at: reading)
    try require(10, elapsed >= 0, "negative time")
    guard !session.document.isCompleted else { return }
    if let shown = device.shownElapsed[id] {
      try require(
        10, elapsed >= shown, "time of \(id) on device \(device.index) fell: \(elapsed) < \(shown)")
    }
    device.shownElapsed[id] = elapsed
    if session.document.status != .inProgress {
      var later = reading
      later.monotonicMilliseconds += 100_000
      later.wallMilliseconds += 100_000
      try require(
        10, session.elapsedMilliseconds(at: later) == elapsed,
        "time of \(id) runs while \(session.document.status)")
    }
  }

  /// An edit sorts after all that its device had seen.
  func checkOrder(_ new: [Operation], in document: GameDocument) throws {
    guard let first = new.first else { return }
    try require(
      13, document.operations.ordered.suffix(new.count).elementsEqual(new),
      "operation \(first.key) sorts before one that its device had seen")
  }

  /// Undo and then redo changes nothing.
  func checkUndo(
    _ session: GameSession, _ reading: ClockReading, _ clock: HybridLogicalClock
  ) throws {
    var (copy, clock) = (session, clock)
    let before = copy.document.state
    guard (try? copy.perform(.undo, at: reading, clock: &clock)) != nil,
      (try? copy.perform(.redo, at: reading, clock: &clock)) != nil
    else { return }
    let after = copy.document.state
    try require(
      14, before.board == after.board && before.notes == after.notes,
      "undo and redo changed the board of \(session.document.id)")
  }

  /// After a move: givens stand, a completed board is the solution.
  func checkAnswered(
    _ session: GameSession, _ id: DocumentID, _ reading: ClockReading, on device: SimulatedDevice
  ) throws {
    try checkModel(session.document, "device \(device.index)")
    let board = session.document.board
    try require(15, session.document.clues.isSubset(of: board), "a given of \(id) changed")
    if session.document.isCompleted {
      try require(15, board == session.document.solution, "\(id) is completed with another board")
    }
  }

  /// After a crash every answered move is there.
  mutating func checkAfterRestart(_ device: SimulatedDevice) throws {
    for (id, requests) in device.answered {
      guard let slot = SimulatedGame.slot(of: id), let last = requests.last else { continue }
      let document = try document(slot, on: device)
      try require(
        6, document.operations.ordered.contains { $0.opID == last },
        "device \(device.index) lost the answered request \(last) in a crash")
    }
    try checkShown(on: device)
  }

  // MARK: The model

  /// What is shown of a game is what the independent model makes of its operations.
  func checkModel(_ document: GameDocument, _ place: @autoclosure () -> String) throws {
    let model = GameModel(
      clues: document.clues, solution: document.solution, document.operations.ordered)
    let differences =
      model.differences(from: document.state) + model.differences(from: document.summary)
    try require(
      22, differences.isEmpty,
      "\(document.documentID), \(place()): \(differences.map(\.description).joined(separator: "; "))"
    )
  }

  // MARK: At rest

  /// Heals everything and lets all devices sync until nothing is left to do.
  mutating func comeToRest() throws {
    isQuiet = true
    for device in devices {
      device.isPartitioned = false
      device.isDiskFull = false
    }
    time += 100_000
    try deliver(until: time)
    var rounds = 0
    while true {
      var isAtRest = true
      for device in devices {
        time += 20_000
        try sync(device, .everything)
        try deliver(until: time + 10_000)
        if device.machine.report.pulled > 0 || device.machine.report.pushed > 0 { isAtRest = false }
        try openAll(on: device)
        if try device.replica.counts().pendingDocuments > 0 { isAtRest = false }
      }
      if isAtRest { break }
      rounds += 1
      try require(19, rounds <= 12, "after \(rounds) rounds documents still wait")
    }
  }

  /// Opens every game, as a player would who looks through all of them.
  private mutating func openAll(on device: SimulatedDevice) throws {
    guard device.openedChangeCount != device.replica.changeCount else { return }
    defer { device.openedChangeCount = device.replica.changeCount }
    for id in try device.replica.documentIDs() where id.isGame {
      guard var session = try session(of: id, on: device) else { continue }
      let (_, own) = session.merge([], at: device.reading(time), clock: &device.clock)
      try settle(session, own, id, on: device)
    }
  }

  /// Checks that everything is the same everywhere, and stays so.
  mutating func checkAtRest() throws {
    let first = try holdings(of: devices[0].replica)
    for device in devices {
      try checkShown(on: device)
      let held = try holdings(of: device.replica)
      for (id, heads) in held where store.core.heads(of: id) != heads {
        throw SimulationFailure(
          invariant: 5, message: "device \(device.index) and the store differ in \(id)")
      }
      try require(5, held == first, "devices 0 and \(device.index) hold different documents")
      try require(
        5, Set(held.keys) == Set(store.core.documentIDs),
        "the store holds other documents than device \(device.index)")
    }
    for (id, heads) in acknowledged {
      for (device, head) in heads {
        try require(
          6, store.core.heads(of: id)?[device]?.seq ?? 0 >= head.seq,
          "operation \(device).\(head.seq) of \(id) is missing from the store")
      }
    }
    try checkStates()
    try checkRepetition()
    try checkFreshDevice(first)
    try checkCompaction(first)
  }

  /// One state everywhere, whatever the order in which the operations came.
  private mutating func checkStates() throws {
    for slot in 0..<SimulatedGame.count {
      let id = try SimulatedGame.game(slot).documentID
      guard store.core.heads(of: id) != nil else { continue }
      let whole = try document(slot, on: devices[0])
      try checkModel(whole, "after all devices came to rest")
      try require(
        4, try turned(whole, slot).state == whole.state,
        "\(id) depends on the order of its operations")
      for device in devices {
        if let session = device.sessions[id] {
          try require(
            5, session.document.state == whole.state,
            "device \(device.index) shows another state of \(id)")
        }
        let summary = try device.replica.summary(of: id)
        let expected = DocumentSummary(whole.summary)
        try require(
          5, summary == expected,
          "device \(device.index) has another summary of \(id): "
            + "\(Self.text(summary)) instead of \(Self.text(expected))")
        for request in device.answered[id] ?? [] where !excused.contains(request) {
          try require(
            6, whole.operations.ordered.contains { $0.opID == request },
            "the answered request \(request) of \(id) is lost")
        }
      }
      let stored = store.core.document(id, after: [:])?.summary
      try require(
        5, stored == DocumentSummary(whole.summary), "the store's summary of \(id) is off")
      try require(15, whole.clues.isSubset(of: whole.board), "a given of \(id) changed")
    }
  }

  private static func text(_ summary: DocumentSummary?) -> String {
    summary.flatMap { try? JSONEncoder().encodeText($0) } ?? "none"
  }

  /// A game put together from the same operations in random order and batches, some of them twice.
  private func turned(_ whole: GameDocument, _ slot: Int) throws -> GameDocument {
    var document = try SimulatedGame.game(slot).empty
    var operations = whole.operations.ordered
    var random = SeededRandom(seed: seed, stream: UInt64(slot) + 50)
    random.shuffle(&operations)
    var count = 0
    while count < operations.count {
      let batch = 1 + random.next(below: max(8, operations.count / 2))
      document.merge(operations[count..<min(count + batch, operations.count)])
      count = min(count + batch, operations.count)
      if random.next(below: 3) == 0 { document.merge(operations[..<random.next(below: count)]) }
    }
    return document
  }

  /// Sending everything again, from every device, changes nothing.
  private mutating func checkRepetition() throws {
    let before = store.core.changeCount
    for device in devices {
      for id in try device.replica.documentIDs() {
        guard let summary = try device.replica.summary(of: id) else { continue }
        let delta = DocumentDelta(
          id: id, summary: summary, chunks: try device.replica.chunks(of: id, after: [:]))
        _ = store.core.append(OperationBatch(writer: device.replica.device, documents: [delta]))
      }
    }
    try require(11, store.core.changeCount == before, "a repeated outbox changed the store")
  }

  /// An empty device joins: it gets everything and takes nothing away.
  private mutating func checkFreshDevice(_ first: [DocumentID: StreamHeads]) throws {
    let before = store.core.changeCount
    let fresh = SimulatedDevice(index: devices.count, device: freshIdentity(), seed: seed)
    devices.append(fresh)
    try sync(fresh, .everything)
    try deliver(until: time + 10_000)
    try require(
      17, try holdings(of: fresh.replica) == first, "an empty device did not get everything")
    try require(17, store.core.changeCount == before, "an empty device changed the store")
  }

  /// Compaction changes no byte that a reader sees.
  private mutating func checkCompaction(_ first: [DocumentID: StreamHeads]) throws {
    var compact = store.core
    compact.compact()
    for id in first.keys.sorted() {
      for known in [[:], acknowledged[id] ?? [:]] {
        let lines = store.core.document(id, after: known)?.chunks.flatMap(\.lines)
        let other = compact.document(id, after: known)?.chunks.flatMap(\.lines)
        try require(20, lines == other, "compaction shows in \(id)")
      }
    }
  }
}
