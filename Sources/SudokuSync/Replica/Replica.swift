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
/// `MemoryReplica` is the twin in memory, `SQLiteReplica` the durable one.
public protocol Replica: AnyObject, Sendable {
  /// Under which identity this replica writes.
  var device: DeviceID { get }

  /// Takes another identity for all writes from now on.
  ///
  /// - Parameter device: A fresh identity.
  /// - Throws: `SyncError`.
  func renewDevice(_ device: DeviceID) throws(SyncError)

  /// A document's summary; `nil` if the document is unknown here.
  ///
  /// - Throws: `SyncError`.
  func summary(of id: DocumentID) throws(SyncError) -> DocumentSummary?

  /// All that is held of a document; empty if it is unknown here.
  ///
  /// - Throws: `SyncError`.
  func heads(of id: DocumentID) throws(SyncError) -> StreamHeads

  /// A document's operations after what is known elsewhere, each stream's in order.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - known: What is not wanted; empty for all.
  /// - Returns: The operations.
  /// - Throws: `SyncError`.
  func chunks(of id: DocumentID, after known: StreamHeads) throws(SyncError) -> [OperationChunk]

  /// Summaries of the documents of a kind, newest `lastStamp` first.
  ///
  /// - Parameters:
  ///   - status: Which documents.
  ///   - limit: The most summaries wanted, at least 1.
  ///   - before: Where the last page ended; `nil` for the first page.
  /// - Returns: A page.
  /// - Throws: `SyncError`.
  func summaries(
    _ status: DocumentStatus, limit: Int, before: PageToken?
  ) throws(SyncError) -> SummaryPage

  /// How many documents there are, and how much waits for the store.
  ///
  /// - Throws: `SyncError`.
  func counts() throws(SyncError) -> ReplicaCounts

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
  /// - Throws: `SyncError`.
  func merge(_ deltas: [DocumentDelta], cursor: ChangeCursor?) throws(SyncError) -> [MergeOutcome]

  /// Remembers what the store holds.
  ///
  /// - Parameter holdings: All that the store holds of some documents, which may be less than was
  ///   acknowledged before when the store lost something.
  /// - Throws: `SyncError`.
  func acknowledge(_ holdings: [StoreHolding]) throws(SyncError)

  /// Takes a summary that was made from a document's operations.
  ///
  /// - Parameters:
  ///   - summary: The summary.
  ///   - heads: The operations it was made from.
  ///   - stored: What the store says, if it is known.
  /// - Returns: Whether it was taken: not if operations have come meanwhile.
  /// - Throws: `SyncError`.
  @discardableResult
  func summarize(
    _ summary: DocumentSummary, from heads: StreamHeads, stored: DocumentSummary?
  ) throws(SyncError) -> Bool

  /// Documents whose summary must be made again from their operations.
  ///
  /// - Parameter limit: The most documents wanted.
  /// - Returns: The documents.
  /// - Throws: `SyncError`.
  func staleDocuments(limit: Int) throws(SyncError) -> [DocumentID]

  /// The digest of what the store has acknowledged: the store's own, where both agree.
  ///
  /// - Throws: `SyncError`.
  /// - Complexity: O(1).
  func digest() throws(SyncError) -> Digest

  /// The numbers of that digest, see `StoreQuery.digests`.
  ///
  /// - Parameter nodes: The nodes whose leaves are wanted; empty for the nodes themselves.
  /// - Returns: The numbers that are not zero.
  /// - Throws: `SyncError`.
  func digests(nodes: [Int]) throws(SyncError) -> DigestPage

  /// What the store has acknowledged of the documents in some leaves of the digest, in order.
  ///
  /// - Throws: `SyncError`.
  func acknowledged(leaves: [Int]) throws(SyncError) -> [DocumentHolding]

  /// Documents that another process has written to since this was called last; at first none.
  ///
  /// A document may be named though only this process wrote to it.
  /// - Returns: The documents.
  /// - Throws: `SyncError`.
  /// - Complexity: O(1) while no other process writes.
  func changesByOthers() throws(SyncError) -> [DocumentID]

  /// Forgets all acknowledgements and the cursor, as another store is used from now on.
  ///
  /// - Throws: `SyncError`.
  func forgetStore() throws(SyncError)

  /// Documents with operations or a summary that the store has not acknowledged, in order.
  ///
  /// - Parameters:
  ///   - limit: The most documents wanted, at least 1.
  ///   - previous: The document after which to begin; `nil` to begin with the first.
  /// - Returns: The documents.
  /// - Throws: `SyncError`.
  func pendingDocuments(
    limit: Int, after previous: DocumentID?
  ) throws(SyncError) -> [DocumentID]

  /// A document's operations that the store has not acknowledged, of whatever device.
  ///
  /// - Throws: `SyncError`.
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
  ///
  /// - Throws: `SyncError`.
  func value(for key: ReplicaKey) throws(SyncError) -> String?

  /// Sets a value that this device keeps for itself; `nil` removes it.
  ///
  /// - Throws: `SyncError`.
  func setValue(_ value: String?, for key: ReplicaKey) throws(SyncError)
}

