import Synchronization

/// The messages about a run's input: the first ones word by word, the others as a number.
final class Complaints: Sendable {
  /// How many messages are written word by word.
  static let limit = 20

  private struct State {
    var count = 0
    var worst: Int32 = 0
  }

  private let isQuiet: Bool
  private let state = Mutex(State())

  /// Creates an empty list.
  ///
  /// - Parameter isQuiet: Whether nothing is written.
  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// The exit code that the messages ask for, `nil` for success.
  var code: CommandFailure.Code? {
    state.withLock { CommandFailure.Code(rawValue: $0.worst) }
  }

  /// Notes that a puzzle was not what the command asks for.
  func addUnwanted() {
    state.withLock { $0.worst = max($0.worst, CommandFailure.Code.badPuzzle.rawValue) }
  }

  /// Writes messages to standard error while there are few of them.
  func add(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      let number = state.withLock { state -> Int in
        state.count += 1
        state.worst = max(state.worst, diagnostic.code.rawValue)
        return state.count
      }
      if !isQuiet, number <= Self.limit { note(diagnostic.text) }
    }
  }

  /// Says how many messages were not written.
  func finish() {
    let count = state.withLock(\.count)
    guard !isQuiet, count > Self.limit else { return }
    note("sudoku: \(count - Self.limit) more errors of this kind; \(count) in all")
  }
}
