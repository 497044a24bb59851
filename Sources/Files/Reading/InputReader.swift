import Foundation
import SudokuFormats
import Synchronization

/// Reads the inputs of a command in order.
///
/// Formats with a record on each line are passed on as blocks of whole lines, which the workers parse. Other
/// formats are passed on as records. Memory is bounded: a block has about a mebibyte, and a line longer than
/// `lineLimit` is reported and skipped without being kept.
package final class InputReader: Sendable {
  package static let lineLimit = 1 << 20
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

  private let standardInput: InputDescriptor
  /// The characters of the bytes from 128 on, if `--encoding` names them.
  private let table: [Unicode.Scalar]?
  /// The columns of puzzle and solution, if `--board` names them.
  private let columns: [String]
  /// The number of inputs; messages name each of several arguments by its position.
  private let inputCount: Int
  private let state: Mutex<State>

  package struct Drawn: Sendable {
    package let part: InputPart
    /// True if no more input had arrived, so that the writer may be waiting for an answer.
    package let isDrained: Bool
    package let readCount: Int

    package init(part: InputPart, isDrained: Bool, readCount: Int) {
      (self.part, self.isDrained, self.readCount) = (part, isDrained, readCount)
    }
  }

  /// The input `-` is `standardInput`, and so is an empty list.
  package init(
    inputs: [String], standardInput: InputDescriptor, blockSize: Int, largestBlock: Int? = nil,
    encoding: TextEncoding? = nil, columns: [String] = []
  ) {
    self.standardInput = standardInput
    table = encoding?.table
    self.columns = columns
    inputCount = inputs.count
    self.blockSize = blockSize
    self.largestBlock = largestBlock ?? blockSize
    state = Mutex(State(pending: inputs.isEmpty ? ["-"] : inputs[...]))
  }

  /// Notes on how the inputs were read.
  package var notes: [String] {
    state.withLock { state in
      state.notes + state.omissions.flatMap { $0.counts.notes(on: $0.name) }
    }
  }

  /// Notes on data that was not read, also for commands that print no others.
  package var losses: [String] { state.withLock(\.losses) }

  /// The next part, `nil` when all inputs are read.
  package func next() -> InputPart? { draw()?.part }

  /// The next part, `nil` when all inputs are read.
  package func draw() -> Drawn? {
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
        name: "<stdin>", descriptor: standardInput, table: table, columns: columns)
      return nil
    }
    do throws(InputDescriptor.Failure) {
      let descriptor = try InputDescriptor.opened(name)
      state.current = OpenInput(name: name, descriptor: descriptor, table: table, columns: columns)
      return nil
    } catch {
      return part(of: name, error, &state)
    }
  }

  /// The part for a name that can't be opened: it may itself be a puzzle.
  private func part(
    of name: String, _ failure: InputDescriptor.Failure, _ state: inout State
  ) -> InputPart {
    if [ENOENT, ENAMETOOLONG, ENOTDIR].contains(failure.code), isText(name) {
      state.argumentCount += 1
      let records = records(of: name, state.argumentCount)
      if case .success(let found)? = records.first?.puzzle, records.count == 1,
        let rest = found.field("comment"), !found.fields.isEmpty
      {
        state.notes.append("the text after the puzzle is only a comment: '\(rest)'")
      }
      return .records(records)
    }
    let isBoard =
      failure.code == ENOENT && name.utf8.count >= 3
      && name.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E }
    let message =
      isBoard ? "neither a file nor 81 characters (\(name.utf8.count) are given)" : failure.message
    return .fault(InputError(unopened: name, message), isRecord: false)
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
        InputRecord(fault: InputError(source: source, line: 1, column: 1, message: message))
      ]
    }
    return records
  }
}
