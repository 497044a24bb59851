import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuRating
import SudokuSession
import SudokuSync

extension Method {
  /// The methods of the group `game` that find, begin and open games.
  static let openingMethods: [Method] = [
    Method(
      "game.new", "Begins a game of a puzzle, or of one that is generated for it.",
      .optional("puzzle", .board, "The puzzle: 81 characters."),
      .optional("generate", ValueType<GenerateRequest>.generate, "What to generate."),
      .optional("startDate", ValueType<UnixTime>.date, "When the game begins; now if left out."),
      .optional("options", ValueType<GameOptions>.options, "The player's choices."),
      .optional("grade", .bool, "Whether to rate the puzzle, so that its level is known."),
      opID, at, result: Shape.stateSchema
    ) { (call, puzzle, generate, startDate, options, grade, opID, at) throws(RPCError) in
      guard (puzzle == nil) != (generate == nil) else {
        throw RPCError(
          .invalidParams, "give either 'puzzle' or 'generate'",
          ["expected": "a board", "parameter": "puzzle"])
      }
      let new = ProtocolServer.NewGame(
        puzzle: puzzle ?? Board(), startDate: startDate, options: options ?? GameOptions(),
        opID: opID, at: at)
      if let generate { return call.server.startGenerated(call, generate, new) }
      guard grade == true else { return .value(try call.server.newGame(new)) }
      let plain = new
      let board = new.puzzle
      _ = try ProperPuzzle.solution(of: board)
      return call.server.start(call) { (job) throws(RPCError) in
        let outcome = SERater(options: Grading.withoutSteps).rate(board) { job.isCancelled }
        let graded = plain.graded(outcome)
        return .finish { (call) throws(RPCError) in try call.server.newGame(graded) }
      }
    },

    Method(
      "game.open", "Opens a game: it becomes the current one and its clock runs.",
      .required("game", .game, "The game's ID."), at, result: Shape.stateSchema
    ) { (call, id, at) throws(RPCError) in
      let game = try call.server.game(id)
      return .value(.object(try call.server.open(game, at: at)))
    },

    Method(
      "game.daily", "Opens the puzzle of a day: the same game on every device.",
      .required("date", ValueType<UnixTime>.day, "The day, as in 2026-11-20."),
      .optional(
        "level", ValueType<Level>.level, "The level; medium if it is left out."),
      .optional("options", ValueType<GameOptions>.options, "The player's choices."),
      at, result: Shape.stateSchema
    ) { (call, day, level, options, at) throws(RPCError) in
      let new = ProtocolServer.NewGame(
        puzzle: Board(), startDate: day, options: options ?? GameOptions(), at: at)
      return call.server.startGenerated(call, .daily(day, level ?? .medium), new)
    },

    Method(
      "game.list", "Lists games, the one saved last first.",
      .optional(
        "status",
        ValueType<DocumentStatus>.choice([
          "abandoned": .abandoned, "all": .games, "completed": .completed,
          "inProgress": .inProgress,
        ]), "Which games; `all` if it is left out."),
      .optional("limit", .int(1...1000), "The most wanted; 50 if it is left out."),
      .optional("page", .text(atMost: 256), "What the last page gave as `nextPage`."),
      result: .object(
        "",
        [
          "current": .string("The current game."), "games": .array(of: .object()),
          "nextPage": .string("Asks for the next page; missing on the last one."),
        ], required: ["games"])
    ) { (call, status, limit, page) throws(RPCError) in
      try call.server.list(status ?? .games, limit: limit ?? 50, page: page)
    },

    Method(
      "game.state", "Tells the state of a game.", game, at, result: Shape.stateSchema
    ) { (call, game, at) throws(RPCError) in
      let game = try call.server.game(game)
      return .value(.object(try Shape.state(game.session.state(at: call.server.reading(at)))))
    },
  ]
}

extension ValueType where Value == Level {
  static let level = ValueType.choice(
    Dictionary(uniqueKeysWithValues: Level.allCases.map { ($0.name, $0) }))
}

extension ProtocolServer {
  /// Lists games.
  func list(_ status: DocumentStatus, limit: Int, page: String?) throws(RPCError) -> Reply {
    // What was just played belongs to the list too.
    commit()
    do throws(SyncError) {
      let page = try replica.summaries(
        status, limit: limit, before: page.map { PageToken($0) })
      var members: JSONObject = [
        "games": .array(page.summaries.compactMap(\.game).map { Shape.summary($0) })
      ]
      if let current = games.current { members["current"] = .string(current.rawValue) }
      if let next = page.next { members["nextPage"] = .string(next.rawValue) }
      return .value(.object(members))
    } catch {
      throw RPCError(error)
    }
  }
}
