import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

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
  /// - Returns: Whether there was room on the disk; nothing is written if not.
  /// - Throws: `SyncError`.
  mutating func write(
    _ operations: [Operation], _ summary: DocumentSummary, to id: DocumentID,
    on device: SimulatedDevice, isDeferred: Bool = false
  ) throws -> Bool {
    if device.isDiskFull { return false }
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
      id: id, summary: summary, firstSeq: operations.first?.seq ?? 0, lines: line.bytes,
      device: operations.first?.device ?? device.replica.device)
    if isDeferred {
      device.unwritten.append(entry)
    } else {
      try device.replica.append(device.unwritten + [entry])
      device.unwritten = []
    }
    self.operations += operations.count
    return true
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
    if let session = device.sessions[id], session.device == device.replica.device { return session }
    guard let slot = SimulatedGame.slot(of: id) else { return nil }
    var session = GameSession(try document(slot, on: device), device: device.replica.device)
    session.start(at: device.reading(time))
    device.sessions[id] = session
    return session
  }

  /// A game as a device's replica holds it.
  ///
  /// Devices with the same lines have the same game: it is put together once.
  mutating func document(_ slot: Int, on device: SimulatedDevice) throws -> GameDocument {
    let game = try SimulatedGame.game(slot)
    let chunks = try device.replica.chunks(of: game.documentID, after: [:])
    let content = SimulatedContent(slot: slot, hash: Self.hash(of: chunks))
    if let known = opened[content] { return known }
    var document = game.empty
    var all: [Operation] = []
    for chunk in chunks { all += try operations(of: chunk) }
    document.merge(all)
    opened[content] = document
    return document
  }

  /// A hash of all lines as they are read, whatever the chunks claim about them.
  private static func hash(of chunks: [OperationChunk]) -> StreamHash {
    var hash = StreamHash.empty
    for chunk in chunks {
      withUnsafeBytes(of: chunk.device.rawValue) { hash = hash.appending($0) }
      chunk.forEachLine { hash = hash.appending($0) }
    }
    return hash
  }

  // MARK: What came by a sync

  /// Takes in what a sync of a device brought.
  mutating func takeEvents(of device: SimulatedDevice) throws {
    for event in device.machine.takeEvents() {
      note(device.index, event.description, 20)
      switch event {
      case .merged(let id, let chunks): try merge(chunks, into: id, on: device)
      case .cloned:
        // The games are opened again under another identity; time that no operation tells is lost.
        device.sessions = [:]
        device.shownElapsed = [:]
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
    try checkModel(session.document, "device \(device.index), after a merge")
    // A pause elsewhere ends a segment that no operation has begun.
    if session.document.status != .inProgress { device.shownElapsed[id] = nil }
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
    guard try write(own, summary, to: id, on: device) else {
      device.sessions[id] = nil
      device.shownElapsed[id] = nil
      return
    }
    device.sessions[id] = session
    if session.document.isCompleted, device.machine.currentGame == id {
      try device.replica.setValue(nil, for: .currentGame)
    }
  }
}
