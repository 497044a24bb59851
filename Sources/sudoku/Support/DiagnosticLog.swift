import Synchronization

/// A mistake in the input and its place.
struct Diagnostic: Sendable, Hashable {
  /// The name of the input in messages.
  var source: String
  /// Counted from 1; 0 where the whole input is meant.
  var line: Int
  /// Counted from 1, in bytes.
  var column: Int
  var message: String
  var code: CommandFailure.Code = .badPuzzle

  /// `FILE:LINE:COLUMN: error: MESSAGE`.
  var text: String {
    line > 0 ? "\(source):\(line):\(column): error: \(message)" : "\(source): error: \(message)"
  }
}

/// The mistakes in a run's input: writes the first ones, counts the others, decides the exit code.
final class DiagnosticLog: Sendable {
  /// How many diagnostics are written.
  static let limit = 20

  private let isQuiet: Bool
  private let state = Mutex((count: 0, worst: Int32(0)))

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// The exit code of the run, `nil` for success.
  var code: CommandFailure.Code? {
    state.withLock { CommandFailure.Code(rawValue: $0.worst) }
  }

  /// Notes that a puzzle was not of the kind that the command asks for.
  func addUnwanted() {
    state.withLock { $0.worst = max($0.worst, CommandFailure.Code.badPuzzle.rawValue) }
  }

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

  /// Writes how many diagnostics were only counted.
  func finish() {
    let count = state.withLock(\.count)
    guard !isQuiet, count > Self.limit else { return }
    note("sudoku: \(count - Self.limit) more errors; \(count) in all")
  }
}
