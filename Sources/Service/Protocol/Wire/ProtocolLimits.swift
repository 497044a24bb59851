import JSONCoding
import SudokuPlayer

/// The limits for one client, which `hello` returns.
public struct ProtocolLimits: Hashable, Sendable {
  /// The time limit of a search if the request sets no budget, in milliseconds.
  static let defaultBudget = 30_000

  /// The length of a line in bytes.
  public var lineBytes = 1 << 20
  /// The nesting of arrays and objects.
  package var nestingDepth = 32
  /// The number of requests in one batch.
  package var batchRequests = 1000
  /// The number of jobs that run at a time; further ones wait.
  package var requestsInFlight = 64
  /// The number of waiting jobs at which reading the input pauses.
  package var waitingRequests = 1_000
  /// The bytes of waiting requests at which reading the input pauses.
  package var waitingBytes = 1 << 24
  /// The bytes of answers that wait: of one answer, and of the batches that are not complete.
  package var answerBytes = 1 << 23
  /// The same for all connections of a player.
  package var answerBytesOfPlayer = 1 << 24
  /// The same for all connections of a process.
  package var answerBytesOfAll = 1 << 26
  /// The number of games open at a time.
  public var openGames = 4096
  /// The number of operations of the open games together.
  package var openOperations = 2_000_000
  /// The number of puzzles in one request.
  package var puzzlesPerRequest = 10_000
  /// The number of solutions that are counted.
  package var countedSolutions = 1_000_000
  /// The number of imported operations that wait for earlier ones.
  package var waitingOperations: Int { GameLibrary.waitingOperationLimit }

  /// Creates the default limits.
  public init() {}

  /// Sets the limits of one of many connections, whose searches run one at a time.
  package mutating func shareMachine() {
    (requestsInFlight, waitingBytes, openOperations) = (8, 1 << 22, 80_000)
  }

  var parsing: JSONLimits { JSONLimits(maximumDepth: nestingDepth, maximumBytes: lineBytes) }
}

extension ProtocolLimits: Record {
  package static let shape = RecordShape<Self>(
    "Limits", "The limits for one client.",
    [
      .required(
        "answerBytes",
        "The maximum length of an answer, and of the answers of batches that wait to be written."
      ) { $0.answerBytes },
      .required("batchRequests", "The maximum number of requests in one batch.") {
        $0.batchRequests
      },
      .required("budgetMilliseconds", "The time limit of a search without `budget`.") { _ in
        defaultBudget
      },
      .required("countedSolutions", "The maximum number of solutions counted.") {
        $0.countedSolutions
      },
      .required("lineBytes", "The maximum length of a line.") { $0.lineBytes },
      .required("nestingDepth", "The maximum nesting of arrays and objects.") {
        $0.nestingDepth
      },
      .required("openGames", "The maximum number of open games.") { $0.openGames },
      .required("openOperations", "The maximum number of operations of the open games together.") {
        $0.openOperations
      },
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
