import Foundation
import Synchronization

/// A progress line on the terminal with rate and time left; silent everywhere else.
///
/// It appears when a run takes longer than a second and wipes itself at the end.
final class Progress: Sendable {
  private struct State {
    var done = 0
    var lastDrawn: ContinuousClock.Instant
    var isShown = false
  }

  private let unit: String
  private let total: Int?
  private let isEnabled: Bool
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  /// Creates a progress line.
  ///
  /// - Parameters:
  ///   - unit: What is counted, in the plural.
  ///   - total: How many there will be, if known.
  ///   - isWanted: `false` switches it off even on a terminal.
  init(unit: String, total: Int?, isWanted: Bool) {
    self.unit = unit
    self.total = total
    isEnabled = isWanted && Output.error.isTerminal
    state = Mutex(State(lastDrawn: start))
  }

  /// Counts finished work.
  func advance(by count: Int) {
    guard isEnabled else { return }
    state.withLock { state in
      state.done += count
      let now = ContinuousClock.now
      guard now - start > .seconds(1), now - state.lastDrawn > .milliseconds(100) else { return }
      state.lastDrawn = now
      state.isShown = true
      draw(done: state.done, elapsed: now - start)
    }
  }

  /// Wipes the line.
  func finish() {
    state.withLock { state in
      guard state.isShown else { return }
      emit("\r\u{1B}[K")
      state.isShown = false
    }
  }

  private func draw(done: Int, elapsed: Duration) {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let rate = Double(done) / seconds
    var line = "\r\u{1B}[K"
    if let total, total > 0 {
      let width = 30
      let filled = min(width, done * width / total)
      line += "[" + String(repeating: "█", count: filled)
      line += String(repeating: "░", count: width - filled) + "] "
      line += "\(done)/\(total) \(unit)"
      if rate > 0 { line += ", \(timeText(Double(total - done) / rate)) left" }
    } else {
      line += "\(done) \(unit)"
    }
    emit(line + ", \(Int(rate))/s")
  }

  private func timeText(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }

  private func emit(_ text: String) {
    _ = try? Output.error.write(Array(text.utf8))
    _ = try? Output.error.flush()
  }
}
