import SudokuProtocol
import SudokuServer
import SudokuSession
import SudokuSync

/// The limits of the servers as the operator's page lists them, with the values that the code enforces.
///
/// The test of this table compares it with the page, and looks for the test at the edge of each limit.
struct LimitTable {
  struct Row {
    let what: String
    let value: String
    /// The behaviour beyond the limit.
    let beyond: String
    /// The test at the edge.
    let test: String
  }

  let title: String
  let rows: [Row]

  /// The tables in Markdown.
  static var text: String {
    all.map { table in
      "### \(table.title)\n\n| limit | default | beyond it |\n|---|---|---|\n"
        + table.rows.map { "| \($0.what) | \($0.value) | \($0.beyond) |\n" }.joined()
    }.joined(separator: "\n")
  }

  static let all = [storeServer, playServer, protocolLines, imports]

  static let storeServer: LimitTable = {
    let limits = StoreServerLimits()
    return LimitTable(
      title: "The store server",
      rows: [
        Row(
          what: "requests of a player per second, `--rate`; each 256 KiB count as one more",
          value: count(limits.requestsPerSecond), beyond: "429", test: "ratesAndQuotasAreKept"),
        Row(
          what: "requests of a player at once after a pause", value: count(limits.burst),
          beyond: "429", test: "ratesAndQuotasAreKept"),
        Row(
          what: "bytes that a player stores per day, `--bytes-per-day`",
          value: bytes(limits.bytesPerDay), beyond: "429, `quotaExceeded`; reading still works",
          test: "ratesAndQuotasAreKept"),
        Row(
          what: "games of a player, `--games`", value: count(limits.games),
          beyond: "403, `quotaExceeded`; reading still works", test: "ratesAndQuotasAreKept"),
        Row(
          what: "a request that stores something, `--body-bytes`", value: bytes(limits.bodyBytes),
          beyond: "413", test: "slowAndOversizedRequestsEnd"),
        Row(
          what: "any other request", value: bytes(limits.queryBytes), beyond: "413",
          test: "costlyBodiesAreRefusedBeforeTheyAreDecoded"),
        Row(
          what: "request bodies in memory", value: bytes(limits.bodyBytesAtOnce),
          beyond: "waits, then 503", test: "bodiesAndAnswersShareTheirMemory"),
        Row(
          what: "a head or a body to arrive, `--arrival-time`",
          value: seconds(limits.arrivalMilliseconds), beyond: "408, or the connection ends",
          test: "slowAndOversizedRequestsEnd"),
        Row(
          what: "a caller to read nothing of an answer, `--arrival-time`",
          value: seconds(limits.arrivalMilliseconds), beyond: "the connection ends",
          test: "aReaderThatReadsNothingIsCutOffAndHoldsNoMore"),
        Row(
          what: "bytes and time to read after a refusal", value: "2 MiB, 1 s",
          beyond: "the connection ends", test: "whatFollowsARefusalIsNotSwallowed"),
        Row(
          what: "an answer", value: bytes(limits.answerBytes), beyond: "500",
          test: "anAnswerBeyondTheLimitIsAnError"),
        Row(
          what: "a page: rows, bytes after which it ends",
          value: "\(count(limits.pageRows)), \(bytes(AnswerBounds.pageBytes))",
          beyond: "a further page", test: "pagesOfChangesEndByBytesToo"),
        Row(
          what: "bytes of a document after which it is cut off",
          value: bytes(AnswerBounds.documentBytes), beyond: "pages of changes have the rest",
          test: "aLongDocumentIsCutOff"),
        Row(
          what: "unread answers of a player, of all",
          value: "\(bytes(limits.answerBytesPerPlayer)), \(bytes(limits.answerBytesAtOnce))",
          beyond: "503", test: "aReaderThatReadsNothingIsCutOffAndHoldsNoMore"),
        Row(
          what: "requests at work of a player, of all",
          value:
            "\(count(limits.concurrentRequestsPerPlayer)), \(count(limits.concurrentRequests))",
          beyond: "waits", test: "noMoreWorkAtOnceThanAllowedAndTheRestWaitsOrLeaves"),
        Row(
          what: "requests that wait", value: count(limits.waitingRequests), beyond: "503",
          test: "noMoreWorkAtOnceThanAllowedAndTheRestWaitsOrLeaves"),
        Row(
          what: "event streams of a player, of all",
          value: "\(count(limits.watchesPerPlayer)), \(count(limits.watches))", beyond: "503",
          test: "floodsOfWatchesEnd"),
        Row(
          what: "connections, `--connections`", value: count(limits.connections),
          beyond: "waits in the system's queue", test: "thereAreOnlySoManyConnections"),
        Row(
          what: "connections from one address, `--connections-per-address`", value: "half of them",
          beyond: "the connection ends", test: "oneAddressCannotHoldAllConnections"),
      ])
  }()

