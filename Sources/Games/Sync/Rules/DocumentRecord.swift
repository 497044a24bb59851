import SudokuSession

/// All data about a document except its operations, with the rules for every change of it.
///
/// All replicas and stores (`MemoryReplica`, `SQLiteReplica`, `StoreCore`, `SQLiteStore`,
/// `PostgresStore`) follow the same three steps: read the record, call one method of this type,
/// write the record and the returned chunks. No rule exists anywhere else.
///
/// A replica calls these methods:
///
/// - `append` adds this device's own operations. They must continue its stream.
/// - `merge` adds operations that the store sent, as held and acknowledged.
/// - `acknowledge` records the heads that the store holds, which may be less than before.
/// - `summarize` replaces the summary by one computed from the operations.
///
/// A store calls one method: `add` adds a device's delta and returns the outcome for the receipt.
///
/// Only `OperationChunk.fit` decides if a chunk may be added. It compares two hashes: the one
/// before the chunk, and the one at the last operation that stream and chunk have in common. The
/// result is `added` (perhaps nothing new), `gap` (operations before the chunk are missing) or
/// `diverged` (other operations have the same numbers: a device was copied).
///
/// The state of a stream is two heads: `head`, the one held here, and `acknowledged`, the one that
/// the store reported. The difference is the outbox; nothing else records what must be sent. A
/// diverged stream stays unacknowledged until `SyncMachine` has settled it.
///
/// A summary is a cache. If `isStale`, it must be computed again, because operations of another
/// device arrived. If `hasNewSummary`, the store has another one.
package struct DocumentRecord: Hashable, Sendable {
  /// One device's operations.
  package struct Stream: Hashable, Sendable {
    /// The head of the stream held here.
    package var head: StreamHead
    /// The head that the store reported to hold; always empty in a store.
    package var acknowledged: StreamHead

    package init(head: StreamHead = .empty, acknowledged: StreamHead = .empty) {
      self.head = head
      self.acknowledged = acknowledged
    }
  }

  /// Looks up the hash of a device's stream after an operation; `nil` beyond the end.
  package typealias HashLookup<Failure: Error> = (DeviceID, Int) throws(Failure) -> StreamHash?

  package var summary: DocumentSummary
  /// The streams, including those that only the store holds.
  package var streams: [DeviceID: Stream]
  /// True if the store has another summary.
  package var hasNewSummary: Bool
  /// True if the summary must be computed again from the operations.
  package var isStale: Bool

  package init(
    summary: DocumentSummary, streams: [DeviceID: Stream] = [:], hasNewSummary: Bool = false,
    isStale: Bool = false
  ) {
    self.summary = summary
    self.streams = streams
    self.hasNewSummary = hasNewSummary
    self.isStale = isStale
  }

  package var id: DocumentID { summary.id }

  /// The heads of all streams held here.
  package var heads: StreamHeads {
    streams.compactMapValues { $0.head.seq > 0 ? $0.head : nil }
  }

  /// The heads that the store holds.
  package var acknowledged: StreamHeads {
    streams.compactMapValues { $0.acknowledged.seq > 0 ? $0.acknowledged : nil }
  }

  /// True if operations must be sent to the store.
  package var hasNewOperations: Bool {
    streams.values.contains { $0.head.seq > $0.acknowledged.seq }
  }

  /// True if operations or the summary must be sent; documents of one device are never sent.
  package var isPending: Bool { !id.isLocalOnly && (hasNewSummary || hasNewOperations) }

  /// The number of operations to be sent to the store.
  package var pendingOperations: Int {
    guard isPending else { return 0 }
    return streams.values.reduce(0) { $0 + max(0, $1.head.seq - $1.acknowledged.seq) }
  }
}

// MARK: A replica's rules

extension DocumentRecord {
  /// Adds a device's own operations.
  package mutating func append(
    _ entry: ReplicaEntry, by writer: DeviceID
  ) throws(SyncError) -> OperationChunk? {
    var chunk: OperationChunk?
    var stream = streams[entry.device] ?? Stream()
    if !entry.lines.isEmpty {
      guard entry.device == writer else {
        throw SyncError(
          .outOfSequence,
          "operation \(entry.firstSeq) of \(entry.id) was made as device \(entry.device), which "
            + "writes as \(writer) now")
      }
      guard stream.head.seq + 1 == entry.firstSeq,
        let new = OperationChunk(device: entry.device, after: stream.head, lines: entry.lines)
      else {
        throw SyncError(
          .outOfSequence,
          "operation \(entry.firstSeq) of device \(entry.device) does not continue \(entry.id), "
            + "which has \(stream.head.seq)")
      }
      chunk = new
      stream.head = new.head
    }
    let old = summary
    if summary.hasRightClues { try summary.merge(entry.summary) } else { summary = entry.summary }
    if summary != old || entry.firstSeq == 1 { hasNewSummary = true }
    if chunk != nil { streams[entry.device] = stream }
    // The entry's summary may lack the other devices' newest operations. If a clock went back, the
    // merged summary may keep values that an undo removed.
    if summary != entry.summary
      || streams.contains(where: { $0.key != entry.device && $0.value.head.seq > 0 })
    {
      isStale = true
    }
    return chunk
  }

