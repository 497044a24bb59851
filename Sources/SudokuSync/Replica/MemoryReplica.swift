import SudokuSession
import Synchronization

/// A replica in memory: for tests, for the simulator, and for play without a trace.
///
/// It does everything that the durable replica does but survive the end of the process.
public final class MemoryReplica: Replica {
  /// A document as it is held: one reference, so that a look at one field copies nothing else.
  final class Held: Sendable {
    let document: HeldDocument

    init(_ document: HeldDocument) { self.document = document }
  }

  struct State: Sendable {
    var device: DeviceID
    var documents: [DocumentID: Held] = [:]
    var pending: Set<DocumentID> = []
    var values: [ReplicaKey: String] = [:]
    /// How often a document has changed.
    var changeCount = 0

    /// The digest of what is acknowledged.
    var digest = DigestTree()
    var counts = ReplicaCounts()
    var stale: Set<DocumentID> = []

    mutating func update(_ id: DocumentID, _ document: HeldDocument) {
      let old = documents[id]?.document.record
      let new = document.record
      documents[id] = Held(document)
      changeCount += 1
      counts = counts - (old.map { ReplicaCounts($0) } ?? ReplicaCounts()) + ReplicaCounts(new)
      digest.replace(old?.acknowledged ?? [:], with: new.acknowledged, in: id)
      if new.isPending { pending.insert(id) } else { pending.remove(id) }
      if new.isStale { stale.insert(id) } else { stale.remove(id) }
    }
  }

  let state: Mutex<State>

  /// Creates an empty replica.
  ///
  /// - Parameter device: The identity under which it writes.
  public init(device: DeviceID) { state = Mutex(State(device: device)) }

  /// Creates a copy of a replica, identity included, as a restored disk image would be.
  public init(copying other: MemoryReplica) { state = Mutex(other.state.withLock { $0 }) }

  /// Goes back to what another replica holds.
  public func becomeCopy(of other: MemoryReplica) {
    let copy = other.state.withLock { $0 }
    state.withLock { $0 = copy }
  }

  /// When the completed games were completed.
  package func completions() -> [DocumentID: Stamp] {
    state.withLock { state in
      var completions: [DocumentID: Stamp] = [:]
      for (id, held) in state.documents {
        if let stamp = held.document.record.summary.game?.completed { completions[id] = stamp }
      }
      return completions
    }
  }

  /// How often a document has changed: while it is the same, so are all documents.
  package var changeCount: Int { state.withLock { $0.changeCount } }

  /// The identity under which the replica writes.
  public var device: DeviceID { state.withLock { $0.device } }

  /// See `Replica`.
  public func renewDevice(_ device: DeviceID) throws(SyncError) {
    state.withLock { $0.device = device }
  }

  /// See `Replica`.
  public func summary(of id: DocumentID) throws(SyncError) -> DocumentSummary? {
    state.withLock { $0.documents[id]?.document.record.summary }
  }

  /// See `Replica`.
  public func heads(of id: DocumentID) throws(SyncError) -> StreamHeads {
    state.withLock { $0.documents[id]?.document.record.heads ?? [:] }
  }

  /// See `Replica`.
  public func chunks(
    of id: DocumentID, after known: StreamHeads
  ) throws(SyncError) -> [OperationChunk] {
    state.withLock { state in
      state.documents[id]?.document.chunks(after: known) ?? []
    }
  }

  /// See `Replica`.
  public func summaries(
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

  /// See `Replica`.
  public func counts() throws(SyncError) -> ReplicaCounts {
    state.withLock { $0.counts }
  }

  /// See `Replica`.
  public func value(for key: ReplicaKey) throws(SyncError) -> String? {
    state.withLock { $0.values[key] }
  }

  /// See `Replica`.
  public func setValue(_ value: String?, for key: ReplicaKey) throws(SyncError) {
    state.withLock { $0.values[key] = value }
  }

  /// See `Replica`.
  public func pendingDocuments(
    limit: Int, after previous: DocumentID?
  ) throws(SyncError) -> [DocumentID] {
    state.withLock { state in
      let all = state.pending.sorted()
      guard let previous else { return Array(all.prefix(limit)) }
      return Array(all.lazy.filter { $0 > previous }.prefix(limit))
    }
  }

  /// See `Replica`.
  public func pending(of id: DocumentID) throws(SyncError) -> [OperationChunk] {
    id.isLocalOnly ? [] : state.withLock { $0.documents[id]?.document.pending() ?? [] }
  }

  /// Puts the chunks of each stream together; nobody sees a difference.
  public func compact() {
    state.withLock { state in
      state.documents = state.documents.mapValues { held in
        var document = held.document
        document.compact()
        return Held(document)
      }
      state.changeCount += 1
    }
  }
}
