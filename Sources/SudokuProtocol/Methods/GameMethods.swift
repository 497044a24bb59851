import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuRecords
import SudokuSession

extension Method {
  static let game = Parameter<DocumentID?>.optional(
    "game", .game, "The game's ID; default: the current game.")
  static let at = Parameter<Int64?>.optional(
    "at", .milliseconds, "Milliseconds since 1970 in place of the clocks.")
  static let opID = Parameter<String?>.optional(
    "opId", .text(atMost: 256),
    "Any text; a request with the same one again gets the same answer and changes nothing.")
  private static let ifRev = Parameter<Int?>.optional(
    "ifRev", .int(0...Int.max), "Refuses the request unless the game is at this revision.")

  /// Declares a mutation of a game.
  private static func mutation<each Value>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>,
    intent: @escaping @Sendable (repeat each Value) throws(RPCError) -> Intent
  ) -> Method {
    Method(
      name, summary, game, opID, ifRev, at, repeat each parameters, result: OutcomeRecord.schema
    ) { (call, game, opID, ifRev, at, values: repeat each Value) throws(RPCError) in
      let options = PlayRequest(game: game, opID: opID, ifRev: ifRev, at: at)
      let (outcome, id) = try call.server.perform(try intent(repeat each values), options)
      return .value(OutcomeRecord(outcome, game: id).json)
    }
  }

  private static let cell = Parameter<Cell>.required(
    "cell", .cell, "The cell: r1c1 to r9c9, or 0 to 80.")
  private static let digit = Parameter<Digit>.required("digit", .digit, "The digit.")

  /// The group `game`.
  static let gameMethods: [Method] =
    openingMethods + [
      mutation("game.place", "Places a digit.", cell, digit) {
        (cell, digit) throws(RPCError) in .place(cell, digit)
      },
      mutation("game.clear", "Takes the digit of a cell away, or its notes.", cell) {
        (cell) throws(RPCError) in .clear(cell)
      },
      mutation(
        "game.note", "Sets or removes a note.", cell, digit,
        .optional("on", .bool, "Whether it shall be there; default: turned over.")
      ) { (cell, digit, isOn) throws(RPCError) in .note(cell, digit, isOn: isOn) },
      mutation("game.autoNotes", "Notes what the rules allow in every empty cell.") {
        () throws(RPCError) in .autoNotes
      },
      mutation(
        "game.select", "Selects a cell, or none.",
        .optional("cell", ValueType<Cell>.cell, "The cell; default none.")
      ) { (cell) throws(RPCError) in .select(cell) },
      mutation(
        "game.placeAll",
        "Places several digits, each to be undone by itself; nothing where one is refused.",
        .required(
          "placements", ValueType<[Candidate]>.list(of: .placement, atMost: 81),
          "Cells and digits.")
      ) { (placements) throws(RPCError) in .placeAll(placements) },
      mutation("game.undo", "Takes the last change back.") { () throws(RPCError) in .undo },
      mutation("game.redo", "Takes the last undo back.") { () throws(RPCError) in .redo },
      mutation("game.undoToMistake", "Takes changes back until no wrong digit stands.") {
        () throws(RPCError) in .undoToMistake
      },
      bookmark,
      mutation(
        "game.revert", "Brings a marked board back.",
        .required("bookmark", .text(atMost: 256), "The bookmark's ID or name.")
      ) { (name) throws(RPCError) in .revert(name) },
      hintForGame,
      mutation("game.check", "Tells the cells with a wrong digit.") {
        () throws(RPCError) in .check
      },
      mutation("game.pause", "Stops the clock until the player goes on.") {
        () throws(RPCError) in .pause
      },
      mutation("game.resume", "Goes on.") { () throws(RPCError) in .resume },
      mutation("game.suspend", "Stops measuring: the app goes to the background.") {
        () throws(RPCError) in .suspend
      },
      mutation(
        "game.setOption", "Changes an option of the game.",
        .required("name", .text(atMost: 64), "The option."),
        .required("value", ValueType<JSONValue>.any, "Its new value.")
      ) { (name, value) throws(RPCError) in .setOption(name, OpaqueValue(value)) },
      restart,
      mutation("game.abandon", "Hides the game; nothing is erased.") {
        () throws(RPCError) in .abandon
      },
      history, review, close,
    ]

  private static let bookmark = Method(
    "game.bookmark", "Marks the present board.", game, opID, ifRev, at,
    .optional("name", ValueType<String>.text(atMost: 256), "A name for it."),
    result: OutcomeRecord.schema
  ) { (call, game, opID, ifRev, at, name) throws(RPCError) in
    let options = PlayRequest(game: game, opID: opID, ifRev: ifRev, at: at)
    let (outcome, id) = try call.server.perform(.bookmark(name: name), options)
    return .value(OutcomeRecord(outcome, game: id).json)
  }

  private static let hintForGame = Method(
    "game.hint", "Gives a hint in five depths; what was told before is not counted again.", game,
    opID, ifRev, at,
    .optional("depth", .int(1...5), "How much to tell; default 1."),
    result: HintedOutcomeRecord.schema
  ) { (call, game, opID, ifRev, at, depth) throws(RPCError) in
    let options = PlayRequest(game: game, opID: opID, ifRev: ifRev, at: at)
    let pending = try call.server.played { (library) throws(PlayerError) in
      try library.hint(for: options)
    }
    return call.server.start(call) { (job) throws(RPCError) in
      let hint = try PositionHint.hint(for: pending.position, depth: depth ?? 1, job)
      return .finish { (call) throws(RPCError) in
        let (game, outcome) = try call.server.played { (library) throws(PlayerError) in
          try library.give(hint, pending, options)
        }
        return HintedOutcomeRecord(hint, outcome, game: game.id).json
      }
    }
  }

  private static let restart = Method(
    "game.restart", "Begins the same board again as a new game; the old one stays.", game, opID, at,
    result: GameStateRecord.schema
  ) { (call, game, opID, at) throws(RPCError) in
    let opening = try call.server.played { (library) throws(PlayerError) in
      try library.restart(PlayRequest(game: game, opID: opID, at: at))
    }
    return .value(GameStateRecord(opening).json)
  }

  private static let history = Method(
    "game.history", "Lists a game's operations, oldest first.", game,
    .optional("after", .int(0...Int.max), "The revision after which to begin."),
    .optional("limit", .int(1...10_000), "The most wanted; default 100."),
    result: HistoryRecord.schema
  ) { (call, game, after, limit) throws(RPCError) in
    let game = try call.server.played { (library) throws(PlayerError) in try library.game(game) }
    let ordered = game.session.document.operations.ordered
    let first = min(after ?? 0, ordered.count)
    let last = min(first + (limit ?? 100), ordered.count)
    let list = (first..<last).map { OperationRecord(ordered[$0], rev: $0 + 1) }
    return .value(
      HistoryRecord(
        game: game.id, operations: list, hasMore: last < ordered.count, rev: ordered.count
      ).json)
  }

  private static let review = Method(
    "game.review", "Shows a game as it was, also one that has ended; nothing is changed.", game,
    .optional(
      "step", .int(0...Int.max), "How many changes of cells or notes were made; default: all."),
    result: GameReviewRecord.schema
  ) { (call, game, step) throws(RPCError) in
    let game = try call.server.played { (library) throws(PlayerError) in try library.game(game) }
    let document = game.session.document
    return call.server.start(call) { (_) throws(RPCError) in
      var review = GameReview(document)
      let last = review.steps.count - 1
      guard step ?? 0 <= last else {
        throw .wrongType("step", expected: "a number from 0 to \(last)")
      }
      review.move(toRevision: review.steps[step ?? last])
      return .value(GameReviewRecord(review).json)
    }
  }

  private static let close = Method(
    "game.close", "Puts a game away; the time played is saved.", game, at,
    result: OutcomeRecord.schema
  ) { (call, game, at) throws(RPCError) in
    let (closed, outcome) = try call.server.played { (library) throws(PlayerError) in
      try library.close(PlayRequest(game: game, at: at))
    }
    return .value(OutcomeRecord(outcome, game: closed.id).json)
  }
}

extension ProtocolServer {
  /// Carries out what the player wants.
  ///
  /// - Returns: The answer, and the game's ID for it.
  func perform(
    _ intent: Intent, _ request: PlayRequest
  ) throws(RPCError) -> (Outcome, DocumentID) {
    let (game, outcome) = try played { (library) throws(PlayerError) in
      try library.perform(intent, request)
    }
    return (outcome, game.id)
  }
}

extension ValueType where Value == Candidate {
  /// A digit for a cell.
  static let placement = ValueType.object(
    .required("cell", .cell, "The cell: r1c1 to r9c9, or 0 to 80."),
    .required("digit", .digit, "The digit.")
  ) { (cell: Cell, digit: Digit) throws(RPCError) in Candidate(cell, digit) }
}
