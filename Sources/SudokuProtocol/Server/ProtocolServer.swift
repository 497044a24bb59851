import JSONCoding
import SudokuPlayer
import SudokuSync

/// The protocol without a transport: lines in, lines out.
///
/// It is the whole of `sudoku serve` but for reading, writing and clocks: give it each line of the
/// input, call `commit()` when no more input waits, write what `output` holds.
///
/// ```swift
/// let server = ProtocolServer(library, engineVersion: "1.0.0")
/// server.receive(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
/// server.commit()
/// server.takeOutput()      // {"id":1,"jsonrpc":"2.0","result":{}}
/// ```
///
/// Every request with an ID is answered exactly once. The operations of all requests since the last
/// `commit()` are stored in one transaction; their answers are part of the output only then. If
/// they can't be stored, the answers are errors and the games are as before.
///
/// It is used from one thread; jobs run elsewhere and come back through `collect()`.
public final class ProtocolServer {
  /// The version of the protocol: a breaking change raises the first number.
  public static let protocolVersion = "1.0"

  /// The language of the requests.
  public enum Dialect: Sendable {
    /// The methods of the protocol, as JSON-RPC.
    case native
    /// The same methods as tools of the Model Context Protocol.
    case modelContext
  }

  /// The player's games.
  public let library: GameLibrary
  /// The version that `hello` tells.
  let engineVersion: String
  let dialect: Dialect
  let limits: ProtocolLimits
  let inbox: Inbox
  /// What came in before play began.
  var held = HeldLines()

  /// What is to be written.
  private let answers = AnswerQueue()
  /// What runs beside the games.
  var jobs = JobTable()
  /// The bytes of the line being read.
  var lineSize = 0
  /// The methods that are offered as tools in the dialect of MCP.
  public var tools = ToolSet.standard
  /// The topics that the client subscribed to.
  var topics: Set<String> = []
  /// Whether the client asked the server to end.
  public private(set) var isShuttingDown = false
  /// Notifications that follow the answer of the request that is being handled.
  private var notifications: [JSONValue] = []

  /// Creates a server; it takes the events of the library.
  ///
  /// - Parameters:
  ///   - library: The player's games.
  ///   - engineVersion: The version that `hello` tells.
  ///   - limits: What the client may ask for at most.
  ///   - dialect: The language of the requests.
  public init(
    _ library: GameLibrary, engineVersion: String, limits: ProtocolLimits = .init(),
    dialect: Dialect = .native
  ) {
    self.library = library
    self.engineVersion = engineVersion
    self.limits = limits
    self.dialect = dialect
    inbox = Inbox(wake: library.environment.wake)
    library.onEvent = { [unowned self] event in announce(event) }
  }

  /// Clocks, randomness and where jobs run.
  var environment: PlayerEnvironment { library.environment }

  /// Whether so much waits that no input should be read: until then moves, `cancel` and the end of the
  /// input get through, however many jobs run.
  public var isFull: Bool {
    jobs.waitingCount >= limits.waitingRequests || jobs.waitingBytes >= limits.waitingBytes
      || held.isFull
  }

  // MARK: Answers

  /// Gives the one answer to a request.
  ///
  /// - Parameters:
  ///   - call: The request; nothing is said where it has no ID.
  ///   - result: The result or the error.
  func answer(_ call: Call, _ result: Result<JSONValue, RPCError>) {
    answers.answer(
      call, call.isTool ? toolResult(result) : result,
      dependsOnCommit: library.hasTouchedUncommitted)
  }

  /// Gives the one answer to a request, straight from its record where it is a line by itself.
  func answer(_ call: Call, _ record: any Record) {
    guard case .line = call.sink, !call.isTool else { return answer(call, .success(record.json)) }
    guard let id = call.id else { return }
    answers.answer(id, record, dependsOnCommit: library.hasTouchedUncommitted)
  }

  /// Sends a notification to a client that subscribed to its topic, after the present answer.
  func notify<Notification: NotificationRecord>(_ notification: Notification) {
    guard topics.contains(Notification.topic) else { return }
    notifications.append([
      "jsonrpc": "2.0", "method": .string(Notification.topic), "params": notification.json,
    ])
  }

  func sendNotifications() {
    guard !notifications.isEmpty else { return }
    answers.add(notifications, dependOnCommit: library.hasUncommitted)
    notifications = []
  }

  // MARK: Commit

  /// Stores the operations of all requests so far; from now on their answers are part of the output.
  public func commit() {
    guard library.hasUncommitted else {
      answers.forgetWhatDepends()
      return
    }
    do throws(SyncError) {
      try library.commit()
    } catch {
      answers.settle(RPCError(error))
      return
    }
    answers.settle(nil)
  }

  /// Whether operations wait to be stored.
  public var hasUncommitted: Bool { library.hasUncommitted }

  /// Hands out the lines to be written and forgets them; it commits first.
  ///
  /// - Parameters:
  ///   - beforeCommit: Hands out also what is not stored yet; a failure to store it can't be told
  ///     any more.
  ///   - write: Called once where there is something to write.
  public func withOutput(
    beforeCommit: Bool = false, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    if beforeCommit {
      answers.forgetWhatDepends()
    } else if library.hasUncommitted {
      commit()
    }
    try answers.take(write)
  }

  /// The lines to be written, as a text.
  public func takeOutput() -> String {
    var text = ""
    withOutput { text = String(decoding: $0, as: UTF8.self) }
    return text
  }

  /// The number of bytes that wait to be written.
  public var outputBytes: Int { answers.byteCount }

  /// From now on no request is carried out.
  func shutDown() { isShuttingDown = true }
}
