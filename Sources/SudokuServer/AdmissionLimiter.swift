import Synchronization

/// Limits concurrent requests: some run, some queue, the rest are refused.
final class AdmissionLimiter: Sendable {
  private struct State {
    var inside = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    var next = 0
  }

  private let width: Int
  private let queue: Int
  private let state = Mutex(State())

  init(width: Int, queue: Int) { (self.width, self.queue) = (max(width, 1), max(queue, 0)) }

  /// Waits for a turn, which `leave` ends.
  func enter() async -> Bool {
    enum Turn { case now, later, never }
    let turn = state.withLock { state -> Turn in
      if state.inside < width {
        state.inside += 1
        return .now
      }
      return state.waiting.count - state.next < queue ? .later : .never
    }
    guard turn == .later else { return turn == .now }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.inside < width {
          state.inside += 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
    return true
  }

  /// Ends a turn; the next one who waits has it.
  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.next < state.waiting.count else {
        state.inside -= 1
        return nil
      }
      defer {
        state.next += 1
        if state.next > 64, state.next * 2 > state.waiting.count {
          state.waiting.removeFirst(state.next)
          state.next = 0
        }
      }
      return state.waiting[state.next]
    }
    next?.resume()
  }

  /// How many are at work.
  var count: Int { state.withLock { $0.inside } }
}
