import Foundation
import SudokuCore
import Synchronization

/// Reads the inputs of a command one after the other in blocks of whole lines.
///
/// Memory is bounded: a block has about a mebibyte; a line longer than `lineLimit` is reported and
/// skipped without being kept.
final class InputReader: Sendable {
  /// The longest line that is read, in bytes.
  static let lineLimit = 1 << 20
  /// The size of a block, in bytes; small enough that a short file still occupies all workers.
  private let blockSize: Int

  private struct State {
    var pending: ArraySlice<String>
    var current: OpenInput?
  }

  private struct OpenInput {
    let name: String
    let handle: FileHandle
    var nextLine = 1
    var carry: [UInt8] = []
    var isSkippingLine = false
    var isEmpty = true
    var isFinished = false
  }

  private let state: Mutex<State>

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - inputs: Puzzles of 81 characters, files, or `-` for standard input; none means `-`.
  ///   - blockSize: How many bytes to hand on at a time.
  init(inputs: [String], blockSize: Int) {
    self.blockSize = blockSize
    state = Mutex(State(pending: inputs.isEmpty ? ["-"] : inputs[...]))
  }

  /// The next part, `nil` when all inputs are read.
  func next() -> InputPart? {
    state.withLock { state in
      while true {
        if state.current == nil {
          guard let name = state.pending.popFirst() else { return nil }
          if isPuzzle(name) {
            return .block(InputBlock(source: "argument", firstLine: 1, bytes: Array(name.utf8)))
          }
          switch open(name) {
          case .success(let input): state.current = input
          case .failure(let fault): return .fault(fault.diagnostic, isRecord: false)
          }
        }
        if let part = advance(&state.current) { return part }
      }
    }
  }

  private func isPuzzle(_ name: String) -> Bool {
    (try? Board(line: name)) != nil && !FileManager.default.fileExists(atPath: name)
  }

  private struct Fault: Error { let diagnostic: Diagnostic }

  private func open(_ name: String) -> Result<OpenInput, Fault> {
    if name == "-" { return .success(OpenInput(name: "<stdin>", handle: .standardInput)) }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
    if exists, !isFolder.boolValue, let handle = FileHandle(forReadingAtPath: name) {
      return .success(OpenInput(name: name, handle: handle))
    }
    let reason = isFolder.boolValue ? "is a folder" : exists ? "can't be read" : "no such file"
    let looksLikePuzzle = !exists && name.utf8.count > 40 && !name.contains("/")
    let message = looksLikePuzzle ? "neither a file nor a puzzle: \(puzzleMistake(name))" : reason
    return .failure(
      Fault(
        diagnostic: Diagnostic(
          source: name, line: 0, column: 0, message: message,
          code: looksLikePuzzle ? .badPuzzle : .noInput)))
  }

  private func puzzleMistake(_ text: String) -> String {
    do throws(BoardTextError) {
      _ = try Board(line: text)
      return ""
    } catch {
      return error.message
    }
  }

  /// Reads on in the open input; closes it at its end.
  private func advance(_ current: inout OpenInput?) -> InputPart? {
    guard var input = current else { return nil }
    defer { current = input.isFinished ? nil : input }
    while true {
      let data: Data?
      do {
        data = try input.handle.read(upToCount: blockSize)
      } catch {
        input.isFinished = true
        return .fault(
          Diagnostic(
            source: input.name, line: 0, column: 0, message: "reading failed", code: .ioError),
          isRecord: false)
      }
      guard let data, !data.isEmpty else { return finish(&input) }
      input.isEmpty = false
      if let part = absorb(data, into: &input) { return part }
    }
  }

  /// Adds bytes; returns a block when there are whole lines, a fault when a line is too long.
  private func absorb(_ data: Data, into input: inout OpenInput) -> InputPart? {
    var bytes = data[...]
    if input.isSkippingLine {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      bytes = bytes[(end + 1)...]
      input.isSkippingLine = false
      input.nextLine += 1
    }
    guard let last = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      input.carry.append(contentsOf: bytes)
      return input.carry.count > InputReader.lineLimit ? overlongLine(&input) : nil
    }
    var block = input.carry
    block.append(contentsOf: bytes[...last])
    input.carry = Array(bytes[(last + 1)...])
    let part = InputBlock(source: input.name, firstLine: input.nextLine, bytes: block)
    input.nextLine += block.count { $0 == UInt8(ascii: "\n") }
    return .block(part)
  }

  private func overlongLine(_ input: inout OpenInput) -> InputPart {
    input.carry = []
    input.isSkippingLine = true
    return .fault(
      Diagnostic(
        source: input.name, line: input.nextLine, column: InputReader.lineLimit + 1,
        message: "the line is longer than \(InputReader.lineLimit) bytes"),
      isRecord: true)
  }

  private func finish(_ input: inout OpenInput) -> InputPart? {
    input.isFinished = true
    if input.name != "<stdin>" { try? input.handle.close() }
    if input.isEmpty {
      return .fault(
        Diagnostic(source: input.name, line: 1, column: 1, message: "the input is empty"),
        isRecord: false)
    }
    guard !input.carry.isEmpty else { return nil }
    defer { input.carry = [] }
    return .block(
      InputBlock(source: input.name, firstLine: input.nextLine, bytes: input.carry))
  }
}
