import JSONCoding
import SudokuPlayer
import SudokuSession
import SudokuSync

// How a line becomes an answer:
//
//  1. Decode (+Input). A line is parsed to a `JSONNode`; a batch is handled request by request. A line
//     that can't be parsed still gets an answer: `RequestScanner` looks for its ID. While the store
//     is asked at launch, lines about games wait in `held`.
//  2. Look up and run (+Input). `Method.table` maps the name to its declaration, whose parameters
//     decode the arguments; any fault there is an `RPCError` with the parameter's name. The method's
//     body runs here, on the server's thread, and asks `library`, which has all games. With the MCP
//     dialect, +ModelContext maps tools to the same methods.
//  3. Reply. Quick methods return a value or a record. Long ones call `start` (+Jobs): the body runs
//     as a `Job` on another thread and must not touch the server; if its result changes a game, it
//     returns `.finish`, a function that runs on the server's thread. At most
//     `limits.requestsInFlight` jobs run, more wait in `JobTable`, and `isFull` stops the input.
//  4. Queue the answer (`AnswerQueue`). Quick answers keep the order of the requests; jobs answer when
//     they are done, so a client matches answers by ID. Requests about one game still keep their order
//     (`GameTurns`). `ping` and `shutdown` are barriers: they are answered after all earlier requests.
//     An answer that depends on operations not stored yet is marked; `commit()` makes it final or
//     replaces it by an error.
//  5. Notify. Library events and the progress of jobs become notifications if the client subscribed
//     to their topic; they follow the answer of the request that caused them.
//
// `cancel` sets a flag that the job polls; the job returns an error and its partial result.
// State: games, profile and operations are in `library`; the server itself only has the queue, the
// jobs, the held lines and the topics of one client.

/// The protocol without a transport: lines in, lines out.
///
/// It is the whole of `sudoku serve` except for reading, writing and clocks. Pass each line of the
/// input to `receive`, call `commit()` when no more input waits, write the output.
///
/// ```swift
/// let server = ProtocolServer(library, engineVersion: "1.0.0")
/// server.receive(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
/// server.commit()
/// server.takeOutput()      // {"id":1,"jsonrpc":"2.0","result":{}}
/// ```
///
/// Every request with an ID is answered exactly once. `commit()` stores the operations of all
/// requests since the last one in a single transaction, and only then releases their answers. If
/// storing fails, the answers are errors and the games are as before.
///
/// One thread uses it; jobs run elsewhere and come back through `collect()`.
public final class ProtocolServer {
  /// The version of the protocol: a breaking change raises the first number.
  public static let protocolVersion = "1.1"

  /// The version of this package: the one place where it is written.
  package static let packageVersion: StaticString = "0.2.0"

  /// The language of the requests.
  public enum Dialect: Sendable {
    /// The methods of the protocol, as JSON-RPC.
    case native
    /// The same methods as tools of the Model Context Protocol.
    case modelContext
  }

  /// The player's games.
  public let library: GameLibrary
  /// The version that `hello` returns.
  let engineVersion: String
  let dialect: Dialect
  let limits: ProtocolLimits
  let inbox: Inbox
  var held = HeldLines()
  let answers: AnswerQueue
  var jobs = JobTable()
  /// The requests about games that keep their order.
  var turns = GameTurns()
  /// True while requests whose turn has come wait until answers are written.
  var hasDeferredTurns = false
  /// The time at which `shutdown` stops waiting for jobs, by the monotonic clock.
  var shutdownEndsAt: Int64?
  /// The greatest difference of a client's time from the clock, in milliseconds; `nil` to refuse such times.
  ///
  /// A proxy between players and this server should not let players choose the time.
  package var clientTimeLimit: Int64?
  /// True if a line may hold several requests; false if each request names a player.
  package var takesBatches = true
  /// The players of a process with many; `nil` elsewhere.
  package var players: (any PlayerDirectory)?
  /// The JSON lines of the program's commands, which the OpenRPC document describes, too.
  package var commandLines: @Sendable () -> [SchemaBook.CommandLines] = { [] }
  /// The player's name, for notifications of a process with many players.
  package var player: String?
  /// The conflicts that the client knows of: notified, or part of a state that it got.
  var notifiedConflicts: Set<String> = []
  /// The length in bytes of the line being read.
  var lineSize = 0
  /// The methods that are offered as tools in the MCP dialect.
  public var tools = ToolSet.standard
  var topics: Set<String> = []
  /// The game that was the current one last, for an MCP client.
  var lastGame: DocumentID?
  /// True if an MCP client has subscribed to the current game.
  var watchesCurrentGame = false
  /// True once the client sent `shutdown`; no further request is carried out.
  public internal(set) var isShuttingDown = false
  /// Notifications that follow the answer to the current request.
  private var notifications: [JSONValue] = []
  /// The games whose ends are among these notifications.
  private var reportedEnds: Set<DocumentID> = []
  /// The last notifications, for a client that asks for what it missed.
  private(set) var log = NotificationLog()
  var isKeepingNotifications: Bool {
    get { log.isKept }
    set { log.isKept = newValue }
  }

