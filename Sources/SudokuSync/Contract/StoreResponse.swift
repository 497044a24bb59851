import SudokuSession

/// A store's response: who the store is, what it holds, and the answer.
public struct StoreResponse: Hashable, Sendable {
  /// Who the store is and what it holds.
  public var status: StoreStatus
  /// The answer, of the query's kind.
  public var answer: StoreAnswer

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: Who the store is and what it holds.
  ///   - answer: The answer.
  public init(status: StoreStatus, answer: StoreAnswer) {
    self.status = status
    self.answer = answer
  }
}

/// Who a store is and what it holds at the moment of a response.
public struct StoreStatus: Hashable, Sendable, Codable {
  /// Made once, when the store was: another store, another identity.
  public var identity: String
  /// Changes when the store was made anew or knows that it went back to an older state: cursors of
  /// another epoch mean nothing.
  public var epoch: String
  /// Whose documents it holds; `nil` until the first `append`.
  public var player: PlayerID?
  /// The store's clock, in milliseconds since 1970.
  public var milliseconds: Int64
  /// The digest of all documents and heads, see `DigestTree`; `nil` where it is not known yet.
  public var digest: Digest?
  /// A number that only grows while nothing is lost; `nil` where the store has none.
  public var revision: Int64?

  /// Creates a status.
  ///
  /// - Parameters:
  ///   - identity: Made once, when the store was.
  ///   - epoch: Changes when the store was made anew.
  ///   - player: Whose documents it holds.
  ///   - milliseconds: The store's clock, in milliseconds since 1970.
  ///   - digest: The digest of all documents and heads.
  ///   - revision: A number that only grows while nothing is lost.
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
  public var kind: String {
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

/// A response or an error, as it travels.
///
/// ```json
/// {"answer":{"contents":{"completedGames":1,"games":2},"kind":"contents"},"status":{...},"version":1}
/// {"error":{"kind":"anotherPlayer","message":"..."},"version":1}
/// ```
public enum StoreReply: Hashable, Sendable {
  /// The store's response.
  case response(StoreResponse)
  /// Why there is none.
  case failure(SyncError)

  /// Runs a request and catches its error.
  ///
  /// - Parameter body: The request.
  public init(_ body: () throws(SyncError) -> StoreResponse) {
    do { self = .response(try body()) } catch { self = .failure(error) }
  }
}

/// What a store holds, in numbers.
public struct StoreContents: Hashable, Sendable, Codable {
  /// The number of games.
  public var games: Int
  /// How many of them are completed.
  public var completedGames: Int
  /// When one of them was saved last, in milliseconds since 1970; `nil` without games.
  public var lastSavedMilliseconds: Int64?

  /// Creates numbers.
  ///
  /// - Parameters:
  ///   - games: The number of games.
  ///   - completedGames: How many of them are completed.
  ///   - lastSavedMilliseconds: When one of them was saved last, in milliseconds since 1970.
  public init(games: Int = 0, completedGames: Int = 0, lastSavedMilliseconds: Int64? = nil) {
    self.games = games
    self.completedGames = completedGames
    self.lastSavedMilliseconds = lastSavedMilliseconds
  }
}
