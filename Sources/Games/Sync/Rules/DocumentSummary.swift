import SudokuCore
import SudokuIdentity
import SudokuSession

/// What a list or a query needs to know of a document, without its operations.
///
/// Summaries of one document are merged part by part, so the result does not depend on their order
/// and an outdated summary undoes nothing. `lastStamp` is the largest; the game's part is merged by
/// the rules of `GameSummary`. Lists are in the order of `lastStamp`. Another board under the same ID is an error.
public struct DocumentSummary: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// The largest stamp of all operations; of a game, of those by which a person did something in it.
  public var lastStamp: Stamp
  /// What is known of a game; `nil` for other documents.
  public var game: GameSummary?

  package init(id: DocumentID, lastStamp: Stamp = .zero) {
    self.id = id
    self.lastStamp = lastStamp
  }

  package init(_ game: GameSummary) {
    id = game.id
    lastStamp = game.lastSaved
    self.game = game
  }

  /// Whether the game is completed.
  public var isCompleted: Bool { game?.isCompleted ?? false }

  /// Whether the game was given up and is not completed.
  public var isAbandoned: Bool { game?.isAbandoned ?? false }

  /// Whether the document is a game that can be continued.
  public var isInProgress: Bool { game?.isInProgress ?? false }

  /// When the document was saved last, in milliseconds since 1970.
  package var lastSavedMilliseconds: Int64 { game?.saved.milliseconds ?? lastStamp.milliseconds }

  /// The status by which stores list documents: other documents 0, games in progress 1, completed
  /// 2, abandoned 3, lost 4.
  package var statusCode: Int {
    guard id.isGame, game != nil else { return 0 }
    if isCompleted { return 2 }
    if isAbandoned { return 3 }
    return isInProgress ? 1 : 4
  }

  /// Merges what another replica says about the same document.
  package mutating func merge(_ other: DocumentSummary) throws(SyncError) {
    guard id == other.id else {
      throw SyncError(.idCollision, "the summary of \(id) names \(other.id)")
    }
    if let theirs = other.game {
      if let mine = game?.clues {
        guard mine == theirs.clues else {
          throw SyncError(.idCollision, "\(id) names two different boards")
        }
        game?.merge(theirs)
      } else {
        game = theirs
      }
    }
    lastStamp = max(lastStamp, other.lastStamp)
  }
}

extension DocumentSummary: Codable {
  private enum CodingKeys: String, CodingKey { case id, lastStamp, game }

  /// Reads a summary's record: a game's own, or a document's name and stamp.
  ///
  /// Of a game whose ID is not valid only these two are read, as nothing can be played of it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let game = try container.decodeIfPresent(GameSummary.self, forKey: .game) {
      if GameID(game.id.rawValue) != nil {
        self.init(game)
      } else {
        self.init(id: game.id, lastStamp: game.lastSaved)
      }
    } else {
      self.init(
        id: try container.decode(DocumentID.self, forKey: .id),
        lastStamp: try container.decode(Stamp.self, forKey: .lastStamp))
    }
  }

  /// Writes a summary's record.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let game {
      try container.encode(game, forKey: .game)
    } else {
      try container.encode(id, forKey: .id)
      try container.encode(lastStamp, forKey: .lastStamp)
    }
  }
}
