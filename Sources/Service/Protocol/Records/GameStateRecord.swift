import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuSession

/// The state of a game: the result of `game.new`, `game.open`, `game.state` and others.
struct GameStateRecord: Record {
  let state: GameState
  /// True if the requested new game existed already.
  var isExisting = false
  /// True if the request is a repetition.
  var isDuplicate = false
  /// The names of the devices that have a name.
  var deviceNames: [DeviceID: String] = [:]

  static let shape = RecordShape<Self>(
    "GameState", "The state of a game.", boardFields + progressFields + puzzleFields)

  private static let boardFields: [RecordField<Self>] = [
    .required("board", "Clues and digits placed.") { $0.state.board },
    .required("bookmarks", "Bookmarked boards, oldest first.") { $0.state.bookmarks },
    .required("canRedo") { $0.state.canRedo },
    .required("canUndo") { $0.state.canUndo },
    .required("conflicts", "The old name of `repeatedCells`.") { $0.state.repeatedCells },
    .optional(
      "corners", "The player's corner notes; missing without any.",
      .map("Digits by cell: {\"r4c7\": [1, 5]}.", of: DigitSet.schema)
    ) { $0.state.corners.isEmpty ? nil : $0.state.corners.members },
    .required("filledCells", "The number of cells with a digit, clues included.") {
      $0.state.board.filledCells.count
    },
    .required("givens", "The clues.") { $0.state.givens },
    .required(
      "notes", "The player's notes: digits by cell.",
      .map("Digits by cell: {\"r4c7\": [1, 5]}.", of: DigitSet.schema)
    ) { $0.state.notes.members },
    .required(
      "repeatedCells", "Cells whose digit is repeated in a house; empty with the check off."
    ) {
      $0.state.repeatedCells
    },
    .optional("selected", "The selected cell.") { $0.state.selected },
    .required("syncConflicts", "Conflicts between devices that the player has to resolve.") {
      record in
      record.state.conflicts.map {
        SyncConflictRecord(conflict: $0, deviceNames: record.deviceNames)
      }
    },
    .optional(
      "wrongCells", "Cells with a wrong digit; there if the option `mistakeCheck` is `solution`."
    ) { $0.state.options.mistakeCheck == .solution ? $0.state.wrongCells : nil },
  ]

  private static let progressFields: [RecordField<Self>] = [
    .required("checksUsed", "The number of checks that the player requested.") {
      $0.state.checksUsed
    },
    .optional("completionDate") { $0.state.completionDate },
    .required("elapsedMilliseconds", "The time played.", .integer(minimum: 0)) {
      $0.state.elapsedMilliseconds
    },
    .flag("duplicate", "The request is a repetition; this is the game of the first one.") {
      $0.isDuplicate
    },
    .flag("existing", "The game already existed.") { $0.isExisting },
    .required("hintsUsed") { $0.state.hintsUsed },
    .nonEmpty(
      "ignored",
      "Kinds of operations that are kept and change nothing: of a newer version, or with values that "
        + "can't be read or don't fit this game."
    ) { $0.state.ignoredKinds },
    .required("lastSaved", "When a person last did something in it: not paused or closed it.") {
      $0.state.lastSavedDate
    },
    .required("mistakes", "The number of different wrong placements.") { $0.state.mistakes },
    .required("options") { $0.state.options },
    .required("rev", "The revision; it grows with every operation.", .integer(minimum: 0)) {
      $0.state.rev
    },
    .required("status") { $0.state.status },
  ]

  private static let puzzleFields: [RecordField<Self>] = [
    .required("game", "The game's ID.") { "\($0.state.game)" },
    .optional("level", "The puzzle's level, if it was rated.") { $0.state.level },
    .nonEmpty("oldIds", "The IDs that the game had in other programs.") { $0.state.oldIDs },
    .required("puzzleId", "The puzzle's ID.") { "\($0.state.puzzleID)" },
    .optional("rating", "The puzzle's rating, if it was rated.") {
      $0.state.grade.flatMap { RatingRecord($0) }
    },
    .required("startDate") { $0.state.startDate },
  ]
}

extension NoteSet {
  /// The digits by cell, for cells that have notes.
  fileprivate var members: JSONObject {
    JSONObject(cells.map { (key: $0.description, value: self[$0].json) })
  }
}

extension GameState.Bookmark: Record {
  package static let shape = RecordShape<Self>(
    "Bookmark", "A bookmarked board that can be restored.",
    [.required("id") { "\($0.id)" }, .optional("name") { $0.name }])
}

