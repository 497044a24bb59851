import Foundation
import SudokuCore
import SudokuFormats
import Synchronization

/// A progress line on the terminal with rate and time left; silent everywhere else.
///
/// It appears when a run takes longer than a second and wipes itself at the end.
final class Progress: Sendable {
  private struct State {
    var done = 0
    var position = 0
    var lastDrawn: ContinuousClock.Instant
    var isShown = false
  }

  private let unit: String
  private let total: Int?
  private let isEnabled: Bool
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  init(unit: String, total: Int?, isRequested: Bool) {
    self.unit = unit
    self.total = total
    isEnabled = isRequested && Output.error.isTerminal
    if isEnabled {
      _ = Self.handlerBefore.load(ordering: .relaxed)
      Self.wipesWhenInterrupted
    }
    state = Mutex(State(lastDrawn: start))
  }

  /// Wipes the line when Ctrl-C ends the program; then the handler before does its work (`TemporaryFiles`).
  private static let wipesWhenInterrupted: Void = {
    let old = signal(SIGINT) { number in
      let wipe: (UInt8, UInt8, UInt8, UInt8) = (0x0D, 0x1B, 0x5B, 0x4B)
      withUnsafeBytes(of: wipe) { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
      let old = Progress.handlerBefore.load(ordering: .acquiring)
      if let old = UnsafeRawPointer(bitPattern: old) {
        unsafeBitCast(old, to: (@convention(c) (Int32) -> Void).self)(number)
      } else {
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    let place = unsafeBitCast(old, to: UInt.self)
    if place == unsafeBitCast(SIG_IGN, to: UInt.self) {
      // A signal that the caller ignores stays ignored.
      signal(SIGINT, SIG_IGN)
    } else {
      handlerBefore.store(place, ordering: .releasing)
    }
  }()

  /// The address of the handler of Ctrl-C before; 0 for the system's.
  private static let handlerBefore = Atomic<UInt>(0)

  func advance(by count: Int, position: Int? = nil) {
    guard isEnabled else { return }
    state.withLock { state in
      state.done += count
      state.position = position ?? state.done
      let now = ContinuousClock.now
      guard now - start > .seconds(1), now - state.lastDrawn > .milliseconds(100) else { return }
      state.lastDrawn = now
      state.isShown = true
      draw(state, elapsed: now - start)
    }
  }

  /// Wipes the line; further progress draws it again.
  func hide() {
    state.withLock { state in
      guard state.isShown else { return }
      emit("\r\u{1B}[K")
      state.isShown = false
    }
  }

  private func draw(_ state: State, elapsed: Duration) {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    let rate = Double(state.done) / seconds
    var line = "\r\u{1B}[K"
    if let total, total > 0 {
      let width = 30
      let position = min(state.position, total)
      let filled = position * width / total
      line += "[" + String(repeating: "█", count: filled)
      line += String(repeating: "░", count: width - filled) + "] "
      line += "\(position * 100 / total) %, \(counted(state.done))"
      if position > 0 {
        let left = seconds * Double(total - position) / Double(position)
        line += ", \(timeText(left)) left"
      }
    } else {
      line += counted(state.done)
    }
    emit(line + (rate >= 1 ? ", \(Int(rate))/s" : ", \(Int(rate * 60))/min"))
  }

  private func counted(_ count: Int) -> String {
    "\(count) \(count == 1 && unit.hasSuffix("s") ? String(unit.dropLast()) : unit)"
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

/// The style of text for people: coloured on a terminal, plain elsewhere.
struct TextStyle: Sendable {
  let hasColour: Bool

  /// For standard output: colours on a terminal, unless `NO_COLOR` is set (no-color.org).
  static var standardOutput: TextStyle {
    TextStyle(
      hasColour: Output.standard.isTerminal
        && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        && ProcessInfo.processInfo.environment["TERM"] != "dumb")
  }

  func bold(_ text: String) -> String { hasColour ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
  func red(_ text: String) -> String { hasColour ? "\u{1B}[31m\(text)\u{1B}[0m" : text }

  /// A board drawn with lines: on a terminal with Unicode's, clues in bold; elsewhere in ASCII.
  func drawn(_ board: Board, clues: Board? = nil) -> String {
    guard Output.standard.isTerminal else { return board.grid }
    var cell = -1
    return String(
      board.unicodeGrid.map { String($0) }.map { sign -> String in
        guard sign == "·" || sign.first?.isNumber == true else { return sign }
        cell += 1
        let isClue = clues.map { $0[Cell(index: cell)] != nil } ?? false
        return isClue ? bold(sign) : sign
      }.joined())
  }
}
