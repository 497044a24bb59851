import JSONCoding
import SudokuCore
import SudokuSession

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
      .required("games", "Most recently saved first.") { $0.games },
      .optional("nextPage", "The token of the next page; missing on the last one.") { $0.nextPage },
    ])
}
