import SudokuSession

extension MemoryReplica {
  /// See `Replica`.
  public func append(_ entries: [ReplicaEntry]) throws(SyncError) {
    let error: SyncError? = state.withLock { state in
      var next = state
      do {
        for entry in entries { try Self.append(entry, to: &next) }
      } catch {
        return error
      }
      state = next
      return nil
    }
    if let error { throw error }
  }

  private static func append(_ entry: ReplicaEntry, to state: inout State) throws(SyncError) {
    var document = state.documents[entry.id] ?? Document(summary: entry.summary)
    try document.summary.merge(entry.summary)
    document.hasNewSummary = true
    if !entry.lines.isEmpty {
      var stream = document.streams[state.device] ?? OperationStream()
      guard stream.head.seq + 1 == entry.firstSeq,
        let chunk = OperationChunk(device: state.device, after: stream.head, lines: entry.lines)
      else {
        throw SyncError(
          .outOfSequence, "operation \(entry.firstSeq) does not continue \(entry.id)")
      }
      _ = stream.add(chunk)
      stream.compact(whenAtLeast: 32)
      document.streams[state.device] = stream
    }
    state.update(entry.id, document)
  }

  /// See `Replica`.
  public func merge(
    _ deltas: [DocumentDelta], cursor: Cursor?
  ) throws(SyncError) -> [MergeOutcome] {
    let result: Result<[MergeOutcome], SyncError> = state.withLock { state in
      var next = state
      var outcomes: [MergeOutcome] = []
      do {
        for delta in deltas { outcomes.append(try Self.merge(delta, into: &next)) }
      } catch {
        return .failure(error)
      }
      if let cursor { next.values[.cursor] = cursor.rawValue }
      state = next
      return .success(outcomes)
    }
    return try result.get()
  }

  private static func merge(
    _ delta: DocumentDelta, into state: inout State
  ) throws(SyncError) -> MergeOutcome {
    var document = state.documents[delta.id] ?? Document(summary: delta.summary)
    let wasCompleted = state.documents[delta.id]?.summary.isCompleted ?? false
    try document.summary.merge(delta.summary)
    var outcome = MergeOutcome(id: delta.id, added: [], diverged: [], becameCompleted: false)
    for chunk in delta.chunks where !outcome.diverged.contains(chunk.device) {
      var stream = document.streams[chunk.device] ?? OperationStream()
      switch stream.add(chunk) {
      case .added(let new):
        if let new { outcome.added.append(new) }
        if chunk.lastSeq > document.acknowledged[chunk.device]?.seq ?? 0 {
          document.acknowledged[chunk.device] = chunk.head
        }
        document.streams[chunk.device] = stream
      case .gap: break
      case .diverged: outcome.diverged.append(chunk.device)
      }
    }
    if let heads = delta.heads { document.acknowledged = heads }
    if delta.summary != document.summary { document.hasNewSummary = true }
    outcome.becameCompleted = !wasCompleted && document.summary.isCompleted
    state.update(delta.id, document)
    return outcome
  }

  /// See `Replica`.
  public func acknowledge(_ holdings: [DocumentID: StreamHeads]) throws(SyncError) {
    state.withLock { state in
      for (id, heads) in holdings {
        guard var document = state.documents[id] else { continue }
        document.acknowledged = heads
        state.update(id, document)
      }
    }
  }

  /// See `Replica`.
  public func forgetStore() throws(SyncError) {
    state.withLock { state in
      state.values[.cursor] = nil
      for (id, old) in state.documents {
        var document = old
        document.acknowledged = [:]
        document.hasNewSummary = true
        state.update(id, document)
      }
    }
  }

  /// See `Replica`.
  public func replaceStream(
    of device: DeviceID, in id: DocumentID, with chunks: [OperationChunk],
    keeping moved: [OperationChunk]
  ) throws(SyncError) {
    state.withLock { state in
      guard var document = state.documents[id] else { return }
      var replaced = OperationStream()
      for chunk in chunks { _ = replaced.add(chunk) }
      document.streams[device] = replaced
      document.acknowledged[device] = replaced.head
      for chunk in moved {
        var stream = document.streams[chunk.device] ?? OperationStream()
        _ = stream.add(chunk)
        document.streams[chunk.device] = stream
      }
      state.update(id, document)
    }
  }
}
