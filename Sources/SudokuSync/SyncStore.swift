import SudokuSession

/// Where a player's devices meet: a store that keeps documents and never loses one.
///
/// A store is dumb: it keeps lines and summaries, never looks into an operation, decides nothing.
/// What it must do is little and exact, and the suite `StoreConformance` checks all of it:
///
/// - `append` adds what is new, adds nothing twice, and acknowledges only what is durable;
/// - a stream has no gaps; a stream that contradicts the stored one is refused, not stored;
/// - a summary is believed only where all operations sent with it are stored;
/// - summaries are merged (`DocumentSummary.merge`), so a completed game stays completed;
/// - a cursor of `changes` never skips a change, whoever writes at the same time.
///
/// ```swift
/// let store: any SyncStore = MemoryStore()
/// _ = try await store.append(batch)
/// let news = try await store.document(game, after: replica.heads(of: game))
/// ```
public protocol SyncStore: Sendable {
  /// A document's summary and the operations not covered by `known`.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - known: What the asking replica holds.
  /// - Returns: What is new; `nil` if the store has never seen the document.
  /// - Throws: `SyncError`.
  func document(_ id: DocumentID, after known: StreamHeads) async throws -> DocumentDelta?

  /// Adds operations and the summaries they lead to; a repetition changes nothing.
  ///
  /// - Parameter batch: Operations of any number of documents, and a question on the side.
  /// - Returns: What became of each document, once it is durable.
  /// - Throws: `SyncError`; any part of the batch may have been stored then.
  func append(_ batch: OperationBatch) async throws -> AppendReceipt

  /// Games neither completed nor abandoned, newest `lastSaved` first.
  ///
  /// - Parameters:
  ///   - limit: The most summaries wanted, at least 1.
  ///   - before: Where the last page ended; `nil` for the first page.
  /// - Returns: A page.
  /// - Throws: `SyncError`.
  func inProgress(limit: Int, before: PageToken?) async throws -> SummaryPage

  /// What changed since a cursor: at least once, documents in any order, in pages.
  ///
  /// - Parameters:
  ///   - cursor: Where the last page ended; `nil`, or a cursor the store no longer knows, for all.
  ///   - limit: About how many changes are wanted, at least 1.
  /// - Returns: A page.
  /// - Throws: `SyncError`.
  func changes(since cursor: Cursor?, limit: Int) async throws -> ChangePage
}

/// What a replica lacks of a document.
public struct DocumentDelta: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// The summary.
  public var summary: DocumentSummary
  /// All that the sender, store or replica, holds of the document; `nil` where a page of changes
  /// does not tell.
  public var heads: StreamHeads?
  /// The operations, each stream's in order without gaps.
  public var chunks: [OperationChunk]

  /// Creates a delta.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - summary: The summary.
  ///   - heads: All the store holds of the document, if known.
  ///   - chunks: The operations, each stream's in order without gaps.
  public init(
    id: DocumentID, summary: DocumentSummary, heads: StreamHeads? = nil, chunks: [OperationChunk]
  ) {
    self.id = id
    self.summary = summary
    self.heads = heads
    self.chunks = chunks
  }
}

/// Operations on their way to a store.
public struct OperationBatch: Hashable, Sendable {
  /// The device that sends the batch, which need not have made the operations.
  public let writer: DeviceID
  /// The documents with their summaries and new operations.
  public var documents: [DocumentDelta]
  /// A document whose news the receipt shall bring along, and what is known of it.
  public var question: DocumentQuestion?

  /// Creates a batch.
  ///
  /// - Parameters:
  ///   - writer: The device that sends the batch.
  ///   - documents: The documents with their summaries and new operations.
  ///   - question: A document whose news the receipt shall bring along.
  public init(
    writer: DeviceID, documents: [DocumentDelta], question: DocumentQuestion? = nil
  ) {
    self.writer = writer
    self.documents = documents
    self.question = question
  }
}

/// A document and what is known of it.
public struct DocumentQuestion: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// What the asking replica holds of it.
  public let known: StreamHeads

  /// Creates a question.
  public init(id: DocumentID, known: StreamHeads) {
    self.id = id
    self.known = known
  }
}

