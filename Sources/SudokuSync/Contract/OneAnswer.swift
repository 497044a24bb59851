import Dispatch
import Synchronization

/// A value that one task waits for and the first of several gives.
///
/// A task group can't do that: it does not return before all its children have, so a child that
/// never does holds its parent for ever.
final class OneAnswer<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case given(Value)
    case taken
  }

  private let state = Mutex(State.open)

  /// Gives the value; only the first one counts.
  ///
  /// - Returns: Whether it was the first.
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

/// Runs an operation on a thread of its own and answers by a time limit, whatever it does.
///
/// - Parameters:
///   - milliseconds: The limit.
///   - executor: Where the operation runs, so that one that blocks takes no thread of the
///     cooperative pool.
///   - operation: The operation; it is cancelled when the time is up, and left behind.
/// - Returns: Its result, or an error of kind `storeUnavailable`.
func answer<Value: Sendable>(
  within milliseconds: Int, on executor: StoreExecutor,
  _ operation: @escaping @Sendable () async throws(SyncError) -> Value
) async -> Result<Value, SyncError> {
  let call = OneAnswer<Result<Value, SyncError>>()
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

  /// Creates an executor.
  ///
  /// - Parameter label: The thread's name.
  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
