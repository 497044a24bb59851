import Synchronization

/// Limits concurrent requests: some run, some queue, the rest are refused.
///
/// Players take turns. One with many requests gets `perPlayer` places at most and delays the
/// requests of others by no more than that.
final class AdmissionLimiter: Sendable {
  private struct Line {
    var inside = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private struct State {
    var inside = 0
    var waiting = 0
    var lines: [String: Line] = [:]
    /// The players with requests that wait, next first.
    var turns: [String] = []
  }

  private let width: Int
  private let queue: Int
  private let perPlayer: Int
  private let state = Mutex(State())

  init(width: Int, queue: Int, perPlayer: Int = .max) {
    (self.width, self.queue) = (max(width, 1), max(queue, 0))
    self.perPlayer = max(perPlayer, 1)
  }

  /// Waits for a turn, which `leave` ends.
  func enter(_ player: String = "") async -> Bool {
    enum Turn { case now, later, never }
    func turn(_ state: inout State) -> Turn {
      var line = state.lines[player] ?? Line()
      if state.inside < width, line.inside < perPlayer, line.waiting.isEmpty {
        state.inside += 1
        line.inside += 1
        state.lines[player] = line
        return .now
      }
      // One player fills a quarter of the queue at most.
      let own = perPlayer == .max ? queue : max(queue / 4, 1)
      return state.waiting < queue && line.waiting.count < own ? .later : .never
    }
    let first = state.withLock { turn(&$0) }
    guard first == .later else { return first == .now }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if turn(&state) == .now { return true }
        if state.lines[player]?.waiting.isEmpty ?? true { state.turns.append(player) }
        state.lines[player, default: Line()].waiting.append(continuation)
        state.waiting += 1
        return false
      }
      if isFree { continuation.resume() }
    }
    return true
  }

  /// Ends a turn; the next player who waits has it.
  func leave(_ player: String = "") {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.inside -= 1
      state.lines[player]?.inside -= 1
      if let line = state.lines[player], line.inside == 0, line.waiting.isEmpty {
        state.lines[player] = nil
      }
      guard state.inside < width,
        let index = state.turns.firstIndex(where: { state.lines[$0]?.inside ?? 0 < perPlayer })
      else { return nil }
      let name = state.turns.remove(at: index)
      guard var line = state.lines[name], !line.waiting.isEmpty else { return nil }
      let next = line.waiting.removeFirst()
      line.inside += 1
      state.inside += 1
      state.waiting -= 1
      if !line.waiting.isEmpty { state.turns.append(name) }
      state.lines[name] = line
      return next
    }
    next?.resume()
  }

  /// The number of requests that run.
  var count: Int { state.withLock { $0.inside } }
}
