import SudokuCore
import SudokuIdentity
import SudokuSession

extension Simulation {
  // MARK: Operations

  /// Writes a device's new operations to its replica.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - summary: The summary that they lead to.
  ///   - id: The document.
  ///   - device: The device.
  ///   - isDeferred: Whether they are only kept for later, as a planted fault does.
  /// - Throws: `SyncError`.
  mutating func write(
    _ operations: [Operation], _ summary: DocumentSummary, to id: DocumentID,
    on device: SimulatedDevice, isDeferred: Bool = false
  ) throws(SyncError) {
    if device.isDiskFull { throw SyncError(.diskFull, "simulated") }
    var line = OperationLine()
    let writer = device.replica.device
    var hash = try device.replica.heads(of: id)[writer]?.hash ?? .empty
    for operation in operations {
      let start = line.bytes.count
      try line.append(operation)
      hash = hash.appending(line.bytes[start..<(line.bytes.count - 1)])
      decoded[hash] = operation
    }
    let entry = ReplicaEntry(
      id: id, summary: summary, firstSeq: operations.first?.seq ?? 0, lines: line.bytes)
    if isDeferred {
      device.unwritten.append(entry)
    } else {
      try device.replica.append(device.unwritten + [entry])
      device.unwritten = []
    }
    self.operations += operations.count
  }

  /// A chunk's operations.
  mutating func operations(of chunk: OperationChunk) throws(SyncError) -> [Operation] {
    var operations: [Operation] = []
    var hash = chunk.previousHash
    var isKnown = true
    chunk.forEachLine { line in
      hash = hash.appending(line)
      if let operation = decoded[hash] { operations.append(operation) } else { isKnown = false }
    }
    return isKnown ? operations : try chunk.operations()
  }

  /// A device's session of a game, opened from its replica where it is not open.
  mutating func session(
    of id: DocumentID, on device: SimulatedDevice
  ) throws -> GameSession? {
    if let session = device.sessions[id] { return session }
    guard let slot = SimulatedPuzzle.slotOfGame[id] else { return nil }
    var session = GameSession(try document(slot, on: device), device: device.replica.device)
    session.start(at: device.reading(time))
    device.sessions[id] = session
    return session
  }

  /// A game as a device's replica holds it.
  mutating func document(_ slot: Int, on device: SimulatedDevice) throws -> GameDocument {
    let (id, puzzle) = SimulatedPuzzle.game(slot)
    var document = try GameDocument(id: id, clues: puzzle.clues, solution: puzzle.solution)
    var all: [Operation] = []
    for chunk in try device.replica.chunks(of: DocumentID(id), after: [:]) {
      all += try operations(of: chunk)
    }
    document.merge(all)
    return document
  }

  // MARK: What came by a sync

  /// Takes in what a sync of a device brought.
  mutating func takeEvents(of device: SimulatedDevice) throws {
    let report = device.machine.report
    for event in report.events {
      note(device.index, event.description, 20)
      switch event {
      case .merged(let id, let chunks): try merge(chunks, into: id, on: device)
      case .cloned: device.sessions = [:]
      default: break
      }
    }
    try checkShown(on: device)
  }

  private mutating func merge(
    _ chunks: [OperationChunk], into id: DocumentID, on device: SimulatedDevice
  ) throws {
    guard var session = device.sessions[id] else { return }
    var new: [Operation] = []
    for chunk in chunks { new += try operations(of: chunk) }
    let (_, own) = session.merge(new, at: device.reading(time), clock: &device.clock)
    try settle(session, own, id, on: device)
  }

  /// Writes what a merge made the device say itself; a full disk loses the open session only.
  mutating func settle(
    _ session: GameSession, _ own: [Operation], _ id: DocumentID, on device: SimulatedDevice
  ) throws {
    let summary = DocumentSummary(session.document.summary)
    let stored = try device.replica.summary(of: id)
    guard !own.isEmpty || stored != summary else {
      device.sessions[id] = session
      return
    }
    do {
      try write(own, summary, to: id, on: device)
      device.sessions[id] = session
      if session.document.isCompleted, device.machine.currentGame == id {
        try device.replica.setValue(nil, for: .currentGame)
      }
    } catch where error.kind == .diskFull {
      device.sessions[id] = nil
    }
  }
}
