// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of sudoku.h.

// The functions of sudoku.h about players: the protocol of `sudoku serve` without a pipe.

import CSudoku
import Dispatch
import Glibc
import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuProtocol
import SudokuSession
import SudokuStores
import SudokuSync
import Synchronization

/// A player's games behind a C handle: one request at a time, from any thread.
private final class PlayerHandle: @unchecked Sendable {
  /// Used by the thread that holds `turn` only.
  private let server: ProtocolServer
  private let store: (any SyncStore)?
  private let turn = DispatchSemaphore(value: 1)
  private let signal: DispatchSemaphore
  private let isCancelRequested = Atomic<Bool>(false)
  private let executor = ThreadExecutor()

  init(_ options: PlayerOptions) throws(SyncError) {
    let signal = DispatchSemaphore(value: 0)
    self.signal = signal
    var environment = PlayerEnvironment.system
    environment.wake = { signal.signal() }
    environment.start = { [executor] job in
      Task.detached(executorPreference: executor, operation: job)
    }
    let replica = try Self.replica(options.data)
    let library = try GameLibrary(replica: replica, environment: environment)
    server = ProtocolServer(library, engineVersion: ProtocolServer.packageVersion.description)
    store = try options.store.map { (url) throws(SyncError) in
      let token = getenv("SUDOKU_TOKEN").map { String(cString: $0) }
      return try StoreRegistry.all(token: token).store(url)
    }
    if let store, let url = options.store {
      library.connect(
        try SyncEngine(
          replica: replica, store: store, storeName: url,
          random: SeededRandom(seed: environment.drawSeed()),
          clock: environment.wallMilliseconds),
        watching: store)
    }
    if let data = options.data { library.keepBackups(in: BackupFolder(data + "/backups")) }
    library.launch(waitingAtMost: store == nil ? 0 : 2_000)
  }

  private static func replica(_ folder: String?) throws(SyncError) -> any Replica {
    var random = SystemRandomNumberGenerator()
    guard let folder else {
      return MemoryReplica(device: DeviceID(rawValue: random.next()))
    }
    try StoreRegistry.makeDirectory(folder)
    return try SQLiteReplica(
      path: folder + "/games.sqlite", durability: .normal, random: &random)
  }

  /// Carries out a line and returns what the server has to say, as lines.
  func request(_ line: UnsafeRawBufferPointer?) -> String {
    turn.wait()
    defer { turn.signal() }
    isCancelRequested.store(false, ordering: .relaxed)
    server.lookForOthers()
    if let line { server.receive(String(decoding: line, as: UTF8.self)) }
    while true {
      server.collect()
      server.runDueTasks()
      server.commit()
      guard server.hasJobs else { return server.takeOutput() }
      let wait = min(max(server.millisecondsToNextTask, 0), 1_000)
      _ = signal.wait(timeout: .now() + .milliseconds(Int(wait)))
      if isCancelRequested.exchange(false, ordering: .relaxed) { server.cancelAll() }
    }
  }

  func cancel() {
    isCancelRequested.store(true, ordering: .relaxed)
    signal.signal()
  }

  func close() {
    turn.wait()
    defer { turn.signal() }
    server.cancelAll()
    server.suspendGames()
    // The last push is asynchronous; the caller waits here.
    let done = DispatchSemaphore(value: 0)
    Task.detached(executorPreference: executor) { [self] in
      await server.pushAtEnd()
      await store?.close()
      done.signal()
    }
    done.wait()
    executor.join(within: .seconds(1))
  }
}

/// Runs a player's jobs on threads that live only for them.
///
/// The threads of the system's pool end in a forked process, and jobs for them would never run.
private final class ThreadExecutor: TaskExecutor {
  private struct State {
    var running = 0
    /// Threads that have run their job and are ending.
    var ending: [pthread_t] = []
  }

  private let state = Mutex(State())
  private let quiet = DispatchSemaphore(value: 0)

  private final class Start: Sendable {
    let job: UnownedJob
    let executor: ThreadExecutor

    init(_ job: UnownedJob, _ executor: ThreadExecutor) {
      (self.job, self.executor) = (job, executor)
    }

