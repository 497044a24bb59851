import SudokuSession
import SudokuSync
import Synchronization

/// The replica of a simulated device: one that ships, on a disk that can be full.
final class SimulatedReplica: Replica {
  private struct State {
    var isDiskFull = false
    var changeCount = 0
    /// Entries that were answered and not written: only with the planted fault.
    var unwritten: [ReplicaEntry] = []
    var defersNext = false
    /// The writes of another process to the same memory since the last call.
    var writtenByOthers: Set<DocumentID> = []
  }

  let base: any Replica
  /// The file of a database; `nil` in memory.
  let path: String?
  private let databases: SimulatedDatabases?
  /// The replica of the process that is notified of writes here.
  private let observer: SimulatedReplica?
  /// Takes note of what the device writes itself.
  private let written: WrittenLines
  private let state = Mutex(State())

  private init(
    _ base: any Replica, path: String?, databases: SimulatedDatabases? = nil,
    _ written: WrittenLines, observer: SimulatedReplica? = nil
  ) {
    self.base = base
    self.path = path
    self.databases = databases
    self.written = written
    self.observer = observer
  }

  /// Creates an empty replica in memory.
  convenience init(device: DeviceID, _ written: WrittenLines) {
    self.init(MemoryReplica(device: device), path: nil, written)
  }

  convenience init(
    path: String, device: DeviceID, _ databases: SimulatedDatabases, _ written: WrittenLines
  ) throws(SyncError) {
    self.init(
      try databases.openReplica(path, device), path: path, databases: databases, written)
  }

  /// The same data as another process sees and writes it.
  func beside() throws(SyncError) -> SimulatedReplica {
    guard let path, let databases else {
      return SimulatedReplica(base, path: nil, written, observer: self)
    }
    return try SimulatedReplica(path: path, device: device, databases, written)
  }

  private func notify(_ ids: some Sequence<DocumentID>) {
    observer?.state.withLock { $0.writtenByOthers.formUnion(ids) }
  }

  /// A copy of everything, identity included, as a restored disk image would be.
  func copy(in scratch: ScratchFolder?) throws -> SimulatedReplica {
    if let path, let scratch {
      return try SimulatedReplica(
        path: try scratch.copy(path), device: device, scratch.databases, written)
    }
    guard let memory = base as? MemoryReplica else { return self }
    return SimulatedReplica(MemoryReplica(copying: memory), path: nil, written)
  }

  var isDiskFull: Bool {
    get { state.withLock { $0.isDiskFull } }
    set { state.withLock { $0.isDiskFull = newValue } }
  }

  /// The number of writes; while it is the same, nothing has changed.
  var changeCount: Int { state.withLock { $0.changeCount } }

  /// Lets the next commit be answered before it is written: the planted fault.
  func deferNext() { state.withLock { $0.defersNext = true } }

  /// Loses what was answered and never written.
  func crash() { state.withLock { $0.unwritten = [] } }

  /// Notes that somebody else has written.
  func noteChange() { state.withLock { $0.changeCount += 1 } }

  func compact() {
    (base as? MemoryReplica)?.compact()
    state.withLock { $0.changeCount += 1 }
  }

  private func willWrite() throws(SyncError) {
    let isFull = state.withLock { state in
      state.changeCount += 1
      return state.isDiskFull
    }
    if isFull { throw SyncError(.diskFull, "no space left on the simulated disk") }
  }

  // MARK: Replica

  var device: DeviceID { base.device }

  func renewDevice(_ device: DeviceID) throws(SyncError) {
    try willWrite()
    try base.renewDevice(device)
  }

  func summary(of id: DocumentID) throws(SyncError) -> DocumentSummary? {
    try base.summary(of: id)
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
    try willWrite()
    written.note(entries)
    let (isDeferred, entries) = state.withLock { state in
      let all = state.unwritten + entries
      state.unwritten = state.defersNext ? all : []
      defer { state.defersNext = false }
      return (state.defersNext, all)
    }
    if !isDeferred { try base.append(entries) }
    notify(entries.map(\.id))
  }

  func merge(_ deltas: [DocumentDelta], cursor: ChangeCursor?) throws(SyncError) -> [MergeOutcome] {
    try willWrite()
    let outcomes = try base.merge(deltas, cursor: cursor)
    notify(outcomes.lazy.filter { !$0.added.isEmpty }.map(\.id))
    return outcomes
  }

  func acknowledge(_ holdings: [StoreHolding]) throws(SyncError) {
    try willWrite()
    try base.acknowledge(holdings)
  }

  func summarize(_ summaries: [FoldedSummary]) throws(SyncError) -> [Bool] {
    try willWrite()
    return try base.summarize(summaries)
  }

  func known(_ ids: [DocumentID]) throws(SyncError) -> [DocumentID: KnownDocument] {
    try base.known(ids)
  }

  func staleDocuments(limit: Int) throws(SyncError) -> [DocumentID] {
    try base.staleDocuments(limit: limit)
  }

  func digest() throws(SyncError) -> Digest { try base.digest() }

  func digests(nodes: [Int]) throws(SyncError) -> DigestPage { try base.digests(nodes: nodes) }

  func acknowledged(leaves: [Int]) throws(SyncError) -> [DocumentHolding] {
    try base.acknowledged(leaves: leaves)
  }

  func changesByOthers() throws(SyncError) -> [DocumentID] {
    if path != nil { return try base.changesByOthers() }
    return state.withLock { state in
      defer { state.writtenByOthers = [] }
      return state.writtenByOthers.sorted()
    }
  }

  func forgetStore() throws(SyncError) {
    try willWrite()
    try base.forgetStore()
  }

  func forgetStoredSummaries() throws(SyncError) {
    try willWrite()
    try base.forgetStoredSummaries()
  }

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
    try willWrite()
    try base.replaceStream(
      of: device, in: id, reaching: head, with: chunks, keeping: moved, summary: summary)
    notify([id])
  }

  func value(for key: ReplicaKey) throws(SyncError) -> String? { try base.value(for: key) }

  func setValue(_ value: String?, for key: ReplicaKey) throws(SyncError) {
    try willWrite()
    try base.setValue(value, for: key)
  }
}
