import Dispatch
import Synchronization

/// A store whose driver blocks, running on its own thread.
///
/// Swift's cooperative threads never wait for a disk. At its time limit, after a cancellation and
/// after `close`, a caller gets its error at once. The driver abandons the request when it next
/// checks its `Deadline`.
public final class BlockingStore<Driver: StoreDriver>: SyncStore {
  /// A driver, used on the queue only.
  final class Owner: @unchecked Sendable {
    let driver: Driver
    init(_ driver: Driver) { self.driver = driver }
  }

  private struct State {
    var isClosed = false
    var lastCall = 0
    var calls: [Int: (deadline: Deadline, call: Call)] = [:]
    var watches: [Int: (watch: StoreWatch, signals: AsyncStream<Void>.Continuation)] = [:]
  }

  private typealias Call = OneShot<Result<StoreResponse, SyncError>>

  let owner: Owner
  private let queue: DispatchQueue
  private let state = Mutex(State())

  /// The time limit of a request that has none, in milliseconds.
  private static var standardLimit: Int { 30_000 }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - driver: The driver; only this store uses it.
  ///   - name: The thread's name.
  public init(_ driver: sending Driver, name: String = "sudoku.store") {
    owner = Owner(driver)
    queue = DispatchQueue(label: name)
  }

  /// See `SyncStore`.
  public func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
    let limit = request.timeLimitMilliseconds ?? Self.standardLimit
    let deadline = Deadline(milliseconds: limit)
    let call = Call()
    guard let number = enter(deadline, call) else { throw Self.closed }
    defer { leave(number) }
    let owner = owner
    queue.async {
      call.give(
        Result { () throws(SyncError) in
          try deadline.check("the store's turn")
          return try owner.driver.perform(request, until: deadline)
        })
    }
    let timeout = Timeout(milliseconds: limit) {
      deadline.cancel()
      call.give(.failure(SyncError(.storeUnavailable, "no answer within \(limit) ms")))
    }
    defer { timeout.cancel() }
    return try await withTaskCancellationHandler {
      await call.answer()
    } onCancel: {
      deadline.cancel()
      call.give(.failure(SyncError(.storeUnavailable, "the request was cancelled")))
    }.get()
  }

  private func enter(_ deadline: Deadline, _ call: Call) -> Int? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.lastCall += 1
      state.calls[state.lastCall] = (deadline, call)
      return state.lastCall
    }
  }

  private func leave(_ number: Int) { state.withLock { _ = $0.calls.removeValue(forKey: number) } }

  private static var closed: SyncError { SyncError(.storeUnavailable, "the store is closed") }

  /// See `SyncStore`.
  public func watch() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let owner = owner
    let queue = queue
    queue.async { [weak self] in
      guard let self, let watch = owner.driver.watch(on: queue, { continuation.yield() }) else {
        return continuation.finish()
      }
      let number = state.withLock { state -> Int? in
        guard !state.isClosed else { return nil }
        state.lastCall += 1
        state.watches[state.lastCall] = (watch, continuation)
        return state.lastCall
      }
      guard let number else {
        watch.cancel()
        return continuation.finish()
      }
      continuation.onTermination = { [weak self] _ in
        watch.cancel()
        self?.state.withLock { _ = $0.watches.removeValue(forKey: number) }
      }
    }
    return stream
  }

  /// See `SyncStore`.
  public func close() async {
    let (calls, watches) = state.withLock { state in
      defer {
        state.isClosed = true
        state.calls = [:]
        state.watches = [:]
      }
      return (state.isClosed ? nil : state.calls, state.watches)
    }
    for (watch, signals) in watches.values {
      watch.cancel()
      signals.finish()
    }
    guard let calls else { return }
    for (deadline, call) in calls.values {
      deadline.cancel()
      call.give(.failure(Self.closed))
    }
    let owner = owner
    let ended = OneShot<Void>()
    queue.async {
      owner.driver.close()
      ended.give(())
    }
    // A driver that is stuck in the operating system is abandoned.
    let timeout = Timeout(milliseconds: Self.closeLimit) { ended.give(()) }
    await ended.answer()
    timeout.cancel()
  }

  /// The longest time that `close` waits for the driver, in milliseconds.
  private static var closeLimit: Int { 1_000 }
}
