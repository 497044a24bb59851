import Foundation
import SudokuReading
import Synchronization

/// Writes down from time to time how far an output is, so that `--resume` goes on there.
///
/// A checkpoint states only what is on the disk: the rows first, then the record. Both are bound to the input by
/// a hash of all that was read.
final class Checkpoints: Sendable {
  /// The time between two checkpoints; slow ones are rarer, at most ten seconds apart.
  @TaskLocal static var interval = Duration.seconds(1)

  private struct State {
    var record: ResumeRecord
    var input: PrefixHash
    var output: PrefixHash
    /// The parts of the earlier run that were not skipped yet.
    var isSkipped = false
    var isStopped = false
    var next: ContinuousClock.Instant
  }

  /// The record of the run that is continued; `nil` for a new one.
  let start: ResumeRecord?
  /// True if the record stays once the output is whole.
  private let keepsRecord: Bool
  private let path: String
  private let sources: ResumeSources
  private let draft: Draft
  private let interval = Checkpoints.interval
  private let isQuiet: Bool
  private let state: Mutex<State>

  init(
    _ record: ResumeRecord, resuming start: ResumeRecord?, at path: String,
    _ sources: ResumeSources, _ draft: Draft, keepsRecord: Bool, isQuiet: Bool
  ) {
    (self.start, self.path, self.sources, self.draft) = (start, path, sources, draft)
    (self.keepsRecord, self.isQuiet) = (keepsRecord, isQuiet)
    var record = start ?? record
    record.partial = draft.fileName
    state = Mutex(
      State(
        record: record, input: sources.hash,
        output: PrefixHash([.init(descriptor: draft.descriptor, length: .max)]),
        // A run that is meant to be resumed leaves no rows without a record.
        next: keepsRecord ? .now : .now + interval))
  }

  /// Skips the parts whose rows are in the output; `draw` draws the next one, and returns its end in the input.
  ///
  /// Returns true the first time, if there are any.
  func skip(header: () -> [UInt8], _ draw: () throws -> Int?) throws -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isSkipped = true }
      return !state.isSkipped
    }
    guard isFirst, let start else { return false }
    var end = 0
    for _ in 0..<start.parts {
      guard let next = try draw() else { throw Resumption.otherInput(path) }
      end = next
    }
    guard start.parts == 0 || end == start.inputBytes else { throw Resumption.otherInput(path) }
    guard start.outputBytes == 0 || draft.begins(with: header()) else {
      throw Resumption.otherInput(path)
    }
    return true
  }

  /// Counts a part whose rows are written, and makes a checkpoint if one is due.
  func add(rows: Int, end: Int, code: Int32, _ flush: () throws -> Void) throws {
    let isDue = state.withLock { state in
      state.record.parts += 1
      state.record.rows += rows
      state.record.inputBytes = end
      state.record.code = max(state.record.code, code)
      return !state.isStopped && ContinuousClock.now >= state.next
    }
    guard isDue else { return }
    let begin = ContinuousClock.now
    try flush()
    let isStored = state.withLock { store(&$0, isWhole: false) }
    if isStored { draft.keep(Resumption.advice(path, draft.fileName)) }
    let time = ContinuousClock.now - begin
    state.withLock { $0.next = .now + max(interval, min(time * 20, .seconds(10))) }
  }

  /// Stores the rows and the record of them; an input that changes meanwhile ends that.
  private func store(_ state: inout State, isWhole: Bool) -> Bool {
    var record = state.record
    record.isWhole = isWhole
    guard !state.isStopped, sources.areUnchanged, fsync(draft.descriptor) == 0 else {
      state.isStopped = true
      return false
    }
    record.outputBytes = FileStatus(descriptor: draft.descriptor)?.length ?? -1
    let input = state.input.upTo(record.inputBytes)
    let output = state.output.upTo(record.outputBytes)
    guard let input, let output else {
      state.isStopped = true
      return false
    }
    (record.inputHash, record.outputHash) = (input, output)
    do { try record.write(to: path) } catch {
      state.isStopped = true
      return false
    }
    state.record = record
    return true
  }

  /// Records that the output is whole, before it gets its name.
  func end() {
    state.withLock { state in
      state.record.inputBytes = sources.length
      guard keepsRecord || draft.isKept else { return }
      // A record that can't be written must not describe less than there is.
      if !store(&state, isWhole: true) { unlink(path) }
    }
  }

  /// Removes the record of an output that has its name, unless it proves that for the next `--resume`.
  func finish() {
    if !keepsRecord, case .record = ResumeRecord.read(path) { unlink(path) }
  }

  /// The message on the place where the run goes on; no line is left if all are done.
  func message(line: Int?) -> String? {
    guard let start, !isQuiet else { return nil }
    let end = line.map { "; going on at line \($0.grouped)" } ?? "; no line is left"
    return "sudoku: \(path.dropLast(Resumption.suffix.count)): "
      + "\(start.rows.grouped) of the rows are there" + end
  }
}

extension Int {
  /// The number with commas: `1,200,000`.
  var grouped: String {
    let digits = String(magnitude)
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

extension InputPart {
  /// The number of the first line.
  var firstLine: Int {
    switch self {
    case .block(let block): block.firstLine
    case .boards(let run, let source): InputRecord(run.record(at: 0), source: source).line
    case .fault(let diagnostic, _): diagnostic.line
    case .records(let records, _): records.first?.line ?? 1
    }
  }
}

extension InputRecord {
  fileprivate var line: Int {
    switch puzzle {
    case .success(let record): record.line
    case .failure(let fault): fault.line
    }
  }
}
