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
  /// The error that takes the place of a response.
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

  /// The bytes of its operations, of which there may be many; other rows are short and few.
  package var linesBytes: Int {
    switch self {
    case .document(let delta?): delta.linesBytes
    case .append(let receipt): receipt.answer?.linesBytes ?? 0
    case .changes(let page): page.documents.reduce(0) { $0 + $1.linesBytes }
    default: 0
    }
  }

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
  /// The heads that the store now holds durably.
  public var heads: StreamHeads
  /// Devices whose operations contradict stored ones and were not stored.
  public var diverged: [DeviceID]
  /// The reason that the store refuses the document permanently; `nil` if it does not.
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
  /// True if the store holds all operations that a delta's summary was made from.
  ///
  /// Only then the store may accept the summary.
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
  /// The end of the page; `nil` on the last page.
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

  /// The token for summaries with stamps before the given one.
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

/// The limits at which stores of many players end an answer.
package enum AnswerBounds {
  /// The bytes of lines at which a page of changes ends; the next page continues.
  package static let pageBytes = 1 << 20
  /// The bytes of lines at which a document is cut off; the longest game is far shorter.
  ///
  /// The heads show the missing part. Pages of changes bring it.
  package static let documentBytes = 16 << 20
}

/// A page of changes.
public struct ChangePage: Hashable, Sendable, Codable {
  /// The documents that changed.
  public var documents: [DocumentDelta]
  /// The cursor after this page; also on the last page.
  public var next: ChangeCursor
  /// True if more changes follow.
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

/// A part of a digest tree: the digests of nodes or leaves.
public struct DigestPage: Hashable, Sendable, Codable {
  /// The digests other than zero, by the number of the node or leaf.
  public var digests: [Int: Digest]

  /// Creates a page.
  public init(digests: [Int: Digest]) { self.digests = digests }
}

/// The heads that a store holds of some documents.
public struct HoldingsPage: Hashable, Sendable, Codable {
  /// The documents, in order.
  public var holdings: [DocumentHolding]
  /// True if more documents follow.
  public var hasMore: Bool

  /// Creates a page.
  public init(holdings: [DocumentHolding], hasMore: Bool) {
    self.holdings = holdings
    self.hasMore = hasMore
  }
}

/// A document and the heads held of it.
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
  /// The number of completed games.
  public var completedGames: Int
  /// The time of the last save of a game, in milliseconds since 1970; `nil` without games.
  public var lastSavedMilliseconds: Int64?

  /// Creates contents.
  public init(games: Int = 0, completedGames: Int = 0, lastSavedMilliseconds: Int64? = nil) {
    self.games = games
    self.completedGames = completedGames
    self.lastSavedMilliseconds = lastSavedMilliseconds
  }
}

/// A store's identity, player and digest at the moment of a response.
public struct StoreStatus: Hashable, Sendable, Codable {
  /// The store's identity, chosen once at its creation.
  public var identity: String
  /// The store's epoch, which changes if the store is re-created or loses data.
  ///
  /// Cursors of another epoch are invalid.
  public var epoch: String
  /// The player whose documents the store holds; `nil` until the first `append`.
  public var player: PlayerID?
  /// The store's clock, in milliseconds since 1970.
  public var milliseconds: Int64
  /// The digest of all documents and heads, see `DigestTree`; `nil` if it is not known yet.
  public var digest: Digest?
  /// A number that only grows while the store loses nothing; `nil` if the store has none.
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
  /// The file's path in the store.
  public var name: String
  /// The reason for skipping it.
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
