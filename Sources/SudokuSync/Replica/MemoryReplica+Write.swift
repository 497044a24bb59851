import SudokuSession

extension MemoryReplica {
  /// See `Replica`.
  public func append(_ entries: [ReplicaEntry]) throws(SyncError) {
    try state.withLock { (state: inout State) throws(SyncError) in
      var changed: [DocumentID: Document] = [:]
      for entry in entries {
        var document =
          changed[entry.id] ?? state.documents[entry.id]?.document
          ?? Document(summary: entry.summary)
        try document.append(entry, by: state.device)
        changed[entry.id] = document
      }
      state.update(changed)
    }
  }

  /// See `Replica`.
  public func merge(
    _ deltas: [DocumentDelta], cursor: ChangeCursor?
  ) throws(SyncError) -> [MergeOutcome] {
    try state.withLock { (state: inout State) throws(SyncError) -> [MergeOutcome] in
      var changed: [DocumentID: Document] = [:]
      var outcomes: [MergeOutcome] = []
      for delta in deltas {
        var document =
          changed[delta.id] ?? state.documents[delta.id]?.document
          ?? Document(summary: delta.summary)
        let isNew = changed[delta.id] == nil && state.documents[delta.id] == nil
        outcomes.append(try document.merge(delta, isNew: isNew))
        changed[delta.id] = document
      }
      state.update(changed)
      if let cursor { state.values[.cursor] = cursor.rawValue }
      return outcomes
    }
  }

  /// See `Replica`.
  public func acknowledge(_ holdings: [StoreHolding]) throws(SyncError) {
    state.withLock { state in
      for holding in holdings {
        guard var document = state.documents[holding.id]?.document else { continue }
        document.acknowledged = holding.heads
        if let summary = holding.summary { document.hasNewSummary = summary != document.summary }
        state.update(holding.id, document)
      }
    }
  }

  /// See `Replica`.
  public func forgetStore() throws(SyncError) {
    state.withLock { state in
      state.values[.cursor] = nil
      for (id, held) in state.documents {
        var document = held.document
        document.acknowledged = [:]
        document.hasNewSummary = true
        state.update(id, document)
      }
    }
  }

  /// See `Replica`.
  public func replaceStream(
    of device: DeviceID, in id: DocumentID, with chunks: [OperationChunk],
    keeping moved: [OperationChunk], summary: DocumentSummary
  ) throws(SyncError) {
    try state.withLock { (state: inout State) throws(SyncError) in
      guard var document = state.documents[id]?.document else { return }
      document.summary = summary
      document.hasNewSummary = true
      var replaced = OperationStream()
      for chunk in chunks { _ = replaced.add(chunk) }
      document.streams[device] = replaced
      document.acknowledged[device] = replaced.head
      for chunk in moved {
        var stream = document.streams.removeValue(forKey: chunk.device) ?? OperationStream()
        guard case .added = stream.add(chunk) else {
          throw SyncError(.outOfSequence, "\(chunk.device) is another stream of \(id) already")
        }
        document.streams[chunk.device] = stream
      }
      state.update(id, document)
    }
  }
}

extension MemoryReplica.Document {
  fileprivate mutating func append(_ entry: ReplicaEntry, by device: DeviceID) throws(SyncError) {
    let old = summary
    try summary.merge(entry.summary)
    if summary != old || entry.firstSeq == 1 { hasNewSummary = true }
    guard !entry.lines.isEmpty else { return }
    var stream = streams.removeValue(forKey: device) ?? OperationStream()
    guard stream.head.seq + 1 == entry.firstSeq, entry.device ?? device == device,
      let chunk = OperationChunk(device: device, after: stream.head, lines: entry.lines)
    else {
      throw SyncError(.outOfSequence, "operation \(entry.firstSeq) does not continue \(entry.id)")
    }
    _ = stream.add(chunk)
    streams[device] = stream
  }

  fileprivate mutating func merge(
    _ delta: DocumentDelta, isNew: Bool
  ) throws(SyncError) -> MergeOutcome {
    let wasCompleted = !isNew && summary.isCompleted
    try summary.merge(delta.summary)
    var outcome = MergeOutcome(id: delta.id, added: [], diverged: [], becameCompleted: false)
    for chunk in delta.chunks where !outcome.diverged.contains(chunk.device) {
      var stream = streams.removeValue(forKey: chunk.device) ?? OperationStream()
      switch stream.add(chunk) {
      case .added(let new):
        if let new { outcome.added.append(new) }
        if chunk.lastSeq > acknowledged[chunk.device]?.seq ?? 0 {
          acknowledged[chunk.device] = chunk.head
        }
      case .gap: break
      case .diverged: outcome.diverged.append(chunk.device)
      }
      if !stream.chunks.isEmpty { streams[chunk.device] = stream }
    }
    if let heads = delta.heads { acknowledged = heads }
    // What contradicts the store stays unacknowledged until that is settled.
    for device in outcome.diverged { acknowledged[device] = nil }
    hasNewSummary = summary != delta.summary
    outcome.becameCompleted = !wasCompleted && summary.isCompleted
    return outcome
  }
}