  /// Creates a server that handles the events of the library.
  ///
  /// - Parameters:
  ///   - library: The player's games.
  ///   - engineVersion: The version that `hello` returns.
  ///   - limits: The limits for the client.
  ///   - dialect: The language of the requests.
  public init(
    _ library: GameLibrary, engineVersion: String, limits: ProtocolLimits = .init(),
    dialect: Dialect = .native
  ) {
    self.library = library
    self.engineVersion = engineVersion
    self.limits = limits
    self.dialect = dialect
    answers = AnswerQueue(maximum: limits.answerBytes)
    inbox = Inbox(wake: library.environment.wake)
    log = NotificationLog(startingAt: library.environment.wallMilliseconds())
    library.onEvent = { [weak self] event in self?.announce(event) }
    library.timeMustGrow = true
    library.openOperationLimit = limits.openOperations
  }

  var environment: PlayerEnvironment { library.environment }

  /// True if a method has this name.
  package static func knows(method: String) -> Bool { Method.table[method] != nil }

  /// True if a method changes nothing, whatever its arguments.
  package static func onlyReads(method: String) -> Bool { ToolSet.readers.contains(method) }

  /// The part of a player's name in requests of a method; `nil` for an unknown method.
  package static func playerUse(of method: String) -> PlayerName.Use? {
    Method.table[method]?.player
  }

  /// The topics that the client has chosen; `nil` if it never subscribed.
  ///
  /// A host that closes a player's server sets them on the next one, because a subscription lasts as long as the
  /// connection.
  package var subscription: Set<String>? {
    get { log.isKept ? topics : nil }
    set { (topics, log.isKept) = (newValue ?? [], newValue != nil) }
  }

  /// True if so many jobs wait that the transport should pause reading.
  ///
  /// Below that limit moves, `cancel` and the end of the input are read, however many jobs run.
  public var isFull: Bool {
    jobs.waitingCount >= limits.waitingRequests || jobs.waitingBytes >= limits.waitingBytes
      || held.isFull
  }

  // MARK: Answers

  /// Counts the bytes of answers that wait in the budgets of a player and a process, too.
  package func countAnswers(in budgets: [AnswerBudget]) { answers.count(in: budgets) }

  /// True if so many bytes wait that they should be written before more is read.
  package var isOutputDue: Bool { answers.byteCount >= AnswerQueue.pieceBytes }

  /// Answers a request; a notification gets no answer.
  func answer(_ call: Call, _ result: Result<JSONValue, RPCError>) {
    var result = call.tool.map { toolResult(result, of: $0) } ?? result
    if let stateless = call.stateless {
      result = result.map { stateless.result($0, by: implementation) }
    }
    answers.answer(call, result, dependsOnCommit: dependsOnCommit)
  }

  /// True if the current answer waits for the next commit; false if the request has committed itself.
  private var dependsOnCommit: Bool { library.hasTouchedUncommitted && library.hasUncommitted }

  /// Answers a request, straight from the record if the answer is a line.
  func answer(_ call: Call, _ record: any Record) {
    guard case .line = call.sink, call.tool == nil, call.stateless == nil else {
      return answer(call, .success(record.json))
    }
    guard let id = call.id else { return }
    answers.answer(id, record, dependsOnCommit: dependsOnCommit)
  }

  // MARK: Notifications

  /// Sends a notification after the current answer, if the client subscribed to its topic.
  func notify<Notification: NotificationRecord>(_ notification: Notification) {
    guard isListening else { return }
    var parameters = notification.json.object ?? [:]
    if let player { parameters["player"] = .string(player) }
    let line = log.add(Notification.topic, parameters)
    if topics.contains(Notification.topic) { notifications.append(line) }
  }

  /// Notifies of the end of a game, which then needs no further report.
  private func notifyEnd(_ id: DocumentID, _ notification: some NotificationRecord) {
    notify(notification)
    if topics.contains(type(of: notification).topic) { reportedEnds.insert(id) }
  }

  /// True once the client has subscribed to a topic; only then are notifications made.
  private var isListening: Bool { !topics.isEmpty || log.isKept }

  /// Sends again the notifications that the client has missed.
  ///
  /// - Returns: True if all of them are still known.
  func resend(after seq: Int) -> Bool {
    guard let missed = log.entries(after: seq) else { return false }
    let heard = missed.filter { topics.contains($0.topic) }
    notifications += heard.map(\.line)
    let ends = [GameCompletedElsewhere.topic, GameEnded.topic]
    for end in heard where ends.contains(end.topic) {
      if let id = end.line["params"]?["game"]?.string {
        reportedEnds.formUnion([DocumentID(id)].compactMap(\.self))
      }
    }
    return true
  }

  func sendNotifications() {
    guard !notifications.isEmpty else { return }
    answers.add(notifications, dependOnCommit: library.hasUncommitted)
    notifications = []
    library.noteReported(reportedEnds)
    reportedEnds = []
  }

