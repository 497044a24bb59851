import Foundation
import JSONCoding
import Logging
import SudokuPlayer
import SudokuProtocol
import SudokuReading
import SudokuSession
import SudokuSync
import Synchronization

/// A protocol server for many players on one pipe: requests name theirs in the parameter `player`.
///
/// Each player has a folder, a replica and a `ProtocolServer`, as durable as alone. Silent players are closed, and
/// their next request opens them again. Subscriptions outlive that.
final class PlayersHost {
  struct OpenPlayer {
    let served: ServedPlayer
    var lastRequest: ContinuousClock.Instant
    /// True while the memory that only speeds up requests is freed.
    var isResting = false
  }

  /// A player's games that are being closed, and the requests that wait for that.
  struct ClosingPlayer {
    let task: Task<Void, Never>
    var requests: [String] = []
  }

  let options: ServerOptions
  let language: ServerOptions.Language
  let folders: PlayerFolders
  /// The number of players whose games may be open at a time.
  let openLimit: Int
  let logger: Logger
  let pipe: LinePipe
  private var reader: LineReader
  var openPlayers: [String: OpenPlayer] = [:]
  /// The players whose games are being opened, with the requests that wait for that.
  var openingPlayers: [String: [String]] = [:]
  let opener = PlayerOpener()
  /// A `shutdown` that waits for players to be opened, and the lines after it.
  var afterOpening: [String] = []
  var closingPlayers: [String: ClosingPlayer] = [:]
  /// The topics that were chosen for players whose games are closed now.
  var subscriptions: [String: Set<String>] = [:]
  /// The players that were closed with operations that the store has not acknowledged.
  var unsent: Set<String> = []
  let administration = PlayerAdministration()
  /// The numbers for an operator.
  var load = PlayerLoadRecord()
  /// The work on players whose games are not closed yet.
  var tickets: [PlayerTicket] = []
  /// The requests of players that wait for this work.
  var behind: [String: [String]] = [:]
  private var lastReopening = ContinuousClock.now
  /// Lines that wait because all open players are busy; nothing is read meanwhile.
  private(set) var parked: [String] = []
  /// Answers the requests that concern no player.
  private let common: ProtocolServer
  /// The players whose servers have work to do.
  private let woken = Mutex<Set<String>>([])
  /// The players whose files are free again, each with `true` if the store has everything.
  private let closed = Mutex<[String: Bool]>([:])
  /// The players whose timers are due in this round.
  private var round: [String] = []
  private var isInputOpen = true
  private var isEnding = false

  /// The silence after which a player's games are closed.
  private static let idleTime = Duration.seconds(600)
  /// The number of players whose games may be closing at a time.
  static let closingLimit = 64
  /// The interval at which a player is opened to send remaining operations, while there is room.
  private static let reopeningTime = Duration.seconds(1)
  /// The silence after which a player's memory is freed; the games stay open.
  private static let restTime = Duration.seconds(2)
  /// The interval of the timers, in milliseconds.
  private static let pace: Int32 = 100
  /// The time for timers between two looks for requests.
  private static let partOfRound = Duration.milliseconds(5)

  init(
    players: String, limit: Int, options: ServerOptions, language: ServerOptions.Language,
    logger: Logger
  ) throws {
    (folders, openLimit) = (PlayerFolders(players), limit)
    (self.options, self.language, self.logger) = (options, language, logger)
    let pipe = try LinePipe()
    self.pipe = pipe
    reader = LineReader(maximumLineBytes: ProtocolLimits().lineBytes)
    var environment = PlayerEnvironment.system
    environment.wake = { pipe.wake() }
    do throws(SyncError) {
      let nobody = MemoryReplica(device: DeviceID(rawValue: 0))
      common = ProtocolServer(
        try GameLibrary(replica: nobody, environment: environment),
        engineVersion: Version.package)
    } catch { throw CommandFailure(error.message, code: error.exitCode) }
    common.takesBatches = false
    common.commandLines = { Sudoku.commandLines }
    common.players = administration
    if case .jsonRPC(let limit) = language { common.clientTimeLimit = limit }
  }

