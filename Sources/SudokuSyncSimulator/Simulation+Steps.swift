import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

extension Simulation {
  /// Lets a step happen.
  mutating func perform(_ step: SimulationStep) throws {
    let device = devices[step.device]
    var random = SeededRandom(seed: step.seed)
    switch step.kind {
    case .play: try play(device, &random)
    case .open: try open(random.next(below: SimulatedGame.count), on: device)
    case .sync:
      let goals: [SyncGoal] = [.now, .now, .now, .push, .discover, .everything, .everything]
      device.fates = SeededRandom(seed: random.next())
      try sync(device, goals[random.next(below: goals.count)])
    case .partition: device.isPartitioned.toggle()
    case .crash: try crash(device, &random)
    case .clock:
      let reach: [Int64] = [5_000, 3_600_000, 86_400_000, 315_360_000_000]
      let limit = reach[random.next(below: reach.count)]
      device.clockOffset = Int64(random.next(below: Int(2 * limit + 1))) - limit
      note(device.index, "clock is off by \(device.clockOffset) ms", device.clockOffset)
    case .disk: device.isDiskFull.toggle()
    case .future: try writeFuture(device, &random)
    case .compact:
      if random.next(below: 2) == 0 { store.core.compact() } else { device.replica.compact() }
    case .backup:
      if device.backup == nil || random.next(below: 2) == 0 {
        device.backup = MemoryReplica(copying: device.replica)
      } else {
        try restore(device)
      }
    case .clone: try clone(device, from: devices[random.next(below: devices.count)])
    case .wipe: try wipe(device)
    }
    note(step.device, step.kind.rawValue, 1)
  }

  // MARK: Play

  private mutating func open(_ slot: Int, on device: SimulatedDevice) throws {
    let game = try SimulatedGame.game(slot)
    let id = game.documentID
    if let summary = try device.replica.summary(of: id) {
      if summary.isInProgress { try device.replica.setValue(id.rawValue, for: .currentGame) }
      return
    }
    var session = GameSession(game.empty, device: device.replica.device)
    let opID = "\(device.index)-\(operations)"
    let created = session.begin(
      GameHeader(clues: game.empty.clues), at: device.reading(time), clock: &device.clock,
      opID: opID)
    let summary = DocumentSummary(session.document.summary)
    guard try write(created, summary, to: id, on: device) else { return }
    device.answered[id, default: []].append(opID)
    device.sessions[id] = session
    // A game that was adopted and never arrived may have been looked at before it is begun here.
    device.shownElapsed[id] = nil
    try device.replica.setValue(id.rawValue, for: .currentGame)
    note(device.index, "begins \(id)", 30)
  }

  private mutating func play(_ device: SimulatedDevice, _ random: inout SeededRandom) throws {
    guard let id = device.machine.currentGame else {
      try open(random.next(below: SimulatedGame.count), on: device)
      return
    }
    guard var session = try session(of: id, on: device) else { return }
    // Taken out, so that a move does not copy the game.
    device.sessions[id] = nil
    let intent = try intent(in: session.document, &random)
    let reading = device.reading(time)
    try checkClock(of: session, id, reading, on: device)
    if random.next(below: 12) == 0 { try checkUndo(session, reading, device.clock) }
    let opID = "\(device.index)-\(operations)"
    guard
      let outcome = try? session.perform(intent, at: reading, clock: &device.clock, opID: opID)
    else {
      device.sessions[id] = session
      return
    }
    try checkOrder(outcome.operations, in: session.document)
    note(device.index, "\(intent) in \(id)", Int64(outcome.rev))
    let isDeferred = options.bug == .acknowledgeBeforeWrite && random.next(below: 3) == 0
    guard
      try write(
        outcome.operations, DocumentSummary(session.document.summary), to: id, on: device,
        isDeferred: isDeferred)
    else {
      device.shownElapsed[id] = nil
      return
    }
    device.sessions[id] = session
    if outcome.operations.contains(where: { $0.opID == opID }) {
      device.answered[id, default: []].append(opID)
    }
    try checkAnswered(session, id, reading, on: device)
    if session.document.isCompleted {
      try device.replica.setValue(nil, for: .currentGame)
      device.fates = SeededRandom(seed: random.next())
      try sync(device, .push)
    }
  }

