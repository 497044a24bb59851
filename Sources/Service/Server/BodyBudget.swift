import Synchronization

/// The memory for request bodies or answers under way, shared by all players.
///
/// A body is read only once there is room for it; until then it stays with the caller. One player
/// gets no more than `perPlayer` bytes at once.
final class BodyBudget: Sendable {
  private struct Waiter {
    let number: Int
    let bytes: Int
    let player: String
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var free: Int
    var used: [String: Int] = [:]
    var waiting: [Waiter] = []
    var last = 0
  }

  /// Bodies up to this length need no room.
  static let smallBytes = 16 << 10

  private let perPlayer: Int
  private let total: Int
  private let state: Mutex<State>

  init(total: Int, perPlayer: Int) {
    self.total = max(total, perPlayer)
    self.perPlayer = perPlayer
    state = Mutex(State(free: max(total, perPlayer)))
  }

  /// Waits for room, which `release` gives back; `false` if there is none in time.
  func reserve(_ bytes: Int, for player: String, within time: Duration) async -> Bool {
    guard bytes > Self.smallBytes else { return true }
    guard bytes <= perPlayer else { return false }
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let timer = Task { [weak self] in
      try await Task.sleep(for: time)
      self?.giveUp(number)
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      let granted = state.withLock { state -> Bool? in
        if take(bytes, for: player, &state) { return true }
        guard state.waiting.count < 1_024 else { return false }
        state.waiting.append(
          Waiter(number: number, bytes: bytes, player: player, continuation: continuation))
        return nil
      }
      if let granted { continuation.resume(returning: granted) }
    }
  }

  /// The number of bytes that are taken.
  var used: Int { total - state.withLock { $0.free } }

  /// Takes room that is there now, which `release` gives back.
  func take(_ bytes: Int, for player: String) -> Bool {
    guard bytes > Self.smallBytes else { return true }
    return state.withLock { take(bytes, for: player, &$0) }
  }

  private func take(_ bytes: Int, for player: String, _ state: inout State) -> Bool {
    let used = state.used[player] ?? 0
    guard state.free >= bytes, used + bytes <= perPlayer else { return false }
    state.free -= bytes
    state.used[player] = used + bytes
    return true
  }

  private func giveUp(_ number: Int) {
    let waiter = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: false)
  }

  /// Gives room back to those who wait.
  func release(_ bytes: Int, of player: String) {
    guard bytes > Self.smallBytes else { return }
    let granted = state.withLock { state -> [Waiter] in
      state.free += bytes
      let rest = (state.used[player] ?? 0) - bytes
      state.used[player] = rest > 0 ? rest : nil
      var (granted, waiting) = ([Waiter](), [Waiter]())
      for waiter in state.waiting {
        if take(waiter.bytes, for: waiter.player, &state) {
          granted.append(waiter)
        } else {
          waiting.append(waiter)
        }
      }
      state.waiting = waiting
      return granted
    }
    for waiter in granted { waiter.continuation.resume(returning: true) }
  }
}

/// The properties of a request that are visible before it is decoded.
struct RequestOutline {
  /// The number of values, roughly.
  private(set) var values = 0
  /// True if it may be an `append`.
  private(set) var mayAppend = false

  init(_ body: [UInt8]) {
    let pattern = Array("\"append\"".utf8)
    body.withUnsafeBufferPointer { bytes in
      var index = 0
      var isText = false
      while index < bytes.count {
        let byte = bytes[index]
        if isText {
          if byte == UInt8(ascii: "\\") { index += 1 }
          if byte == UInt8(ascii: "\"") { isText = false }
        } else if byte == UInt8(ascii: "\"") {
          isText = true
          if !mayAppend, bytes.count - index >= pattern.count,
            bytes[index..<index + pattern.count].elementsEqual(pattern)
          {
            mayAppend = true
          }
        } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[")
          || byte == UInt8(ascii: "{")
        {
          values += 1
        }
        index += 1
      }
    }
  }

  /// The most values that a body of a length may have; an honest body has far fewer.
  static func mostValues(in bytes: Int) -> Int { 50_000 + bytes / 32 }
}
