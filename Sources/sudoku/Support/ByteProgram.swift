import Foundation
import Synchronization

/// A program that turns bytes into others: `gzip`, `zstd`, `xz`, `bzip2`.
///
/// They are used as programs, so that this one needs none of their libraries.
final class ByteProgram: Sendable {
  private let name: String
  private let process: Mutex<Process>
  private let pipe: Pipe
  private let errors: Pipe
  private let isWriting: Bool

  /// The end of the pipe to write to.
  var writeDescriptor: Int32 { pipe.fileHandleForWriting.fileDescriptor }
  /// The end of the pipe to read from.
  var readDescriptor: Int32 { pipe.fileHandleForReading.fileDescriptor }

  /// Starts a program that reads from or writes to a descriptor; its other end is a pipe.
  init(_ name: String, _ arguments: [String], input: Int32?, output: Int32?) throws {
    self.name = name
    (pipe, errors, isWriting) = (Pipe(), Pipe(), output != nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardInput = input.map { FileHandle(fileDescriptor: $0) } ?? pipe
    process.standardOutput = output.map { FileHandle(fileDescriptor: $0) } ?? pipe
    process.standardError = errors
    do { try process.run() } catch {
      throw CommandFailure("'\(name)' can't be started: \(error.systemReason)", code: .ioError)
    }
    // The program has the other ends.
    if !isWriting { try? pipe.fileHandleForWriting.close() }
    self.process = Mutex(process)
  }

  func closeInput() { if isWriting { try? pipe.fileHandleForWriting.close() } }

  /// Waits for the end; returns why the program failed, `nil` if it did not.
  var failure: String? { end.failure }

  /// Waits for the end; returns why the program failed, or what it warns of.
  var end: (failure: String?, warning: String?) {
    process.withLock { process in
      let text = String(
        decoding: (try? errors.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      if process.terminationStatus == 0, process.terminationReason == .exit { return (nil, nil) }
      if process.terminationStatus == 127 { return ("the program '\(name)' is missing", nil) }
      let line =
        text.split(whereSeparator: \.isNewline).first { $0.count > name.count + 6 }
        .map(String.init) ?? "unknown reason"
      // Bytes behind the end of the compressed data.
      if name == "gzip", process.terminationStatus == 2, !isWriting { return (nil, line) }
      return ("'\(name)' failed: \(line)", nil)
    }
  }

  /// The program that compresses files of a name.
  static func compressor(for path: String) -> String? {
    path.hasSuffix(".gz") ? "gzip" : path.hasSuffix(".zst") ? "zstd" : nil
  }

  /// The program that reads a file with this beginning.
  static func decompressor(for start: some Collection<UInt8>) -> String? {
    let kinds: [([UInt8], String)] = [
      ([0x1F, 0x8B], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"), (Array("BZh".utf8), "bzip2"),
    ]
    return kinds.first { start.starts(with: $0.0) }?.1
  }
}
