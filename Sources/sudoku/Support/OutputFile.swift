import ArgumentParser
import Foundation

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

  init(_ path: String) throws {
    self.path = path
    let status = FileStatus(path: path)
    if status?.isDirectory == true {
      throw CommandFailure("\(path) is a folder: give the name of a file", code: .cannotCreate)
    }
    partial = status.map(\.isRegular) ?? true ? path + ".partial" : nil
    let opened = open(partial ?? path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard opened >= 0 else {
      throw CommandFailure(
        "\(path) can't be written: \(String(cString: strerror(errno)))", code: .cannotCreate)
    }
    descriptor = opened
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
    close(descriptor)
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
}

/// A command that reads puzzles.
protocol FilterCommand: AsyncParsableCommand, WritesFile {
  var filter: FilterArguments { get }
}

extension FilterCommand {
  var outputPath: String? { filter.output == "-" ? nil : filter.output }
}
