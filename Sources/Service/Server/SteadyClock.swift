import SudokuSync
import Synchronization

/// A server's wall clock in which a jump counts only once it has lasted.
///
/// Devices get the time from their store, and games keep it permanently. The time of a clock that is a year ahead
/// for a moment must not enter them. The monotonic clock shows a jump, because both clocks run equally fast.
final class SteadyClock: Sendable {
  /// A change of the wall clock, for the operator.
  enum News: Equatable {
    /// It has jumped, by milliseconds; the time goes on without the jump for now.
    case jumped(Int64)
    /// It has gone back to the time that was reported meanwhile.
    case returned
    /// The jump has lasted: it is the time from now on.
    case accepted(Int64)
  }

  private struct State {
    /// The wall clock's lead over the monotonic clock.
    var offset: Int64
    /// The offset after a jump, and the monotonic time of it.
    var jump: (offset: Int64, since: Int64)?
  }

  private let wall: @Sendable () -> Int64
  private let monotonic: @Sendable () -> Int64
  private let state: Mutex<State>

  /// The least correction that is a jump, in milliseconds.
  static let tolerance: Int64 = 5_000
  /// The time for which a jump must last, in milliseconds.
  static let patience: Int64 = 60_000

  init(
    wall: @escaping @Sendable () -> Int64 = SystemClock.wallMilliseconds,
    monotonic: @escaping @Sendable () -> Int64 = SteadyClock.sinceNow()
  ) {
    (self.wall, self.monotonic) = (wall, monotonic)
    state = Mutex(State(offset: wall() - monotonic()))
  }

  /// A clock that begins now and goes on while the machine sleeps, in milliseconds.
  static func sinceNow() -> @Sendable () -> Int64 {
    let start = ContinuousClock.now
    return { Int64(start.duration(to: .now) / .milliseconds(1)) }
  }

  /// The time in milliseconds since 1970 without a jump that has not lasted, and what has changed.
  ///
  /// - Returns: `nil` as the time if the wall clock is right.
  func read() -> (withoutJump: Int64?, news: News?) {
    let now = monotonic()
    let offset = wall() - now
    return state.withLock { state in
      if abs(offset - state.offset) < Self.tolerance {
        defer { state.jump = nil }
        state.offset = offset
        return (nil, state.jump == nil ? nil : .returned)
      }
      if let jump = state.jump, abs(offset - jump.offset) < Self.tolerance {
        guard now - jump.since >= Self.patience else { return (now + state.offset, nil) }
        let news = News.accepted(offset - state.offset)
        state = State(offset: offset)
        return (nil, news)
      }
      state.jump = (offset, now)
      return (now + state.offset, .jumped(offset - state.offset))
    }
  }
}

extension SteadyClock.News: CustomStringConvertible {
  var description: String {
    switch self {
    case .jumped(let milliseconds):
      "the clock of this server jumped by \(milliseconds / 1_000) s: devices get the time without the jump for a minute"
    case .returned: "the clock of this server is right again"
    case .accepted(let milliseconds):
      "the clock of this server has kept its jump of \(milliseconds / 1_000) s, which counts from now on"
    }
  }
}
