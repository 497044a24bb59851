import Synchronization
import Testing

@testable import SudokuPlayer

@Suite struct FairAsyncLockTests {
  /// The order of the places, and the most that held the lock at once.
  private final class Log: Sendable {
    private let state = Mutex((served: [Int](), inside: 0, mostInside: 0))

    var served: [Int] { state.withLock { $0.served } }
    var mostInside: Int { state.withLock { $0.mostInside } }

    func enter(_ place: Int) {
      state.withLock { state in
        state.served.append(place)
        state.inside += 1
        state.mostInside = max(state.mostInside, state.inside)
      }
    }

    func leave() { state.withLock { $0.inside -= 1 } }
  }

  /// A place that was reserved early goes first, however late it asks for the lock.
  @Test func placesGetTheLockInOrderAndOneAtATime() async {
    let lock = FairAsyncLock()
    let places = (0..<50).map { _ in lock.reserve() }
    #expect(places == Array(0..<50))
    let log = Log()
    await withTaskGroup(of: Void.self) { group in
      for place in places.reversed() {
        group.addTask {
          await lock.lock(place)
          log.enter(place)
          await Task.yield()
          log.leave()
          lock.unlock()
        }
      }
    }
    #expect(log.served == places && log.mostInside == 1)
  }

  @Test func unreadSignalsBecomeOne() async {
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
