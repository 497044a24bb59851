import SudokuSession

extension MemoryReplica {
  /// See `Replica`.
  public func append(_ entries: [ReplicaEntry]) throws(SyncError) {
    try state.withLock { (state: inout State) throws(SyncError) in
      var changed: [DocumentID: HeldDocument] = [:]
      for entry in entries {
        var document =
          changed[entry.id] ?? state.documents[entry.id]?.document ?? HeldDocument(entry.summary)
        if let new = try document.record.append(entry, by: state.device) { document.store([new]) }
        changed[entry.id] = document
      }
      for (id, document) in changed { state.update(id, document) }
    }
  }

  /// See `Replica`.
  public func merge(
    _ deltas: [DocumentDelta], cursor: ChangeCursor?
  ) throws(SyncError) -> [MergeOutcome] {
    state.withLock { state in
      let outcomes = deltas.map { state.merge($0) }
      if let cursor { state.values[.cursor] = cursor.rawValue }
      return outcomes
    }
  }

  /// See `Replica`.
  public func acknowledge(_ holdings: [StoreHolding]) throws(SyncError) {
    state.withLock { state in
      for holding in holdings {
        guard var document = state.documents[holding.id]?.document else { continue }
        document.record.acknowledge(holding)
        state.update(holding.id, document)
      }
    }
  }

  /// See `Replica`.
  public func summarize(
    _ summary: DocumentSummary, from heads: StreamHeads, stored: DocumentSummary?
  ) throws(SyncError) -> Bool {
    state.withLock { state in
      guard var document = state.documents[summary.id]?.document,
        document.record.summarize(summary, from: heads, stored: stored)
      else { return false }
      state.update(summary.id, document)
      return true
    }
  }

  /// See `Replica`.
  public func forgetStore() throws(SyncError) {
    state.withLock { state in
      state.values[.cursor] = nil
      for (id, held) in state.documents {
        var document = held.document
        document.record.forgetStore()
        state.update(id, document)
      }
    }
  }

  /// See `Replica`.
  public func forgetStoredSummaries() throws(SyncError) {
    state.withLock { state in
      for (id, held) in state.documents {
        var document = held.document
        document.record.hasNewSummary = true
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
      document.streams[device] = nil
      document.record.streams[device] = nil
      document.store(chunks)
      let head = document.streams[device]?.head ?? .empty
      document.record.streams[device] = .init(head: head, acknowledged: head)
      for chunk in moved {
        var stream = document.streams.removeValue(forKey: chunk.device) ?? OperationStream()
        guard case .added = stream.add(chunk) else {
          throw SyncError(.outOfSequence, "\(chunk.device) is another stream of \(id) already")
        }
        document.streams[chunk.device] = stream
        document.record.streams[chunk.device, default: .init()].head = stream.head
      }
      document.record.summary = summary
      document.record.hasNewSummary = true
      document.record.isStale = true
      state.update(id, document)
    }
  }
}

extension MemoryReplica.State {
  fileprivate mutating func merge(_ delta: DocumentDelta) -> MergeOutcome {
    let old = documents[delta.id]?.document
    var document = old ?? HeldDocument(delta.summary)
    let copy = document
    let outcome = document.record.merge(delta) { device, seq in copy.hash(of: device, at: seq) }
    // A summary without operations is not believed.
    if document.record.heads.isEmpty { return outcome }
    document.store(outcome.added)
    update(delta.id, document)
    return outcome
  }
}

extension MemoryReplica {
  /// See `Replica`.
  public func digest() throws(SyncError) -> Digest { state.withLock { $0.digest.root } }

  /// See `Replica`.
  public func digests(nodes: [Int]) throws(SyncError) -> DigestPage {
    state.withLock { $0.digest.page(nodes: nodes) }
  }

  /// See `Replica`.
  public func acknowledged(leaves: [Int]) throws(SyncError) -> [DocumentHolding] {
    let leaves = Set(leaves)
    return state.withLock { state in
      state.documents.filter { leaves.contains(DigestKey($0.key).leaf) }
        .map { DocumentHolding(id: $0.key, heads: $0.value.document.record.acknowledged) }
        .sorted { $0.id < $1.id }
    }
  }

  /// See `Replica`.
  public func staleDocuments(limit: Int) throws(SyncError) -> [DocumentID] {
    state.withLock { Array($0.stale.sorted().prefix(limit)) }
  }

  /// See `Replica`: nobody else writes to this memory.
  public func changesByOthers() throws(SyncError) -> [DocumentID] { [] }
}
