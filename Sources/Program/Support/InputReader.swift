import ArgumentParser
import Foundation
import SudokuFormats
import Synchronization

/// Reads the inputs of a command in order.
///
/// Formats with a record on each line are passed on as blocks of whole lines, which the workers parse. Other
/// formats are passed on as records. Memory is bounded: a block has about a mebibyte, and a line longer than
/// `lineLimit` is reported and skipped without being kept.
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
    var notes: [String] = []
    var losses: [String] = []
    var omissions: [(name: String, counts: Omissions)] = []
    var argumentCount = 0
  }

  /// The characters of the bytes from 128 on, if `--encoding` names them.
  private let table: [Unicode.Scalar]?
  /// The columns of puzzle and solution, if `--board` names them.
  private let columns: [String]
  /// The number of inputs; messages name each of several arguments by its position.
  private let inputCount: Int
  private let state: Mutex<State>

  struct Drawn: Sendable {
    let part: InputPart
    /// True if no more input had arrived, so that the writer may be waiting for an answer.
    let isDrained: Bool
    let readCount: Int
  }

  init(
    inputs: [String], blockSize: Int, largestBlock: Int? = nil, encoding: TextEncoding? = nil,
    columns: [String] = []
  ) {
    table = encoding?.table
    self.columns = columns
    inputCount = inputs.count
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

  /// Notes on how the inputs were read.
  var notes: [String] {
    state.withLock { state in
      state.notes + state.omissions.flatMap { $0.counts.notes(on: $0.name) }
    }
  }

  /// Notes on data that was not read, also for commands that print no others.
  var losses: [String] { state.withLock(\.losses) }

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
          if input.isFinished {
            state.readCount = count
            state.notes += input.notes
            state.losses += input.losses
            if let omissions = input.omissions { state.omissions.append(omissions) }
          } else {
            state.current = input
          }
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
      state.current = OpenInput(
        name: "<stdin>", descriptor: .standardInput, table: table, columns: columns)
      return nil
    }
    errno = 0
    if let descriptor = InputDescriptor(path: name) {
      if descriptor.isDirectory {
        return fault(name, "\(name) is a folder: give the files in it")
      }
      state.current = OpenInput(name: name, descriptor: descriptor, table: table, columns: columns)
      return nil
    }
    let reason = errno
    if reason == ENOENT || reason == ENAMETOOLONG || reason == ENOTDIR, isText(name) {
      state.argumentCount += 1
      let records = records(of: name, state.argumentCount)
      if case .success(let found)? = records.first?.puzzle, records.count == 1,
        let rest = found.field("comment"), !found.fields.isEmpty
      {
        state.notes.append("the text after the puzzle is only a comment: '\(rest)'")
      }
      return .records(records)
    }
    guard reason == ENOENT else { return fault(name, "can't be read: \(text(of: reason))") }
    let isBoard = name.utf8.count >= 3 && name.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E }
    return fault(
      name,
      isBoard ? "neither a file nor 81 characters (\(name.utf8.count) are given)" : "no such file")
  }

  private func text(of reason: Int32) -> String { String(cString: strerror(reason)) }

  private func fault(_ name: String, _ message: String) -> InputPart {
    let isBlank = name.allSatisfy(\.isWhitespace)
    let shown = isBlank ? "'\(name)'" : name.utf8.count > 200 ? name.prefix(60) + "..." : name[...]
    return .fault(
      Diagnostic(source: String(shown), line: 0, column: 0, message: message, code: .noInput),
      isRecord: false)
  }

  /// True if an argument that names no file is meant as a puzzle.
  private func isText(_ name: String) -> Bool {
    if name.contains(where: \.isNewline) { return true }
    if let first = name.first(where: { !$0.isWhitespace }), "{[<:\"".contains(first) { return true }
    if name.hasPrefix("http://") || name.hasPrefix("https://") || name.hasPrefix("fpuz") {
      return true
    }
    return name.utf8.count > 40 && !name.contains("/")
  }

  /// The records of an argument: a puzzle in any format.
  private func records(of text: String, _ number: Int) -> [InputRecord] {
    let source = inputCount > 1 ? "argument \(number)" : "argument"
    var records = BoardReader.wholeRecords(
      Array(text.utf8), lineLimit: Self.lineLimit, columns: columns
    ).records.map { InputRecord($0, source: source) }
    if records.isEmpty {
      let message = "no puzzle found in the argument"
      records = [
        InputRecord(fault: Diagnostic(source: source, line: 1, column: 1, message: message))
      ]
    }
    return records
  }
}
