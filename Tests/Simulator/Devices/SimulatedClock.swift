import SudokuCore
import SudokuPlayer
import Synchronization

/// The one true time of a run, which every device misreads in its own way.
final class VirtualTime: Sendable {
  private let value: Mutex<Int64>

  init(_ milliseconds: Int64) { value = Mutex(milliseconds) }

  var milliseconds: Int64 {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

/// The clocks of a device, and its random numbers.
final class SimulatedClock: Sendable {
  private struct State {
    var offset: Int64 = 0
    var random: SeededRandom
  }

  private let time: VirtualTime
  private let state: Mutex<State>

  init(_ time: VirtualTime, seed: UInt64) {
    self.time = time
    state = Mutex(State(random: SeededRandom(seed: seed)))
  }

  /// The lead of the device's wall clock over virtual time, in milliseconds.
  var offset: Int64 {
    get { state.withLock { $0.offset } }
    set { state.withLock { $0.offset = newValue } }
  }

  var wallMilliseconds: Int64 { max(0, time.milliseconds + offset) }

  /// The environment of the shipping library; nothing runs beside it.
  var environment: PlayerEnvironment {
    var environment = PlayerEnvironment()
    environment.wallMilliseconds = { [self] in wallMilliseconds }
    environment.monotonicMilliseconds = { [time] in time.milliseconds }
    environment.drawSeed = { [self] in state.withLock { $0.random.next() } }
    environment.start = { _ in }
    return environment
  }
}
