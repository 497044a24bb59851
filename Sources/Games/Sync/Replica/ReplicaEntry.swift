import SudokuSession

/// This device's new operations in a document, with the resulting summary.
public struct ReplicaEntry: Hashable, Sendable {
  package let id: DocumentID
  /// The summary that results from the operations.
  package let summary: DocumentSummary
  package let firstSeq: Int
  /// The operations' lines, each ended by a line feed; may be empty.
  package let lines: [UInt8]
  /// The identity that made the operations; a replica refuses an entry of another identity.
  package let device: DeviceID

  package init(
    id: DocumentID, summary: DocumentSummary, firstSeq: Int, lines: [UInt8], device: DeviceID
  ) {
    self.id = id
    self.summary = summary
    self.firstSeq = firstSeq
    self.lines = lines
    self.device = device
  }

  package init(
    _ operations: [DocumentOperation], in id: DocumentID, summary: DocumentSummary
  ) throws(SyncError) {
    self.init(
      id: id, summary: summary, firstSeq: operations.first?.seq ?? 0,
      lines: try OperationChunk.lines(of: operations),
      device: operations.first?.device ?? DeviceID(rawValue: 0))
  }

  package func operations() throws(SyncError) -> [DocumentOperation] {
    let before = StreamHead(seq: firstSeq - 1, hash: .empty)
    return try OperationChunk(device: device, after: before, lines: lines)?.operations() ?? []
  }
}

/// The result of merging one document.
public struct MergeOutcome: Hashable, Sendable {
  package let id: DocumentID
  /// The operations that were new here.
  package var added: [OperationChunk]
  /// Devices whose operations contradict those here and were not added.
  package var diverged: [DeviceID]

  package init(id: DocumentID, added: [OperationChunk], diverged: [DeviceID]) {
    self.id = id
    self.added = added
    self.diverged = diverged
  }

  /// True if all `count` operations were added, so that their decoded form matches the replica.
  func hasAdded(_ count: Int) -> Bool {
    diverged.isEmpty && added.reduce(0) { $0 + $1.count } == count
  }
}

/// The part of a document that a store reports to hold.
public struct StoreHolding: Hashable, Sendable {
  package let id: DocumentID
  package let heads: StreamHeads
  /// The summary that the store has merged in; `nil` if it may have none.
  package let summary: DocumentSummary?

  package init(id: DocumentID, heads: StreamHeads, summary: DocumentSummary?) {
    self.id = id
    self.heads = heads
    self.summary = summary
  }
}

/// A summary that was made from a document's operations.
public struct FoldedSummary: Hashable, Sendable {
  package var summary: DocumentSummary
  /// The heads of the operations that it was made from.
  package var heads: StreamHeads
  /// The store's summary, if known.
  package var stored: DocumentSummary?

  package init(summary: DocumentSummary, heads: StreamHeads, stored: DocumentSummary?) {
    (self.summary, self.heads, self.stored) = (summary, heads, stored)
  }
}

/// A document's summary and heads.
public struct KnownDocument: Hashable, Sendable {
  package var summary: DocumentSummary
  /// The heads of all streams held.
  package var heads: StreamHeads

  package init(summary: DocumentSummary, heads: StreamHeads) {
    (self.summary, self.heads) = (summary, heads)
  }
}

/// The documents that a list shows.
public enum DocumentStatus: String, Hashable, Sendable, CaseIterable {
  /// All documents, not only games.
  case all
  /// All games.
  case games
  /// Games that can be continued.
  case inProgress
  /// Completed games.
  case completed
  /// Games that the player abandoned.
  case abandoned
  /// Games that their mistake limit has ended.
  case lost

  /// True if a document belongs to the list.
  package func includes(_ summary: DocumentSummary) -> Bool {
    switch self {
    case .all: true
    case .games: summary.id.isGame
    case .inProgress: summary.isInProgress
    case .completed: summary.id.isGame && summary.isCompleted
    case .abandoned: summary.id.isGame && summary.isAbandoned
    case .lost: summary.statusCode == 4
    }
  }
}

/// The numbers of documents in a replica, and of those pending for the store.
public struct ReplicaCounts: Hashable, Sendable {
  package var documents = 0
  package var games = 0
  package var completedGames = 0
  /// The number of documents with operations or a summary that the store has not acknowledged.
  package var pendingDocuments = 0
  /// The number of operations that the store has not acknowledged.
  package var pendingOperations = 0

  /// Creates counts of zero.
  package init() {}
}

/// The name of a value that a device keeps for itself.
public struct ReplicaKey: Hashable, Sendable, ExpressibleByStringLiteral {
  package let name: String

  package init(_ name: String) { self.name = name }

  /// Creates a key from a literal.
  public init(stringLiteral value: String) { name = value }

  /// The game that the player plays at the moment.
  package static let currentGame: ReplicaKey = "currentGame"
  /// The cursor up to which the store's changes are read.
  package static let cursor: ReplicaKey = "cursor"
  /// The store that the acknowledgements and the cursor belong to.
  package static let store: ReplicaKey = "store"
  /// Identity and epoch of the store that answered last.
  package static let storeIdentity: ReplicaKey = "storeIdentity"
  /// The largest revision that this store has reported.
  package static let storeRevision: ReplicaKey = "storeRevision"
  /// The player whose documents the replica holds, once set by a store or by the user.
  package static let player: ReplicaKey = "player"
  /// The time of the last successful sync, in milliseconds since 1970.
  package static let lastSync: ReplicaKey = "lastSync"
  /// The store's clock minus this device's, in milliseconds.
  package static let clockOffset: ReplicaKey = "clockOffset"
  /// The local day of the last backup, as in `2026-11-21`.
  package static let lastBackupDay: ReplicaKey = "lastBackupDay"
}
