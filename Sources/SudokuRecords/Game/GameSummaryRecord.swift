import JSONCoding
import SudokuCore
import SudokuSession

/// A game in a list: an element of `game.list`, a line of `sudoku games`.
public struct GameSummaryRecord: Record {
  /// The game.
  public var summary: GameSummary

  /// Creates a record.
  public init(_ summary: GameSummary) { self.summary = summary }

  /// Where the game stands; a paused game counts as in progress.
  public var status: GameState.Status {
    if summary.isCompleted { return .completed }
    if summary.isAbandoned { return .abandoned }
    return summary.isLost ? .gameOver : .inProgress
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "GameSummary", "A game in a list.",
    [
      .optional("completionDate") {
        $0.summary.completed.map { UTCTime(milliseconds: $0.milliseconds) }
      },
      .required("elapsedMilliseconds", "The time played.", .integer(minimum: 0)) {
        $0.summary.elapsedMilliseconds
      },
      .required("game", "The game's ID.") { $0.summary.id.rawValue },
      .required("givens", "The clues.") { $0.summary.clues },
      .required("hintsUsed") { $0.summary.hintsUsed },
      .required("lastSaved") { UTCTime(milliseconds: $0.summary.lastSaved.milliseconds) },
      .optional("level", "The puzzle's level, where it was rated.") { $0.summary.level },
      .required("mistakes") { $0.summary.mistakes },
      .optional("rating", "The puzzle's rating, where it was rated.") {
        $0.summary.ratingTenths.map { RatingRecord(hardestStepTenths: $0) }
      },
      .required("status", "", .status) { $0.status.rawValue },
    ])
}

/// A page of games: the answer of `game.list`.
public struct GameListRecord: Record {
  /// The games, the one saved last first.
  public var games: [GameSummaryRecord]
  /// The current game.
  public var current: DocumentID?
  /// Asks for the next page; `nil` on the last one.
  public var nextPage: String?

  /// Creates a record.
  public init(games: [GameSummary], current: DocumentID?, nextPage: String?) {
    self.games = games.map { GameSummaryRecord($0) }
    self.current = current
    self.nextPage = nextPage
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "GameList", "A page of games.",
    [
      .optional("current", "The current game's ID.") { $0.current?.rawValue },
      .required("games", "The one saved last first.") { $0.games },
      .optional("nextPage", "Asks for the next page; missing on the last one.") { $0.nextPage },
    ])
}

/// An operation of a game, as `game.history` lists it.
public struct OperationRecord: Record {
  /// The operation.
  public var operation: Operation
  /// The revision of the game that it made.
  public var rev: Int

  /// Creates a record.
  public init(_ operation: Operation, rev: Int) {
    self.operation = operation
    self.rev = rev
  }

  /// All members: those of the operation, which depend on its kind, and when it was made.
  public var members: JSONObject {
    var members = JSONObject(
      operation.fields.map { (key: $0.key, value: JSONValue($0.value)) })
    members["rev"] = JSONValue(rev)
    members["at"] = JSONValue(operation.stamp.milliseconds)
    return members
  }

  /// The object.
  public var json: JSONValue { .object(members) }

  /// Appends the object.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) { try buffer.append(json) }

  /// Name and fields; what else there is depends on the kind.
  public static let shape = RecordShape<Self>(
    "Operation", "An operation of a game; what else it has depends on its kind.", isOpen: true,
    [
      .required("at", "When it was made, in milliseconds since 1970.") {
        $0.operation.stamp.milliseconds
      },
      .required("device", "Who made it.") { "\($0.operation.key.device)" },
      .required("kind", "What it does.") { $0.operation.action.kind },
      .required("rev", "The revision of the game that it made.", .integer(minimum: 1)) { $0.rev },
      .required("seq", "Its number among those of the device.", .integer(minimum: 1)) {
        $0.operation.key.seq
      },
      .required("stamp", "When it was made: milliseconds and counter.") {
        "\($0.operation.stamp)"
      },
    ])
}

/// A part of a game's history: the answer of `game.history`.
public struct HistoryRecord: Record {
  /// The game.
  public var game: DocumentID
  /// The operations, oldest first.
  public var operations: [OperationRecord]
  /// Whether there are more.
  public var hasMore: Bool
  /// The revision of the game.
  public var rev: Int

  /// Creates a record.
  public init(game: DocumentID, operations: [OperationRecord], hasMore: Bool, rev: Int) {
    self.game = game
    self.operations = operations
    self.hasMore = hasMore
    self.rev = rev
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "History", "A part of a game's history.",
    [
      .required("game", "The game's ID.") { $0.game.rawValue },
      .required("more", "Whether there are more.") { $0.hasMore },
      .required("operations", "Oldest first.") { $0.operations },
      .required("rev", "The revision of the game.", .integer(minimum: 0)) { $0.rev },
    ])
}
