import SudokuSession
import Synchronization

/// A replica in memory: for tests, for the simulator, and for play without a trace.
///
/// It does everything that the durable replica does but survive the end of the process.
package final class MemoryReplica: Replica {
  /// A document as it is held: one reference, so that a look at one field copies nothing else.
  final class Held: Sendable {
    let document: HeldDocument
    /// The number of its last change.
    let change: Int64

    init(_ document: HeldDocument, change: Int64) {
      (self.document, self.change) = (document, change)
    }
  }

  struct State: Sendable {
    var device: DeviceID
    var documents: [DocumentID: Held] = [:]
    var pending: Set<DocumentID> = []
    var values: [ReplicaKey: String] = [:]
    var digest = DigestTree()
    var counts = ReplicaCounts()
    var stale: Set<DocumentID> = []
    var lastChange: Int64 = 0

    mutating func update(_ id: DocumentID, _ document: HeldDocument) {
      let old = documents[id]?.document.record
      let new = document.record
      lastChange += 1
      documents[id] = Held(document, change: lastChange)
      counts = counts - (old.map { ReplicaCounts($0) } ?? ReplicaCounts()) + ReplicaCounts(new)
      digest.replace(old?.acknowledged ?? [:], with: new.acknowledged, in: id)
      if new.isPending { pending.insert(id) } else { pending.remove(id) }
      if new.isStale { stale.insert(id) } else { stale.remove(id) }
    }
  }

  let state: Mutex<State>

  package init(device: DeviceID) { state = Mutex(State(device: device)) }

  /// Creates a copy of a replica, identity included, as a restored disk image would be.
  package init(copying other: MemoryReplica) { state = Mutex(other.state.withLock { $0 }) }

  /// The identity under which the replica writes.
  package var device: DeviceID { state.withLock { $0.device } }

  package func renewDevice(_ device: DeviceID) throws(SyncError) {
    state.withLock { $0.device = device }
  }

  package func summary(of id: DocumentID) throws(SyncError) -> DocumentSummary? {
    state.withLock { $0.documents[id]?.document.record.summary }
  }

  package func heads(of id: DocumentID) throws(SyncError) -> StreamHeads {
    state.withLock { $0.documents[id]?.document.record.heads ?? [:] }
  }

  package func chunks(
    of id: DocumentID, after known: StreamHeads
  ) throws(SyncError) -> [OperationChunk] {
    state.withLock { state in
      state.documents[id]?.document.chunks(after: known) ?? []
    }
  }

  package func summaries(
    _ status: DocumentStatus, limit: Int, before: PageToken?
  ) throws(SyncError) -> SummaryPage {
    var summaries = state.withLock { state in
      state.documents.values.map(\.document.record.summary).filter(status.includes)
    }
    summaries.sort { ($0.lastStamp, $0.id) > ($1.lastStamp, $1.id) }
    if let place = before?.place {
      summaries.removeAll { ($0.lastStamp, $0.id) >= (place.stamp, place.id) }
    }
    let page = Array(summaries.prefix(max(limit, 1)))
    let next = page.count < summaries.count ? page.last.map { PageToken(after: $0) } : nil
    return SummaryPage(summaries: page, next: next)
  }

  package func lastChange() throws(SyncError) -> Int64 { state.withLock { $0.lastChange } }

  package func documents(
    limit: Int, after previous: DocumentID?, changedSince change: Int64?
  ) throws(SyncError) -> [DocumentID] {
    state.withLock { state in
      let ids = state.documents.lazy.filter { id, held in
        previous.map { $0 < id } ?? true && change.map { $0 < held.change } ?? true
      }
      return Array(ids.map(\.key).sorted().prefix(limit))
    }
  }

  package func counts() throws(SyncError) -> ReplicaCounts {
    state.withLock { $0.counts }
  }

  package func value(for key: ReplicaKey) throws(SyncError) -> String? {
    state.withLock { $0.values[key] }
  }

  package func setValue(_ value: String?, for key: ReplicaKey) throws(SyncError) {
    state.withLock { $0.values[key] = value }
  }

  package func pendingDocuments(
    limit: Int, after previous: DocumentID?
  ) throws(SyncError) -> [DocumentID] {
    state.withLock { state in
      let all = state.pending.sorted()
      guard let previous else { return Array(all.prefix(limit)) }
      return Array(all.lazy.filter { $0 > previous }.prefix(limit))
    }
  }

  package func pending(of id: DocumentID) throws(SyncError) -> [OperationChunk] {
    id.isLocalOnly ? [] : state.withLock { $0.documents[id]?.document.pending() ?? [] }
  }

  /// Joins the chunks of each stream; results stay the same.
  package func compact() {
    state.withLock { state in
      state.documents = state.documents.mapValues { held in
        var document = held.document
        document.compact()
        return Held(document, change: held.change)
      }
    }
  }
}

