import Dispatch
import Synchronization

/// What happens when a time is up, on a thread that nothing blocks.
///
/// Nearly every timeout is cancelled long before its time: starting and cancelling one costs an entry
/// in a table. One timer of the system serves all of them.
final class Timeout: Sendable {
  private let number: Int

  /// Starts the time.
  ///
  /// - Parameters:
  ///   - milliseconds: How long.
  ///   - body: What happens then, unless the timeout is cancelled or gone.
  init(milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
    number = Timeouts.shared.add(milliseconds: min(max(milliseconds, 0), 86_400_000), body)
  }

  /// Lets nothing happen.
  func cancel() { Timeouts.shared.remove(number) }

  deinit { cancel() }
}

/// All timeouts of the process.
private final class Timeouts: Sendable {
  static let shared = Timeouts()

  private struct State {
    var last = 0
    var bodies: [Int: (deadline: DispatchTime, body: @Sendable () -> Void)] = [:]
    /// When the timer fires next; it may be for one that was cancelled meanwhile.
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

  /// Sets the timer where it would fire too late.
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
