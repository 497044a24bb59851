import ArgumentParser
import Foundation
import SudokuRating
import SudokuReading

/// Opens the output of a command that can be resumed, as a new one or where an interrupted run ended.
struct Resumption {
  static let suffix = ".resume"

  /// The file, and its checkpoints; none where it can't be resumed.
  enum Outcome {
    case open(OutputFile, Checkpoints?)
    /// The output is whole; with the exit code of the run that made it.
    case whole(Int32)
  }

  private let command: any ResumableCommand
  private let target: OutputTarget
  private let sources: ResumeSources
  private var path: String { target.path + Self.suffix }
  private var isQuiet: Bool { command.filter.quiet }
  private var isResuming: Bool { command.resuming.resume }

  static func open(_ command: any ResumableCommand, to name: String) throws -> Outcome {
    let isResuming = command.resuming.resume
    if isResuming, let option = command.wholeRunOption {
      throw CommandFailure(
        "\(option) would miss the rows that are there: it cannot be combined with --resume",
        code: .usage)
    }
    let target = try OutputTarget(name)
    do {
      if let option = command.undividedOption {
        throw ResumeSources.Obstacle(reason: "\(option) needs all rows at once")
      }
      if ByteProgram.compressor(for: target.path) != nil {
        throw ResumeSources.Obstacle(reason: "a compressed output can't be continued")
      }
      guard target.isReplaced else {
        throw ResumeSources.Obstacle(reason: "\(name) is not a file that can be continued")
      }
      let sources = try ResumeSources(command.filter.inputs)
      return try Resumption(command: command, target: target, sources: sources).open()
    } catch let obstacle as ResumeSources.Obstacle {
      guard !isResuming else {
        throw CommandFailure("--resume: \(obstacle.reason)", code: .usage)
      }
      return .open(try OutputFile(name), nil)
    }
  }

  private init(command: any ResumableCommand, target: OutputTarget, sources: ResumeSources) {
    (self.command, self.target, self.sources) = (command, target, sources)
  }

  private func open() throws -> Outcome {
    switch ResumeRecord.read(path) {
    case .foreign:
      if isResuming {
        throw failure("\(path) is not a record of this program: give the output another name")
      }
      return .open(try OutputFile(target.path), nil)
    case .none:
      if isResuming {
        if target.status != nil {
          throw failure(
            "\(target.path) is there, and nothing of an interrupted run: nothing to resume")
        }
        startOver("nothing to resume")
      }
    case .record(let record):
      guard isResuming else {
        if !record.isWhole, record.rows > 0, FileStatus(path: beside(record.partial)) != nil {
          startOver("\(record.rows.grouped) rows are left of an interrupted run (--resume)")
        }
        break
      }
      return try resume(record)
    }
    return try begin()
  }

  private func startOver(_ reason: String) {
    if !isQuiet { note("sudoku: \(target.path): \(reason); starting from the beginning") }
  }

  /// A new output; the unfinished one before goes at the first checkpoint.
  private func begin() throws -> Outcome {
    let draft = try Draft(of: target)
    if case .record(let old) = ResumeRecord.read(path) { draft.replaces(beside(old.partial)) }
    return outcome(draft, nil)
  }

  private func outcome(_ draft: Draft, _ start: ResumeRecord?) -> Outcome {
    let record = ResumeRecord(
      program: Self.program, command: type(of: command).configuration.commandName ?? "",
      options: command.allRowOptions, partial: draft.fileName)
    return .open(
      OutputFile(draft, at: target.path),
      Checkpoints(
        record, resuming: start, at: path, sources, draft, keepsRecord: isResuming,
        isQuiet: isQuiet))
  }

  /// The version of everything that rows depend on.
  private static var program: String {
    ([Version.package] + ScaleRegistry.standard.scales.map { "\($0.name) \($0.version)" })
      .joined(separator: ", ")
  }

  private func beside(_ name: String) -> String {
    (target.path.lastIndex(of: "/").map { String(target.path[...$0]) } ?? "") + name
  }

  // MARK: An earlier run

  private func resume(_ record: ResumeRecord) throws -> Outcome {
    let partial = beside(record.partial)
    let hasPartial = FileStatus(path: partial) != nil
    if !hasPartial, !record.isWhole || target.status == nil {
      startOver("nothing to resume: \(partial) is gone")
      return try begin()
    }
    try compare(record)
    if !hasPartial {
      let file = Foundation.open(target.path, O_RDONLY | O_CLOEXEC)
      defer { if file >= 0 { close(file) } }
      guard file >= 0, FileStatus(descriptor: file)?.length == record.outputBytes,
        hash(of: file, record) == record.outputHash
      else { throw failure("\(target.path) has changed since it was whole") }
      if !isQuiet {
        note("sudoku: \(target.path) is whole: all \(record.rows.grouped) rows are there")
      }
      return .whole(record.code)
    }
    let draft = try Draft(resuming: partial, of: target)
    do {
      guard let length = FileStatus(descriptor: draft.descriptor)?.length,
        length >= record.outputBytes, hash(of: draft.descriptor, record) == record.outputHash
      else { throw failure("\(partial) has changed since it was written") }
      try draft.cut(to: record.outputBytes)
    } catch {
      draft.leave()
      throw error
    }
    draft.keep(Self.advice(path, draft.fileName))
    return outcome(draft, record)
  }

  private func hash(of descriptor: Int32, _ record: ResumeRecord) -> String? {
    var hash = PrefixHash([.init(descriptor: descriptor, length: .max)])
    return hash.upTo(record.outputBytes)
  }

  /// Refuses a record of another program, of other options or of another input.
  private func compare(_ record: ResumeRecord) throws {
    guard record.program == Self.program else {
      throw failure("the rows are from another version (\(record.program))")
    }
    let name = type(of: command).configuration.commandName ?? ""
    guard record.command == name else {
      throw failure("the rows are those of 'sudoku \(record.command)'")
    }
    let options = command.allRowOptions
    let different = Set(options.keys).union(record.options.keys).sorted()
      .first { options[$0] != record.options[$0] }
    if let different {
      let (old, new) = (record.options[different], options[different])
      throw failure(
        "\(different) was \(old ?? "not set") for the rows that are there, and is \(new ?? "not set") now"
      )
    }
    var input = sources.hash
    guard !record.isWhole || sources.length == record.inputBytes,
      input.upTo(record.inputBytes) == record.inputHash
    else { throw Self.otherInput(path) }
  }

  private func failure(_ message: String) -> CommandFailure {
    CommandFailure(message + Self.wayOut, code: .badData)
  }

  private static let wayOut = "; without --resume all rows are made again"

  static func otherInput(_ path: String) -> CommandFailure {
    CommandFailure(
      "the input is not the one whose rows are in \(path.dropLast(suffix.count))" + wayOut,
      code: .badData)
  }

  /// The message where a run ends before its output is whole.
  static func advice(_ path: String, _ partial: String) -> String {
    let name = path.dropLast(suffix.count)
    return "sudoku: \(name) is not whole: its first rows are in \(partial); "
      + "the same command with --resume goes on"
  }
}
