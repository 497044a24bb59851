import GRDB
import SudokuSession
import SudokuSync

extension SQLiteReplica {
  /// Changes documents in one transaction.
  func change<T: Sendable>(_ body: (ReplicaChange) throws -> T) throws(SyncError) -> T {
    try cache.withLock { (cache: inout Cache) throws(SyncError) -> T in
      let old = cache
      // After a failure nothing is known.
      cache.counts = nil
      let (result, new) = try file.write { db -> (T, Cache) in
        var new = old
        let tables = DocumentTables(db: db)
        let version = try tables.dataVersion()
        let isCurrent = version == old.version
        let change = ReplicaChange(db, counts: isCurrent ? old.counts : nil)
        let result = try body(change)
        try change.finish(forgetsKeptCounts: old.mayHoldCounts || !isCurrent)
        new.counts = change.counts
        new.mayHoldCounts = false
        if isCurrent {
          if change.hasNewChunks, old.seenVersion == version {
            new.seenChunk = try tables.lastChunkNumber()
          }
        }
        new.version = version
        return (result, new)
      }
      cache = new
      return result
    }
  }

  /// See `Replica`.
  public func append(_ entries: [ReplicaEntry]) throws(SyncError) {
    let device = device
    let joined = Self.joined(entries)
    try change { change in
      for entry in joined {
        try change.update(entry.id, DocumentRecord(summary: entry.summary)) { record, _ in
          try record.append(entry, by: device).map { [$0] } ?? []
        }
      }
    }
  }

  /// One entry for each run of entries that continue each other in one document.
  private static func joined(_ entries: [ReplicaEntry]) -> [ReplicaEntry] {
    guard entries.count > 1 else { return entries }
    var order: [DocumentID] = []
    var byDocument: [DocumentID: [ReplicaEntry]] = [:]
    for entry in entries {
      if byDocument[entry.id] == nil { order.append(entry.id) }
      byDocument[entry.id, default: []].append(entry)
    }
    return order.flatMap { id -> [ReplicaEntry] in
      let group = byDocument[id] ?? []
      guard group.count > 1, let last = group.last else { return group }
      let withLines = group.filter { !$0.lines.isEmpty }
      guard let first = withLines.first else { return [last] }
      // Lines that do not follow each other stay apart and are refused as they would be alone.
      var next = first.firstSeq
      for entry in withLines {
        guard entry.firstSeq == next, entry.device == first.device else { return group }
        next += entry.lines.count { $0 == UInt8(ascii: "\n") }
      }
      return [
        ReplicaEntry(
          id: id, summary: last.summary, firstSeq: first.firstSeq,
          lines: withLines.flatMap(\.lines), device: first.device)
      ]
    }
  }

  /// See `Replica`.
  public func merge(
    _ deltas: [DocumentDelta], cursor: ChangeCursor?
  ) throws(SyncError) -> [MergeOutcome] {
    try change { change in
      var outcomes: [MergeOutcome] = []
      for delta in deltas {
        var outcome = MergeOutcome(id: delta.id, added: [], diverged: [])
        try change.update(delta.id, DocumentRecord(summary: delta.summary)) { record, hash in
          outcome = try record.merge(delta, hash: hash)
          // A summary without operations is not accepted.
          return record.heads.isEmpty ? nil : outcome.added
        }
        outcomes.append(outcome)
      }
      if let cursor { try change.tables.setValue(cursor.rawValue, ReplicaKey.cursor.name) }
      return outcomes
    }
  }

  /// See `Replica`.
  public func acknowledge(_ holdings: [StoreHolding]) throws(SyncError) {
    try change { change in
      for holding in holdings {
        try change.update(holding.id, nil) { record, _ in
          record.acknowledge(holding)
          return []
        }
      }
    }
  }

  /// See `Replica`.
  public func summarize(_ summaries: [FoldedSummary]) throws(SyncError) -> [Bool] {
    try change { change in
      var isTaken = [Bool](repeating: false, count: summaries.count)
      for (index, folded) in summaries.enumerated() {
        try change.update(folded.summary.id, nil) { record, _ in
          isTaken[index] = record.summarize(
            folded.summary, from: folded.heads, stored: folded.stored)
          return []
        }
      }
      return isTaken
    }
  }

  /// See `Replica`.
  public func forgetStore() throws(SyncError) {
    try change { change in
      try change.tables.db.execute(
        sql: """
          UPDATE stream SET acknowledgedSeq = 0, acknowledgedHash = 0;
          DELETE FROM stream WHERE seq = 0;
          UPDATE document SET pending = 3 WHERE id <> '\(DocumentID.deviceSettings.rawValue)';
          DELETE FROM value WHERE key = 'cursor';
          DELETE FROM digest;
          """)
      change.counts = nil
    }
  }

  /// See `Replica`.
  public func forgetStoredSummaries() throws(SyncError) {
    try change { change in
      try change.tables.markNewSummaries()
      change.counts = nil
    }
  }

  /// See `Replica`.
  public func replaceStream(
    of device: DeviceID, in id: DocumentID, reaching end: StreamHead,
    with chunks: [OperationChunk], keeping moved: [OperationChunk], summary: DocumentSummary
  ) throws(SyncError) {
    try change { change in
      try change.update(id, nil) { record, hash in
        guard record.streams[device]?.head ?? .empty == end else {
          throw SyncError.grownMeanwhile(device)
        }
        try change.tables.deleteChunks(of: device, in: id)
        let held = record.streams
        record.streams[device] = nil
        var added: [OperationChunk] = []
        func add(_ chunk: OperationChunk) throws -> OperationStream.Outcome {
          let head = record.streams[chunk.device]?.head ?? .empty
          let outcome = try chunk.fit(head) { (other, seq) throws in
            try held[other] == nil || other == device ? nil : hash(other, seq)
          }
          if case .added(.some(let new)) = outcome {
            record.streams[chunk.device, default: .init()].head = new.head
            added.append(new)
          }
          return outcome
        }
        for chunk in chunks { _ = try add(chunk) }
        let head = record.streams[device]?.head ?? .empty
        record.streams[device] = .init(head: head, acknowledged: head)
        for chunk in moved {
          guard case .added = try add(chunk) else {
            throw SyncError(.outOfSequence, "\(chunk.device) is another stream of \(id) already")
          }
        }
        record.summary = summary
        record.hasNewSummary = true
        record.isStale = true
        return added
      }
    }
  }
}