  /// What a player might do: mostly the right thing.
  private func intent(in document: GameDocument, _ random: inout SeededRandom) throws -> Intent {
    let empty = try SimulatedGame.game(SimulatedGame.slot(of: document.documentID) ?? 0).emptyCells
    let cell = empty[random.next(below: empty.count)]
    let open = empty.filter { document.digit(at: $0) == nil }
    switch random.next(below: 100) {
    case 0..<45:
      let target = open.isEmpty ? cell : open[random.next(below: open.count)]
      return document.solution[target].map { .place(target, $0) } ?? .check
    case 45..<53: return .place(cell, Digit(index: random.next(below: 9)))
    case 53..<68: return .note(cell, Digit(index: random.next(below: 9)), isOn: nil)
    case 68..<74: return .clear(cell)
    case 74..<83: return .undo
    case 83..<87: return .redo
    case 87..<89: return .undoToMistake
    case 89..<91: return .pause
    case 91..<93: return .resume
    case 93..<95: return .suspend
    case 95..<96: return .bookmark(name: nil)
    case 96..<97: return .hint(depth: 1)
    case 97..<98: return .abandon
    case 98..<99: return .autoNotes
    default: return .tick
    }
  }

  // MARK: Faults

  private mutating func crash(_ device: SimulatedDevice, _ random: inout SeededRandom) throws {
    // A move that is written but was never answered, or not even that.
    if random.next(below: 2) == 0, let id = device.machine.currentGame,
      var session = try session(of: id, on: device)
    {
      let intent = try intent(in: session.document, &random)
      if let outcome = try? session.perform(
        intent, at: device.reading(time), clock: &device.clock)
      {
        _ = try? write(
          outcome.operations, DocumentSummary(session.document.summary), to: id, on: device)
      }
    }
    device.restart(seed: random.next())
    try checkAfterRestart(device)
  }

  /// A newer version on the same device writes something unknown into the profile.
  private mutating func writeFuture(
    _ device: SimulatedDevice, _ random: inout SeededRandom
  ) throws {
    let writer = device.replica.device
    let stamp = device.clock.next(wallMilliseconds: device.reading(time).wallMilliseconds)
    let seq = (try device.replica.heads(of: .profile)[writer]?.seq ?? 0) + 1
    let operation = Operation(
      key: OperationKey(device: writer, seq: seq), stamp: stamp,
      action: .unknown(kind: "teleport"),
      extra: ["to": .int(Int64(random.next(below: 81))), "why": ["deep": [true, "ü"]]])
    _ = try write(
      [operation], DocumentSummary(id: .profile, lastStamp: stamp), to: .profile, on: device)
  }

  /// Puts an old backup on the device: a merge, and a new identity.
  private mutating func restore(_ device: SimulatedDevice) throws {
    guard let backup = device.backup else { return }
    let before = try holdings(of: device.replica)
    for id in try backup.documentIDs() {
      guard let summary = try backup.summary(of: id) else { continue }
      _ = try device.replica.merge(
        [DocumentDelta(id: id, summary: summary, chunks: try backup.chunks(of: id, after: [:]))],
        cursor: nil)
      // What the backup holds was not said by the store.
      try device.replica.acknowledge([StoreHolding(id: id, heads: [:], summary: nil)])
    }
    try device.replica.renewDevice(freshIdentity())
    device.restart(seed: nextIdentity)
    for (id, heads) in before {
      let now = try device.replica.heads(of: id)
      for (writer, head) in heads where now[writer] != head {
        throw SimulationFailure(
          invariant: 16, message: "a restored backup changed \(id) on device \(device.index)")
      }
    }
    note(device.index, "restored a backup", 40)
  }

  private mutating func clone(_ device: SimulatedDevice, from other: SimulatedDevice) throws {
    guard device !== other else { return }
    excuse(device)
    device.replica = MemoryReplica(copying: other.replica)
    device.backup = nil
    device.restart(seed: nextIdentity)
    device.shownCompletion = [:]
    note(device.index, "is now a copy of device \(other.index)", 41)
  }

  private mutating func wipe(_ device: SimulatedDevice) throws {
    excuse(device)
    device.replica = MemoryReplica(device: freshIdentity())
    device.backup = nil
    device.restart(seed: nextIdentity)
    device.shownCompletion = [:]
    note(device.index, "is replaced by an empty one", 42)
  }

  /// What only this device knows goes down with it.
  private mutating func excuse(_ device: SimulatedDevice) {
    for list in device.answered.values { excused.formUnion(list) }
    device.answered = [:]
  }
}

extension MemoryReplica {
  func documentIDs() throws -> [DocumentID] {
    try summaries(.all, limit: .max, before: nil).summaries.map(\.id).sorted()
  }
}
