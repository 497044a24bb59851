import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuPlayer
import SudokuRating
import SudokuSession
import SudokuSync

extension Method {
  /// The methods of the group `game` that start, open and list games.
  static let openingMethods: [Method] = [
    Method(
      "game.new", "Starts a game with a given puzzle, or with one generated for it.",
      .optional("puzzle", .board, "The puzzle: " + ValueType<Board>.summary),
      .optional(
        "generate", ValueType<GenerateRequest>.generate,
        "The properties of the puzzle to generate. Unless it has `needs` or `only`, the setting "
          + "`\(GameLibrary.knownTechniquesSetting)` limits the techniques of the puzzle."),
      .optional(
        "level", ValueType<String>.levelName,
        "Generates a puzzle of this level: short for `generate` with `level`. " + Level.meaning),
      .optional(
        "ifAbsent", ValueType<Bool>.bool,
        "Opens the game of this puzzle that is in progress, if there is one; default false."),
      .optional("startDate", ValueType<UnixTime>.date, "The start of the game; default now."),
      .optional("options", ValueType<GameOptions>.options, "The player's choices."),
      .optional(
        "grade", .bool,
        "Rates a given puzzle on the scale `level`; default false."),
      .optional(
        "practice", .bool,
        "The game is practice: it gets the level `practice`, which statistics count apart; default false."
      ),
      opID, at, result: GameStateRecord.schema
    ) {
      (
        call, puzzle, generate, level, ifAbsent, startDate, options, grade, practice, opID,
        at
      )
        throws(RPCError) in
      let generate =
        try level.map { (name) throws(RPCError) in
          try GenerateRequest(level: name, instead: generate)
        } ?? generate
      guard (puzzle == nil) != (generate == nil) else {
        throw RPCError.invalid(
          "puzzle", expected: "a board", "give either 'puzzle' or 'generate' or 'level'")
      }
      let content = opID == nil ? nil : call.content
      let again = try call.server.played { (library) throws(PlayerError) in
        try library.begun(by: opID, with: puzzle, content: content, at: at)
      }
      if let again { return .value(call.server.stateRecord(again).json) }
      if let puzzle, puzzle.isFull, puzzle.conflict == nil {
        throw .wrongType("puzzle", expected: "a board with an empty cell: this one is solved")
      }
      if ifAbsent == true, let puzzle {
        let found = try call.server.played { (library) throws(PlayerError) in
          try library.gameInProgress(of: puzzle)
        }
        if let found { return .value(try call.server.openGame(found, at: at, isExisting: true)) }
      }
      var new = NewGame(
        puzzle: puzzle ?? Board(), startDate: startDate, options: options ?? GameOptions(),
        opID: opID, at: at)
      new.content = content
      new.skipsEnded = true
      if practice == true {
        guard puzzle != nil, grade != true else {
          throw RPCError.invalid(
            "practice", expected: "false or missing", "practice needs 'puzzle', without 'grade'")
        }
        new.grade = .practice
      }
      if let generate { return try call.server.startGenerated(call, generate, new) }
      guard grade == true else { return .value(try call.server.newGame(new)) }
      let plain = new
      let board = new.puzzle
      _ = try ProperPuzzle.solution(of: board)
      return call.server.start(call, budget: ProtocolLimits.defaultBudget) {
        (job) throws(RPCError) in
        let grade = LevelScale().grade(board, options: .withoutSteps) {
          job.mustStop
        }
        let graded = plain.graded(grade)
        return .finish { (call) throws(RPCError) in try call.server.newGame(graded) }
      }
    },

    Method(
      "game.open", "Opens a game: it becomes the current one and its clock runs.",
      .required("game", .game, "The game's ID."), at, result: GameStateRecord.schema
    ) { (call, id, at) throws(RPCError) in
      return .value(try call.server.openGame(id, at: at))
    },

    gameDaily,

    Method(
      "game.list", "Lists games, most recently saved first.",
      .optional("status", ListedGames.statuses, "The status of the games; default `all`."),
      .optional("id", .game, "Only the game of this ID; it may be the one of an old save."),
      ListedGames.started,
      .optional("saved", ValueType<ClosedRange<Int64>>.period, "The period of its last save."),
      ListedGames.completed, ListedGames.level, ListedGames.puzzle, ListedGames.daily,
      ListedGames.series,
      .optional("sort", ValueType<GameOrder>.choice(), "The order; default `lastSaved`."),
      .optional("ascending", .bool, "Lists the smallest first; default false."),
      .optional("limit", .int(1...1000), "The maximum number of games; default 50."),
      .optional("page", .page, "The `nextPage` of the previous page."),
      result: GameListRecord.schema
    ) {
      (
        call, status, id, started, saved, completed, level, puzzle, daily, series, sort, ascending,
        limit, page
      ) throws(RPCError) in
      var filter = GameFilter()
      (filter.level, filter.puzzle, filter.isDaily) = (level, puzzle, daily)
      filter.series = series.map(DailyGame.tag)
      filter.order = sort ?? .lastSaved
      filter.isAscending = ascending ?? false
      filter.started = started
      filter.saved = saved
      filter.completed = completed
      if let id { filter.game = try call.server.idHere(of: id) }
      return try call.server.list(status ?? .games, filter, limit: limit ?? 50, page: page)
    },

    Method(
      "game.state", "Returns the state of a game.", game, at, result: GameStateRecord.schema
    ) { (call, game, at) throws(RPCError) in
      return .value(try call.server.state(of: game, at: at))
    },
  ]
}