extension GameOptions: Record {
  package static let shape = RecordShape<Self>(
    "GameOptions", "The player's choices for a game.",
    GameOption.all.sorted { $0.name < $1.name }.map { option in
      switch option.kind {
      case .flag(let path) where option.isNewer:
        .flag(option.name, option.summary) { $0[keyPath: path] }
      case .flag(let path): .required(option.name, option.summary) { $0[keyPath: path] }
      case .count(let path, _): .required(option.name, option.summary) { $0[keyPath: path] }
      case .mistakeCheck(let path): .required(option.name, option.summary) { $0[keyPath: path] }
      }
    })
}

/// The state of a game at a step of its history: the result of `game.review`.
struct GameReviewRecord: Record {
  let state: GameStateRecord
  /// The step, from 0 for the game before its first change.
  let step: Int
  let lastStep: Int

  /// Describes the step that a review shows.
  init(_ review: GameReview, at nowMilliseconds: Int64) {
    state = GameStateRecord(state: review.state.shown(at: nowMilliseconds))
    step = review.step
    lastStep = review.steps.count - 1
  }

  static let shape = RecordShape<Self>(
    "GameReview", "A game as it was at a step of its history.",
    GameStateRecord.shape.fields(of: \.state) + [
      .required("lastStep", "The number of the last step.", .integer(minimum: 0)) {
        $0.lastStep
      },
      .required("step", "The number of changes of cells or notes made.", .integer(minimum: 0)) {
        $0.step
      },
    ])
}

// MARK: Lists of games

/// A game in a list: an element of `game.list`, a line of `sudoku games`.
extension GameSummary: Record {
  package static let shape = RecordShape<Self>(
    "GameSummary", "A game in a list.",
    [
      .optional("completionDate") { $0.completionDate },
      .optional("daily", "The day, if the game began at its start: a puzzle of the day.") {
        game in game.day.map { DailyRecord(date: $0, series: game.grade?.series) }
      },
      .required("elapsedMilliseconds", "The time played.", .integer(minimum: 0)) {
        $0.elapsedMilliseconds
      },
      .optional(
        "filledCells",
        "The number of cells with a digit, clues included; missing if it is not known."
      ) { $0.isCompleted ? 81 : $0.filledCells },
      .required("game", "The game's ID.") { $0.id },
      .required("givens", "The clues.") { $0.clues },
      .required("hintsUsed") { $0.hintsUsed },
      .required("lastSaved", "When a person last did something in it: not paused or closed it.") {
        $0.lastSavedDate
      },
      .optional("level", "The puzzle's level, if it was rated.") { $0.level },
      .required("mistakes") { $0.mistakes },
      .required("puzzleId", "The puzzle's ID.") { "\(PuzzleID($0.clues))" },
      .optional("rating", "The puzzle's rating, if it was rated.") { game in
        game.grade.flatMap { RatingRecord($0) }
      },
      .optional("startDate") { game in
        GameID(game.id.rawValue).map { UTCTime(startOf: $0) }
      },
      .required("status") { $0.status },
    ])

  /// The day of a game that began at 00:00 UTC.
  private var day: String? {
    guard let game = GameID(id.rawValue), game.startDate == game.startDate.startOfDay else {
      return nil
    }
    return String("\(UTCTime(startOf: game))".prefix(10))
  }
}

/// The puzzle of the day that a game plays, by its date.
struct DailyRecord: Record {
  let date: String
  let series: String?

  static let seriesSummary =
    "The tag of its series, a hash of the name; missing for the puzzles that are the same for everyone."
  static let shape = RecordShape<Self>(
    "Daily", "A puzzle of the day.",
    [
      .required("date", "The day, as in 2026-11-20.") { $0.date },
      .optional("series", seriesSummary) { $0.series },
    ])
}

extension UTCTime {
  /// The time at which a game began.
  init(startOf game: GameID) {
    self.init(milliseconds: game.startDate.seconds.multipliedClamped(by: 1_000))
  }
}

/// The result of `game.list`.
struct GameListRecord: Record {
  let games: [GameSummary]
  let current: DocumentID?
  /// The cursor for the next page; `nil` on the last one.
  let nextPage: String?

  static let shape = RecordShape<Self>(
    "GameList", "A page of games.",
    [
      .optional("current", "The current game's ID.") { $0.current },
      .required("games", "Most recently saved first.") { $0.games },
      .optional("nextPage", "The token of the next page; missing on the last one.") { $0.nextPage },
    ])
}
