import SudokuSession

/// A store's status and its answer to the query.
public struct StoreResponse: Hashable, Sendable {
  /// The store's identity, player and digest.
  public var status: StoreStatus
  /// The answer, of the query's kind.
  public var answer: StoreAnswer

  /// Creates a response.
  public init(status: StoreStatus, answer: StoreAnswer) {
    self.status = status
    self.answer = answer
  }
}

/// A response or an error, in the JSON form of `exec:` and `http:` stores.
///
/// ```json
/// {"answer":{"contents":{"completedGames":1,"games":2},"kind":"contents"},"status":{...},"version":1}
/// {"error":{"kind":"anotherPlayer","message":"..."},"version":1}
/// ```
package enum StoreReply: Hashable, Sendable {
  case response(StoreResponse)
  /// Why there is none.
  case failure(SyncError)

  /// Runs a request and catches its error.
  package init(_ body: () throws(SyncError) -> StoreResponse) {
    do { self = .response(try body()) } catch { self = .failure(error) }
  }
}

/// A store's answer; see `StoreQuery`.
public enum StoreAnswer: Hashable, Sendable {
  /// The answer to `document`; `nil` if the store has never seen it.
  case document(DocumentDelta?)
  /// The answer to `append`.
  case append(AppendReceipt)
  /// The answer to `inProgress`.
  case inProgress(SummaryPage)
  /// The answer to `changes`.
  case changes(ChangePage)
  /// The answer to `digests`.
  case digests(DigestPage)
  /// The answer to `holdings`.
  case holdings(HoldingsPage)
  /// The answer to `contents`.
  case contents(StoreContents)

  /// The kind's name on the wire: the query's.
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

/// A store's answer to a batch.
public struct AppendReceipt: Hashable, Sendable, Codable {
  /// The outcome for each document of the batch, in order.
  public var outcomes: [AppendOutcome]
  /// The answer to the batch's question; `nil` if there was none or the document is unknown.
  public var answer: DocumentDelta?

  /// Creates a receipt.
  public init(outcomes: [AppendOutcome], answer: DocumentDelta? = nil) {
    self.outcomes = outcomes
    self.answer = answer
  }
}

/// The outcome for one document of a batch.
public struct AppendOutcome: Hashable, Sendable, Codable {
  /// The document.
  public let id: DocumentID
  /// What the store holds of it now, durably.
  public var heads: StreamHeads
  /// Devices whose operations contradict stored ones and were not stored.
  public var diverged: [DeviceID]
  /// Why the store refuses the document permanently; `nil` if it does not.
  public var refusal: String?

  /// Creates an outcome.
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
  /// Whether the store holds all operations that a delta's summary was made from, and so may
  /// believe it.
  package func covers(_ delta: DocumentDelta) -> Bool {
    refusal == nil && diverged.isEmpty
      && delta.chunks.allSatisfy { $0.lastSeq <= heads[$0.device]?.seq ?? 0 }
      && (delta.heads ?? [:]).allSatisfy { $0.value.seq <= heads[$0.key]?.seq ?? 0 }
  }
}

/// A page of summaries.
public struct SummaryPage: Hashable, Sendable, Codable {
  /// The summaries, newest first.
  public var summaries: [DocumentSummary]
  /// Where the page ended; `nil` on the last page.
  public var next: PageToken?

  /// Creates a page.
  public init(summaries: [DocumentSummary], next: PageToken? = nil) {
    self.summaries = summaries
    self.next = next
  }
}

/// The end of a page of summaries, in the store's own format.
public struct PageToken: Hashable, Sendable {
  /// The store's own text.
  public let rawValue: String

  /// Creates a token from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension PageToken {
  /// The token for the page after one that ended with a summary.
  package init(after summary: DocumentSummary) {
    self.init("\(summary.lastStamp.rawValue):\(summary.id)")
  }

  /// The token of what comes after a stamp in the order of lists.
  package init(before stamp: Stamp) {
    self.init("\(stamp.rawValue):0")
  }

  /// The stamp and document the last page ended with; `nil` for another kind of text.
  package var place: (stamp: Stamp, id: DocumentID)? {
    let parts = rawValue.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let stamp = UInt64(parts[0]), let id = DocumentID(String(parts[1]))
    else { return nil }
    return (Stamp(rawValue: stamp), id)
  }
}

/// Where stores of many players end an answer, so that none is unbounded.
package enum AnswerBounds {
  /// The bytes of lines from which on a page of changes ends; the next page goes on.
  package static let pageBytes = 1 << 20
  /// The bytes of lines from which on a document is cut off: far beyond the longest game.
  ///
  /// The heads say what is missing. Pages of changes bring it.
  package static let documentBytes = 16 << 20
}

/// A page of changes.
public struct ChangePage: Hashable, Sendable, Codable {
  /// The documents that changed.
  public var documents: [DocumentDelta]
  /// The cursor after this page; also on the last page.
  public var next: ChangeCursor
  /// Whether more changes follow.
  public var hasMore: Bool

