import Synchronization

/// Lets one at a time through, in the order in which they took their tickets.
final class Turnstile: Sendable {
  private struct State {
    var nextTicket = 0
    var served = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// Takes a ticket; whoever takes one must `enter` and `leave`.
  func takeTicket() -> Int {
    state.withLock { state in
      defer { state.nextTicket += 1 }
      return state.nextTicket
    }
  }

  /// Waits for the ticket's turn.
  func enter(_ ticket: Int) async {
    await withCheckedContinuation { continuation in
      let isTurn = state.withLock { state in
        if state.served == ticket { return true }
        state.waiting[ticket] = continuation
        return false
      }
      if isTurn { continuation.resume() }
    }
  }

  /// Lets the next one through.
  func leave() {
    let next = state.withLock { state in
      state.served += 1
      return state.waiting.removeValue(forKey: state.served)
    }
    next?.resume()
  }
}
