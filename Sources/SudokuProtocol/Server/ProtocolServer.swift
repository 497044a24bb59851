import JSONCoding
import SudokuCore
import SudokuSession
import SudokuSync

/// The protocol without a transport: lines in, lines out.
///
/// It is the whole of `sudoku serve` but for reading, writing and clocks: give it each line of the
/// input, call `commit()` when no more input waits, write what `output` holds.
///
/// ```swift
/// let server = ProtocolServer(replica: replica, environment: environment)
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

  let environment: ProtocolEnvironment
  let dialect: Dialect
  let limits: ProtocolLimits
  let replica: any Replica
  let inbox: Inbox
  /// The games in memory.
  let games: GameTable
  /// Keeps the replica and the player's store in step; `nil` without a store.
  var engine: SyncEngine?
  /// Where the backups lie; `nil` for nowhere.
  var backups: BackupFolder?
  /// The local day for which a backup was made or found, in days since 1970.
  private var lastBackupDay: Int64?
  /// Whether the outbox is being sent beside the games.
  var isPushing = false
  /// Whether something came meanwhile that is to be sent at once.
  var pushesAgain = false
  /// Whether the next commit is to be sent at once: the player leaves.
  var sendsNextCommit = false
  /// When the last line came in, by the monotonic clock.
  var lastInputMilliseconds: Int64
  /// When the store is to be asked again after a failure, by the wall clock.
  var nextAttemptMilliseconds: Int64?

  /// What to add to the wall clock for the store's, in milliseconds, where it is known.
  var storeOffsetMilliseconds: Int64?

  /// What is to be written.
  private let answers = AnswerQueue()
  /// What runs beside the games.
  var jobs = JobTable()
  /// The topics that the client subscribed to.
  var topics: Set<String> = []
  /// Whether the client asked the server to end.
  public private(set) var isShuttingDown = false
  /// Notifications that follow the answer of the request that is being handled.
  private var notifications: [JSONValue] = []

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - replica: Where operations are stored.
  ///   - environment: Clocks, randomness and where jobs run.
  ///   - limits: What the client may ask for at most.
  ///   - dialect: The language of the requests.
  /// - Throws: `SyncError` where the replica can't be read.
  public init(
    replica: any Replica, environment: ProtocolEnvironment, limits: ProtocolLimits = .init(),
    dialect: Dialect = .native
  ) throws(SyncError) {
    self.replica = replica
    self.environment = environment
    self.limits = limits
    self.dialect = dialect
    inbox = Inbox(wake: environment.wake)
    games = try GameTable(replica: replica)
    lastInputMilliseconds = environment.monotonicMilliseconds()
  }

  /// Whether so many jobs run that no input should be read.
  public var isFull: Bool { jobs.count >= limits.requestsInFlight }

  // MARK: Input

  /// Takes a line of the input.
  public func receive(_ line: LineReader.Line) {
    lastInputMilliseconds = environment.monotonicMilliseconds()
    switch line {
    case .tooLong:
      refuse(.limit("lineBytes", limits.lineBytes))
    case .text(let bytes):
      do throws(JSONError) {
        receive(try JSONNode(parsing: bytes, limits: limits.json))
      } catch {
        refuse(RPCError(error, limits: limits))
      }
    }
  }

  /// Answers a line that is no request.
  private func refuse(_ error: RPCError) {
    games.hasTouchedUncommitted = false
    answer(Call(server: self, id: .null, sink: .line), .failure(error))
  }

  /// Takes a line of the input.
  public func receive(_ line: String) {
    var line = line
    line.withUTF8 { receive(.text(UnsafeRawBufferPointer($0))) }
  }

  private func receive(_ node: JSONNode) {
    guard node.kind == .array else {
      handle(node, .line)
      return
    }
    guard 1...limits.batchRequests ~= node.count else {
      let error =
        node.count == 0
        ? RPCError(.invalidRequest, "the batch is empty")
        : RPCError.limit("batchRequests", limits.batchRequests)
      refuse(error)
      return
    }
    let batch = Batch(count: node.count)
    for index in 0..<node.count {
      if let request = node[index] { handle(request, .batch(batch, index)) }
    }
  }

  /// Handles one request.
  private func handle(_ node: JSONNode, _ sink: Call.Sink) {
    var call = Call(server: self, id: nil, sink: sink)
    games.hasTouchedUncommitted = false
    do throws(RPCError) {
      guard node.kind == .object else {
        call.id = .null
        throw RPCError(.invalidRequest, "a request is an object")
      }
      if dialect == .modelContext, node["method" as StaticString] == nil,
        node["result" as StaticString] != nil || node["error" as StaticString] != nil
      {
        // The client's answer to a request of ours; there are none.
        return
      }
      do throws(RPCError) {
        call.id = try Self.requestID(of: node)
      } catch {
        call.id = .null
        throw error
      }
      let (name, arguments) = try Self.request(node, &call.id)
      let reply = try run(name, arguments, &call)
      if case .value(let value) = reply { answer(call, .success(value)) }
    } catch {
      answer(call, .failure(error))
    }
    sendNotifications()
  }

  /// Looks a method up and runs it.
  private func run(
    _ name: String, _ arguments: JSONNode?, _ call: inout Call
  ) throws(RPCError) -> Reply {
    if isShuttingDown { throw RPCError(.invalidRequest, "the server is shutting down") }
    switch dialect {
    case .native:
      guard let method = Method.table[name] else { throw Self.unknown(name) }
      return try method.run(call, arguments)
    case .modelContext: return try runModelContext(name, arguments, &call)
    }
  }

  static func unknown(_ name: String) -> RPCError {
    RPCError(.unknownMethod, "there is no method '\(name.prefix(64))'", ["method": .string(name)])
  }

  private static func requestID(of node: JSONNode) throws(RPCError) -> RequestID? {
    guard let member = node["id" as StaticString] else { return nil }
    guard let id = RequestID(member) else {
      throw RPCError(.invalidRequest, "an id is a string, a number or null")
    }
    return id
  }

  /// Takes a request apart; one that is none is answered with `null` where it has no ID.
  private static func request(
    _ node: JSONNode, _ id: inout RequestID?
  ) throws(RPCError) -> (name: String, arguments: JSONNode?) {
    guard node["jsonrpc" as StaticString]?.string == "2.0" else {
      id = id ?? .null
      throw RPCError(.invalidRequest, "the member 'jsonrpc' must be \"2.0\"")
    }
    guard let name = node["method" as StaticString]?.string else {
      id = id ?? .null
      throw RPCError(.invalidRequest, "the member 'method' must be a string")
    }
    let arguments = node["params" as StaticString]
    switch arguments?.kind {
    case nil, .null, .object: break
    case .array where arguments?.count == 0: break
    default:
      throw RPCError(
        .invalidParams, "parameters are given by name, in an object",
        ["expected": "an object", "parameter": "params"])
    }
    return (name, arguments)
  }

  // MARK: Answers

  /// Gives the one answer to a request.
  ///
  /// - Parameters:
  ///   - call: The request; nothing is said where it has no ID.
  ///   - result: The result or the error.
  func answer(_ call: Call, _ result: Result<JSONValue, RPCError>) {
    answers.answer(
      call, call.isTool ? Self.toolResult(result) : result,
      dependsOnCommit: games.hasTouchedUncommitted)
  }

  /// Sends a notification to a client that subscribed to its topic, after the present answer.
  func notify(_ topic: String, _ parameters: JSONValue) {
    guard topics.contains(topic) else { return }
    notifications.append(["jsonrpc": "2.0", "method": .string(topic), "params": parameters])
  }

  func sendNotifications() {
    guard !notifications.isEmpty else { return }
    answers.add(notifications, dependOnCommit: games.hasUncommitted)
    notifications = []
  }

  // MARK: Commit

  /// Stores the operations of all requests so far; from now on their answers are part of the output.
  public func commit() {
    guard games.hasUncommitted else {
      answers.forgetWhatDepends()
      return
    }
    do throws(SyncError) {
      try games.commit()
    } catch {
      answers.settle(RPCError(error))
      return
    }
    if games.hasStoredCompletion || sendsNextCommit { pushInBackground() }
    sendsNextCommit = false
    backUpIfDue()
    answers.settle(nil)
  }

  /// Makes the backup of the day at its first operation.
  private func backUpIfDue() {
    guard let backups else { return }
    let now = environment.wallMilliseconds()
    let offset = environment.localOffsetMilliseconds()
    let day = (now + offset) / 86_400_000
    guard day != lastBackupDay else { return }
    lastBackupDay = day
    do throws(SyncError) {
      let name = try backups.backUpIfDue(replica, at: now, localOffsetMilliseconds: offset)
      if let name { environment.log("made the backup \(name)") }
    } catch {
      environment.log("no backup could be made: \(error)")
    }
  }

  /// Whether operations wait to be stored.
  public var hasUncommitted: Bool { games.hasUncommitted }

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
    } else if games.hasUncommitted {
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