  /// Creates a page.
  public init(documents: [DocumentDelta], next: ChangeCursor, hasMore: Bool) {
    self.documents = documents
    self.next = next
    self.hasMore = hasMore
  }
}

/// A place in a store's order of changes, in the store's own format.
public struct ChangeCursor: Hashable, Sendable {
  /// The store's own text.
  public let rawValue: String

  /// Creates a cursor from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The cursor `<epoch>:<number>`.
  package init(epoch: String, number: Int64) { rawValue = "\(epoch):\(number)" }

  package func number(in epoch: String, atMost last: Int64) -> Int64? {
    guard let colon = rawValue.lastIndex(of: ":"), rawValue[..<colon] == epoch,
      let number = Int64(rawValue[rawValue.index(after: colon)...]), 0...max(0, last) ~= number
    else { return nil }
    return number
  }
}

/// Numbers of a digest.
public struct DigestPage: Hashable, Sendable, Codable {
  /// The digests that are not those of nothing, by the number of the node or leaf.
  public var digests: [Int: Digest]

  /// Creates a page.
  public init(digests: [Int: Digest]) { self.digests = digests }
}

/// What a store holds of some documents.
public struct HoldingsPage: Hashable, Sendable, Codable {
  /// The documents, in order.
  public var holdings: [DocumentHolding]
  /// Whether more follow.
  public var hasMore: Bool

  /// Creates a page.
  public init(holdings: [DocumentHolding], hasMore: Bool) {
    self.holdings = holdings
    self.hasMore = hasMore
  }
}

/// A document and what is held of it.
public struct DocumentHolding: Hashable, Sendable, Codable {
  /// The document.
  public let id: DocumentID
  /// The head of each stream.
  public var heads: StreamHeads

  /// Creates a holding.
  public init(id: DocumentID, heads: StreamHeads) {
    self.id = id
    self.heads = heads
  }
}

/// The numbers of games in a store.
public struct StoreContents: Hashable, Sendable, Codable {
  /// The number of games.
  public var games: Int
  /// How many of them are completed.
  public var completedGames: Int
  /// When one of them was saved last, in milliseconds since 1970; `nil` without games.
  public var lastSavedMilliseconds: Int64?

  /// Creates numbers.
  public init(games: Int = 0, completedGames: Int = 0, lastSavedMilliseconds: Int64? = nil) {
    self.games = games
    self.completedGames = completedGames
    self.lastSavedMilliseconds = lastSavedMilliseconds
  }
}

/// A store's identity, player and digest at the moment of a response.
public struct StoreStatus: Hashable, Sendable, Codable {
  /// Chosen once, when the store was created.
  public var identity: String
  /// Changes when the store was re-created or lost data: cursors of another epoch are invalid.
  public var epoch: String
  /// Whose documents it holds; `nil` until the first `append`.
  public var player: PlayerID?
  /// The store's clock, in milliseconds since 1970.
  public var milliseconds: Int64
  /// The digest of all documents and heads, see `DigestTree`; `nil` where it is not known yet.
  public var digest: Digest?
  /// A number that only grows while nothing is lost; `nil` where the store has none.
  public var revision: Int64?
  /// Skipped files, the first hundred by name; `nil` for none.
  public var skipped: [SkippedFile]?

  /// Creates a status.
  public init(
    identity: String, epoch: String, player: PlayerID?, milliseconds: Int64, digest: Digest?,
    revision: Int64? = nil
  ) {
    self.identity = identity
    self.epoch = epoch
    self.player = player
    self.milliseconds = milliseconds
    self.digest = digest
    self.revision = revision
  }
}

/// A file in a store's directory that was skipped: an unknown name, a link, a folder in a file's
/// place, or damaged lines.
public struct SkippedFile: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Where it lies in the store.
  public var name: String
  /// Why it was skipped.
  public var reason: String

  /// Creates an entry.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  /// The entry in one line.
  public var description: String { "\(name): \(reason)" }
}

package struct SkippedFiles: Sendable {
  private static let limit = 100

  private var reasons: [String: String] = [:]

  package init() {}

  /// The files by name, the first hundred; `nil` for none.
  package var list: [SkippedFile]? {
    guard !reasons.isEmpty else { return nil }
    return reasons.sorted { $0.key < $1.key }.prefix(Self.limit).map {
      SkippedFile(name: $0.key, reason: $0.value)
    }
  }

  /// Notes a file, unless it is a temporary one.
  package mutating func note(_ name: String, _ reason: String) {
    guard !name.contains(".tmp-"), reasons.count < 10 * Self.limit else { return }
    reasons[String(name.prefix(256))] = reason
  }
}
