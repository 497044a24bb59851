import SudokuSession

/// A request to a store: the player, the time limit and the query.
///
/// Stores in other processes or on other machines (`exec:`, `http:`) receive it as JSON. The field
/// `version` is 1; a newer request is refused as `recordFromNewerVersion`.
///
/// ```json
/// {"player":"p-3f9k2m7q0a1bz","query":{"kind":"inProgress","limit":20},"timeLimitMilliseconds":2000,"version":1}
/// ```
public struct StoreRequest: Hashable, Sendable {
  /// The version of the wire form.
  public static let version = 1

  /// The player; `nil` for a device that has none yet, or adopts the store's.
  public var player: PlayerID?
  /// The time limit, in milliseconds; `nil` for the store's own.
  public var timeLimitMilliseconds: Int?
  /// The query.
  public var query: StoreQuery
  /// True if no caller waits for the answer; it is not sent.
  ///
  /// Such a request does not reach a store that asked for a pause.
  package var isBackground = false

  /// Creates a request.
  public init(player: PlayerID? = nil, timeLimitMilliseconds: Int? = nil, query: StoreQuery) {
    self.player = player
    self.timeLimitMilliseconds = timeLimitMilliseconds
    self.query = query
  }
}

/// A query to a store.
public enum StoreQuery: Hashable, Sendable {
  /// A document's summary and operations not covered by `after`.
  case document(DocumentID, after: StreamHeads)
  /// Add operations and the summaries that result from them.
  case append(OperationBatch)
  /// Games neither completed nor abandoned, newest `lastSaved` first.
  case inProgress(limit: Int, before: PageToken?)
  /// The changes since a cursor.
  case changes(since: ChangeCursor?, limit: Int)
  /// The digests of all 256 nodes if none is named, otherwise of the leaves of the named nodes.
  case digests(nodes: [Int])
  /// The heads of the documents in these leaves of the digest, in order, after a document.
  case holdings(leaves: [Int], after: DocumentID?, limit: Int)
  /// The number of games.
  case contents

  var isAppend: Bool { if case .append = self { true } else { false } }

  /// The kind's name on the wire.
  package var kind: String {
    switch self {
    case .document: "document"
    case .append: "append"
    case .inProgress: "inProgress"
    case .changes: "changes"
    case .digests: "digests"
    case .holdings: "holdings"
    case .contents: "contents"
    }
  }
}

/// Operations to be added to a store.
public struct OperationBatch: Hashable, Sendable, Codable {
  /// The device that sends the batch, which need not have made the operations.
  public let writer: DeviceID
  /// The documents with their summaries and new operations.
  public var documents: [DocumentDelta]
  /// A document whose changes are returned with the receipt, with its known heads.
  public var question: DocumentQuestion?

  /// Creates a batch.
  public init(
    writer: DeviceID, documents: [DocumentDelta], question: DocumentQuestion? = nil
  ) {
    self.writer = writer
    self.documents = documents
    self.question = question
  }
}

/// A document and its known heads.
public struct DocumentQuestion: Hashable, Sendable, Codable {
  /// The document.
  public let id: DocumentID
  /// The heads that the requesting replica holds.
  public let known: StreamHeads

  /// Creates a question.
  public init(id: DocumentID, known: StreamHeads) {
    self.id = id
    self.known = known
  }
}

/// The part of a document that a replica or store lacks.
public struct DocumentDelta: Hashable, Sendable, Codable {
  /// The document.
  public let id: DocumentID
  /// The summary.
  public var summary: DocumentSummary
  /// The heads of all streams that the sender holds of the document; `nil` in a page of changes.
  public var heads: StreamHeads?
  /// The operations, each stream's in order without gaps.
  public var chunks: [OperationChunk]

  /// Creates a delta.
  public init(
    id: DocumentID, summary: DocumentSummary, heads: StreamHeads? = nil, chunks: [OperationChunk]
  ) {
    self.id = id
    self.summary = summary
    self.heads = heads
    self.chunks = chunks
  }

  /// The bytes of the operations.
  package var linesBytes: Int { chunks.reduce(0) { $0 + $1.lines.count } }

  /// Reads a delta.
  ///
  /// - Throws: `DecodingError`, also for the summary of another document.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(DocumentID.self, forKey: .id)
    summary = try container.decode(DocumentSummary.self, forKey: .summary)
    heads = try container.decodeIfPresent(StreamHeads.self, forKey: .heads)
    chunks = try container.decode([OperationChunk].self, forKey: .chunks)
    guard summary.id == id else {
      throw DecodingError.dataCorruptedError(
        forKey: .summary, in: container,
        debugDescription: "the summary of \(id) names \(summary.id)")
    }
  }
}

/// The player whose documents a store or a replica holds.
///
/// A store adopts the player of the first device that writes to it. A device without a player
/// adopts that of the first store it reaches. From then on a store of another player is refused
/// until the user confirms that both players are the same person (`SyncGoal.merge`).
public struct PlayerID: Hashable, Sendable, LosslessStringConvertible {
  /// The text.
  public let description: String

  /// The default player of a store, named after the first device that writes to it.
  init?(of device: DeviceID) { self.init("p-\(device)") }

  /// Creates an ID from its text.
  ///
  /// - Parameter description: 1 to 64 characters of `a-z`, `0-9` and `-`; anything else gives
  ///   `nil`.
  public init?(_ description: String) {
    let isNameable = description.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "-")
    }
    guard 1...64 ~= description.utf8.count, isNameable else { return nil }
    self.description = description
  }
}
