import Foundation
import SudokuCore
import SudokuFormats
import Synchronization

/// Reads the inputs of a command one after the other.
///
/// Formats with a record on each line leave as blocks of whole lines, which the workers read; of
/// other formats the records themselves leave. Memory is bounded: a block has about a mebibyte; a
/// line longer than `lineLimit` is reported and skipped without being kept.
final class InputReader: Sendable {
  /// The longest line that is read, in bytes.
  static let lineLimit = 1 << 20
  /// How many bytes are read at a time.
  private let blockSize: Int
  /// How many bytes are read at a time in the end.
  private let largestBlock: Int

  private struct State {
    var partCount = 0
    var pending: ArraySlice<String>
    var current: OpenInput?
  }

  private let state: Mutex<State>

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - inputs: Puzzles of 81 characters, files, or `-` for standard input; none means `-`.
  ///   - blockSize: How many bytes to hand on at a time.
  ///   - largestBlock: Up to what that grows, twice as much after every eight parts: a short input
  ///     still keeps all workers busy, a long one comes in blocks that are worth most.
  init(inputs: [String], blockSize: Int, largestBlock: Int? = nil) {
    self.blockSize = blockSize
    self.largestBlock = largestBlock ?? blockSize
    state = Mutex(State(pending: inputs.isEmpty ? ["-"] : inputs[...]))
  }

  /// Reads on; returns the next part, `nil` when all inputs are read.
  func next() -> InputPart? {
    state.withLock { state in
      while true {
        if var input = state.current {
          let size = min(blockSize << min(state.partCount / 8, 20), largestBlock)
          let part = input.next(blockSize: size)
          state.partCount += 1
          state.current = input.isFinished ? nil : input
          if let part { return part }
        } else {
          guard let name = state.pending.popFirst() else { return nil }
          if isPuzzle(name) {
            return .block(
              InputBlock(source: "argument", format: .line, firstLine: 1, bytes: Array(name.utf8)))
          }
          switch open(name) {
          case .success(let input): state.current = input
          case .failure(let fault): return .fault(fault.diagnostic, isRecord: false)
          }
        }
      }
    }
  }

  private func isPuzzle(_ name: String) -> Bool {
    Board(name) != nil && !FileManager.default.fileExists(atPath: name)
  }

  private func open(_ name: String) -> Result<OpenInput, RecordFault> {
    if name == "-" { return .success(OpenInput(name: "<stdin>", handle: .standardInput)) }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
    if exists, !isFolder.boolValue, let handle = FileHandle(forReadingAtPath: name) {
      return .success(OpenInput(name: name, handle: handle))
    }
    var diagnostic = Diagnostic(source: name, line: 0, column: 0, message: "", code: .noInput)
    diagnostic.message =
      isFolder.boolValue ? "is a folder" : exists ? "can't be read" : "no such file"
    // Most probably a puzzle with a slip of the keyboard.
    if !exists, name.utf8.count > 40, !name.contains("/"), let mistake = puzzleMistake(name) {
      diagnostic.message = "neither a file nor a puzzle: \(mistake.message)"
      diagnostic.code = .badPuzzle
    }
    return .failure(RecordFault(diagnostic: diagnostic))
  }

  private func puzzleMistake(_ text: String) -> BoardTextError? {
    do throws(BoardTextError) {
      _ = try Board(line: text)
      return nil
    } catch {
      return error
    }
  }
}