  /// Adds a store's delta as acknowledged by the store.
  package mutating func merge<Failure>(
    _ delta: DocumentDelta, hash: HashLookup<Failure>
  ) throws(Failure) -> MergeOutcome {
    var outcome = MergeOutcome(id: delta.id, added: [], diverged: [])
    var gaps: Set<DeviceID> = []
    for chunk in delta.chunks where !outcome.diverged.contains(chunk.device) {
      var stream = streams[chunk.device] ?? Stream()
      switch try chunk.fit(stream.head, hash: hash) {
      case .added(let new):
        if let new {
          outcome.added.append(new)
          stream.head = new.head
        }
        if chunk.lastSeq > stream.acknowledged.seq { stream.acknowledged = chunk.head }
        streams[chunk.device] = stream
      case .gap: gaps.insert(chunk.device)
      case .diverged: outcome.diverged.append(chunk.device)
      }
    }
    if let heads = delta.heads { acknowledge(heads) }
    // Missing operations must be requested again: they must not count as received.
    for device in gaps {
      let head = streams[device]?.head ?? .empty
      streams[device]?.acknowledged = head
    }
    // A diverged stream stays unacknowledged until the divergence is settled.
    for device in outcome.diverged { streams[device]?.acknowledged = .empty }
    if !outcome.added.isEmpty { isStale = true }
    hasNewSummary = summary != delta.summary
    return outcome
  }

  /// Records the heads that the store holds, which may be less than it acknowledged before.
  package mutating func acknowledge(_ holding: StoreHolding) {
    acknowledge(holding.heads)
    if let known = holding.summary { hasNewSummary = known != summary }
  }

  private mutating func acknowledge(_ heads: StreamHeads) {
    for device in Set(heads.keys).union(streams.keys) {
      streams[device, default: Stream()].acknowledged = heads[device] ?? .empty
    }
    streams = streams.filter { $0.value != Stream() }
  }

  /// Forgets all acknowledgements.
  package mutating func forgetStore() {
    acknowledge([:])
    hasNewSummary = true
  }

  /// Replaces the summary by one made from the operations; returns false if more operations came meanwhile.
  package mutating func summarize(
    _ fresh: DocumentSummary, from heads: StreamHeads, stored: DocumentSummary?
  ) -> Bool {
    guard heads == self.heads else { return false }
    if let stored {
      hasNewSummary = fresh != stored
    } else if fresh != summary {
      hasNewSummary = true
    }
    summary = fresh
    isStale = false
    return true
  }
}

// MARK: A store's rules

extension DocumentRecord {
  /// Adds a delta that a device sent to a store.
  ///
  /// A summary is accepted only with its operations. If it was made from all operations held here,
  /// it replaces the old one, which may have been wrong; otherwise it is merged.
  package mutating func add<Failure>(
    _ delta: DocumentDelta, hash: HashLookup<Failure>
  ) throws(Failure) -> (added: [OperationChunk], outcome: AppendOutcome) {
    guard delta.summary.id == delta.id, id == delta.id else {
      let refusal = "the summary of \(delta.id) names \(delta.summary.id)"
      return ([], AppendOutcome(id: delta.id, heads: [:], refusal: refusal))
    }
    // A game's ID belongs to one board.
    var merged = summary.hasRightClues || !delta.summary.hasRightClues ? summary : delta.summary
    do { try merged.merge(delta.summary) } catch {
      return ([], AppendOutcome(id: delta.id, heads: heads, refusal: error.message))
    }
    var added: [OperationChunk] = []
    var diverged: Set<DeviceID> = []
    for chunk in delta.chunks where !diverged.contains(chunk.device) {
      let head = streams[chunk.device]?.head ?? .empty
      switch try chunk.fit(head, hash: hash) {
      case .added(let new):
        if let new {
          added.append(new)
          streams[chunk.device, default: Stream()].head = new.head
        }
      case .gap: break
      case .diverged: diverged.insert(chunk.device)
      }
    }
    let outcome = AppendOutcome(id: delta.id, heads: heads, diverged: diverged.sorted())
    if outcome.covers(delta) {
      let isWhole = delta.heads.map { sent in outcome.heads.allSatisfy { sent[$0.key] == $0.value }
      }
      summary = isWhole == true ? delta.summary : merged
    }
    return (added, outcome)
  }
}

extension OperationChunk {
  /// Compares a chunk with a stream; returns the new operations, or the reason that it does not fit.
  package func fit<Failure>(
    _ head: StreamHead, hash: DocumentRecord.HashLookup<Failure>
  ) throws(Failure) -> OperationStream.Outcome {
    func hashInStream(_ seq: Int) throws(Failure) -> StreamHash? {
      if seq == 0 { return .empty }
      if seq == head.seq { return head.hash }
      return seq < head.seq ? try hash(device, seq) : nil
    }
    if previous.seq > head.seq { return .gap }
    guard try hashInStream(previous.seq) == previousHash else { return .diverged }
    let common = min(head.seq, lastSeq)
    guard try hashInStream(common) == self.hash(at: common) else { return .diverged }
    return .added(suffix(after: head.seq))
  }
}

extension ReplicaCounts {
  /// Creates the counts of one document.
  package init(_ record: DocumentRecord) {
    documents = 1
    games = record.id.isGame ? 1 : 0
    completedGames = record.id.isGame && record.summary.isCompleted ? 1 : 0
    pendingDocuments = record.isPending ? 1 : 0
    pendingOperations = record.pendingOperations
  }

  /// The sum of both.
  package static func + (left: Self, right: Self) -> Self { left.combined(with: right, &+) }

  /// The counts without the others.
  package static func - (left: Self, right: Self) -> Self { left.combined(with: right, &-) }

  private func combined(with other: Self, _ operation: (Int, Int) -> Int) -> Self {
    var result = Self()
    result.documents = operation(documents, other.documents)
    result.games = operation(games, other.games)
    result.completedGames = operation(completedGames, other.completedGames)
    result.pendingDocuments = operation(pendingDocuments, other.pendingDocuments)
    result.pendingOperations = operation(pendingOperations, other.pendingOperations)
    return result
  }
}