extension MemoryReplica {
  package func append(_ entries: [ReplicaEntry]) throws(SyncError) {
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

  package func merge(
    _ deltas: [DocumentDelta], cursor: ChangeCursor?
  ) throws(SyncError) -> [MergeOutcome] {
    state.withLock { state in
      let outcomes = deltas.map { state.merge($0) }
      if let cursor { state.values[.cursor] = cursor.rawValue }
      return outcomes
    }
  }

  package func acknowledge(_ holdings: [StoreHolding]) throws(SyncError) {
    state.withLock { state in
      for holding in holdings {
        guard var document = state.documents[holding.id]?.document else { continue }
        document.record.acknowledge(holding)
        state.update(holding.id, document)
      }
    }
  }

  package func summarize(_ summaries: [FoldedSummary]) throws(SyncError) -> [Bool] {
    state.withLock { state in
      summaries.map { folded in
        guard var document = state.documents[folded.summary.id]?.document,
          document.record.summarize(folded.summary, from: folded.heads, stored: folded.stored)
        else { return false }
        state.update(folded.summary.id, document)
        return true
      }
    }
  }

  package func forgetStore() throws(SyncError) {
    state.withLock { state in
      state.values[.cursor] = nil
      for (id, held) in state.documents {
        var document = held.document
        document.record.forgetStore()
        state.update(id, document)
      }
    }
  }

  package func forgetStoredSummaries() throws(SyncError) {
    state.withLock { state in
      for (id, held) in state.documents {
        var document = held.document
        document.record.hasNewSummary = true
        state.update(id, document)
      }
    }
  }

  package func replaceStream(
    of device: DeviceID, in id: DocumentID, reaching end: StreamHead,
    with chunks: [OperationChunk], keeping moved: [OperationChunk], summary: DocumentSummary
  ) throws(SyncError) {
    try state.withLock { (state: inout State) throws(SyncError) in
      guard var document = state.documents[id]?.document else { return }
      guard document.record.streams[device]?.head ?? .empty == end else {
        throw .grownMeanwhile(device)
      }
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
    // A summary without operations is not accepted.
    if document.record.heads.isEmpty { return outcome }
    document.store(outcome.added)
    update(delta.id, document)
    return outcome
  }
}

extension MemoryReplica {
  package func digest() throws(SyncError) -> Digest { state.withLock { $0.digest.root } }

  package func digests(nodes: [Int]) throws(SyncError) -> DigestPage {
    state.withLock { $0.digest.page(nodes: nodes) }
  }

  package func acknowledged(leaves: [Int]) throws(SyncError) -> [DocumentHolding] {
    let leaves = Set(leaves)
    return state.withLock { state in
      state.documents.filter { leaves.contains(DigestKey($0.key).leaf) }
        .map { DocumentHolding(id: $0.key, heads: $0.value.document.record.acknowledged) }
        .sorted { $0.id < $1.id }
    }
  }

  package func staleDocuments(limit: Int) throws(SyncError) -> [DocumentID] {
    state.withLock { Array($0.stale.sorted().prefix(limit)) }
  }

  /// No other process writes to this memory.
  package func changesByOthers() throws(SyncError) -> [DocumentID] { [] }
}
