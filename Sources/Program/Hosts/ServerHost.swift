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
/// Everything that is read at once is stored in one transaction, so the cost of a request falls with their number.
final class ServerHost {
  private let player: ServedPlayer
  private var server: ProtocolServer { player.server }
  private let pipe: LinePipe
  private let journal: Journal?
  private let logger: Logger
  private let answersFirst: Bool
  private let launchWait: Int
  /// True if the client has left once its input ends, as on a network.
  private let endsWithInput: Bool
  private var reader: LineReader
  /// The dialect for people instead of programs; `nil` for the protocol.
  private var text: TextDialect?
  /// Lines of a person that wait until the command before them is answered.
  private var waitingLines: ArraySlice<String> = []
  private var isInputOpen = true
  private var isReaderGone = false
  private var isSenderGone = false
  /// The last reported reason for missing operations in the journal.
  private var journalFault: String?
  /// True once answers or operations could not be written.
  private var hasFailed = false
  private var lastCommit = ContinuousClock.now

  /// The longest time between commits with `--durability none`, while answers go out before they are stored.
  private static let commitInterval = Duration.milliseconds(200)

  init(
    options: ServerOptions, language: ServerOptions.Language, logger: Logger,
    descriptor: Int32? = nil, lane: SearchPool.Lane? = nil, budgets: [AnswerBudget] = []
  ) throws {
    self.logger = logger
    answersFirst = options.durability == .none
    launchWait = options.launchWait
    endsWithInput = descriptor != nil
    reader = LineReader(maximumLineBytes: ProtocolLimits().lineBytes)
    if case .text = language { text = TextDialect() }
    do {
      let pipe = try descriptor.map { try LinePipe(input: $0, output: $0) } ?? LinePipe()
      self.pipe = pipe
      player = try ServedPlayer(
        options: options, language: language, logger: logger, lane: lane,
        budgets: budgets, wake: { pipe.wake() })
      journal = try options.journal.map { try Journal(path: $0) }
    } catch let error as SyncError {
      throw CommandFailure(error.message, code: error.exitCode)
    }
    if let journal {
      player.server.library.onCommit { document, lines in journal.append(document, lines) }
    }
  }

  /// Serves until the input ends or a signal comes; returns the exit code.
  func run(catchesSignals: Bool = true) async -> Int32 {
    let signals = catchesSignals ? pipe.catchSignals() : []
    defer { signals.forEach { $0.cancel() } }
    player.launch(waitingAtMost: launchWait)
    nonisolated(unsafe) let host = self
    let status = await serveUntilEnd(host)
    await player.close()
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
    while isInputOpen && !server.isShuttingDown || server.hasJobs || !waitingLines.isEmpty {
      let reads =
        isInputOpen && !server.isFull && !server.isShuttingDown && !isReaderGone
        && waitingLines.isEmpty
      let events = pipe.wait(
        readsInput: reads, watchesSender: endsWithInput && isInputOpen && !isSenderGone,
        timeoutMilliseconds: timeout)
      if events.isSenderGone {
        isSenderGone = true
        server.cancelAll()
      }
      if events.isEndRequested {
        logger.info("asked to end")
        isInputOpen = false
        waitingLines = []
        server.cancelAll()
      }
      // Their results can't reach anyone.
      if events.isReaderGone { server.cancelAll() }
      if events.hasInput, isInputOpen { readInput(buffer) }
      server.collect()
      server.runDueTasks()
      readWaitingLines()
      release()
      if isReaderGone { (isInputOpen, waitingLines) = (false, []) }
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
      reader.finish { receive($0) }
      isInputOpen = false
      // No client is left to read the results.
      if endsWithInput { server.cancelAll() }
      return
    }
    server.lookForOthers()
    reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { line in
      receive(line)
      if server.isOutputDue { release() }
    }
  }

  private func receive(_ line: LineReader.Line) {
    guard text != nil, case .text(let bytes) = line else { return server.receive(line) }
    waitingLines.append(String(decoding: bytes, as: UTF8.self))
    readWaitingLines()
  }

  /// Carries out a person's commands, each after the answer to the one before.
  private func readWaitingLines() {
    while !server.hasJobs, !server.isShuttingDown, let line = waitingLines.popFirst() {
      perform(line)
    }
    if server.isShuttingDown { waitingLines = [] }
  }

  private func perform(_ line: String) {
    switch text?.read(line) {
    case .request(let request)?: server.receive(request)
    case .reply(let reply)?:
      // After the answers to the lines before it.
      release()
      _ = Array((reply + "\n").utf8).withUnsafeBytes { pipe.write($0) }
    case nil: break
    }
  }

  /// Stores the operations, then writes the answers; in reverse order with `--durability none`.
  private func release() {
    let isDue = !answersFirst || lastCommit.duration(to: .now) >= Self.commitInterval
    if isDue, server.hasUncommitted {
      server.commit()
      lastCommit = .now
    }
    server.withOutput(beforeCommit: answersFirst) { bytes in
      guard !write(bytes) else { return }
      let reason = errno
      isReaderGone = true
      // A closed pipe is not a failure.
      if reason != EPIPE {
        noteFailure("the answers can't be written: \(String(cString: strerror(reason)))")
      }
    }
    flushJournal()
  }
}

extension ServerHost {
  private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard text != nil else { return pipe.write(bytes) }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let shown = lines.map { TextDialect.text(of: $0) + "\n" }.joined()
    return Array(shown.utf8).withUnsafeBytes { pipe.write($0) }
  }
}

extension SyncError {
  /// The exit code of a command that fails with this error.
  var exitCode: CommandFailure.Code {
    switch kind {
    case .damaged, .recordFromNewerVersion, .anotherPlayer, .refused, .idCollision: .badData
    case .malformedURL: .usage
    case .fileFailed, .diskFull: .ioError
    default: .unavailable
    }
  }
}
