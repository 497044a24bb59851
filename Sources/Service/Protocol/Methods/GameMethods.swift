import SudokuCore
import SudokuPlayer
import SudokuRating
import SudokuSession

extension Method {
  static let game = Parameter<DocumentID?>.optional(
    "game", .game, "The game's ID; default: the current game.")
  static let at = Parameter<Int64?>.optional(
    "at", .milliseconds, "The time to use instead of the clock, in milliseconds since 1970.")
  static let opID = Parameter<String?>.optional(
    "opId", .text(atMost: 256),
    "Any text of at most 256 bytes: repeating the request with it returns the same answer and changes nothing; "
      + "another request with it is refused.")
  private static let ifRev = Parameter<Int?>.optional(
    "ifRev", .int(0...Int.max), "Refuses the request unless the game is at this revision.")

  private static let returned = Parameter<ReturnedForm?>.optional(
    "return", .choice(),
    "The form of the answer: `outcome` (default), or the whole `state`.")
  private static let mutationResult = Schema.anyOf(
    "The changes; on request the state.", [OutcomeRecord.schema, GameStateRecord.schema])

  private static func mutation<each Value>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>,
    intent: @escaping @Sendable (repeat each Value) throws(RPCError) -> Intent
  ) -> Method {
    Method(
      name, summary, game, opID, ifRev, at, returned, repeat each parameters,
      result: mutationResult
    ) { (call, game, opID, ifRev, at, form, values: repeat each Value) throws(RPCError) in
      let options = PlayRequest(game: game, opID: opID, ifRev: ifRev, at: at)
      let (outcome, id) = try call.server.perform(try intent(repeat each values), options)
      return try call.server.reply(outcome, id, form, at: at)
    }
  }

  private static let cell = Parameter<Cell>.required(
    "cell", .cell, "The cell: r1c1 to r9c9, or 0 to 80.")
  fileprivate static let corner = Parameter<Bool?>.optional(
    "corner", .bool, "Of a note: true for a corner note, a second layer; default false.")
  private static let digit = Parameter<Digit>.required("digit", .digit, "The digit.")

  /// The group `game`.
  static let gameMethods: [Method] =
    openingMethods + [
      mutation("game.place", "Places a digit.", cell, digit) {
        (cell, digit) throws(RPCError) in .place(cell, digit)
      },
      mutation(
        "game.clear", "Clears a cell: its digit, else its notes, else its corner notes.", cell
      ) {
        (cell) throws(RPCError) in .clear(cell)
      },
      mutation(
        "game.note", "Sets or removes a note.", cell, digit,
        .optional("on", .bool, "True sets the note, false removes it; default: toggles it."), corner
      ) { (cell, digit, isOn, corner) throws(RPCError) in
        corner == true ? .corner(cell, digit, isOn: isOn) : .note(cell, digit, isOn: isOn)
      },
      mutation("game.autoNotes", "Sets the notes of every empty cell to its candidates.") {
        () throws(RPCError) in .autoNotes
      },
      mutation(
        "game.select", "Selects a cell, or none.",
        .optional("cell", ValueType<Cell>.cell, "The cell; default none.")
      ) { (cell) throws(RPCError) in .select(cell) },
      mutation(
        "game.placeAll",
        "Places several digits, each undone on its own; if one is refused, none is placed.",
        .required(
          "placements", ValueType<[Candidate]>.list(of: .placement, atMost: 81),
          "Cells and digits.")
      ) { (placements) throws(RPCError) in .placeAll(placements) },
      mutation(
        "game.apply",
        "Carries out several operations, all or none: one request, one answer, one write to the disk.",
        .required(
          "operations", ValueType<[Intent]>.list(of: .operation, atMost: 200),
          "The operations, in order.")
      ) { (operations) throws(RPCError) in .apply(operations) },
      mutation("game.undo", "Undoes the last change.") { () throws(RPCError) in .undo },
      mutation("game.redo", "Redoes the change that was last undone.") { () throws(RPCError) in
        .redo
      },
      mutation("game.undoToMistake", "Undoes changes until no wrong digit is left.") {
        () throws(RPCError) in .undoToMistake
      },
      bookmark,
      mutation(
        "game.revert", "Restores a bookmarked board.",
        .required("bookmark", .text(atMost: 256), "The bookmark's ID or name.")
      ) { (name) throws(RPCError) in .revert(name) },
      hintForGame, whyForGame,
      mutation("game.check", "Returns the cells with a wrong digit.") {
        () throws(RPCError) in .check
      },
      mutation("game.pause", "Stops the clock until the player resumes.") {
        () throws(RPCError) in .pause
      },
      mutation("game.resume", "Resumes a paused game, or takes `game.abandon` back.") {
        () throws(RPCError) in .resume
      },
      mutation("game.suspend", "Stops the clock because the app goes to the background.") {
        () throws(RPCError) in .suspend
      },
      mutation(
        "game.setOption", "Changes an option of the game.",
        .required("name", .text(atMost: 64), "The option."),
        .required("value", ValueType<OpaqueValue>.option, "Its new value.")
      ) { (name, value) throws(RPCError) in .setOption(name, value) },
      restart,
      mutation(
        "game.abandon",
        "Abandons the game: it is no longer in progress; `game.resume` takes that back."
      ) {
        () throws(RPCError) in .abandon
      },
      history, review, candidates, share, close,
    ]

  private static let candidates = Method(
    "game.candidates", "Returns the candidates of a game's empty cells, by the rules alone.", game,
    result: CandidatesRecord.schema
  ) { (call, game) throws(RPCError) in
    let game = try call.server.played { (library) throws(PlayerError) in try library.game(game) }
    return .value(CandidatesRecord(document: game.session.document).json)
  }

  private static let bookmark = Method(
    "game.bookmark", "Bookmarks the current board.", game, opID, ifRev, at, returned,
    .optional("name", ValueType<String>.text(atMost: 256), "A name for it."),
    result: mutationResult
  ) { (call, game, opID, ifRev, at, form, name) throws(RPCError) in
    let options = PlayRequest(game: game, opID: opID, ifRev: ifRev, at: at)
    let (outcome, id) = try call.server.perform(.bookmark(name: name), options)
    return try call.server.reply(outcome, id, form, at: at)
  }

  private static let hintForGame = Method(
    "game.hint", "Returns a hint at one of five depths; repeating a hint is not counted again.",
    game,
    opID, ifRev, at, returned,
    .optional("depth", .int(1...5), "The depth of the hint, from 1 to 5 (everything); default 5."),
    .optional(
      "notes", ValueType<NotesReading>.choice(),
      "The reading of the notes; default: the setting `\(GameLibrary.notesSetting)`, or auto."
    ),
    .optional(
      "techniques", .techniques,
      "The techniques that the player knows; default: the setting "
        + "`\(GameLibrary.knownTechniquesSetting)`, or all."),
    result: .anyOf(
      "The hint and the changes; on request the state.",
      [HintedOutcomeRecord.schema, HintedStateRecord.schema])
  ) { (call, game, opID, ifRev, at, form, depth, notes, techniques) throws(RPCError) in
    let options = PlayRequest(game: game, opID: opID, ifRev: ifRev, at: at)
    let pending = try call.server.played { (library) throws(PlayerError) in
      try library.hint(for: options, notes: notes)
    }
    return call.server.start(call, budget: ProtocolLimits.defaultBudget) {
      (job) throws(RPCError) in
      let maker = HintMaker(techniques: techniques ?? pending.techniques)
      let hint = try PositionHint.hint(for: pending.position, depth: depth ?? 5, by: maker, job)
      return .finish { (call) throws(RPCError) in
        let (game, outcome) = try call.server.played { (library) throws(PlayerError) in
          try library.give(hint, pending, options)
        }
        if form == .state {
          var state = try call.server.stateRecord(of: game.id, at: at)
          state.isDuplicate = outcome.isDuplicate
          return HintedStateRecord(state: state, hint: hint).json
        }
        return HintedOutcomeRecord(
          outcome: OutcomeRecord(outcome: outcome, game: game.id), hint: hint
        ).json
      }
    }
  }

  private static let whyForGame = Method(
    "game.why",
    "Explains why a digit can't go in a cell, or returns that it can; counts as a hint.",
    game, opID, ifRev, at, cell, digit,
    result: RefutationOutcomeRecord.schema
  ) { (call, game, opID, ifRev, at, cell, digit) throws(RPCError) in
    let options = PlayRequest(game: game, opID: opID, ifRev: ifRev, at: at)
    let pending = try call.server.played { (library) throws(PlayerError) in
      try library.hint(for: options)
    }
    return call.server.start(call, budget: ProtocolLimits.defaultBudget) {
      (job) throws(RPCError) in
      let reason = try PositionHint.refutation(
        of: Candidate(cell, digit), in: pending.position, job)
      return .finish { (call) throws(RPCError) in
        let (game, outcome) = try call.server.played { (library) throws(PlayerError) in
          try library.countHint(depth: 5, pending, options)
        }
        return RefutationOutcomeRecord(
          outcome: OutcomeRecord(outcome: outcome, game: game.id), reason: reason
        ).json
      }
    }
  }

  private static let restart = Method(
    "game.restart",
    "Starts the same puzzle again as a new game; the old one is kept. Only the first game of a daily "
      + "puzzle counts as the day's.", game, opID,
    at,
    result: GameStateRecord.schema
  ) { (call, game, opID, at) throws(RPCError) in
    var request = PlayRequest(game: game, opID: opID, at: at)
    request.content = opID == nil ? nil : call.content
    let restart = request
    let opening = try call.server.played { (library) throws(PlayerError) in
      try library.restart(restart)
    }
    return .value(call.server.stateRecord(opening).json)
  }

  private static let history = Method(
    "game.history", "Lists a game's operations, oldest first.", game,
    .optional("after", .int(0...Int.max), "Return operations after this revision."),
    .optional("limit", .int(1...10_000), "The maximum number of operations; default 100."),
    result: HistoryRecord.schema
  ) { (call, game, after, limit) throws(RPCError) in
    let game = try call.server.played { (library) throws(PlayerError) in try library.game(game) }
    let ordered = game.session.document.operations.ordered
    let first = min(after ?? 0, ordered.count)
    let last = min(first + (limit ?? 100), ordered.count)
    let list = (first..<last).map { HistoryRecord.Entry(operation: ordered[$0], rev: $0 + 1) }
    return .value(
      HistoryRecord(
        game: game.id, operations: list, hasMore: last < ordered.count, rev: ordered.count
      ).json)
  }

  private static let review = Method(
    "game.review", "Returns an earlier state of a game, which may have ended; changes nothing.",
    game,
    .optional(
      "step", .int(0...Int.max), "The number of changes of cells or notes up to then; default: all."
    ),
    result: GameReviewRecord.schema
  ) { (call, game, step) throws(RPCError) in
    let game = try call.server.played { (library) throws(PlayerError) in try library.game(game) }
    let document = game.session.document
    let now = call.server.environment.wallMilliseconds()
    return call.server.start(call) { (_) throws(RPCError) in
      var review = GameReview(document)
      let last = review.steps.count - 1
      guard step ?? 0 <= last else {
        throw .wrongType("step", expected: "a number from 0 to \(last)")
      }
      review.move(toRevision: review.steps[step ?? last])
      return .value(GameReviewRecord(review, at: now).json)
    }
  }

  private static let close = Method(
    "game.close", "Closes a game; the time played is saved.", game, at, returned,
    result: mutationResult
  ) { (call, game, at, form) throws(RPCError) in
    let (closed, outcome) = try call.server.played { (library) throws(PlayerError) in
      try library.close(PlayRequest(game: game, at: at))
    }
    return try call.server.reply(outcome, closed.id, form, at: at)
  }
}