extension ValueType where Value == String {
  static let levelName = ValueType.choice(
    ScaleRegistry.standard.levelNames.map { (name: $0, value: $0) })

  /// A known level, or one of the user's own scale.
  static let levelOfAnyScale = ValueType.text(atMost: 40)
    .map(.anyOf("", [levelName.schema, ValueType.text(atMost: 40).schema])) { text, _ in text }
}

extension ValueType where Value == ClosedRange<Int64> {
  private static let moment = ValueType<Int64>(
    .string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}")
  ) { (node, name) throws(RPCError) in
    guard let text = node.string,
      let time = UTCTime(text.utf8.count == 10 ? text + "T00:00:00Z" : text)
    else { throw .wrongType(name, expected: "a day or an RFC 3339 date") }
    return time.milliseconds
  }

  /// A time between two moments; milliseconds since 1970.
  static let period = ValueType.object(
    .optional("from", moment, "The first moment: a day or an RFC 3339 date."),
    .optional("to", moment, "The last moment: a day (its start) or an RFC 3339 date."),
    example: #"{"from":"2026-11-01","to":"2026-12-01"}"#
  ) { (from, to) throws(RPCError) in
    let (first, last) = (from ?? .min, to ?? .max)
    guard first <= last else { throw .wrongType("to", expected: "a date after 'from'") }
    return first...last
  }
}

extension ProtocolServer {
  func list(
    _ status: DocumentStatus, _ filter: GameFilter, limit: Int, page: String?
  ) throws(RPCError) -> Reply {
    if let page, !filter.accepts(page) {
      throw .notAPage("page")
    }
    // The list includes the operations of the latest requests.
    commit()
    let page = try played { (library) throws(PlayerError) in
      try library.games(status, filter, limit: limit, page: page.map { PageToken($0) })
    }
    if page.summaries.isEmpty, let level = filter.level { try checkLevel(level) }
    return .value(
      GameListRecord(
        games: page.summaries.compactMap(\.game), current: library.current,
        nextPage: page.next?.rawValue
      ).json)
  }

  /// Refuses a level that no game can have; programs whose games were imported may have their own levels.
  private func checkLevel(_ level: String) throws(RPCError) {
    let names = ScaleRegistry.standard.levelNames + ["practice"]
    guard !names.contains(level) else { return }
    var filter = GameFilter()
    filter.level = level
    let games = try played { (library) throws(PlayerError) in
      try library.games(.games, filter, limit: 1)
    }
    if games.summaries.isEmpty { throw .unknownChoice(level, of: "level", among: names) }
  }

  /// The ID of a game in this program; the same ID where the game is unknown, which no list has.
  func idHere(of id: DocumentID) throws(RPCError) -> DocumentID {
    // The game may have been imported by a request just before.
    commit()
    return try played { (library) throws(PlayerError) in
      do throws(PlayerError) { return try library.idHere(of: id) } catch .unknownGame { return id }
    }
  }

