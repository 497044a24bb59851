import Dispatch
import JSONCoding
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A store in another program, for one thread.
package final class ExecStoreDriver: StoreDriver {
  private let command: String
  private let limits: ExecLimits
  private var child: ChildProcess?
  private var lastNumber = 0
  /// The times at which the answers to open requests are overdue.
  private var unanswered: [Int: ContinuousClock.Instant] = [:]
  private var idleLines = 0
  private var backoff = Backoff(firstMilliseconds: 250, limitMilliseconds: 30_000)
  private var random: any RandomNumberGenerator
  private var nextStart = ContinuousClock.now
  private var lastFailure = ""
  private var isClosed = false
  /// True once the program has answered since its start.
  private var hasAnswered = false
  /// True if the last program was killed for a violation of the protocol.
  private var didMisbehave = false
  private var watchQueue: DispatchQueue?
  private let watchers = Watchers()
  /// True once the program has signalled a change; then it is not polled.
  private var signalsChanges = false

  private final class Watchers: Sendable {
    private struct State {
      var last = 0
      var callbacks: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    func add(_ callback: @escaping @Sendable () -> Void) -> Int {
      state.withLock { state in
        state.last += 1
        state.callbacks[state.last] = callback
        return state.last
      }
    }

    func remove(_ number: Int) { state.withLock { $0.callbacks[number] = nil } }

    var isEmpty: Bool { state.withLock { $0.callbacks.isEmpty } }

    func signal() { for callback in state.withLock({ Array($0.callbacks.values) }) { callback() } }
  }

  /// Creates a driver; nothing is started yet.
  package init(
    command: String, limits: ExecLimits = ExecLimits(),
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) throws(SyncError) {
    guard command.contains(where: { !$0.isWhitespace }), !command.utf8.contains(0) else {
      throw SyncError(.malformedURL, "exec: names no command")
    }
    self.command = command
    self.limits = limits
    self.random = random
  }

  /// See `StoreDriver`.
  package func perform(
    _ request: StoreRequest, until deadline: Deadline
  ) throws(SyncError) -> StoreResponse {
    guard !isClosed else { throw SyncError(.storeUnavailable, "the store is closed") }
    let child = try running(until: deadline)
    let isSeasoned = hasAnswered
    do throws(SyncError) { return try exchange(request, with: child, until: deadline) } catch {
      // The program ended before it read the request. Repeating a request is safe.
      guard isSeasoned, self.child == nil, !didMisbehave else { throw error }
      return try exchange(request, with: try running(until: deadline), until: deadline)
    }
  }

  private func exchange(
    _ request: StoreRequest, with child: ChildProcess, until deadline: Deadline
  ) throws(SyncError) -> StoreResponse {
    lastNumber += 1
    let number = lastNumber
    let line: [UInt8]
    do {
      line = try CanonicalJSONEncoder().encode(NumberedRequest(number: number, request: request))
    } catch { throw SyncError(.storeFailed, "the request can't be written: \(error)") }
    guard unanswered.count < limits.lateAnswers else {
      throw fail("leaves \(unanswered.count) requests without an answer")
    }
    let patience = min(max(request.timeLimitMilliseconds ?? 30_000, 0), 86_400_000)
    unanswered[number] = .now.advanced(by: .milliseconds(patience + limits.overdueMilliseconds))
    child.send(line)
    while true {
      if let reply = try step(child, number, waiting: 10) {
        hasAnswered = true
        return try response(reply, to: request)
      }
      try deadline.check("the answer of \(shownCommand)")
    }
  }

  private func response(
    _ reply: Result<StoreReply, SyncError>, to request: StoreRequest
  ) throws(SyncError) -> StoreResponse {
    switch reply {
    case .failure(let error): throw error
    case .success(.failure(let error)): throw error
    case .success(.response(let response)):
      guard response.answer.kind == request.query.kind else {
        throw SyncError(
          .storeFailed,
          "\(shownCommand) answered \(request.query.kind) with \(response.answer.kind)")
      }
      return response
    }
  }

  /// See `StoreDriver`; the program signals changes by lines of its own.
  ///
  /// Until its first signal it is polled, as another device may change the store at any time.
  package func watch(
    on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void
  ) -> StoreWatch? {
    let watchers = watchers
    let number = watchers.add(changed)
    watchQueue = queue
    watchOutput()
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let pause = DispatchTimeInterval.milliseconds(limits.pollMilliseconds)
    timer.schedule(deadline: .now() + pause, repeating: pause, leeway: .milliseconds(50))
    nonisolated(unsafe) weak let driver = self
    timer.setEventHandler {
      guard let driver, driver.child != nil, !driver.signalsChanges else { return }
      changed()
    }
    timer.resume()
    nonisolated(unsafe) let running = timer
    return StoreWatch {
      running.cancel()
      watchers.remove(number)
    }
  }

  /// See `StoreDriver`.
  package func close() {
    isClosed = true
    child?.end(graceMilliseconds: limits.graceMilliseconds)
    child = nil
  }
}

// MARK: The program

extension ExecStoreDriver {
  /// The program, started if necessary, after the wait that follows a failure.
  private func running(until deadline: Deadline) throws(SyncError) -> ChildProcess {
    if let child {
      // A program that has ended meanwhile does not fail the request.
      do throws(SyncError) {
        _ = try step(child, nil, waiting: 0)
        return child
      } catch {}
    }
    while nextStart > .now {
      guard !deadline.hasPassed else {
        throw SyncError(.storeUnavailable, "\(lastFailure); it is started again soon")
      }
      // The caller may cancel meanwhile.
      usleep(5_000)
    }
    let new: ChildProcess
    do throws(SyncError) {
      new = try ChildProcess(command: command, lineBytes: limits.lineBytes)
    } catch {
      delayNextStart(after: nil)
      throw error
    }
    child = new
    watchOutput()
    return new
  }

  /// Reads available output; returns the answer to a request if it has arrived.
  private func step(
    _ child: ChildProcess, _ number: Int?, waiting milliseconds: Int32
  ) throws(SyncError) -> Result<StoreReply, SyncError>? {
    let events = child.step(timeoutMilliseconds: milliseconds)
    var reply: Result<StoreReply, SyncError>?
    for line in events.lines {
      if let found = try take(line, number) { reply = found }
    }
    if let reply { return reply }
    if events.hasLongLine { throw fail("wrote a line of more than \(limits.lineBytes) bytes") }
    if events.hasEnded { throw fail(events.hasTornLine ? "ended in the middle of a line" : nil) }
    if let due = unanswered.values.min(), due < .now { throw fail("hangs") }
    return nil
  }

  /// Handles a line; returns it if it answers the request.
  private func take(
    _ bytes: [UInt8], _ number: Int?
  ) throws(SyncError) -> Result<StoreReply, SyncError>? {
    let line: ExecLine
    do { line = try StrictJSONDecoder().decode(ExecLine.self, from: bytes) } catch {
      throw fail("wrote a line that is not a reply: \(Self.shown(bytes))")
    }
    idleLines += 1
    switch line {
    case .reply(let answered, let reply) where answered == number:
      unanswered[answered] = nil
      idleLines = 0
      return reply
    case .reply(let answered, _):
      // The late answer to a request that was given up.
      guard unanswered.removeValue(forKey: answered) != nil else {
        throw fail("answered request \(answered), which is not open")
      }
    case .changed:
      signalsChanges = true
      watchers.signal()
    case .stray: throw fail("wrote a line without the id of a request: \(Self.shown(bytes))")
    }
    if idleLines > limits.idleLines { throw fail("wrote \(idleLines) lines that answer nothing") }
    return nil
  }

  /// The program's name for messages, without folders and arguments.
  ///
  /// Those may be secrets of the operator, and players read the messages.
  private var shownCommand: String {
    let word = command.split(whereSeparator: \.isWhitespace).first ?? ""
    return "the store's program '\(word.split(separator: "/").last?.prefix(40) ?? "")'"
  }

  private static func shown(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes.prefix(200), as: UTF8.self)
    return "'" + text.prefix(80) + (text.count > 80 ? "...'" : "'")
  }

  /// Ends the program; returns the error with the reason.
  private func fail(_ reason: String?) -> SyncError {
    let ended = child?.endNow() ?? "has ended"
    delayNextStart(after: child?.started)
    child = nil
    hasAnswered = false
    didMisbehave = reason != nil
    unanswered = [:]
    idleLines = 0
    let message = "\(shownCommand) " + (reason ?? ended)
    lastFailure = message
    return SyncError(.storeUnavailable, message)
  }

  /// Sets the wait before the next start; waits grow while the program ends soon after its start.
  private func delayNextStart(after started: ContinuousClock.Instant?) {
    if let started, started.duration(to: .now) > .seconds(10) { backoff.succeeded() }
    var generator = random
    nextStart = .now.advanced(by: .milliseconds(backoff.failed(using: &generator)))
    random = generator
  }

  /// Reads the program's output between requests.
  private func watchOutput() {
    guard let child, let watchQueue, !watchers.isEmpty else { return }
    // The handler runs on the driver's queue, as everything here does.
    nonisolated(unsafe) weak let driver = self
    child.onOutput(watchQueue) { driver?.listen() }
  }

  private func listen() {
    guard let child else { return }
    do throws(SyncError) { _ = try step(child, nil, waiting: 0) } catch {
      // The next request starts it again.
      watchers.signal()
    }
  }
}
