import Dispatch
import Synchronization

/// The time until which a caller waits for an answer, or until it cancels.
///
/// Code of a store that waits, for example for a lock, checks it regularly and throws once it has passed.
public final class Deadline: Sendable {
  private let end: ContinuousClock.Instant?
  private let isCancelled = Atomic<Bool>(false)

  package init(milliseconds: Int? = nil) {
    end = milliseconds.map { .now.advanced(by: .milliseconds(max(0, $0))) }
  }

  /// Makes it pass now.
  package func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// True once the time has passed or the caller has cancelled.
  public var hasPassed: Bool {
    isCancelled.load(ordering: .relaxed) || end.map { $0 <= .now } ?? false
  }

  /// Throws once it has passed.
  ///
  /// - Parameter what: The thing waited for, as in `"the lock of x"`.
  /// - Throws: `SyncError` of kind `storeUnavailable`.
  public func check(_ what: @autoclosure () -> String) throws(SyncError) {
    if hasPassed { throw SyncError(.storeUnavailable, "\(what()) did not arrive in time") }
  }
}

/// Calls a closure after a time, on a thread that nothing blocks.
///
/// Most timeouts are cancelled early, so starting and cancelling one costs a table entry. All share
/// one system timer.
final class Timeout: Sendable {
  private let number: Int

  init(milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
    number = Timeouts.shared.add(milliseconds: min(max(milliseconds, 0), 86_400_000), body)
  }

  func cancel() { Timeouts.shared.remove(number) }

  deinit { cancel() }
}

/// All timeouts of the process.
private final class Timeouts: Sendable {
  static let shared = Timeouts()

  private struct State {
    var last = 0
    var bodies: [Int: (deadline: DispatchTime, body: @Sendable () -> Void)] = [:]
    /// The time at which the timer next fires, perhaps for a timeout cancelled meanwhile.
    var alarm = DispatchTime.distantFuture
  }

  private let state = Mutex(State())
  // A source may be used from any thread.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  private init() {
    timer = DispatchSource.makeTimerSource(
      queue: DispatchQueue(label: "sudoku.timeouts", qos: .userInitiated))
    timer.setEventHandler { [weak self] in self?.fire() }
    timer.resume()
  }

  func add(milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> Int {
    let deadline = DispatchTime.now() + .milliseconds(milliseconds)
    return state.withLock { state in
      state.last += 1
      state.bodies[state.last] = (deadline, body)
      setAlarm(deadline, &state)
      return state.last
    }
  }

  func remove(_ number: Int) { state.withLock { _ = $0.bodies.removeValue(forKey: number) } }

  /// Moves the timer forward if it would fire too late.
  private func setAlarm(_ deadline: DispatchTime, _ state: inout State) {
    guard deadline < state.alarm else { return }
    state.alarm = deadline
    timer.schedule(deadline: deadline)
  }

  private func fire() {
    let due = state.withLock { state in
      let now = DispatchTime.now()
      let due = state.bodies.filter { $0.value.deadline <= now }
      for number in due.keys { state.bodies[number] = nil }
      state.alarm = .distantFuture
      if let next = state.bodies.values.map(\.deadline).min() { setAlarm(next, &state) }
      return due.sorted { $0.value.deadline < $1.value.deadline }
    }
    for (_, timeout) in due { timeout.body() }
  }
}

/// A value that one task waits for and that the first of several callers sets.
///
/// A task group cannot do this: it waits for all its children, so a child that hangs blocks its parent forever.
final class OneShot<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case given(Value)
    case taken
  }

  private let state = Mutex(State.open)

  /// Sets the value unless it is set; returns true if this call set it.
  @discardableResult
  func give(_ value: Value) -> Bool {
    let (isFirst, continuation) = state.withLock {
      state -> (Bool, CheckedContinuation<Value, Never>?) in
      switch state {
      case .open:
        state = .given(value)
        return (true, nil)
      case .awaited(let continuation):
        state = .taken
        return (true, continuation)
      case .given, .taken: return (false, nil)
      }
    }
    continuation?.resume(returning: value)
    return isFirst
  }

  /// True once the value is set.
  var isGiven: Bool {
    state.withLock { state in
      switch state {
      case .open, .awaited: false
      case .given, .taken: true
      }
    }
  }

  /// Waits for the value; once only.
  func answer() async -> Value {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state -> Value? in
        if case .given(let value) = state {
          state = .taken
          return value
        }
        state = .awaited(continuation)
        return nil
      }
      if let value { continuation.resume(returning: value) }
    }
  }
}

/// Runs an operation on the executor and returns its result, or an error at the time limit.
///
/// The operation is cancelled then, and not waited for.
func answer<Value: Sendable>(
  within milliseconds: Int, on executor: StoreExecutor,
  _ operation: @escaping @Sendable () async throws(SyncError) -> Value
) async -> Result<Value, SyncError> {
  let call = OneShot<Result<Value, SyncError>>()
  let task = Task(executorPreference: executor) {
    do throws(SyncError) { call.give(.success(try await operation())) } catch {
      call.give(.failure(error))
    }
  }
  let timeout = Timeout(milliseconds: milliseconds) {
    call.give(.failure(SyncError(.storeUnavailable, "no answer within \(milliseconds) ms")))
    task.cancel()
  }
  defer { timeout.cancel() }
  return await withTaskCancellationHandler {
    await call.answer()
  } onCancel: {
    task.cancel()
    call.give(.failure(SyncError(.storeUnavailable, "the request was cancelled")))
  }
}

/// A thread for the tasks of one engine.
final class StoreExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
