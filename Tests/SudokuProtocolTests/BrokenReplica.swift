import SudokuSession
import SudokuSync
import Synchronization

/// A replica whose disk is full, some of whose games can't be read, and that forgot its last sync.
final class BrokenReplica: Replica {
  private let base: MemoryReplica
  private let faults: [DocumentID: SyncError]
  private let canWrite: Bool
  /// Whether what a sync brings, and the device's own values, find no room.
  var isFull: Bool {
    get { full.withLock { $0 } }
    set { full.withLock { $0 = newValue } }
  }
  private let full = Mutex(false)

  init(faults: [DocumentID: SyncError] = [:], canWrite: Bool = false) {
    base = MemoryReplica(device: DeviceID(rawValue: 1))
    self.faults = faults
    self.canWrite = canWrite
  }

  /// The replica of the transcript `failing`.
  static func prepared() throws -> BrokenReplica {
    let board = "game-07ap9x8qtst53aww4qy12t8wfr-"
    let kinds: [(String, SyncError.Kind)] = [
      ("1", .recordFromNewerVersion), ("2", .idCollision), ("3", .damaged), ("4", .fileFailed),
      ("5", .outOfSequence), ("6", .storeUnavailable),
    ]
    var faults: [DocumentID: SyncError] = [:]
    for (start, kind) in kinds {
      if let id = DocumentID(board + start) { faults[id] = SyncError(kind, "on purpose") }
    }
    return BrokenReplica(faults: faults)
  }

  var device: DeviceID { base.device }
  func renewDevice(_ device: DeviceID) throws(SyncError) { try base.renewDevice(device) }
  func summary(of id: DocumentID) throws(SyncError) -> DocumentSummary? {
    if let fault = faults[id] { throw fault }
    return try base.summary(of: id)
  }
  func heads(of id: DocumentID) throws(SyncError) -> StreamHeads { try base.heads(of: id) }
  func chunks(of id: DocumentID, after known: StreamHeads) throws(SyncError) -> [OperationChunk] {
    try base.chunks(of: id, after: known)
  }
  func summaries(
    _ status: DocumentStatus, limit: Int, before: PageToken?
  ) throws(SyncError) -> SummaryPage {
    try base.summaries(status, limit: limit, before: before)
  }
  func lastChange() throws(SyncError) -> Int64 { try base.lastChange() }
  func documents(
    limit: Int, after previous: DocumentID?, changedSince change: Int64?
  ) throws(SyncError) -> [DocumentID] {
    try base.documents(limit: limit, after: previous, changedSince: change)
  }
  func counts() throws(SyncError) -> ReplicaCounts { try base.counts() }
  func append(_ entries: [ReplicaEntry]) throws(SyncError) {
    guard canWrite else { throw SyncError(.diskFull, "no room, on purpose") }
    try base.append(entries)
  }
  func merge(_ deltas: [DocumentDelta], cursor: ChangeCursor?) throws(SyncError) -> [MergeOutcome] {
    if isFull { throw SyncError(.diskFull, "no room, on purpose") }
    return try base.merge(deltas, cursor: cursor)
  }
  func acknowledge(_ holdings: [StoreHolding]) throws(SyncError) {
    try base.acknowledge(holdings)
  }
  func summarize(_ summaries: [FoldedSummary]) throws(SyncError) -> [Bool] {
    try base.summarize(summaries)
  }
  func staleDocuments(limit: Int) throws(SyncError) -> [DocumentID] {
    try base.staleDocuments(limit: limit)
  }
  func digest() throws(SyncError) -> Digest { try base.digest() }
  func digests(nodes: [Int]) throws(SyncError) -> DigestPage { try base.digests(nodes: nodes) }
  func acknowledged(leaves: [Int]) throws(SyncError) -> [DocumentHolding] {
    try base.acknowledged(leaves: leaves)
  }
  func changesByOthers() throws(SyncError) -> [DocumentID] { try base.changesByOthers() }
  func forgetStore() throws(SyncError) { try base.forgetStore() }
  func forgetStoredSummaries() throws(SyncError) { try base.forgetStoredSummaries() }
  func pendingDocuments(
    limit: Int, after previous: DocumentID?
  ) throws(SyncError) -> [DocumentID] {
    try base.pendingDocuments(limit: limit, after: previous)
  }
  func pending(of id: DocumentID) throws(SyncError) -> [OperationChunk] {
    try base.pending(of: id)
  }
  func replaceStream(
    of device: DeviceID, in id: DocumentID, reaching head: StreamHead,
    with chunks: [OperationChunk], keeping moved: [OperationChunk], summary: DocumentSummary
  ) throws(SyncError) {
    try base.replaceStream(
      of: device, in: id, reaching: head, with: chunks, keeping: moved, summary: summary)
  }
  func value(for key: ReplicaKey) throws(SyncError) -> String? {
    if key == .lastSync { throw SyncError(.damaged, "on purpose") }
    return try base.value(for: key)
  }
  func setValue(_ value: String?, for key: ReplicaKey) throws(SyncError) {
    if isFull { throw SyncError(.diskFull, "no room, on purpose") }
    try base.setValue(value, for: key)
  }
}