  /// Serves until the input ends or a signal comes; returns the exit code.
  func run() async -> Int32 {
    let signals = pipe.catchSignals()
    defer { signals.forEach { $0.cancel() } }
    nonisolated(unsafe) let host = self
    await withCheckedContinuation { continuation in
      let thread = Thread {
        host.loop()
        continuation.resume()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    await withDiscardingTaskGroup { group in
      for player in openPlayers.values {
        nonisolated(unsafe) let served = player.served
        group.addTask { await served.close() }
      }
      for player in closingPlayers.values { group.addTask { await player.task.value } }
    }
    return 0
  }

  private var hasJobs: Bool {
    common.hasJobs || !parked.isEmpty || !openingPlayers.isEmpty
      || openPlayers.values.contains { $0.served.server.hasJobs }
      || closingPlayers.values.contains { !$0.requests.isEmpty }
  }

  private func loop() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { buffer.deallocate() }
    var lastRound = ContinuousClock.now
    while isInputOpen && !isEnding || hasJobs {
      let events = pipe.wait(
        readsInput: isInputOpen && !isEnding && !common.isFull && parked.isEmpty
          && afterOpening.isEmpty,
        timeoutMilliseconds: !round.isEmpty
          ? 0 : openPlayers.isEmpty && unsent.isEmpty && !hasJobs ? 60_000 : Self.pace)
      let begin = ContinuousClock.now
      defer { load.noteTurn(since: begin) }
      if events.isEndRequested { isInputOpen = false }
      if events.isEndRequested || events.isReaderGone { cancelAll() }
      if events.hasInput, isInputOpen { readInput(buffer) }
      takeClosed()
      takeOpened()
      administer()
      receiveParked()
      common.collect()
      common.runDueTasks()
      release(common)
      for name in woken.withLock({ woken in
        defer { woken = [] }
        return woken
      }) { serve(name, isRound: false) }
      if round.isEmpty, lastRound.duration(to: .now) >= .milliseconds(Int(Self.pace)) {
        (lastRound, round) = (.now, Array(openPlayers.keys))
        sendWhatWasLeft()
      }
      // In parts: the timers of thousands of players make no move wait.
      let end = ContinuousClock.now + Self.partOfRound
      while let name = round.popLast() {
        serve(name, isRound: true)
        if ContinuousClock.now > end { break }
      }
    }
    for player in openPlayers.values {
      player.served.server.suspendGames()
      release(player.served.server)
    }
    logger.info("ended")
  }

  /// Carries out the due work of a player's server, and closes a silent player.
  private func serve(_ name: String, isRound: Bool) {
    guard let player = openPlayers[name] else { return }
    let server = player.served.server
    server.collect()
    if server.millisecondsToNextTask <= 0 { server.runDueTasks() }
    release(server)
    guard isRound else { return }
    let silence = player.lastRequest.duration(to: .now)
    // Changes by other devices arrive through the open store only.
    let listens = options.store != nil && server.subscription?.isEmpty == false
    if silence > Self.idleTime, !listens, !server.hasJobs, !hasUnsent(player) { return close(name) }
    if silence > Self.restTime, !player.isResting {
      openPlayers[name]?.isResting = true
      player.served.rest()
    }
  }

  /// Stores a player's games and closes them; their requests wait until the files are free.
  func close(_ name: String) {
    guard let player = openPlayers.removeValue(forKey: name) else { return }
    let server = player.served.server
    server.suspendGames()
    release(server)
    subscriptions[name] = server.subscription
    let (pipe, host, closing) = (pipe, HostReference(self), LeavingPlayer(player.served))
    let task = Task.detached {
      let isSent = await closing.close()
      host.hasClosed(name, isSent: isSent)
      pipe.wake()
    }
    closingPlayers[name] = ClosingPlayer(task: task)
    logger.debug("player \(name) is closed")
  }

  /// Carries out the requests that waited for a player's files.
  ///
  /// Work on the player comes first.
  private func takeClosed() {
    let names = closed.withLock { closed in
      defer { closed = [:] }
      return closed
    }
    for (name, isSent) in names {
      if !isSent { unsent.insert(name) }
      let requests = closingPlayers.removeValue(forKey: name)?.requests ?? []
      administer()
      receive(requests)
    }
  }

  /// Carries out the lines that waited for room, while there is room.
  private func receiveParked() {
    let lines = parked
    parked = []
    receive(lines)
  }

  /// Opens a player whose operations the store lacks, while there is room.
  private func sendWhatWasLeft() {
    guard !isEnding, isInputOpen, openPlayers.count < openLimit,
      lastReopening.duration(to: .now) >= Self.reopeningTime, let name = unsent.popFirst()
    else { return }
    lastReopening = .now
    if openPlayers[name] == nil, openingPlayers[name] == nil, closingPlayers[name] == nil {
      open(name)
    }
  }

  private func cancelAll() {
    common.cancelAll()
    cancelOpenings()
    for player in openPlayers.values { player.served.server.cancelAll() }
  }

  private func release(_ server: ProtocolServer) {
    server.withOutput { bytes in
      if !pipe.write(bytes) { isInputOpen = false }
    }
  }

  // MARK: Input

  private func readInput(_ buffer: UnsafeMutableRawBufferPointer) {
    let count = pipe.read(into: buffer)
    guard count > 0 else {
      reader.finish { receive($0) }
      isInputOpen = false
      return
    }
    reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { receive($0) }
  }

  func receive(_ line: LineReader.Line) {
    defer { if common.isOutputDue { release(common) } }
    guard case .text(let bytes) = line, let request = try? JSONValue(parsing: Array(bytes)),
      request.object != nil
    else {
      if case .text(let bytes) = line, (try? JSONValue(parsing: Array(bytes)))?.array != nil {
        return refuse(nil, "a batch can't be sent to many players")
      }
      return common.receive(line)
    }
    if isEnding { return common.receive(line) }
    let method = request["method"]?.string ?? ""
    // A misspelt method opens no player's games.
    guard ProtocolServer.knows(method: method) else {
      return common.receive(Self.without(player: request).description)
    }
    let waits = method == "shutdown" && !openingPlayers.isEmpty
    if !afterOpening.isEmpty || waits && common.accepts(request.description) {
      return afterOpening.append(request.description)
    }
    if method == "shutdown" { return end(line) }
    if method.hasPrefix("player.") { return common.receive(line) }
    guard let player = request["params"]?["player"] else {
      guard ProtocolServer.playerUse(of: method) == .optional else {
        return refuse(request["id"], "the parameter 'player' is missing")
      }
      return common.receive(line)
    }
    guard let name = player.string, PlayerName.isValid(name) else {
      return refuse(
        request["id"],
        "the parameter 'player' must be 1 to 64 letters, digits, '-' and '_', as in anna-2")
    }
    if isAdministered(name) {
      guard behind[name]?.count ?? 0 < ProtocolLimits().waitingRequests else {
        return refuse(request["id"], .limit("waitingRequests", ProtocolLimits().waitingRequests))
      }
      return behind[name, default: []].append(request.description)
    }
    if closingPlayers[name] != nil {
      closingPlayers[name]?.requests.append(request.description)
      return
    }
    if openingPlayers[name] != nil { return waitForOpening(name, request) }
    guard openPlayers[name] == nil else { return carryOut(request, of: name) }
    let own = Self.without(player: request).description
    // A mistake, and a look at a player who never played, make no files.
    if !common.accepts(own) || ProtocolServer.onlyReads(method: method) && isUnknown(name) {
      return common.receive(own)
    }
    guard parked.isEmpty, makesRoom() else { return parked.append(request.description) }
    open(name, for: [request.description])
  }

  /// Carries out a request of a player whose games are open.
  func carryOut(_ request: JSONValue, of name: String) {
    guard let server = openPlayers[name]?.served.server else { return }
    // Another player's requests do not wait for this one's.
    if server.isFull, request["method"] != "cancel" {
      return refuse(request["id"], .limit("waitingRequests", ProtocolLimits().waitingRequests))
    }
    openPlayers[name]?.lastRequest = .now
    openPlayers[name]?.isResting = false
    load.requests += 1
    wake(name)
    server.receive(Self.without(player: request).description)
    if server.isOutputDue { release(server) }
  }

  /// Ends the session unless the request is refused.
  private func end(_ line: LineReader.Line) {
    common.receive(line)
    guard common.isShuttingDown else { return }
    isEnding = true
    cancelAll()
    // Every server reports its cancelled requests first.
    for player in openPlayers.values {
      player.served.server.collect()
      release(player.served.server)
    }
  }

  private func refuse(_ id: JSONValue?, _ reason: String) {
    refuse(id, .invalid("player", expected: "a player's name", reason))
  }

  func refuse(_ id: JSONValue?, _ error: RPCError) {
    let answer: JSONValue = ["error": error.value, "id": id ?? .null, "jsonrpc": "2.0"]
    _ = Array((answer.description + "\n").utf8).withUnsafeBytes { pipe.write($0) }
  }

  /// True for a player without games, neither here nor in a store.
  private func isUnknown(_ name: String) -> Bool {
    options.store == nil && FileStatus(path: folders.folder(of: name)) == nil
  }

  /// The request as the player's server takes it.
  private static func without(player request: JSONValue) -> JSONValue {
    var members = request.object ?? [:]
    var parameters = members["params"]?.object ?? [:]
    parameters["player"] = nil
    members["params"] = .object(parameters)
    return .object(members)
  }

  fileprivate func hasClosed(_ name: String, isSent: Bool) {
    closed.withLock { $0[name] = isSent }
  }

  fileprivate func wake(_ name: String) { woken.withLock { _ = $0.insert(name) } }
}

/// Lets other threads notify a host that may already be deallocated; they may call nothing but these functions.
final class HostReference: @unchecked Sendable {
  private weak var host: PlayersHost?

  init(_ host: PlayersHost) { self.host = host }

  func wake(_ name: String) { host?.wake(name) }

  func hasClosed(_ name: String, isSent: Bool) { host?.hasClosed(name, isSent: isSent) }
}
