import Foundation
import JSONCoding
import SudokuFormats
import SudokuReading
import Synchronization

extension InputError {
  /// The exit code of a run with this error.
  var code: CommandFailure.Code {
    switch kind {
    case .unreadableFile: .noInput
    case .failedReading: .ioError
    default: .badPuzzle
    }
  }

  /// The line of `--errors`.
  fileprivate var json: [UInt8] {
    var line = Array("{\"column\":\(column),".utf8)
    JSONText.append(PuzzleField("file", source), to: &line)
    line += Array(
      ",\"kind\":\"\(code == .badPuzzle ? kind : .unreadableFile)\",\"line\":\(self.line),".utf8)
    JSONText.append(PuzzleField("message", message), to: &line)
    if let text {
      line.append(UInt8(ascii: ","))
      JSONText.append(PuzzleField("text", text), to: &line)
    }
    return line + Array("}\n".utf8)
  }
}

extension InputError {
  /// A wrong solution in the input, at its place in the line where that is known.
  init(
    wrongSolutionOf record: PuzzleRecord, _ message: String, from source: String,
    _ texts: inout InputBlock.LineTexts?
  ) {
    let line = texts?.text(of: record.line)
    let solution = record.solution?.line ?? record.field("solution") ?? ""
    let place = solution.isEmpty ? nil : line?.utf8.firstRange(of: solution.utf8)?.lowerBound
    let column = line.flatMap { line in
      place.map { line.utf8.distance(from: line.startIndex, to: $0) + 1 }
    }
    self.init(
      source: source, line: record.line, column: column ?? 1, message: message,
      kind: .wrongSolution, text: line ?? record.text)
  }
}

/// The mistakes in a run's input: writes the first ones, counts the others, decides the exit code.
final class DiagnosticLog: Sendable {
  /// The number of diagnostics that are written; further ones are counted.
  static let limit = 20

  private let isQuiet: Bool
  private let state = Mutex((count: 0, worst: Int32(0)))
  /// Wrong solutions in the input of a command that computes them: their number, and the first one's place.
  private let wrongSolutions = Mutex((count: 0, place: ""))
  /// The file for all mistakes, as JSON lines.
  private let file: OutputFile?
  /// The error of the first mistake that could not be written there.
  private let fileFailure = Mutex<(any Error)?>(nil)

  /// `path` names the file for all mistakes, `nil` for none.
  init(isQuiet: Bool, errorsTo path: String? = nil) throws {
    self.isQuiet = isQuiet
    file = try path.map { try OutputFile($0) }
  }

  var count: Int { state.withLock(\.count) }

  /// The exit code of the run, `nil` for success.
  var code: CommandFailure.Code? {
    state.withLock { CommandFailure.Code(rawValue: $0.worst) }
  }

  /// Notes that a puzzle was not of the kind that the command asks for.
  func addRejected() { add(code: CommandFailure.Code.badPuzzle.rawValue) }

  /// Adds the exit code of a run that is continued.
  func add(code: Int32) { state.withLock { $0.worst = max($0.worst, code) } }

  func add(_ diagnostics: [InputError]) {
    for diagnostic in diagnostics {
      let number = state.withLock { state -> Int in
        state.count += 1
        state.worst = max(state.worst, diagnostic.code.rawValue)
        return state.count
      }
      if !isQuiet, number <= Self.limit { note(diagnostic.description) }
      write(diagnostic)
    }
  }

  private func write(_ diagnostic: InputError) {
    do { _ = try file?.output.write(diagnostic.json) } catch {
      fileFailure.withLock { $0 = $0 ?? error }
    }
  }

  /// Adds wrong solutions that the command replaces by its own: one note at the end names the first.
  func addNotes(_ notes: [InputError]) {
    for diagnostic in notes {
      wrongSolutions.withLock { wrong in
        if wrong.count == 0 { wrong.place = "\(diagnostic.source):\(diagnostic.line)" }
        wrong.count += 1
      }
      write(diagnostic)
    }
  }

  /// Writes the number of the diagnostics that were only counted, and the note on wrong solutions.
  ///
  /// `verb` names the treatment of the computed solutions.
  func finish(verb: String = "written") throws {
    if let failure = fileFailure.withLock({ $0 }) { throw failure }
    try file?.finish()
    if isQuiet { return }
    let count = state.withLock(\.count)
    if count > Self.limit {
      note("sudoku: \(count - Self.limit) more errors; \(count) in all")
    }
    let wrong = wrongSolutions.withLock { $0 }
    if wrong.count == 1 {
      note("sudoku: note: \(wrong.place): the given solution is wrong; the computed one is \(verb)")
    } else if wrong.count > 1 {
      note(
        "sudoku: note: \(wrong.count) given solutions are wrong, the first at \(wrong.place); "
          + "the computed ones are \(verb)")
    }
  }
}
