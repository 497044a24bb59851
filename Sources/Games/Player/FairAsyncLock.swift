import Synchronization

/// A lock for asynchronous work, granted in the order of `reserve()`.
///
/// A reserved place must be locked and unlocked, or all later places wait forever.
final class FairAsyncLock: Sendable {
  private struct State {
    var nextPlace = 0
    /// The place that holds the lock or may take it.
    var current = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// Takes the next place in the queue.
  func reserve() -> Int {
    state.withLock { state in
      defer { state.nextPlace += 1 }
      return state.nextPlace
    }
  }

  func lock(_ place: Int) async {
    await withCheckedContinuation { continuation in
      let isCurrent = state.withLock { state in
        if state.current == place { return true }
        state.waiting[place] = continuation
        return false
      }
      if isCurrent { continuation.resume() }
    }
  }

  /// Passes the lock to the next place.
  func unlock() {
    let next = state.withLock { state in
      state.current += 1
      return state.waiting.removeValue(forKey: state.current)
    }
    next?.resume()
  }
}

/// An event that happens once and for which many tasks can wait.
package final class AsyncLatch: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  init() {}

  /// Waits until the latch is open; returns at once from then on.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Resumes all waiting tasks.
  func open() {
    let waiting = state.withLock { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// Sends signals to all listeners; a listener that has not read several gets one.
final class Signals: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextNumber = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.nextNumber += 1
      state.listeners[state.nextNumber] = continuation
      return state.nextNumber
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[number] = nil }
    }
    return stream
  }

  func send() {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield() }
  }

  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
