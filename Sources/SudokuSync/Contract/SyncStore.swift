import SudokuSession

/// Where a player's devices meet: a store that keeps documents and never loses one.
///
/// A store is dumb: it keeps lines and summaries, never looks into an operation, decides nothing.
/// What it must do is little and exact, and the suite `StoreConformance` checks all of it:
///
/// - it has an identity, made once, and an epoch, and gives both with every response;
/// - it belongs to the player of the first `append` and refuses requests of another one;
/// - `append` adds what is new, adds nothing twice, and acknowledges only what is durable;
/// - a stream has no gaps; a stream that contradicts the stored one is refused, not stored;
/// - a summary is believed only where all operations sent with it are stored;
/// - summaries are merged (`DocumentSummary.merge`), so a completed game stays completed;
/// - a cursor of `changes` never skips a change, whoever writes at the same time; one from another
///   epoch or from beyond the end reads from the beginning;
/// - every response carries a digest of all that is held, made anew with every append, not with
///   every request;
/// - a request is answered or fails by its time limit, after a cancellation, and after `close`.
///
/// Requests and responses are plain values with one form on the wire (`StoreRequest`,
/// `StoreReply`), so that a store may as well be another process or another machine.
///
/// ```swift
/// let store: any SyncStore = MemoryStore()
/// let response = try await store.perform(
///   StoreRequest(player: player, query: .document(game, after: replica.heads(of: game))))
/// response.status.identity
/// ```
public protocol SyncStore: Sendable {
  /// Answers a request.
  ///
  /// It returns or throws soon after its task is cancelled and after the time limit in the request;
  /// it never blocks a thread of Swift's cooperative pool (see `BlockingStore`).
  ///
  /// - Parameter request: The request.
  /// - Returns: The response; its answer is of the query's kind.
  /// - Throws: `SyncError`; any part of an `append` may have been stored then.
  func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse

  /// Signals that somebody else may have changed the store.
  ///
  /// A signal says nothing about what changed, may come for nothing, and several changes may be one
  /// signal. Watching costs next to nothing while nothing changes.
  ///
  /// - Returns: The signals; a stream that ends at once where the store can't tell.
  func watch() -> AsyncStream<Void>

  /// Ends all that is under way and every watch; requests fail from now on.
  ///
  /// It returns soon, also while a request is stuck in the operating system.
  func close() async
}

extension SyncStore {
  /// A store that can't tell.
  public func watch() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

  /// Nothing to end.
  public func close() async {}
}

extension SyncStore {
  /// A document's summary and the operations not covered by `known`.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - known: What the asking replica holds.
  ///   - player: Who asks.
  /// - Returns: What is new; `nil` if the store has never seen the document.
  package func document(
    _ id: DocumentID, after known: StreamHeads, player: PlayerID? = nil
  ) async throws(SyncError) -> DocumentDelta? {
    let request = StoreRequest(player: player, query: .document(id, after: known))
    guard case .document(let delta) = try await perform(request).answer else {
      throw .mismatchedAnswer
    }
    return delta
  }

  /// Adds operations and the summaries they lead to; a repetition changes nothing.
  ///
  /// - Parameters:
  ///   - batch: Operations of any number of documents, and a question on the side.
  ///   - player: Whose they are.
  /// - Returns: What became of each document, once it is durable.
  /// - Throws: `SyncError`; any part of the batch may have been stored then.
  @discardableResult
  package func append(
    _ batch: OperationBatch, player: PlayerID? = nil
  ) async throws(SyncError) -> AppendReceipt {
    let request = StoreRequest(player: player, query: .append(batch))
    guard case .append(let receipt) = try await perform(request).answer else {
      throw .mismatchedAnswer
    }
    return receipt
  }

  /// Games neither completed nor abandoned, newest `lastSaved` first.
  ///
  /// - Parameters:
  ///   - limit: The most summaries wanted, at least 1.
  ///   - before: Where the last page ended; `nil` for the first page.
  ///   - player: Who asks.
  /// - Returns: A page.
  package func inProgress(
    limit: Int, before: PageToken?, player: PlayerID? = nil
  ) async throws(SyncError) -> SummaryPage {
    let request = StoreRequest(player: player, query: .inProgress(limit: limit, before: before))
    guard case .inProgress(let page) = try await perform(request).answer else {
      throw .mismatchedAnswer
    }
    return page
  }

  /// What changed since a cursor: at least once, documents in any order, in pages.
  ///
  /// - Parameters:
  ///   - cursor: Where the last page ended; `nil`, or a cursor the store does not know, for all.
  ///   - limit: About how many changes are wanted, at least 1.
  ///   - player: Who asks.
  /// - Returns: A page.
  package func changes(
    since cursor: ChangeCursor?, limit: Int, player: PlayerID? = nil
  ) async throws(SyncError) -> ChangePage {
    let request = StoreRequest(player: player, query: .changes(since: cursor, limit: limit))
    guard case .changes(let page) = try await perform(request).answer else {
      throw .mismatchedAnswer
    }
    return page
  }

  /// Who the store is and what it holds, without any of it.
  ///
  /// - Parameter player: Who asks.
  /// - Returns: The status, and how many games there are.
  package func contents(
    player: PlayerID? = nil
  ) async throws(SyncError) -> (status: StoreStatus, contents: StoreContents) {
    let response = try await perform(StoreRequest(player: player, query: .contents))
    guard case .contents(let contents) = response.answer else { throw .mismatchedAnswer }
    return (response.status, contents)
  }
}

extension SyncError {
  /// A store answered another query than the one it was asked.
  static var mismatchedAnswer: SyncError {
    SyncError(.storeFailed, "the store answered another query")
  }
}