/// What a store did with a batch.
public struct AppendReceipt: Hashable, Sendable {
  /// What became of each document of the batch, in its order.
  public var outcomes: [AppendOutcome]
  /// The answer to the batch's question; `nil` if there was none or the document is unknown.
  public var answer: DocumentDelta?
  /// The store's clock, in milliseconds since 1970, if it has one.
  public var storeMilliseconds: Int64?

  /// Creates a receipt.
  ///
  /// - Parameters:
  ///   - outcomes: What became of each document of the batch, in its order.
  ///   - answer: The answer to the batch's question.
  ///   - storeMilliseconds: The store's clock, in milliseconds since 1970.
  public init(
    outcomes: [AppendOutcome], answer: DocumentDelta? = nil, storeMilliseconds: Int64? = nil
  ) {
    self.outcomes = outcomes
    self.answer = answer
    self.storeMilliseconds = storeMilliseconds
  }
}

/// What became of one document of a batch.
public struct AppendOutcome: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// What the store holds of it now, durably.
  public var heads: StreamHeads
  /// Devices whose operations contradict stored ones and were not stored.
  public var diverged: [DeviceID]
  /// Why the store refuses the document for good; `nil` if it does not.
  public var refusal: String?

  /// Creates an outcome.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - heads: What the store holds of it.
  ///   - diverged: Devices whose operations contradict stored ones.
  ///   - refusal: Why the store refuses the document.
  public init(
    id: DocumentID, heads: StreamHeads, diverged: [DeviceID] = [], refusal: String? = nil
  ) {
    self.id = id
    self.heads = heads
    self.diverged = diverged
    self.refusal = refusal
  }
}

extension AppendOutcome {
  /// Whether the store holds all operations of a delta, and so may believe its summary.
  public func covers(_ delta: DocumentDelta) -> Bool {
    refusal == nil && diverged.isEmpty
      && delta.chunks.allSatisfy { $0.lastSeq <= heads[$0.device]?.seq ?? 0 }
  }
}

/// Where a page of summaries ended; only the store that made it can read it.
public struct PageToken: Hashable, Sendable {
  /// The store's own text.
  public let rawValue: String

  /// Creates a token from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// A page of summaries.
public struct SummaryPage: Hashable, Sendable {
  /// The summaries, newest first.
  public var summaries: [DocumentSummary]
  /// Where the page ended; `nil` on the last page.
  public var next: PageToken?
  /// The store's clock, in milliseconds since 1970, if it has one.
  public var storeMilliseconds: Int64?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - summaries: The summaries, newest first.
  ///   - next: Where the page ended; `nil` on the last page.
  ///   - storeMilliseconds: The store's clock, in milliseconds since 1970.
  public init(
    summaries: [DocumentSummary], next: PageToken? = nil, storeMilliseconds: Int64? = nil
  ) {
    self.summaries = summaries
    self.next = next
    self.storeMilliseconds = storeMilliseconds
  }
}

/// How far a replica has read a store's changes; only the store that made it can read it.
public struct Cursor: Hashable, Sendable {
  /// The store's own text.
  public let rawValue: String

  /// Creates a cursor from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// A page of changes.
public struct ChangePage: Hashable, Sendable {
  /// The documents that changed.
  public var documents: [DocumentDelta]
  /// Where to go on; also on the last page.
  public var next: Cursor
  /// Whether more changes wait.
  public var hasMore: Bool
  /// The store's clock, in milliseconds since 1970, if it has one.
  public var storeMilliseconds: Int64?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - documents: The documents that changed.
  ///   - next: Where to go on.
  ///   - hasMore: Whether more changes wait.
  ///   - storeMilliseconds: The store's clock, in milliseconds since 1970.
  public init(
    documents: [DocumentDelta], next: Cursor, hasMore: Bool, storeMilliseconds: Int64? = nil
  ) {
    self.documents = documents
    self.next = next
    self.hasMore = hasMore
    self.storeMilliseconds = storeMilliseconds
  }
}
