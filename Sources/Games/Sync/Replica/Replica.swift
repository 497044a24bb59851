import SudokuSession

/// A device's own copy of the player's documents, which play reads and writes with or without a
/// store.
///
/// Every write is one transaction and durable on return. The operations that the store has not
/// acknowledged are the outbox; nothing else records what must be sent. `SQLiteReplica` is the
/// durable replica; programs outside this package open replicas but do not implement the protocol.
public protocol Replica: AnyObject, Sendable {
  /// The identity under which this replica writes.
  var device: DeviceID { get }

  /// Changes the identity for all later writes.
  func renewDevice(_ device: DeviceID) throws(SyncError)

  /// A document's summary; `nil` if the document is unknown here.
  func summary(of id: DocumentID) throws(SyncError) -> DocumentSummary?

  /// Summaries and heads of known documents, each pair from one moment.
  func known(_ ids: [DocumentID]) throws(SyncError) -> [DocumentID: KnownDocument]

  /// The heads of a document; empty if it is unknown here.
  func heads(of id: DocumentID) throws(SyncError) -> StreamHeads

  /// A document's operations that `known` does not cover, each stream's in order.
  func chunks(of id: DocumentID, after known: StreamHeads) throws(SyncError) -> [OperationChunk]

  /// A page of summaries, newest `lastStamp` first; `limit` is at least 1.
  func summaries(
    _ status: DocumentStatus, limit: Int, before: PageToken?
  ) throws(SyncError) -> SummaryPage

  /// The number of the last change of operations; it only grows.
  func lastChange() throws(SyncError) -> Int64

  /// Known documents in the order of their IDs, which no write changes: those after `previous` whose
  /// operations have changed since a number that `lastChange()` returned; `nil` for all.
  func documents(
    limit: Int, after previous: DocumentID?, changedSince change: Int64?
  ) throws(SyncError) -> [DocumentID]

  /// The numbers of documents, and of operations to be sent.
  func counts() throws(SyncError) -> ReplicaCounts

  /// Stores known counts, so that the next process need not count.
  func keepCounts() throws(SyncError)

  /// Adds this device's operations: all entries or none. Throws `outOfSequence` for an entry that
  /// does not continue this device's stream.
  func append(_ entries: [ReplicaEntry]) throws(SyncError)

  /// Adds what a store sent, as acknowledged by it, and stores the cursor unless it is `nil`.
  /// Returns an outcome per delta.
  func merge(_ deltas: [DocumentDelta], cursor: ChangeCursor?) throws(SyncError) -> [MergeOutcome]

  /// Notes what the store holds, which may be less than it acknowledged before.
  func acknowledge(_ holdings: [StoreHolding]) throws(SyncError)

  /// Stores summaries computed from operations, in one transaction. Returns whether each was
  /// stored: not if more operations came meanwhile.
  func summarize(_ summaries: [FoldedSummary]) throws(SyncError) -> [Bool]

  /// Documents whose summary must be computed again.
  func staleDocuments(limit: Int) throws(SyncError) -> [DocumentID]

  /// The digest of everything acknowledged: equal to the store's if nothing is missing.
  ///
  /// - Complexity: O(1).
  func digest() throws(SyncError) -> Digest

  /// The non-zero digests of the given nodes' leaves, or of all nodes if none is given.
  func digests(nodes: [Int]) throws(SyncError) -> DigestPage

  /// The acknowledged heads of the documents in some leaves of the digest, in order.
  func acknowledged(leaves: [Int]) throws(SyncError) -> [DocumentHolding]

  /// Documents that another process may have written to since the last call; at first none.
  ///
  /// - Complexity: O(1) while no other process writes.
  func changesByOthers() throws(SyncError) -> [DocumentID]

  /// A number that changes with every change of operations or summaries, by any process; `nil` if
  /// changes are not numbered, or summaries are stale.
  func changeMark() throws(SyncError) -> Int64?

  /// Forgets all acknowledgements and the cursor, for another store.
  func forgetStore() throws(SyncError)

  /// Marks all summaries as unsent: the store may hold older ones.
  func forgetStoredSummaries() throws(SyncError)

  /// Documents in the outbox, in order, after `previous`.
  func pendingDocuments(
    limit: Int, after previous: DocumentID?
  ) throws(SyncError) -> [DocumentID]

  /// A document's operations that the store has not acknowledged, of all devices.
  func pending(of id: DocumentID) throws(SyncError) -> [OperationChunk]

  /// Replaces the stream of a copied device by the store's `chunks`, and adds this replica's own
  /// continuation `moved` under another device. Throws `outOfSequence` if `moved` contradicts a
  /// stream, or if the stream no longer ends at `head`: what was added since would be lost.
  func replaceStream(
    of device: DeviceID, in id: DocumentID, reaching head: StreamHead,
    with chunks: [OperationChunk], keeping moved: [OperationChunk], summary: DocumentSummary
  ) throws(SyncError)

  /// A value that this device keeps for itself.
  func value(for key: ReplicaKey) throws(SyncError) -> String?

  /// Sets a value that this device keeps for itself; `nil` removes it.
  func setValue(_ value: String?, for key: ReplicaKey) throws(SyncError)

  /// Changes such a value; no other process changes it meanwhile.
  func updateValue(
    for key: ReplicaKey, _ change: @Sendable (String?) -> String?
  ) throws(SyncError)
}

extension Replica {
  /// See `summarize(_:)`.
  @discardableResult
  package func summarize(
    _ summary: DocumentSummary, from heads: StreamHeads, stored: DocumentSummary?
  ) throws(SyncError) -> Bool {
    try summarize([FoldedSummary(summary: summary, heads: heads, stored: stored)]) == [true]
  }

  /// Reads and writes the value, one after the other.
  package func updateValue(
    for key: ReplicaKey, _ change: @Sendable (String?) -> String?
  ) throws(SyncError) {
    try setValue(change(try value(for: key)), for: key)
  }

  /// Does nothing.
  package func keepCounts() throws(SyncError) {}

  package func known(_ ids: [DocumentID]) throws(SyncError) -> [DocumentID: KnownDocument] {
    var known: [DocumentID: KnownDocument] = [:]
    for id in ids {
      guard let summary = try summary(of: id) else { continue }
      known[id] = KnownDocument(summary: summary, heads: try heads(of: id))
    }
    return known
  }

  /// Changes are not numbered.
  package func changeMark() throws(SyncError) -> Int64? { nil }
}

extension SyncError {
  /// A stream was to be replaced that holds more than the caller has read.
  package static func grownMeanwhile(_ device: DeviceID) -> SyncError {
    SyncError(.outOfSequence, "\(device) has added operations meanwhile")
  }
}
