import ArgumentParser
import Foundation
import SudokuReading
import Synchronization

/// The streams of a command: the process's, or those that a test puts in their place.
///
/// Commands reach them through `Output.standard`, `Output.error` and `InputDescriptor.standardInput`.
/// `OrderedPipeline` hands them to its threads.
struct Streams: Sendable {
  var input = InputDescriptor(borrowing: STDIN_FILENO)
  var output = Output(descriptor: STDOUT_FILENO)
  var error = Output(descriptor: STDERR_FILENO)
  /// The checkpoints of the output, where it can be resumed.
  var checkpoints: Checkpoints?

  @TaskLocal static var current = Streams()
}

extension InputDescriptor {
  static var standardInput: InputDescriptor { Streams.current.input }
}

/// An output stream: buffered bytes, errors reported.
///
/// A reader that goes away (`sudoku generate | head`) ends a command quietly: `write` then returns
/// `false` and the command stops with success.
final class Output: Sendable {
  static var standard: Output { Streams.current.output }
  static var error: Output { Streams.current.error }

  private let descriptor: Int32
  private let buffer = Mutex<Buffer>(Buffer())
  private let patience: Duration
  private static let bufferLimit = 1 << 18

  private struct Buffer {
    var bytes: [UInt8] = []
    var lastDrain = ContinuousClock.now
  }

  /// `patience` is how long bytes wait for more where few come: what a search found within minutes
  /// must be seen, and not be lost with the process.
  init(descriptor: Int32, patience: Duration = .milliseconds(200)) {
    self.descriptor = descriptor
    self.patience = patience
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }
  var status: FileStatus? { FileStatus(descriptor: descriptor) }

  /// Adds bytes; they go out when the buffer is full, when nothing went out for a while, or at `flush`.
  ///
  /// Returns `false` if nobody reads any more, as the other functions do.
  func write(_ bytes: [UInt8]) throws -> Bool {
    guard bytes.count >= Output.bufferLimit / 4 else { return try write(bytes[...]) }
    // Large pieces are not copied.
    return try buffer.withLock { buffer in
      guard try Output.drain(&buffer, to: descriptor) else { return false }
      return try bytes.withUnsafeBytes { try Output.send($0, to: descriptor) }
    }
  }

  func write(_ bytes: some Sequence<UInt8>) throws -> Bool {
    try buffer.withLock { buffer in
      buffer.bytes.append(contentsOf: bytes)
      let isDue =
        buffer.bytes.count >= Output.bufferLimit
        || ContinuousClock.now - buffer.lastDrain >= patience
      return isDue ? try Output.drain(&buffer, to: descriptor) : true
    }
  }

  /// Adds bytes and sends everything out.
  func send(_ bytes: [UInt8]) throws -> Bool { try write(bytes) && flush() }

  @discardableResult
  func writeLine(_ line: some StringProtocol) throws -> Bool {
    try write(Array(line.utf8) + [UInt8(ascii: "\n")])
  }

  /// Sends everything out.
  @discardableResult
  func flush() throws -> Bool {
    try buffer.withLock { try Output.drain(&$0, to: descriptor) }
  }

  private static func drain(_ buffer: inout Buffer, to descriptor: Int32) throws -> Bool {
    defer {
      buffer.bytes.removeAll(keepingCapacity: true)
      buffer.lastDrain = .now
    }
    return try buffer.bytes.withUnsafeBytes { try send($0, to: descriptor) }
  }

  private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws -> Bool {
    var sent = 0
    while sent < bytes.count, let base = bytes.baseAddress {
      let count = Foundation.write(descriptor, base + sent, bytes.count - sent)
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          var pending = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&pending, 1, -1)
          continue
        }
        if errno == EPIPE { return false }
        throw CommandFailure(
          "cannot write the output: \(String(cString: strerror(errno)))", code: .ioError)
      }
      sent += count
    }
    return true
  }
}

/// Writes a message for people, on standard error.
func note(_ message: String) {
  _ = try? Output.error.writeLine(message)
  _ = try? Output.error.flush()
}
