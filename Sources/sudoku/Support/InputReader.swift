import Foundation
import SudokuFormats
import Synchronization

/// Reads the inputs of a command in order.
///
/// Formats with a record on each line are handed on as blocks of whole lines, which the workers
/// parse; other formats as records. Memory is bounded: a block has about a mebibyte; a
/// line longer than `lineLimit` is reported and skipped without being kept.
final class InputReader: Sendable {
  static let lineLimit = 1 << 20
  private let blockSize: Int
  /// The block size doubles after every eight parts, up to this.
  private let largestBlock: Int

  private struct State {
    var partCount = 0
    var pending: ArraySlice<String>
    var current: OpenInput?
    /// Bytes of the inputs that were read to their end.
    var readCount = 0
  }

  private let state: Mutex<State>

  struct Drawn: Sendable {
    let part: InputPart
    /// Whether no more input had arrived: the writer may be waiting for an answer.
    let isDrained: Bool
    let readCount: Int
  }

  init(inputs: [String], blockSize: Int, largestBlock: Int? = nil) {
    self.blockSize = blockSize
    self.largestBlock = largestBlock ?? blockSize
    state = Mutex(State(pending: inputs.isEmpty ? ["-"] : inputs[...]))
  }

  /// The length of all inputs in bytes; `nil` if one is not a file.
  static func length(of inputs: [String]) -> Int? {
    var length = 0
    for name in inputs.isEmpty ? ["-"] : inputs {
      let status = name == "-" ? InputDescriptor.standardInput.status : FileStatus(path: name)
      guard let size = status?.length else { return nil }
      length += size
    }
    return length
  }

  /// The next part, `nil` when all inputs are read.
  func next() -> InputPart? { draw()?.part }

  /// The next part, `nil` when all inputs are read.
  func draw() -> Drawn? {
    state.withLock { state in
      while true {
        if var input = state.current {
          state.current = nil
          let size = min(blockSize << min(state.partCount / 8, 20), largestBlock)
          let part = input.next(blockSize: size)
          let count = state.readCount + input.readCount
          let isDrained = input.isDrained
          state.partCount += 1
          if input.isFinished { state.readCount = count } else { state.current = input }
          if let part { return Drawn(part: part, isDrained: isDrained, readCount: count) }
        } else {
          guard let name = state.pending.popFirst() else { return nil }
          if let part = open(name, &state) {
            return Drawn(part: part, isDrained: false, readCount: state.readCount)
          }
        }
      }
    }
  }

  /// Opens an input; returns a part if it is itself a puzzle or can't be opened.
  private func open(_ name: String, _ state: inout State) -> InputPart? {
    if name == "-" {
      state.current = OpenInput(name: "<stdin>", descriptor: .standardInput)
      return nil
    }
    errno = 0
    if let descriptor = InputDescriptor(path: name) {
      if descriptor.isDirectory { return fault(name, "is a folder") }
      state.current = OpenInput(name: name, descriptor: descriptor)
      return nil
    }
    let reason = errno
    if reason == ENOENT || reason == ENAMETOOLONG || reason == ENOTDIR, isText(name) {
      return .records(records(of: name))
    }
    return fault(name, reason == ENOENT ? "no such file" : "can't be read: \(text(of: reason))")
  }

  private func text(of reason: Int32) -> String { String(cString: strerror(reason)) }

  private func fault(_ name: String, _ message: String) -> InputPart {
    let isBlank = name.allSatisfy(\.isWhitespace)
    let shown = isBlank ? "'\(name)'" : name.utf8.count > 200 ? name.prefix(60) + "..." : name[...]
    return .fault(
      Diagnostic(source: String(shown), line: 0, column: 0, message: message, code: .noInput),
      isRecord: false)
  }

  /// Whether an argument that names no file is meant as a puzzle.
  private func isText(_ name: String) -> Bool {
    if name.contains(where: \.isNewline) { return true }
    if let first = name.first(where: { !$0.isWhitespace }), "{[<:\"".contains(first) { return true }
    if name.hasPrefix("http://") || name.hasPrefix("https://") || name.hasPrefix("fpuz") {
      return true
    }
    return name.utf8.count > 40 && !name.contains("/")
  }

  /// The records of an argument: a puzzle in any format.
  private func records(of text: String) -> [InputRecord] {
    var records: [InputRecord] = []
    var reader = BoardReader(lineLimit: Self.lineLimit)
    reader.read(Array(text.utf8)[...]) { records.append(InputRecord($0, source: "argument")) }
    reader.finish { records.append(InputRecord($0, source: "argument")) }
    if records.isEmpty {
      let message = "no puzzle found in the argument"
      records = [
        InputRecord(fault: Diagnostic(source: "argument", line: 1, column: 1, message: message))
      ]
    }
    return records
  }
}
