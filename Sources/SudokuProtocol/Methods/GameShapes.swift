import JSONCoding
import SudokuCore
import SudokuRating
import SudokuSession

/// How games look on the wire.
extension Shape {
  /// The answer to a mutation.
  static func outcome(_ outcome: Outcome, game: JSONValue) -> JSONObject {
    var members: [(key: String, value: JSONValue)] = []
    members.reserveCapacity(12)
    members.append(("changes", .array(outcome.changes.map { change($0) })))
    members.append(("completed", .bool(outcome.status == .completed)))
    members.append(("conflicts", cells(outcome.conflicts)))
    if outcome.isDuplicate { members.append(("duplicate", true)) }
    members.append(("elapsedMilliseconds", JSONValue(outcome.elapsedMilliseconds)))
    members.append(("game", game))
    members.append(("mistakes", JSONValue(outcome.mistakes)))
    members.append(("rev", JSONValue(outcome.rev)))
    members.append(("status", .string(outcome.status.rawValue)))
    if !outcome.wrongCells.isEmpty { members.append(("wrongCells", cells(outcome.wrongCells))) }
    return JSONObject(members)
  }

  private static func change(_ change: Outcome.Change) -> JSONValue {
    [
      "cell": .string(change.cell.description),
      "digit": change.digit.map { JSONValue($0.rawValue) } ?? .null, "notes": digits(change.notes),
    ]
  }

  /// The state of a game.
  static func state(_ state: GameState) throws(RPCError) -> JSONObject {
    do {
      guard case .object(let members) = try JSONEncoder().encodeValue(state) else { return [:] }
      return members
    } catch {
      throw RPCError(.internalError, "the state can't be written: \(error)")
    }
  }

  /// A game in a list.
  static func summary(_ summary: GameSummary) -> JSONValue {
    let status: GameState.Status =
      summary.isCompleted
      ? .completed : summary.isAbandoned ? .abandoned : summary.isLost ? .gameOver : .inProgress
    var members: JSONObject = [
      "elapsedMilliseconds": JSONValue(summary.elapsedMilliseconds),
      "game": .string(summary.id.rawValue), "givens": .string(summary.clues.line),
      "hintsUsed": JSONValue(summary.hintsUsed),
      "lastSaved": .string(UTCTime(milliseconds: summary.lastSaved.milliseconds).description),
      "mistakes": JSONValue(summary.mistakes), "status": .string(status.rawValue),
    ]
    if let stamp = summary.completed {
      members["completionDate"] = .string(UTCTime(milliseconds: stamp.milliseconds).description)
    }
    if let level = summary.level { members["level"] = .string(level) }
    if let rating = summary.ratingTenths { members["rating"] = tenths(rating) }
    return .object(members)
  }

  static let statusSchema = Schema.choice("", GameState.Status.allCases.map(\.rawValue))
  static let notesSchema = Schema.map("Digits by cell.", of: .array(of: .integer()))

  private static let stateProperties: [String: Schema] = [
    "board": board.described("Clues and digits placed."), "bookmarks": .array(of: .object()),
    "canRedo": .boolean(), "canUndo": .boolean(), "checksUsed": .integer(),
    "completionDate": .string(),
    "conflicts": .array("What the player has to decide.", of: .object()),
    "elapsedMilliseconds": .integer(minimum: 0),
    "existing": .boolean("The game was there already."),
    "game": .string("The game's ID."), "givens": board.described("The clues."),
    "hintsUsed": .integer(), "lastSaved": .string(), "level": .string(), "mistakes": .integer(),
    "notes": notesSchema, "options": .object(), "puzzleId": .string(), "rating": .number(),
    "rev": .integer("Grows with every operation.", minimum: 0), "selected": .string(),
    "startDate": .string(), "status": statusSchema,
  ]

  static let stateSchema = Schema.object(
    "The state of a game.", stateProperties,
    required: [
      "board", "canRedo", "canUndo", "elapsedMilliseconds", "game", "givens", "hintsUsed",
      "lastSaved", "mistakes", "notes", "puzzleId", "rev", "startDate", "status",
    ])

  static let outcomeProperties: [String: Schema] = [
    "changes": .array(
      "The cells that look different now.",
      of: .object(
        "",
        [
          "cell": .string(), "digit": Schema.integer().nullable, "notes": .array(of: .integer()),
        ], required: ["cell", "digit", "notes"])),
    "completed": .boolean("Whether the game is completed; said only once that is durable."),
    "conflicts": cellList.described("Cells whose digit stands again in a house."),
    "duplicate": .boolean("The request was carried out before; this is its answer again."),
    "elapsedMilliseconds": .integer(minimum: 0), "game": .string(), "mistakes": .integer(),
    "rev": .integer(), "status": statusSchema,
    "wrongCells": cellList.described("Cells with a wrong digit, where the options let it be told."),
  ]

  static let outcomeRequired = [
    "changes", "completed", "conflicts", "elapsedMilliseconds", "game", "mistakes", "rev", "status",
  ]

  static let outcomeSchema = Schema.object(
    "What a mutation changed.", outcomeProperties, required: outcomeRequired)
}

extension ValueType where Value == GameOptions {
  /// The options of a new game; what is left out keeps its usual value.
  static let options = ValueType.object(
    .optional("mistakeLimit", .int(0...1_000_000), "Mistakes that end the game; 0 for none."),
    .optional(
      "mistakeCheck",
      ValueType<GameOptions.MistakeCheck>.choice(
        Dictionary(
          uniqueKeysWithValues: GameOptions.MistakeCheck.allCases.map { ($0.rawValue, $0) })),
      "How a wrong digit is told."),
    .optional("autoRemoveNotes", .bool, "Whether placing a digit removes notes that see it."),
    .optional("timer", .bool, "Whether time is measured."),
    .optional("hintsAllowed", .bool, "Whether hints are given.")
  ) { (limit, check, removes, timer, hints) throws(RPCError) in
    let usual = GameOptions()
    return GameOptions(
      mistakeLimit: limit ?? usual.mistakeLimit, mistakeCheck: check ?? usual.mistakeCheck,
      autoRemoveNotes: removes ?? usual.autoRemoveNotes, timer: timer ?? usual.timer,
      hintsAllowed: hints ?? usual.hintsAllowed)
  }
}