    func run() { job.runSynchronously(on: executor.asUnownedTaskExecutor()) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let start = Start(UnownedJob(job), self)
    state.withLock { $0.running += 1 }
    joinEnding()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(start)
    let failure = pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
        start.run()
        start.executor.ended(on: pthread_self())
        return nil
      }, context.toOpaque())
    guard failure != 0 else { return }
    // The system has no thread left: the caller does the job.
    context.release()
    start.run()
    ended(on: nil)
  }

  private func ended(on thread: pthread_t?) {
    let isQuiet = state.withLock { state in
      state.running -= 1
      if let thread { state.ending.append(thread) }
      return state.running == 0
    }
    if isQuiet { quiet.signal() }
  }

  /// Waits until no thread is left, at most for a time: a fork amid a thread's end may take over a
  /// lock that it holds.
  func join(within limit: DispatchTimeInterval) {
    let deadline = DispatchTime.now() + limit
    while state.withLock({ $0.running > 0 }), quiet.wait(timeout: deadline) == .success {}
    joinEnding()
  }

  private func joinEnding() {
    let threads = state.withLock { state in
      defer { state.ending.removeAll() }
      return state.ending
    }
    for thread in threads { pthread_join(thread, nil) }
  }

  deinit { for thread in state.withLock({ $0.ending }) { pthread_detach(thread) } }
}

/// The options of `sudoku_player_open`.
private struct PlayerOptions {
  var data: String?
  var store: String?

  init(_ json: UnsafePointer<CChar>?) throws(Fault) {
    guard let json else { return }
    func fault(_ text: String) -> Fault { Fault(status: SUDOKU_BAD_OPTIONS, text: text) }
    guard let text = text(json) else { throw fault("the options are not UTF-8") }
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: text) } catch {
      throw fault("the options are not JSON: \(error)")
    }
    guard case .object(let members) = value else { throw fault("the options are not an object") }
    for member in members {
      let name = member.key
      guard name == "data" || name == "store" else {
        throw fault("unknown option '\(name)'; valid options: data, store")
      }
      guard case .string(let text) = member.value else { throw fault("'\(name)' is not a string") }
      // A path would end there.
      guard !text.contains("\0") else { throw fault("'\(name)' contains a zero byte") }
      if name == "data" { data = text } else { store = text }
    }
    if data?.isEmpty == true { throw fault("'data' is empty") }
  }
}

private func handle(_ player: OpaquePointer?) -> PlayerHandle? {
  player.map { Unmanaged<PlayerHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// A copy for the caller, who frees it with `sudoku_free`.
func copy(of text: String) throws(Fault) -> UnsafeMutablePointer<CChar> {
  guard let copy = strdup(text) else {
    throw Fault(status: SUDOKU_FAILED, text: "out of memory")
  }
  return copy
}

@c @implementation
package func sudoku_version() -> UnsafePointer<CChar> {
  UnsafeRawPointer(ProtocolServer.packageVersion.utf8Start).assumingMemoryBound(to: CChar.self)
}

@c @implementation
package func sudoku_player_open(
  _ options: UnsafePointer<CChar>?, _ player: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    let player = try needed(player, "player")
    player.pointee = nil
    let options = try PlayerOptions(options)
    do throws(SyncError) {
      let handle = try PlayerHandle(options)
      player.pointee = OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
    } catch {
      throw Fault(status: SUDOKU_FAILED, text: error.message)
    }
  }
}

@c @implementation
package func sudoku_player_request(
  _ player: OpaquePointer?, _ request: UnsafePointer<CChar>?, _ length: Int,
  _ lines: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    let handle = try needed(handle(player), "player")
    let lines = try needed(lines, "lines")
    lines.pointee = nil
    guard length >= 0 else { throw .argument("length is too large") }
    let answer = handle.request(
      request.map { UnsafeRawBufferPointer(start: $0, count: length) })
    lines.pointee = try copy(of: answer)
  }
}

@c @implementation
package func sudoku_player_cancel(_ player: OpaquePointer?) { handle(player)?.cancel() }

@c @implementation
package func sudoku_player_close(_ player: OpaquePointer?) {
  guard let player else { return }
  let handle = Unmanaged<PlayerHandle>.fromOpaque(UnsafeRawPointer(player))
  handle.takeUnretainedValue().close()
  handle.release()
}

@c @implementation
package func sudoku_free(_ lines: UnsafeMutablePointer<CChar>?) { free(lines) }
