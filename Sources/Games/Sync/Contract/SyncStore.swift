import SudokuSession

// The vocabulary of synchronisation, used with these meanings everywhere:
//
// Document: the unit of synchronisation: a game, the profile, the settings. A document is the set
// of its operations; everything else about it can be computed from them.
//
// Operation: one change of a document, made once by one device and never altered. It is a line of
// canonical JSON. Its key is the device and a number that counts that device's operations in that
// document from 1, without gaps.
//
// Stream: all operations of one device in one document, in order. It grows at its end only. A
// document has one stream per device that wrote to it, so no two devices ever write to the same
// place.
//
// Head (`StreamHead`): the length of a stream and the hash over all its lines. Equal heads mean
// equal streams. The heads of a document (`StreamHeads`) are a version vector that also detects
// copies of a device: a copy reaches the same number with another hash.
//
// Chunk (`OperationChunk`): consecutive lines of one stream, with the stream's hash before and
// after them. It is the unit of sending and storing, and fits a stream in one place only.
//
// Stamp (`Stamp`): the hybrid logical time of an operation: milliseconds and a counter. It never
// runs backwards on a device and is later than everything that device has seen. Stamps order the
// operations of all devices; ties are broken by device and number.
//
// Summary (`DocumentSummary`): a document in short, for lists, without its operations. It is a
// cache: a replica computes it from the operations, a store keeps the one it was sent.
//
// Digest (`Digest`): a 64-bit sum over all heads that a store holds, kept in a tree of 256 nodes
// and 65,536 leaves. Equal digests mean equal contents; different ones lead to the documents that
// differ.
//
// Rank (`Rank`, in SudokuSession): the place of an operation in the order in which all devices
// apply operations. It is the operation's stamp, or one step after the highest rank it has seen, so
// an operation always follows those it has seen, even if a clock was wrong.
//
// Replica (`Replica`): a device's own durable copy. Play reads and writes only the replica; a sync
// exchanges what the replica and the store lack. The outbox is the set of operations that the store
// has not acknowledged.
//
// Store (`SyncStore`): the place where the replicas of a player exchange operations. Its identity
// never changes; its epoch changes if it loses data; a cursor is a place in its order of changes.

/// A store that keeps a player's documents for all of the player's devices.
///
/// A store keeps lines and summaries. It never reads an operation and makes no decisions. The suite
/// `StoreConformance` checks all of its duties:
///
/// - It has an identity, chosen once, and an epoch. Every response carries both.
/// - It belongs to the player of the first `append` and refuses requests of other players.
/// - `append` adds new operations once, and acknowledges only durable ones.
/// - A stream has no gaps. A chunk that contradicts the stored stream is refused.
/// - A summary is accepted only if all operations sent with it are stored.
/// - Summaries are merged, so a completed game stays completed.
/// - A cursor of `changes` never skips a change, even with concurrent writers. A cursor of another
///   epoch, or from beyond the end, reads from the beginning.
/// - Every response carries a digest of everything stored, updated by each append.
/// - A request ends, with a response or an error, at its time limit, after a cancellation, and
///   after `close`.
///
/// Requests and responses are plain values with one JSON form (`StoreRequest`, `StoreResponse`), so
/// a store can be another process or another machine.
///
/// ```swift
/// let store: any SyncStore = MemoryStore()
/// let response = try await store.perform(StoreRequest(query: .contents))
/// response.status.identity
/// ```
public protocol SyncStore: Sendable {
  /// Answers a request.
  ///
  /// It returns or throws soon after its task is cancelled and after the request's time limit. It
  /// never blocks a thread of Swift's cooperative pool; see `BlockingStore`.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response; its answer is of the query's kind.
  /// - Throws: `SyncError`; any part of an `append` may have been stored.
  func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse

  /// Signals that another device may have changed the store.
  ///
  /// A signal does not name the change. It may be spurious, and one signal may stand for several
  /// changes. Watching costs almost nothing while nothing changes.
  ///
  /// - Returns: The signals; a stream that ends at once if the store cannot detect changes.
  func watch() -> AsyncStream<Void>

  /// Ends all requests and watches; later requests fail.
  ///
  /// It returns soon, even while a request is stuck in the operating system.
  func close() async
}

/// A store that reports the state of its watch.
package protocol WatchingStore: SyncStore {
  /// True while the watch would signal a change by another device.
  var isWatchLive: Bool { get }
  /// The interval at which it is asked for changes while it would not, in milliseconds.
  var pollMilliseconds: Int64 { get }
}

extension WatchingStore {
  /// Four seconds.
  package var pollMilliseconds: Int64 { 4_000 }
}

extension SyncStore {
  /// Detects no changes.
  public func watch() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

  /// Does nothing.
  public func close() async {}
}

extension SyncStore {
  /// A document's summary and the operations that `known` does not cover.
  package func document(
    _ id: DocumentID, after known: StreamHeads, player: PlayerID? = nil
  ) async throws(SyncError) -> DocumentDelta? {
    let request = StoreRequest(player: player, query: .document(id, after: known))
    guard case .document(let delta) = try await perform(request).answer else {
      throw .mismatchedAnswer
    }
    return delta
  }

  /// Adds operations and the summaries that result from them; a repetition changes nothing.
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
  package func inProgress(
    limit: Int, before: PageToken?, player: PlayerID? = nil
  ) async throws(SyncError) -> SummaryPage {
    let request = StoreRequest(player: player, query: .inProgress(limit: limit, before: before))
    guard case .inProgress(let page) = try await perform(request).answer else {
      throw .mismatchedAnswer
    }
    return page
  }

  /// A page of the changes since a cursor; each change comes at least once, documents in any order.
  package func changes(
    since cursor: ChangeCursor?, limit: Int, player: PlayerID? = nil
  ) async throws(SyncError) -> ChangePage {
    let request = StoreRequest(player: player, query: .changes(since: cursor, limit: limit))
    guard case .changes(let page) = try await perform(request).answer else {
      throw .mismatchedAnswer
    }
    return page
  }

  /// The store's status and its numbers of games.
  package func contents(
    player: PlayerID? = nil
  ) async throws(SyncError) -> (status: StoreStatus, contents: StoreContents) {
    let response = try await perform(StoreRequest(player: player, query: .contents))
    guard case .contents(let contents) = response.answer else { throw .mismatchedAnswer }
    return (response.status, contents)
  }
}

extension SyncError {
  /// The error for an answer to another query than the request's.
  static var mismatchedAnswer: SyncError {
    SyncError(.storeFailed, "the store answered another query")
  }
}
