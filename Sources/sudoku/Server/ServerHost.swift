import Foundation
import JSONCoding
import Logging
import SudokuCore
import SudokuPlayer
import SudokuProtocol
import SudokuServer
import SudokuStores
import SudokuSync

/// A protocol server on a pipe or socket: reads lines, stores, writes answers.
///
/// Everything that is read at once is stored in one transaction: the more requests in flight,
/// the less each one costs.
final class ServerHost {
  private let server: ProtocolServer
  private let pipe: LinePipe
  private let journal: Journal?
  private let logger: Logger
  private let answersFirst: Bool
  private let launchWait: Int64
  /// Whether the client is gone once its input ends, as on a network.
  private let endsWithInput: Bool
  private var store: (any SyncStore)?
  private var reader: LineReader
  private var isInputOpen = true
  private var isReaderGone = false
  private var isSenderGone = false
  /// The last reported reason for missing operations in the journal.
  private var journalFault: String?
  /// Whether answers or operations could not be written.
  private var hasFailed = false
  private var lastCommit = ContinuousClock.now

  /// How long answers run ahead of the disk with `--durability none`.
  private static let commitInterval = Duration.milliseconds(200)

  init(
    options: ServerOptions, language: ServerOptions.Language, logger: Logger,
    descriptor: Int32? = nil, lane: SearchPool.Lane? = nil
  ) throws {
    self.logger = logger
    answersFirst = options.durability == .none
    launchWait = Int64(options.launchWait)
    endsWithInput = descriptor != nil
    let limits = ProtocolLimits()
    reader = LineReader(maximumLineBytes: limits.lineBytes)
    do {
      let pipe = try descriptor.map { try LinePipe(input: $0, output: $0) } ?? LinePipe()
      self.pipe = pipe
      let folder = DataFolder(options.data)
      let replica = try folder.openReplica(
        durability: options.durability, device: options.device)
      logger.info("device \(replica.device), games in \(folder.path)")
      var environment = Self.environment(
        wake: { pipe.wake() }, log: { logger.info("\($0.escapingControls())") })
      environment.warn = { logger.warning("\($0.escapingControls())") }
      environment.storeTimeoutMilliseconds = options.storeTimeout + 300
      let searches = lane ?? SearchPool.ofThisProcess.lane(width: SearchPool.processors)
      environment.startSearch = { job in
        Task.detached(executorPreference: searches, operation: job)
      }
      let library = try GameLibrary(
        replica: replica,
        environment: environment, openGameLimit: limits.openGames)
      server = ProtocolServer(
        library, engineVersion: Version.package, limits: limits,
        dialect: language.dialect)
      if case .modelContext(let tools) = language { server.tools = tools }
      if let address = options.store {
        var random = SystemRandomNumberGenerator()
        try folder.expectElsewhere(address)
        let store = try StoreRegistry.program(trust: options.network.trust).store(address)
        self.store = store
        library.connect(
          try SyncEngine(
            replica: replica, store: store, storeName: address,
            random: SeededRandom(seed: random.next()), timeoutMilliseconds: options.storeTimeout,
            clock: { Self.milliseconds(CLOCK_REALTIME) }), watching: store)
      }
      library.keepBackups(in: BackupFolder(DataFolder(options.data).path + "/backups"))
      journal = try options.journal.map { try Journal(path: $0) }
    } catch let error as SyncError {
      throw CommandFailure(error.message, code: error.exitCode)
    }
    if let journal {
      server.library.onCommit { document, lines in journal.append(document, lines) }
    }
  }