  static let playServer: LimitTable = {
    let limits = PlayServerLimits()
    return LimitTable(
      title: "The play server",
      rows: [
        Row(
          what: "connections, `--connections`", value: count(limits.connections), beyond: "503",
          test: "thereAreOnlySoManyConnections"),
        Row(
          what: "connections of a player", value: count(limits.connectionsPerPlayer),
          beyond: "503", test: "thereAreOnlySoManyConnections"),
        Row(
          what: "a handshake, or a message from its first frame to its last",
          value: seconds(limits.arrivalMilliseconds), beyond: "the connection ends",
          test: "slowHandshakesEnd"),
        Row(
          what: "a message", value: bytes(limits.messageBytes), beyond: "1009",
          test: "nonsenseEndsTheConnectionWithAReason"),
        Row(
          what: "frames of a message", value: count(limits.framesPerMessage), beyond: "1008",
          test: "nonsenseEndsTheConnectionWithAReason"),
        Row(
          what: "pings and other control frames per second",
          value: count(limits.controlFramesPerSecond), beyond: "1008",
          test: "nonsenseEndsTheConnectionWithAReason"),
        Row(
          what: "silence of a client before a ping, and after it",
          value: seconds(limits.heartbeatMilliseconds), beyond: "the connection ends",
          test: "aClientThatIsSilentIsGivenUp"),
        Row(
          what: "searches of a player at once", value: "1", beyond: "waits",
          test: "searchesOfOnePlayerDelayNoOther"),
      ])
  }()

  static let protocolLines: LimitTable = {
    let limits = ProtocolLimits()
    var shared = limits
    shared.shareMachine()
    return LimitTable(
      title: "Requests and answers of `sudoku serve`, over a pipe and over WebSocket",
      rows: [
        Row(
          what: "a line", value: bytes(limits.lineBytes), beyond: "`limitExceeded`",
          test: "everyLimitOfALineHasItsEdge"),
        Row(
          what: "nested arrays and objects", value: count(limits.nestingDepth),
          beyond: "`parseError`", test: "everyLimitOfALineHasItsEdge"),
        Row(
          what: "requests of a batch", value: count(limits.batchRequests),
          beyond: "`limitExceeded`", test: "everyLimitOfALineHasItsEdge"),
        Row(
          what: "puzzles of a request", value: count(limits.puzzlesPerRequest),
          beyond: "`limitExceeded`", test: "everyLimitOfALineHasItsEdge"),
        Row(
          what: "an answer", value: bytes(limits.answerBytes), beyond: "`limitExceeded`",
          test: "anAnswerAtTheLimitIsGivenAndALongerOneIsAnError"),
        Row(
          what: "answers of batches that wait: of a connection, a player, all",
          value: [limits.answerBytes, limits.answerBytesOfPlayer, limits.answerBytesOfAll]
            .map(bytes).joined(separator: ", "),
          beyond: "`limitExceeded` for further requests in batches; nothing is changed",
          test: "whatWaitsInBatchesCountsForThePlayerAndTheProcess"),
        Row(
          what: "long requests at work: over a pipe, of a WebSocket connection",
          value: "\(count(limits.requestsInFlight)), \(count(shared.requestsInFlight))",
          beyond: "waits", test: "jobsBeyondTheLimitWaitTheirTurn"),
        Row(
          what: "bytes of requests that wait: over a pipe, of a WebSocket connection",
          value: "\(bytes(limits.waitingBytes)), \(bytes(shared.waitingBytes))",
          beyond: "nothing more is read", test: "requestsThatWaitForTheirTurnCountByBytes"),
        Row(
          what: "open games", value: count(limits.openGames), beyond: "`limitExceeded`",
          test: "manyGamesAreOpenAndTheLimitHasAName"),
        Row(
          what: "operations of the open games together: over a pipe, of a WebSocket connection",
          value: "\(count(limits.openOperations)), \(count(shared.openOperations))",
          beyond: "`limitExceeded` for moves; games that are only looked at leave memory",
          test: "theOperationsInMemoryAreLimited"),
        Row(
          what: "operations of a game, the last "
            + "\(count(GameSession.operationReserve)) for placing and undoing",
          value: count(GameSession.operationLimit), beyond: "`tooManyOperations`",
          test: "aGameHasALargestNumberOfOperations"),
      ])
  }()

  static let imports = LimitTable(
    title: "`sudoku import`",
    rows: [
      Row(
        what: "a file", value: bytes(SaveSource.mostBytes), beyond: "exit code 65",
        test: "importsAreBounded"),
      Row(
        what: "a document of it, and everything outside documents",
        value: "\(bytes(SaveScanner.mostBytes)), \(bytes(SaveScanner.mostBytesOfRest))",
        beyond: "exit code 65",
        test: "importsAreBounded"),
      Row(
        what: "values of a document, beyond 50,000",
        value: "one for each \(SaveScanner.bytesPerValue) bytes", beyond: "exit code 65",
        test: "importsAreBounded"),
    ])

  private static func count(_ number: Int) -> String {
    var digits = String(number)
    var groups: [String] = []
    while digits.count > 3 {
      groups.append(String(digits.suffix(3)))
      digits.removeLast(3)
    }
    return ([digits] + groups.reversed()).joined(separator: ",")
  }

  private static func bytes(_ number: Int) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] where number >> shift > 0 {
      return "\(number >> shift) \(unit)"
    }
    return "\(number) bytes"
  }

  private static func seconds(_ milliseconds: Int) -> String { "\(milliseconds / 1_000) s" }
}
