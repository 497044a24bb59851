import SudokuSession

/// A device's own copy of the player's documents: what play reads and writes, with or without a
/// store.
///
/// Every write is one transaction and durable on return. The operations beyond what the store has
/// acknowledged are the outbox; nothing else needs to be remembered to send them.
///
/// ```swift
/// let replica: any Replica = MemoryReplica(device: device)
/// try replica.append([ReplicaEntry(id: game, summary: summary, firstSeq: 1, lines: lines)])
/// try replica.pending(of: game)      // the same operations, until a store acknowledges them
/// ```
///
/// `MemoryReplica` is the one in memory, `SQLiteReplica` the durable one.
public protocol Replica: AnyObject, Sendable {
  /// Under which identity this replica writes.
  var device: DeviceID { get }

  /// Takes another identity for all writes from now on.
  ///
  /// - Parameter device: A fresh identity.
  func renewDevice(_ device: DeviceID) throws(SyncError)

  /// A document's summary; `nil` if the document is unknown here.
  func summary(of id: DocumentID) throws(SyncError) -> DocumentSummary?

  /// Summaries and heads of some documents, each as they are at one moment; unknown ones are missing.
  func known(_ ids: [DocumentID]) throws(SyncError) -> [DocumentID: KnownDocument]

  /// All that is held of a document; empty if it is unknown here.
  func heads(of id: DocumentID) throws(SyncError) -> StreamHeads

  /// A document's operations after what is known elsewhere, each stream's in order.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - known: What is not wanted; empty for all.
  func chunks(of id: DocumentID, after known: StreamHeads) throws(SyncError) -> [OperationChunk]

  /// Summaries of the documents of a kind, newest `lastStamp` first.
  ///
  /// - Parameters:
  ///   - status: Which documents.
  ///   - limit: The most summaries wanted, at least 1.
  ///   - before: Where the last page ended; `nil` for the first page.
  /// - Returns: A page.
  func summaries(
    _ status: DocumentStatus, limit: Int, before: PageToken?
  ) throws(SyncError) -> SummaryPage

  /// How many documents there are, and how much waits for the store.
  func counts() throws(SyncError) -> ReplicaCounts

  /// Keeps the counts, where they are known, so that the next process need not count again.
  func keepCounts() throws(SyncError)

  /// Adds this device's operations to documents: all entries or none.
  ///
  /// - Parameter entries: The operations by document.
  /// - Throws: `SyncError`; `outOfSequence` when an entry does not continue this device's stream.
  func append(_ entries: [ReplicaEntry]) throws(SyncError)

  /// Adds what a store delivered, as acknowledged by it, and remembers how far its changes are read.
  ///
  /// - Parameters:
  ///   - deltas: The documents' news.
  ///   - cursor: How far the changes are read now; `nil` leaves it.
  /// - Returns: What was new, by document in the order of the deltas.
  func merge(_ deltas: [DocumentDelta], cursor: ChangeCursor?) throws(SyncError) -> [MergeOutcome]

  /// Remembers what the store holds.
  ///
  /// - Parameter holdings: All that the store holds of some documents, which may be less than was
  ///   acknowledged before when the store lost something.
  func acknowledge(_ holdings: [StoreHolding]) throws(SyncError)

  /// Takes summaries that were made from documents' operations, in one transaction.
  ///
  /// - Parameter summaries: The summaries, each with what it was made from.
  /// - Returns: Whether each of them was taken: not if operations have come meanwhile.
  func summarize(_ summaries: [FoldedSummary]) throws(SyncError) -> [Bool]

  /// Documents whose summary must be made again from their operations.
  ///
  /// - Parameter limit: The most documents wanted.
  func staleDocuments(limit: Int) throws(SyncError) -> [DocumentID]

  /// The digest of what the store has acknowledged: the store's own, where both agree.
  ///
  /// - Complexity: O(1).
  func digest() throws(SyncError) -> Digest

  /// The numbers of that digest, see `StoreQuery.digests`.
  ///
  /// - Parameter nodes: The nodes whose leaves are wanted; empty for the nodes themselves.
  /// - Returns: The numbers that are not zero.
  func digests(nodes: [Int]) throws(SyncError) -> DigestPage

  /// What the store has acknowledged of the documents in some leaves of the digest, in order.
  func acknowledged(leaves: [Int]) throws(SyncError) -> [DocumentHolding]

  /// Documents that another process has written to since this was called last; at first none.
  ///
  /// A document may be named though only this process wrote to it.
  /// - Complexity: O(1) while no other process writes.
  func changesByOthers() throws(SyncError) -> [DocumentID]

  /// A number that is another one after every change of operations or summaries, also by other
  /// processes; `nil` where changes are not numbered, or summaries wait to be made.
  ///
  /// What was derived from all documents holds as long as the number stays.
  func changeMark() throws(SyncError) -> Int64?

  /// Forgets all acknowledgements and the cursor, as another store is used from now on.
  func forgetStore() throws(SyncError)

  /// Forgets which summaries the store has, as it may hold older ones beside the same operations.
  func forgetStoredSummaries() throws(SyncError)

  /// Documents with operations or a summary that the store has not acknowledged, in order.
  ///
  /// - Parameters:
  ///   - limit: The most documents wanted, at least 1.
  ///   - previous: The document after which to begin; `nil` to begin with the first.
  func pendingDocuments(
    limit: Int, after previous: DocumentID?
  ) throws(SyncError) -> [DocumentID]

  /// A document's operations that the store has not acknowledged, of whatever device.
  func pending(of id: DocumentID) throws(SyncError) -> [OperationChunk]

  /// Replaces the stream of a device whose identity two installations used.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - id: The document.
  ///   - chunks: The stream as the store has it.
  ///   - moved: This replica's own continuation, under another device.
  ///   - summary: What the summary is from now on.
  /// - Throws: `SyncError`; of kind `outOfSequence` where `moved` contradicts what is held under its
  ///   name: nothing is changed then.
  func replaceStream(
    of device: DeviceID, in id: DocumentID, with chunks: [OperationChunk],
    keeping moved: [OperationChunk], summary: DocumentSummary
  ) throws(SyncError)

  /// A value that this device keeps for itself.
  func value(for key: ReplicaKey) throws(SyncError) -> String?

  /// Sets a value that this device keeps for itself; `nil` removes it.
  func setValue(_ value: String?, for key: ReplicaKey) throws(SyncError)
}

extension Replica {
  /// Takes a summary that was made from a document's operations; see `summarize(_:)`.
  @discardableResult
  package func summarize(
    _ summary: DocumentSummary, from heads: StreamHeads, stored: DocumentSummary?
  ) throws(SyncError) -> Bool {
    try summarize([FoldedSummary(summary: summary, heads: heads, stored: stored)]) == [true]
  }

  /// Counting costs nothing.
  package func keepCounts() throws(SyncError) {}

  /// One document after the other.
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
