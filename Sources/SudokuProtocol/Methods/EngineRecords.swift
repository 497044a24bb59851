import JSONCoding
import SudokuGenerator
import SudokuTechniques

/// Versions, capabilities and limits: the answer of `hello`.
struct HelloRecord: Record {
  /// The name of the program.
  struct Engine: Record {
    let version: String

    static let shape = RecordShape<Self>(
      "Engine", "The name of the program.",
      [.required("name") { _ in "sudoku" }, .required("version") { $0.version }])
  }

  /// The versions of everything that affects puzzles and saves.
  struct Versions: Record {
    static let shape = RecordShape<Self>(
      "Versions", "The versions of everything that affects puzzles and saves.",
      [
        .required("generator", "The same seed gives the same puzzles within a version.") { _ in
          Generator.version
        },
        .required("ids", "The schemes of IDs.") { _ in "p1, c1, game" },
        .required("records", "The form of saved operations.") { _ in "1" },
        .required("ruleSet", "The scale that rates.") { _ in
          "\(SEScale.name)-\(SEScale.version)"
        },
      ])
  }

  let capabilities: [String]
  let device: String
  let engine: Engine
  let limits: ProtocolLimits

  static let shape = RecordShape<Self>(
    "Hello", "Versions, capabilities and limits.",
    [
      .required("capabilities") { $0.capabilities },
      .required("device", "This device's identity.") { $0.device },
      .required("engine") { $0.engine },
      .required("limits") { $0.limits },
      .required("protocol", "The version of this protocol.") { _ in
        ProtocolServer.protocolVersion
      },
      .required("versions") { _ in Versions() },
    ])
}

extension ProtocolLimits: Record {
  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Limits", "The limits for one client.",
    [
      .required("batchRequests", "The maximum number of requests in one batch.") {
        $0.batchRequests
      },
      .required("countedSolutions", "The maximum number of solutions counted.") {
        $0.countedSolutions
      },
      .required("lineBytes", "The maximum length of a line.") { $0.lineBytes },
      .required("nestingDepth", "The maximum nesting of arrays and objects.") {
        $0.nestingDepth
      },
      .required("openGames", "The maximum number of open games.") { $0.openGames },
      .required("puzzlesPerRequest", "The maximum number of puzzles in one request.") {
        $0.puzzlesPerRequest
      },
      .required(
        "requestsInFlight", "The maximum number of long requests at a time; further ones wait."
      ) { $0.requestsInFlight },
      .required("waitingBytes", "The bytes of waiting requests at which reading the input pauses.")
      {
        $0.waitingBytes
      },
      .required(
        "waitingOperations", "The maximum number of imported operations that wait for earlier ones."
      ) { $0.waitingOperations },
      .required(
        "waitingRequests", "The number of waiting requests at which reading the input pauses."
      ) {
        $0.waitingRequests
      },
    ])
}

/// A method in the list of `methods`.
struct MethodRecord: Record {
  let method: Method

  static let shape = RecordShape<Self>(
    "Method", "A method, with the JSON Schemas of its parameters and its result.",
    [
      .required("group") { $0.method.group },
      .required("name") { $0.method.name },
      .required("params", "The schema of its parameters.", .openObject("")) {
        $0.method.parameters.selfContained
      },
      .required("result", "The schema of its result.", .openObject("")) {
        $0.method.result.selfContained
      },
      .required("summary", "What it does.") { $0.method.summary },
    ])
}

/// All methods: the answer of `methods`.
struct MethodListRecord: Record {
  static let shape = RecordShape<Self>(
    "MethodList", "All methods, and the topics that can be subscribed to.",
    [
      .required("methods") { _ in Method.all.map { MethodRecord(method: $0) } },
      .required("topics") { _ in Method.topics },
    ])
}

/// Whether there was a request to cancel: the answer of `cancel`.
struct CancelRecord: Record {
  let isCancelled: Bool

  static let shape = RecordShape<Self>(
    "Cancel", "Whether there was a request to cancel.",
    [.required("cancelled") { $0.isCancelled }])
}

/// The topics chosen: the answer of `subscribe`.
struct TopicsRecord: Record {
  let topics: [String]

  static let shape = RecordShape<Self>(
    "Topics", "The topics chosen.", [.required("topics") { $0.topics }])
}