  func state(of id: DocumentID?, at: Int64?) throws(RPCError) -> JSONValue {
    try stateRecord(of: id, at: at).json
  }

  func stateRecord(of id: DocumentID?, at: Int64?) throws(RPCError) -> GameStateRecord {
    named(
      GameStateRecord(
        state: try played { (library) throws(PlayerError) in try library.state(of: id, at: at) }))
  }

  func stateRecord(_ opening: GameOpening) -> GameStateRecord { named(GameStateRecord(opening)) }

  /// The state with the names of the devices whose versions conflict.
  private func named(_ record: GameStateRecord) -> GameStateRecord {
    guard !record.state.conflicts.isEmpty else { return record }
    var record = record
    record.deviceNames = library.deviceNames
    return record
  }

  func openGame(
    _ id: DocumentID, at: Int64?, isExisting: Bool = false
  ) throws(RPCError) -> JSONValue {
    let state = try played { (library) throws(PlayerError) in try library.open(id, at: at) }
    notifyConflicts(of: id)
    return named(GameStateRecord(state: state, isExisting: isExisting)).json
  }

  /// Starts a game, or opens it if it exists.
  func newGame(_ new: NewGame) throws(RPCError) -> JSONValue {
    let opening = try played { (library) throws(PlayerError) in try library.begin(new) }
    if opening.isExisting { notifyConflicts(of: opening.state.game) }
    return stateRecord(opening).json
  }

  /// Calls the library; its errors become those of the request.
  func played<Value>(
    _ body: (GameLibrary) throws(PlayerError) -> Value
  ) throws(RPCError) -> Value {
    do throws(PlayerError) { return try body(library) } catch { throw RPCError(error) }
  }
}

extension NewGame {
  func graded(_ grade: Grade) -> NewGame {
    var new = self
    new.grade = GradeStamp(grade)
    return new
  }
}

extension GameStateRecord {
  init(_ opening: GameOpening) {
    self.init(
      state: opening.state, isExisting: opening.isExisting, isDuplicate: opening.isDuplicate)
  }
}

extension ValueType where Value == GameOptions {
  /// The options of a new game; what is omitted keeps its default.
  static let options: ValueType = {
    var schemas = ParameterSchemas()
    let readers = GameOption.all.map { reader(of: $0, &schemas) }
    return ValueType(schemas.object()) { [schemas] (node, name) throws(RPCError) in
      guard node.kind == .object else {
        throw .wrongType(name, expected: #"an object, as in {"timer":false}"#)
      }
      try schemas.refuseOthers(node, prefix: name + ".")
      var options = GameOptions()
      for reader in readers { try reader(node, &options) }
      return options
    }
  }()

  private typealias Reader = @Sendable (JSONNode, inout GameOptions) throws(RPCError) -> Void

  /// Reads an option from the object; adds its schema to the others.
  private static func reader(of option: GameOption, _ schemas: inout ParameterSchemas) -> Reader {
    switch option.kind {
    case .flag(let path): reader(of: option, .bool, path, &schemas)
    case .count(let path, let maximum): reader(of: option, .int(0...maximum), path, &schemas)
    case .mistakeCheck(let path): reader(of: option, .choice(), path, &schemas)
    }
  }

  private static func reader<Wrapped>(
    of option: GameOption, _ type: ValueType<Wrapped>,
    _ path: WritableKeyPath<GameOptions, Wrapped> & Sendable, _ schemas: inout ParameterSchemas
  ) -> Reader {
    // The schema has the default, so that an app can make a page of settings of it.
    let value = JSONValue(option.value(in: GameOptions()))
    let described = ValueType<Wrapped>(type.schema.with(default: value), type.read)
    let parameter = Parameter<Wrapped?>.optional(option.name, described, option.summary)
    schemas.add(parameter)
    return { (node, options) throws(RPCError) in
      do throws(RPCError) {
        if let value = try parameter.read(node) { options[keyPath: path] = value }
      } catch { throw error.inside("options") }
    }
  }
}
