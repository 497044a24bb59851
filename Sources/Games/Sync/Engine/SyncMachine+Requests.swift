import SudokuSession

extension SyncMachine {
  /// The query of a step; `nil` if the step needs no further request.
  func query(for step: Step) throws(SyncError) -> StoreQuery? {
    switch step {
    case .current:
      guard let id = try gameInProgress() else {
        steps[0] = .discover
        steps.removeAll { $0 == .look }
        return try query(for: .discover)
      }
      return try query(exchanging: id)
    case .game(let id): return try query(exchanging: id)
    case .discover: return .inProgress(limit: 20, before: nil)
    case .look:
      guard report.isBehind || newGamesSince != nil else { return nil }
      return .inProgress(limit: 20, before: nil)
    case .fetch(let id), .adopt(let id, _): return .document(id, after: try replica.heads(of: id))
    case .replace(let id): return .document(id, after: [:])
    case .send(let id):
      guard !isReadOnly, !isOnHold(id), let delta = try pendingDelta(of: id), !delta.chunks.isEmpty
      else { return nil }
      return .append(OperationBatch(writer: replica.device, documents: [delta]))
    case .drain: return isReadOnly ? nil : try drainQuery()
    case .changes:
      let cursor = try replica.value(for: .cursor).map { ChangeCursor($0) }
      return .changes(since: cursor, limit: Self.pageLength)
    case .compareNodes, .compareLeaves, .compareDocuments: return query(comparing: step)
    }
  }

  /// The query that sends a document's pending operations and fetches the others, in one request.
  private func query(exchanging id: DocumentID) throws(SyncError) -> StoreQuery {
    guard !isReadOnly, !isOnHold(id), let delta = try pendingDelta(of: id), let known = delta.heads,
      !delta.chunks.isEmpty
    else { return .document(id, after: try replica.heads(of: id)) }
    return .append(
      OperationBatch(
        writer: replica.device, documents: [delta],
        question: DocumentQuestion(id: id, known: known)))
  }

  /// The current game; one that has ended or is unknown here is no longer current.
  private func gameInProgress() throws(SyncError) -> DocumentID? {
    guard let id = currentGame else { return nil }
    if let summary = try replica.summary(of: id), summary.isInProgress { return id }
    try replica.setValue(nil, for: .currentGame)
    return nil
  }

  /// The next batch: first the documents that are not on hold, then one of those whose wait is over.
  private func drainQuery() throws(SyncError) -> StoreQuery? {
    var documents: [DocumentDelta] = []
    var bytes = 0
    var previous = lastDrained
    search: while documents.count < batchLimit, bytes < Self.batchBytes {
      let ids = try replica.pendingDocuments(limit: batchLimit, after: previous)
      if ids.isEmpty { break }
      for id in ids {
        guard documents.count < batchLimit, bytes < Self.batchBytes else { break search }
        previous = id
        guard onHold[id] == nil, let delta = try pendingDelta(of: id) else { continue }
        bytes += delta.chunks.reduce(200) { $0 + $1.lines.count }
        documents.append(delta)
      }
    }
    if documents.isEmpty {
      batchLimit = Self.fullBatch
      for id in onHold.keys.sorted() where !isOnHold(id) {
        guard let delta = try pendingDelta(of: id), !delta.chunks.isEmpty else {
          onHold[id] = nil
          continue
        }
        documents = [delta]
        break
      }
    }
    guard !documents.isEmpty else { return nil }
    return .append(OperationBatch(writer: replica.device, documents: documents))
  }

  /// A document's pending operations, with its summary and heads.
  ///
  /// They are read in an order in which concurrent writes can only add operations beyond summary
  /// and heads. Operations that the store holds and this device rejected count as held, as the
  /// summary accounts for them.
  private func pendingDelta(of id: DocumentID) throws(SyncError) -> DocumentDelta? {
    guard let summary = try replica.summary(of: id) else { return nil }
    var heads = try replica.heads(of: id)
    if try replica.quarantined().contains(where: { $0.document == id }) {
      let stored = try replica.acknowledged(leaves: [DigestKey(id).leaf]).first { $0.id == id }
      heads.merge(stored?.heads ?? [:]) { $0.seq >= $1.seq ? $0 : $1 }
    }
    return DocumentDelta(id: id, summary: summary, heads: heads, chunks: try piece(of: id))
  }

  /// As many of a document's pending operations as fit into a request; `pieces` lists documents with more.
  ///
  /// The store accepts the summary only with the last piece.
  private func piece(of id: DocumentID) throws(SyncError) -> [OperationChunk] {
    var rest = Self.pieceBytes
    var chunks: [OperationChunk] = []
    pieces.remove(id)
    for chunk in try replica.pending(of: id) {
      guard let part = rest > 0 ? chunk.prefix(bytes: rest) : nil else {
        pieces.insert(id)
        break
      }
      chunks.append(part)
      rest -= part.lines.count
      if part.lastSeq < chunk.lastSeq {
        pieces.insert(id)
        break
      }
    }
    return chunks
  }
}