/// This device's new operations in a document and the summary they lead to.
public struct ReplicaEntry: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// The summary that the operations lead to.
  public let summary: DocumentSummary
  /// The number of the first operation.
  public let firstSeq: Int
  /// The operations' lines, each ended by a line feed; may be empty.
  public let lines: [UInt8]
  /// The identity that made the operations; an entry of another one than the replica's is refused.
  public let device: DeviceID

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - summary: The summary that the operations lead to.
  ///   - firstSeq: The number of the first operation in this device's stream of the document.
  ///   - lines: The operations' lines, each ended by a line feed.
  ///   - device: The identity that made the operations.
  public init(
    id: DocumentID, summary: DocumentSummary, firstSeq: Int, lines: [UInt8], device: DeviceID
  ) {
    self.id = id
    self.summary = summary
    self.firstSeq = firstSeq
    self.lines = lines
    self.device = device
  }

  /// Creates an entry of new operations of one device.
  ///
  /// - Parameters:
  ///   - operations: The operations, numbered on without gaps; may be empty.
  ///   - id: The document.
  ///   - summary: The summary that they lead to.
  /// - Throws: `SyncError` of kind `damaged` for an operation that JSON can't hold.
  public init(
    _ operations: [Operation], in id: DocumentID, summary: DocumentSummary
  ) throws(SyncError) {
    self.init(
      id: id, summary: summary, firstSeq: operations.first?.seq ?? 0,
      lines: try OperationChunk.lines(of: operations),
      device: operations.first?.device ?? DeviceID(rawValue: 0))
  }
}

/// What a store holds of a document, as it said itself.
public struct StoreHolding: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// The streams.
  public let heads: StreamHeads
  /// The summary that the store has merged in; `nil` if it may have none.
  public let summary: DocumentSummary?

  /// Creates a holding.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - heads: The streams.
  ///   - summary: The summary that the store has merged in.
  public init(id: DocumentID, heads: StreamHeads, summary: DocumentSummary?) {
    self.id = id
    self.heads = heads
    self.summary = summary
  }
}

/// What a merge brought to a document.
public struct MergeOutcome: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// The operations that were new here.
  public var added: [OperationChunk]
  /// Devices whose operations contradict those here, which were not added.
  public var diverged: [DeviceID]

  /// Creates an outcome.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - added: The operations that were new here.
  ///   - diverged: Devices whose operations contradict those here.
  public init(id: DocumentID, added: [OperationChunk], diverged: [DeviceID]) {
    self.id = id
    self.added = added
    self.diverged = diverged
  }
}

/// How many documents a replica holds, and how much waits for the store.
public struct ReplicaCounts: Hashable, Sendable {
  /// The number of documents.
  public var documents = 0
  /// The number of games.
  public var games = 0
  /// The number of completed games.
  public var completedGames = 0
  /// The number of documents with something that the store has not acknowledged.
  public var pendingDocuments = 0
  /// The number of operations that the store has not acknowledged.
  public var pendingOperations = 0

  /// Creates counts of nothing.
  public init() {}
}

/// Which documents a list shows.
public enum DocumentStatus: String, Hashable, Sendable, CaseIterable {
  /// All documents, not only games.
  case all
  /// All games.
  case games
  /// Games that wait to be played on.
  case inProgress
  /// Completed games.
  case completed
  /// Games that were given up.
  case abandoned

  /// Whether a document belongs to the list.
  public func includes(_ summary: DocumentSummary) -> Bool {
    switch self {
    case .all: true
    case .games: summary.id.isGame
    case .inProgress: summary.isInProgress
    case .completed: summary.id.isGame && summary.isCompleted
    case .abandoned: summary.id.isGame && summary.isAbandoned
    }
  }
}

/// The name of a value that a device keeps for itself.
public struct ReplicaKey: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  public let name: String

  /// Creates a key.
  public init(_ name: String) { self.name = name }

  /// Creates a key.
  public init(stringLiteral value: String) { name = value }

  /// The game that the player plays at the moment.
  public static let currentGame: ReplicaKey = "currentGame"
  /// How far the store's changes are read.
  public static let cursor: ReplicaKey = "cursor"
  /// The store that the acknowledgements and the cursor belong to.
  public static let store: ReplicaKey = "store"
  /// Identity and epoch of the store that answered last.
  public static let storeIdentity: ReplicaKey = "storeIdentity"
  /// The largest revision that this store has told.
  public static let storeRevision: ReplicaKey = "storeRevision"
  /// Whose documents the replica holds, once a store has said so or the player has.
  public static let player: ReplicaKey = "player"
  /// When the last sync succeeded, in milliseconds since 1970.
  public static let lastSync: ReplicaKey = "lastSync"
  /// What the store's clock reads more than this device's, in milliseconds.
  public static let clockOffset: ReplicaKey = "clockOffset"
  /// The local day of the last backup, as in `2026-11-21`.
  public static let lastBackupDay: ReplicaKey = "lastBackupDay"
}