  /// The clocks, seeds and callbacks of the server.
  private static func environment(
    wake: @escaping @Sendable () -> Void, log: @escaping @Sendable (String) -> Void
  ) -> PlayerEnvironment {
    var environment = PlayerEnvironment()
    environment.log = log
    let origin = milliseconds(CLOCK_REALTIME) - milliseconds(CLOCK_MONOTONIC)
    environment.wallMilliseconds = { milliseconds(CLOCK_REALTIME) }
    environment.monotonicMilliseconds = { origin + milliseconds(CLOCK_MONOTONIC) }
    environment.drawSeed = {
      var random = SystemRandomNumberGenerator()
      return random.next()
    }
    environment.localOffsetMilliseconds = { Int64(TimeZone.current.secondsFromGMT()) * 1000 }
    environment.wake = wake
    return environment
  }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Serves until the input ends or a signal comes; returns the exit code.
  func run(catchesSignals: Bool = true) async -> Int32 {
    let signals = catchesSignals ? pipe.catchSignals() : []
    defer { signals.forEach { $0.cancel() } }
    server.library.launch(waitingAtMost: launchWait)
    server.library.countInBackground()
    nonisolated(unsafe) let host = self
    let status = await serveUntilEnd(host)
    await server.pushAtEnd()
    await store?.close()
    return hasFailed ? CommandFailure.Code.ioError.rawValue : status
  }

  private func serveUntilEnd(_ host: ServerHost) async -> Int32 {
    nonisolated(unsafe) let host = host
    return await withCheckedContinuation { continuation in
      let thread = Thread {
        host.loop()
        continuation.resume(returning: 0)
      }
      thread.stackSize = 8 << 20
      thread.name = "server"
      thread.start()
    }
  }

  private func loop() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { buffer.deallocate() }
    while isInputOpen && !server.isShuttingDown || server.hasJobs {
      let reads = isInputOpen && !server.isFull && !server.isShuttingDown && !isReaderGone
      let events = pipe.wait(
        readsInput: reads, watchesSender: endsWithInput && isInputOpen && !isSenderGone,
        timeoutMilliseconds: timeout)
      if events.isSenderGone {
        isSenderGone = true
        server.cancelAll()
      }
      if events.shallEnd {
        logger.info("asked to end")
        isInputOpen = false
        server.cancelAll()
      }
      if events.hasInput, isInputOpen { readInput(buffer) }
      server.collect()
      server.runDueTasks()
      release()
      if isReaderGone { isInputOpen = false }
    }
    server.suspendGames()
    release()
    if server.library.waitingOperations > 0 {
      let count = server.library.waitingOperations.counted("operation")
      logger.warning("\(count) of imported saves are dropped: the parts before them never came")
    }
    logger.info("ended")
  }

  private func flushJournal() {
    let fault = journal?.flush()
    if let fault, fault != journalFault {
      noteFailure("operations are missing in the journal, which can't be written: \(fault)")
    }
    journalFault = fault
  }

  private func noteFailure(_ message: String) {
    logger.error("\(message)")
    hasFailed = true
  }

  private var timeout: Int32 {
    if answersFirst && server.hasUncommitted { return 200 }
    return Int32(min(max(server.millisecondsToNextTask, 0), 60_000))
  }

  private func readInput(_ buffer: UnsafeMutableRawBufferPointer) {
    let count = pipe.read(into: buffer)
    guard count > 0 else {
      reader.finish { server.receive($0) }
      isInputOpen = false
      // Nobody is there to read the results.
      if endsWithInput { server.cancelAll() }
      return
    }
    server.lookForOthers()
    reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { server.receive($0) }
  }

  /// Stores the operations, then writes the answers; in reverse order with `--durability none`.
  private func release() {
    var isTimeStored = false
    let isDue = !answersFirst || lastCommit.duration(to: .now) >= Self.commitInterval
    if isDue, server.hasUncommitted {
      server.commit()
      lastCommit = .now
      // The operations carry the time.
      isTimeStored = true
    }
    server.withOutput(beforeCommit: answersFirst) { bytes in
      if !isTimeStored { server.library.noteShownTime() }
      guard !pipe.write(bytes) else { return }
      let reason = errno
      isReaderGone = true
      // A closed pipe is no failure.
      if reason != EPIPE {
        noteFailure("the answers can't be written: \(String(cString: strerror(reason)))")
      }
    }
    flushJournal()
  }
}

extension SyncError {
  /// The exit code of a command that fails with this error.
  var exitCode: CommandFailure.Code {
    switch kind {
    case .damaged, .recordFromNewerVersion, .anotherPlayer: .badData
    case .malformedURL: .usage
    case .fileFailed, .diskFull: .ioError
    default: .unavailable
    }
  }
}
