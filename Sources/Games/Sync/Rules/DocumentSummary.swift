import SudokuCore
import SudokuIdentity
import SudokuSession

/// A document in short, for lists and queries, without its operations.
///
/// Summaries of one document are merged part by part. So the result does not depend on their order,
/// and an outdated summary reverts nothing. The largest `lastStamp` counts; the game's part is
/// merged by the rules of `GameSummary`. Lists are in the order of `lastStamp`. Another board under
/// the same ID is an error.
public struct DocumentSummary: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// The largest stamp of all operations; for a game, of those that are more than timekeeping.
  public var lastStamp: Stamp
  /// The game's summary; `nil` for other documents.
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

  /// True if the game is completed.
  public var isCompleted: Bool { game?.isCompleted ?? false }

  /// True if the game was abandoned and is not completed.
  public var isAbandoned: Bool { game?.isAbandoned ?? false }

  /// True if the document is a game that can be continued.
  public var isInProgress: Bool { game?.isInProgress ?? false }

  /// The time of the last save, in milliseconds since 1970.
  package var lastSavedMilliseconds: Int64 { game?.saved.milliseconds ?? lastStamp.milliseconds }

  /// The status by which stores list documents: other documents 0, games in progress 1, completed
  /// 2, abandoned 3, lost 4.
  package var statusCode: Int {
    guard id.isGame, game != nil else { return 0 }
    if isCompleted { return 2 }
    if isAbandoned { return 3 }
    return isInProgress ? 1 : 4
  }

  /// Merges another summary of the same document.
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
  /// For a game with an invalid ID only name and stamp are read, as it can't be played.
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
