import ArgumentParser
import Foundation
import SudokuFormats
import SudokuProtocol
import SudokuReading
import Synchronization

/// A file that a command writes: under another name until it is complete, compressed if its name ends in `.gz`
/// or `.zst`.
///
/// The unfinished file is removed if the command fails or a signal ends it. Pipes and devices are written to
/// directly.
final class OutputFile: Sendable {
  let output: Output
  private let path: String
  /// The unfinished file; `nil` for pipes and devices.
  private let draft: Draft?
  private let descriptor: Int32
  private let compressor: ByteProgram?
  private let isOpen = Mutex(true)

  init(_ name: String, isCompressed: Bool = true) throws {
    let target = try OutputTarget(name)
    path = target.path
    if target.isReplaced {
      let made = try Draft(of: target)
      (draft, descriptor) = (made, made.descriptor)
    } else {
      draft = nil
      // The existing content stays: the name may be that of standard output.
      descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
      guard descriptor >= 0 else { throw OutputTarget.failure(path, errno) }
    }
    guard isCompressed, let name = ByteProgram.compressor(for: path) else {
      compressor = nil
      output = Output(descriptor: descriptor)
      return
    }
    do {
      let program = try ByteProgram(name, ["-c"], output: descriptor)
      compressor = program
      output = Output(descriptor: program.writeDescriptor)
    } catch {
      close(descriptor)
      draft?.remove()
      throw CommandFailure("\(error)", code: .ioError)
    }
  }

  /// A file whose draft is open, not compressed.
  init(_ draft: Draft, at path: String) {
    (self.path, self.draft, descriptor, compressor) = (path, draft, draft.descriptor, nil)
    output = Output(descriptor: draft.descriptor)
  }

  deinit { discard() }

  /// Ends the file and gives it its name; removes the unfinished file if that fails.
  func finish(_ checkpoints: Checkpoints? = nil) throws {
    defer { discard() }
    try output.flush()
    compressor?.closeInput()
    if let reason = compressor?.failure {
      throw CommandFailure("\(path): \(reason)", code: .ioError)
    }
    // The data is on the disk before the name is.
    guard draft == nil || fsync(descriptor) == 0 || errno == EINVAL else { throw failure }
    checkpoints?.end()
    guard closes() else { throw failure }
    try draft?.takeName()
    checkpoints?.finish()
  }

  private var failure: CommandFailure {
    CommandFailure("\(path): \(String(cString: strerror(errno)))", code: .ioError)
  }

  /// Removes the unfinished file.
  func discard() {
    guard closes() || draft?.isNamed == false else { return }
    compressor?.closeInput()
    draft?.remove()
  }

  /// Closes the file; `false` if that fails or it is closed.
  private func closes() -> Bool {
    isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen && close(descriptor) == 0
    }
  }

  /// Writes a whole file.
  static func write(_ bytes: [UInt8], to path: String, isCompressed: Bool = true) throws {
    let file = try OutputFile(path, isCompressed: isCompressed)
    _ = try file.output.write(bytes)
    try file.finish()
  }
}

/// A command with `--output FILE`.
protocol WritesFile: NamesFiles {
  /// The file for the results; `nil` for standard output.
  var outputPath: String? { get }
  /// Refuses a file whose name promises a format that the command doesn't write.
  func checkOutput() throws
}

/// A command that writes JSON lines.
protocol WritesLines: ParsableCommand {
  /// The schemas of its lines' records, besides `Fault`.
  static var lines: [Schema] { get }
}

/// A command that reads puzzles.
protocol FilterCommand: AsyncParsableCommand, WritesFile, WritesLines {
  var filter: FilterArguments { get }
}

extension OutputFormat {
  /// The ends of names of files that no command writes as lines.
  private static let foreign = [
    "7z", "arrow", "arrows", "bmp", "br", "bz2", "db", "docx", "epub", "feather", "gif", "htm",
    "html", "jpeg", "jpg", "lz4", "npy", "ods", "odt", "parquet", "pdf", "pkl", "png", "rar", "rtf",
    "sqlite", "svg", "tar", "tgz", "tiff", "webp", "xls", "xlsx", "xml", "xz", "zip",
  ]

  /// The end of a file's name, without that of its compression; `nil` without one.
  static func end(of path: String?) -> String? {
    guard var name = path?.split(separator: "/").last else { return nil }
    for end in [".gz", ".zst"] where name.hasSuffix(end) { name = name.dropLast(end.count) }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The format that the end of a file's name chooses; `nil` for other names.
  init?(named path: String?) {
    switch Self.end(of: path) {
    case "csv": self = .csv
    case "jsonl", "ndjson": self = .jsonl
    case "arrow", "arrows": self = .arrow
    default: return nil
    }
  }

  /// Refuses a name whose end promises what the command does not write; `formats` are ends that it does.
  static func check(_ path: String?, besides formats: [String] = ["arrow", "arrows"]) throws {
    guard let path, let end = end(of: path), !formats.contains(end) else { return }
    let files = PuzzleFormat.allCases.map(\.fileExtension).filter { $0 != "txt" && $0 != "csv" }
    guard foreign.contains(end) || files.contains(end) && end != "jsonl" else { return }
    throw CommandFailure(
      "\(path): '.\(end)' is not an output format; --format chooses one, .gz and .zst compress",
      code: .usage)
  }
}

extension FilterCommand {
  func checkOutput() throws {
    if filter.chosenFormat == nil { try OutputFormat.check(outputPath) }
  }

  var outputPath: String? { filter.output == "-" ? nil : filter.output }

  var usedFiles: CommandFiles { filter.usedFiles }
}

extension FilterArguments {
  var usedFiles: CommandFiles {
    CommandFiles(
      inputs: inputs.isEmpty ? ["-"] : inputs, output: output ?? "-",
      others: [("--errors", errors)])
  }
}
