import JSONCoding
import SudokuGenerator
import SudokuRating
import SudokuSession
import SudokuSync
import SudokuTechniques

/// The result of `hello`.
struct HelloRecord: Record {
  struct Engine: Record {
    let version: String

    static let shape = RecordShape<Self>(
      "Engine", "Name and version of the program.",
      [.required("name") { _ in "sudoku" }, .required("version") { $0.version }])
  }

  struct Versions: Record {
    static let shape = RecordShape<Self>(
      "Versions", "The versions of everything that affects puzzles and saves.",
      [
        .required("generator", "The same seed gives the same puzzles within a version.") { _ in
          Generator.version
        },
        .required("ids", "The schemes of IDs.") { _ in "p1, c1, game" },
        .required("records", "The form of saved operations.") { _ in "1" },
        .required("ruleSet", "The scale that gives levels.") { _ in
          "\(LevelScale().name)-\(LevelScale().version)"
        },
      ])
  }

  let capabilities: [String]
  /// Old names of members, which this version still writes, with the new ones.
  private static let deprecated: JSONObject = [
    "DailyRuns.lastDay": "lastDate", "GameState.conflicts": "repeatedCells",
    "Hint.region": "house", "Hint.regions": "houses", "Operation.at": "date",
    "Outcome.conflicts": "repeatedCells",
    "SyncConflictVersion.stamp": "date",
  ]
  let device: String
  let engine: Engine
  let limits: ProtocolLimits

  static let shape = RecordShape<Self>(
    "Hello", "Versions, capabilities and limits.",
    [
      .required("capabilities") { $0.capabilities },
      .required(
        "deprecated", "Old names that the next version of the protocol omits, with the new ones.",
        .map("New names by `RECORD.old`.", of: .string())
      ) { _ in deprecated },
      .required("device", "This device's identity.") { $0.device },
      .required("engine") { $0.engine },
      .required("limits") { $0.limits },
      .required("protocol", "The version of this protocol.") { _ in
        ProtocolServer.protocolVersion
      },
      .required("versions") { _ in Versions() },
    ])
}

extension Method: Record {
  static let shape = RecordShape<Self>(
    "Method", "A method, with the JSON Schemas of its parameters and its result.",
    [
      .required("group") { $0.group },
      .required("name") { $0.name },
      .required("params", "The schema of its parameters.", .openObject("")) {
        $0.parameters.selfContained
      },
      .required("result", "The schema of its result.", .openObject("")) {
        $0.result.selfContained
      },
      .required("summary", "The purpose of the method.") { $0.summary },
    ])
}

/// The result of `methods`.
struct MethodListRecord: Record {
  var methods = Method.all

  static let shape = RecordShape<Self>(
    "MethodList", "All methods, and the topics that can be subscribed to.",
    [
      .required("methods") { $0.methods },
      .required("topics") { _ in Method.topics },
    ])
}

/// The result of `engine.levels`.
struct LevelListRecord: Record {
  let levels: [LevelRecord]

  static let shape = RecordShape<Self>(
    "LevelList", "The levels of a scale.", [.required("levels", "Easiest first.") { $0.levels }])
}

/// The result of `engine.techniques`.
struct TechniqueListRecord: Record {
  let techniques: [TechniqueRecord]

  static let shape = RecordShape<Self>(
    "TechniqueList", "Techniques of the catalogue.", [.required("techniques") { $0.techniques }])
}

/// The result of `device.name`.
struct DeviceRecord: Record {
  let device: DeviceID
  let name: String?

  static let shape = RecordShape<Self>(
    "Device", "This device.",
    [
      .required("device", "Its identity.") { $0.device.description },
      .nullable("name", "Its name.") { $0.name },
    ])
}

/// The result of `cancel`.
struct CancelRecord: Record {
  let isCancelled: Bool

  static let shape = RecordShape<Self>(
    "Cancel", "The result of `cancel`: true if there was a request to cancel.",
    [.required("cancelled") { $0.isCancelled }])
}

/// The result of `subscribe`.
struct TopicsRecord: Record {
  let topics: [String]
  let seq: Int
  let since: Int
  /// The states of the open games, if what the client missed is not known any more.
  var states: [GameStateRecord]?
  var ended: [EndedGame] = []
  var newer: [DocumentID] = []

  static let shape = RecordShape<Self>(
    "Topics", "The topics chosen.",
    [
      .nonEmpty(
        "ended", "With `states`: games that ended elsewhere since the last report."
      ) {
        $0.ended
      },
      .nonEmpty(
        "newer",
        "With `states`: games in progress that other devices played since then, newest first."
      ) { $0.newer },
      .required("seq", "The number of the last notification before this answer.") { $0.seq },
      .required("since", "The lowest `since` after which the session can send all again.") {
        $0.since
      },
      .optional(
        "states",
        "After a gap, in place of the notifications since then: the open games as they are."
      ) { $0.states },
      .required("topics") { $0.topics },
    ])
}

/// The result of requests without a result of their own.
struct DoneRecord: Record {
  static let shape = RecordShape<Self>("Done", "The request was carried out.", [])
}
