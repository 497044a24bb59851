import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync

/// A question about the results of all players.
package struct ResultQuery: Sendable {
  package let status: DocumentStatus
  package let filter: GameFilter
  package let limit: Int
  package let page: ResultCursor?
}

/// The place at which a page of results ended.
package struct ResultCursor: Sendable {
  package let player: String
  /// The token of the player's further games; `nil` if the player is done.
  package let games: PageToken?

  package init(player: String, games: PageToken? = nil) {
    (self.player, self.games) = (player, games)
  }

  var text: String { games.map { "\(player):\($0.rawValue)" } ?? player }

  fileprivate init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let token = parts.dropFirst().first.map { PageToken(String($0)) }
    guard let name = parts.first.map(String.init), PlayerName.isValid(name),
      token == nil || token?.place != nil
    else { return nil }
    self.init(player: name, games: token)
  }
}

extension Method {
  static let results = Method(
    "player.results",
    "Lists games of all players, with the facts of a leaderboard, in the order of the players' names.",
    .optional("status", ListedGames.statuses, "The status of the games; default `completed`."),
    .optional("game", .game, "Only the game of this ID: `puzzle.daily` returns a day's."),
    ListedGames.started, ListedGames.completed, ListedGames.level, ListedGames.puzzle,
    ListedGames.daily, ListedGames.series,
    .optional("limit", .int(1...1000), "The maximum number of results; default 100."),
    .optional("page", ValueType<ResultCursor>.cursor, "The `nextPage` of the previous page."),
    result: ResultPageRecord.schema
  ) {
    (call, status, game, started, completed, level, puzzle, daily, series, limit, page)
      throws(RPCError) in
    var filter = GameFilter()
    (filter.game, filter.started, filter.completed) = (game, started, completed)
    (filter.level, filter.puzzle, filter.isDaily) = (level, puzzle, daily)
    filter.series = series.map(DailyGame.tag)
    let query = ResultQuery(
      status: status ?? .completed, filter: filter, limit: limit ?? 100, page: page)
    return try call.begin(.results(query)) { outcome in
      guard case .results(let page) = outcome else { return [:] }
      return page.json
    }
  }
}

/// The parameters of lists of games.
enum ListedGames {
  static let statuses = ValueType<DocumentStatus>.choice([
    ("all", .games), ("inProgress", .inProgress), ("completed", .completed),
    ("abandoned", .abandoned), ("gameOver", .lost),
  ])
  static let started = Parameter<ClosedRange<Int64>?>.optional(
    "started", .period, "The period of its start.")
  static let completed = Parameter<ClosedRange<Int64>?>.optional(
    "completed", .period, "The period of its completion.")
  static let level = Parameter<String?>.optional(
    "level", .text(atMost: 64), "Only games of this level.")
  static let puzzle = Parameter<Board?>.optional("puzzle", .board, "Only games of this puzzle.")
  static let daily = Parameter<Bool?>.optional(
    "daily", .bool, "True lists only puzzles of the day, false only others.")
  static let series = Parameter<String?>.optional(
    "series", .seriesName, "Only puzzles of the day of the series of this name.")
}

extension ValueType where Value == ResultCursor {
  fileprivate static let cursor = ValueType<String>.page.map {
    (text, name) throws(RPCError) in
    guard let cursor = ResultCursor(text) else {
      throw .notAPage(name)
    }
    return cursor
  }
}

/// A player's result of a game.
package struct PlayerResultRecord: Record {
  let player: String
  let result: GameResult

  package init(player: String, result: GameResult) {
    (self.player, self.result) = (player, result)
  }

  package static let shape = RecordShape<Self>(
    "PlayerResult", "A player's result of a game.",
    GameSummary.shape.fields(of: \.result.summary) + [
      .required("checksUsed", "The number of checks that the player requested.") {
        $0.result.checksUsed
      },
      .optional("device", "The identity of the device that completed or last played it.") {
        $0.result.device?.description
      },
      .optional(
        "firstOpened", "When the game was begun, by the clock; a day's game starts at 00:00."
      ) { $0.result.firstOpened },
      .flag("imported", "A part of the game comes from another program's save.") {
        $0.result.isImported
      },
      .required("options", "The options of the game; `locked` ones are its rules.") {
        $0.result.options
      },
      .required("pauses", "How often the clock was stopped before the completion.") {
        $0.result.pauses
      },
      .required("player", "The player's name.") { $0.player },
    ])
}

/// The result of `player.results`.
package struct ResultPageRecord: Record {
  package var results: [PlayerResultRecord] = []
  package var next: ResultCursor?
  /// The players whose games can't be read.
  package var unread: [String] = []

  package init() {}

  package static let shape = RecordShape<Self>(
    "ResultPage", "A page of results; a page may have none and still be followed by others.",
    [
      .optional("nextPage", "The `page` of the next page; missing on the last one.") {
        $0.next?.text
      },
      .required(
        "results", "Players in the order of their names, of each the game saved last first."
      ) {
        $0.results
      },
      .nonEmpty("unread", "The players whose games can't be read.") { $0.unread },
    ])
}