/// The form of the answer to a mutation of a game.
enum ReturnedForm: String, CaseIterable, Sendable {
  case outcome, state
}

extension ProtocolServer {
  /// The answer to a mutation in the requested form.
  func reply(
    _ outcome: Outcome, _ game: DocumentID, _ form: ReturnedForm?, at: Int64?
  ) throws(RPCError) -> Reply {
    guard form == .state else { return .record(OutcomeRecord(outcome: outcome, game: game)) }
    var state = try stateRecord(of: game, at: at)
    state.isDuplicate = outcome.isDuplicate
    return .record(state)
  }

  /// Applies an intent of the player to a game.
  func perform(
    _ intent: Intent, _ request: PlayRequest
  ) throws(RPCError) -> (Outcome, DocumentID) {
    let (game, outcome) = try played { (library) throws(PlayerError) in
      try library.perform(intent, request)
    }
    return (outcome, game.id)
  }
}

extension ValueType where Value == Intent {
  /// The names of the operations of `game.apply`.
  static let operationNames = [
    "place", "clear", "note", "autoNotes", "undo", "redo", "select", "check", "setOption",
  ]

  /// An operation of `game.apply`: the name of its method without `game.`, and its parameters.
  static let operation = ValueType.object(
    .required(
      "op", ValueType<String>.choice(operationNames.map { ($0, $0) }),
      "The method, without `game.`."),
    .optional("cell", ValueType<Cell>.cell, "The cell: r1c1 to r9c9, or 0 to 80."),
    .optional("digit", ValueType<Digit>.digit, "The digit."),
    .optional(
      "on", ValueType<Bool>.bool,
      "Of a note: true sets it, false removes it; default: toggles it."),
    Method.corner,
    .optional("name", ValueType<String>.text(atMost: 64), "Of `setOption`: the option."),
    .optional("value", ValueType<OpaqueValue>.option, "Of `setOption`: its new value."),
    example: #"{"op":"place","cell":"r1c3","digit":4}"#
  ) { (kind, cell, digit, isOn, corner, name, value) throws(RPCError) in
    func given<Wanted>(_ value: Wanted?, _ name: String) throws(RPCError) -> Wanted {
      guard let value else {
        throw RPCError.invalid(
          name, expected: "a value", "an operation '\(kind)' needs '\(name)'")
      }
      return value
    }
    switch kind {
    case "place": return .place(try given(cell, "cell"), try given(digit, "digit"))
    case "clear": return .clear(try given(cell, "cell"))
    case "note" where corner == true:
      return .corner(try given(cell, "cell"), try given(digit, "digit"), isOn: isOn)
    case "note": return .note(try given(cell, "cell"), try given(digit, "digit"), isOn: isOn)
    case "autoNotes": return .autoNotes
    case "undo": return .undo
    case "redo": return .redo
    case "select": return .select(cell)
    case "check": return .check
    default: return .setOption(try given(name, "name"), try given(value, "value"))
    }
  }
}

extension ValueType where Value == Candidate {
  static let placement = ValueType.object(
    .required("cell", .cell, "The cell: r1c1 to r9c9, or 0 to 80."),
    .required("digit", .digit, "The digit."), example: #"{"cell":"r1c3","digit":4}"#
  ) { (cell: Cell, digit: Digit) throws(RPCError) in Candidate(cell, digit) }
}
