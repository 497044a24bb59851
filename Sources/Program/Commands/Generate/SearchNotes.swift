import SudokuCore
import SudokuGenerator
import SudokuRating
import Synchronization

/// Notes on a long search for a rare puzzle: the number of tries, an estimate of the rarity or of the
/// time, and the closest puzzle.
///
/// A note is written after ten seconds without a puzzle, then after a minute, ten minutes, an
/// hour and each further hour.
final class SearchNotes: Sendable {
  private struct State {
    var foundCount = 0
    /// The start of the search, or the last puzzle.
    var waitStart: ContinuousClock.Instant
    var attemptCount = 0
    var noteCount = 0
    var best: GeneratedPuzzle?
  }

  private static let delays: [Duration] = [
    .seconds(10), .seconds(60), .seconds(600), .seconds(3_600),
  ]

  private let emit: @Sendable (String) -> Void
  private let now: @Sendable () -> ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private let state: Mutex<State>

  init(
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
    emit: @escaping @Sendable (String) -> Void
  ) {
    self.now = now
    self.emit = emit
    start = now()
    state = Mutex(State(waitStart: start))
  }

  /// A puzzle was found: the wait begins again.
  func noteFound() {
    let time = now()
    state.withLock { $0 = State(foundCount: $0.foundCount + 1, waitStart: time) }
  }

  func noteAttempt(_ progress: GenerationProgress) {
    let time = now()
    let text = state.withLock { state -> String? in
      state.attemptCount += 1
      // Several threads search: the closest puzzle of the last one stands for all.
      if let best = progress.best { state.best = best }
      let waited = time - state.waitStart
      guard waited >= Self.delay(state.noteCount) else { return nil }
      state.noteCount += 1
      return words(state, waited, total: time - start)
    }
    if let text { emit(text) }
  }

  private static func delay(_ number: Int) -> Duration {
    number < delays.count
      ? delays[number] : delays[delays.count - 1] * (number - delays.count + 2)
  }

  private func words(_ state: State, _ waited: Duration, total: Duration) -> String {
    let count = state.attemptCount
    let grids = count.counted("grid")
    var text = "sudoku: note: no puzzle in \(Self.words(waited)), \(grids) tried; "
    // If each try succeeds with a chance above 3/n, n in vain are less likely than 5 %.
    text +=
      state.foundCount > 0
      ? "those before took \(Self.words(total / state.foundCount)) each"
      : "fewer than 1 in \(max(1, count / 3)) fits"
    guard let best = state.best else { return text }
    return text + "; closest: \(best.summary)"
  }

  private static func words(_ time: Duration) -> String {
    let seconds = max(1, time.components.seconds)
    return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
  }
}

extension GeneratedPuzzle {
  /// The puzzle, its clues, level and score in a few words.
  var summary: String {
    var text = "\(board.line), \(board.clueCount) clues"
    if let level { text += ", \(level.name)" }
    if let score = grade?.scoreTenths { text += ", \(decimal(tenths: score))" }
    return text
  }
}
