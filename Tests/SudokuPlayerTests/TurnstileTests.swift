import Synchronization
import Testing

@testable import SudokuPlayer

@Suite struct TurnstileTests {
  /// Who went through, and how many at once.
  private final class Log: Sendable {
    private let state = Mutex((served: [Int](), inside: 0, mostInside: 0))

    var served: [Int] { state.withLock { $0.served } }
    var mostInside: Int { state.withLock { $0.mostInside } }

    func enter(_ ticket: Int) {
      state.withLock { state in
        state.served.append(ticket)
        state.inside += 1
        state.mostInside = max(state.mostInside, state.inside)
      }
    }

    func leave() { state.withLock { $0.inside -= 1 } }
  }

  /// Whoever comes late with an early ticket still goes first.
  @Test func ticketsAreServedInOrderAndOneAtATime() async {
    let turnstile = Turnstile()
    let tickets = (0..<50).map { _ in turnstile.takeTicket() }
    #expect(tickets == Array(0..<50))
    let log = Log()
    await withTaskGroup(of: Void.self) { group in
      for ticket in tickets.reversed() {
        group.addTask {
          await turnstile.enter(ticket)
          log.enter(ticket)
          await Task.yield()
          log.leave()
          turnstile.leave()
        }
      }
    }
    #expect(log.served == tickets && log.mostInside == 1)
  }

  @Test func signalsNobodyHasHeardYetAreOne() async {
    let signals = Signals()
    signals.send()
    let stream = signals.stream()
    for _ in 0..<3 { signals.send() }
    signals.finish()
    var count = 0
    for await _ in stream { count += 1 }
    #expect(count == 1, "none from before, and three as one")
    for await _ in signals.stream() { Issue.record("a stream after the end is over") }
  }
}
