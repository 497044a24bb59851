import ArgumentParser
import Foundation
import SudokuFormats
import SudokuSync

/// A file that a command writes: aside, until all of it is there; compressed if its name ends in `.gz` or `.zst`.
///
/// Pipes and devices are written to directly.
final class OutputFile: Sendable {
  let output: Output
  private let path: String
  /// The name of the file while it is written; `nil` for pipes and devices.
  private let partial: String?
  private let descriptor: Int32
  private let compressor: ByteProgram?

  init(_ name: String) throws {
    let status = FileStatus(path: name)
    let isReplaced =
      (status.map(\.isRegular) ?? true) && !name.hasPrefix("/dev/") && !name.hasPrefix("/proc/")
    // A symbolic link stays one.
    do throws(DiskError) { path = isReplaced ? try linkTarget(of: name) : name } catch {
      throw CommandFailure("\(name): \(error.reason)", code: .cannotCreate)
    }
    if status?.isDirectory == true {
      throw CommandFailure("\(path) is a folder: give the name of a file", code: .cannotCreate)
    }
    partial = isReplaced ? path + ".partial" : nil
    let opened = open(partial ?? path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard opened >= 0 else {
      throw CommandFailure(
        "\(path) can't be written: \(String(cString: strerror(errno)))", code: .cannotCreate)
    }
    descriptor = opened
    // A file that is replaced keeps its permissions.
    if partial != nil, let status { fchmod(opened, status.mode) }
    if let name = ByteProgram.compressor(for: path) {
      let program = try ByteProgram(name, ["-c"], input: nil, output: opened)
      compressor = program
      output = Output(descriptor: program.writeDescriptor)
    } else {
      compressor = nil
      output = Output(descriptor: opened)
    }
  }

  /// Ends the file and gives it its name.
  func finish() throws {
    try output.flush()
    if let compressor {
      compressor.closeInput()
      if let reason = compressor.failure {
        throw CommandFailure("\(path): \(reason)", code: .ioError)
      }
    }
    // The data is on the disk before the name is.
    let isSynchronized = partial == nil || fsync(descriptor) == 0 || errno == EINVAL
    let reason = isSynchronized ? nil : String(cString: strerror(errno))
    close(descriptor)
    if let reason { throw CommandFailure("\(path): \(reason)", code: .ioError) }
    guard let partial, rename(partial, path) != 0 else { return }
    throw CommandFailure(
      "\(path) can't be written: \(String(cString: strerror(errno)))", code: .cannotCreate)
  }

  /// Removes what was written.
  func discard() {
    compressor?.closeInput()
    close(descriptor)
    if let partial { unlink(partial) }
  }
}

/// A command with `--output FILE`.
protocol WritesFile {
  /// The file for the results; `nil` for standard output.
  var outputPath: String? { get }
  /// Refuses a file whose name promises a format that the command doesn't write.
  func checkOutput() throws
}

/// A command that reads puzzles.
protocol FilterCommand: AsyncParsableCommand, WritesFile {
  var filter: FilterArguments { get }
}

extension OutputFormat {
  /// The ends of names of files that no command writes as lines.
  private static let foreign = [
    "7z", "arrow", "bmp", "br", "bz2", "db", "docx", "epub", "feather", "gif", "htm", "html",
    "jpeg",
    "jpg", "lz4", "npy", "ods", "odt", "parquet", "pdf", "pkl", "png", "rar", "rtf", "sqlite",
    "svg",
    "tar", "tgz", "tiff", "webp", "xls", "xlsx", "xml", "xz", "zip",
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
    default: return nil
    }
  }

  /// Refuses a name whose end promises what no command writes.
  static func check(_ path: String?, besides formats: [String] = []) throws {
    guard let path, let end = end(of: path), !formats.contains(end) else { return }
    let files = PuzzleFormat.allCases.map(\.fileExtension).filter { $0 != "txt" && $0 != "csv" }
    guard foreign.contains(end) || files.contains(end) && end != "jsonl" else { return }
    throw CommandFailure(
      "'.\(end)' is no format for \(path): --format chooses one, .gz and .zst compress",
      code: .usage)
  }
}

extension FilterCommand {
  func checkOutput() throws {
    if filter.chosenFormat == nil { try OutputFormat.check(outputPath) }
  }

  var outputPath: String? { filter.output == "-" ? nil : filter.output }
}