  /// Notifies of a conflict, once.
  func notify(_ conflict: Conflict, of game: DocumentID) {
    guard topics.contains(SyncConflictFound.topic),
      notifiedConflicts.insert("\(game) \(conflict.id)").inserted
    else { return }
    notify(
      SyncConflictFound(
        game: game.isGame ? game : nil,
        conflict: SyncConflictRecord(conflict: conflict, deviceNames: library.deviceNames)))
  }

  /// Notifies of the conflicts of a game that the client does not know yet.
  func notifyConflicts(of game: DocumentID) {
    guard topics.contains(SyncConflictFound.topic), let game = try? library.game(game) else {
      return
    }
    for conflict in game.session.document.state.conflicts { notify(conflict, of: game.id) }
  }

  private func announce(_ event: LibraryEvent) {
    if let update = resourceUpdate(after: event), !notifications.contains(update) {
      notifications.append(update)
    }
    guard isListening else { return }
    switch event {
    case .changed(let id, let origin, let rev, let status, let cells):
      let document = library.documentInMemory(id)
      notify(
        GameChanged(
          game: id, origin: origin.rawValue, rev: rev, status: status,
          changes: cells.compactMap { document?.change(of: $0) },
          elapsedMilliseconds: library.elapsedMilliseconds(of: id),
          mistakes: document?.shownMistakes ?? 0))
    case .completed(let id, let elapsed, let mistakes):
      notify(GameCompleted(game: id, elapsedMilliseconds: elapsed, mistakes: mistakes))
    case .completedElsewhere(let id, let wasCurrent):
      notifyEnd(id, GameCompletedElsewhere(game: id, wasCurrent: wasCurrent))
    case .ended(let id, let reason): notifyEnd(id, GameEnded(game: id, reason: reason))
    case .merged(let id, let cells, let device):
      let document = library.documentInMemory(id)
      notify(
        SyncMerged(
          game: id, changes: cells.compactMap { document?.change(of: $0) },
          fromDevice: device?.description ?? ""))
    case .activeElsewhere(let id, let device):
      let name = library.deviceNames[device] ?? device.description
      notify(GameActiveElsewhere(game: id, device: name))
    case .listChanged(let ids, let origin):
      let games = ids.prefix(GamesChanged.limit).compactMap { library.summary(of: $0) }
      let hasMore = ids.count > GamesChanged.limit
      notify(GamesChanged(games: games, hasMore: hasMore, origin: origin.rawValue))
    case .profileChanged(let origin):
      let settings = (try? library.settings()) ?? [:]
      notify(ProfileChanged(settings: settings.members, origin: origin.rawValue))
    case .conflict(let id, let conflict): notify(conflict, of: id)
    case .synced(let report):
      notify(
        SyncStatusChanged(
          error: report.error?.description.withoutFolders, pulled: report.pulled,
          pushed: report.pushed))
    }
  }

  // MARK: Commit and output

  /// Stores the operations of all requests so far and makes their answers final.
  public func commit() {
    guard library.hasUncommitted else { return answers.settle(nil) }
    do throws(SyncError) {
      try library.commit()
    } catch {
      answers.settle(RPCError(error))
      return
    }
    answers.settle(nil)
  }

  /// True if operations wait to be stored.
  package var hasUncommitted: Bool { library.hasUncommitted }

  /// Removes the lines to be written; commits first.
  ///
  /// - Parameters:
  ///   - beforeCommit: True to skip the commit; a later failure to store then can't be reported.
  ///   - write: Called once if there is something to write.
  public func withOutput(
    beforeCommit: Bool = false, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    if beforeCommit {
      answers.forgetUncommitted()
    } else {
      commit()
    }
    try answers.take { bytes in
      library.noteShownTime()
      try write(bytes)
    }
  }

  /// Removes the lines to be written and returns them as a text; commits first.
  public func takeOutput() -> String {
    var text = ""
    withOutput { text = String(decoding: $0, as: UTF8.self) }
    return text
  }

  // MARK: Tasks without a request

  /// The time to wait for input before calling `runDueTasks()`, in milliseconds.
  public var millisecondsToNextTask: Int64 {
    let next = library.millisecondsToNextTask
    guard let end = shutdownEndsAt else { return next }
    return max(0, min(next, end - environment.monotonicMilliseconds()))
  }

  /// Carries out due tasks: pushes stored operations, retries a failed store, saves the time played.
  public func runDueTasks() {
    library.runDueTasks()
    sendNotifications()
    releaseHeldLines()
    giveUpJobsAtShutdown()
  }

  /// Reads changes of the same games by other processes; call it before each piece of input.
  public func lookForOthers() {
    library.lookForOthers()
    sendNotifications()
  }

  /// Saves the time played in all open games and stops their clocks, as the session ends.
  public func suspendGames() {
    library.suspendGames()
    commit()
  }

  /// Pushes waiting operations, as the session ends; waits a while for a backup under way.
  public func pushAtEnd() async {
    commit()
    await library.finishBackup()
    await library.pushAtEnd()
    library.keepStatistics()
    try? library.replica.keepCounts()
  }
}
