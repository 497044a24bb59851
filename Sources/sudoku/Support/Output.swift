import Foundation
import Synchronization

/// Standard output and standard error as the commands use them: buffered bytes, errors reported.
///
/// A reader that goes away (`sudoku generate | head`) ends a command quietly: `write` then says so
/// and the command stops with success.
final class Output: Sendable {
  /// Standard output.
  static let standard = Output(descriptor: STDOUT_FILENO)
  /// Standard error.
  static let error = Output(descriptor: STDERR_FILENO)

  private let descriptor: Int32
  private let buffer = Mutex<Buffer>(Buffer())
  private let patience: Duration
  private static let bufferLimit = 1 << 18

  /// What has not gone out yet.
  private struct Buffer {
    var bytes: [UInt8] = []
    /// When something went out last.
    var lastDrain = ContinuousClock.now
  }

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - descriptor: Where the bytes go.
  ///   - patience: How long bytes wait for more, where they come so slowly: what a search found within
  ///     minutes must be seen, and not be lost with the process.
  init(descriptor: Int32, patience: Duration = .milliseconds(200)) {
    self.descriptor = descriptor
    self.patience = patience
  }

  /// Whether a person looks at it.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Adds bytes; they go out when the buffer is full, when nothing went out for a while, or at `flush`.
  ///
  /// - Returns: `false` if nobody reads any more.
  func write(_ bytes: [UInt8]) throws -> Bool {
    guard bytes.count >= Output.bufferLimit / 4 else { return try write(bytes[...]) }
    // Much at a time goes out as it is.
    return try buffer.withLock { buffer in
      guard try Output.drain(&buffer, to: descriptor) else { return false }
      return try bytes.withUnsafeBytes { try Output.send($0, to: descriptor) }
    }
  }

  /// Adds bytes; they go out when the buffer is full, when nothing went out for a while, or at `flush`.
  ///
  /// - Returns: `false` if nobody reads any more.
  func write(_ bytes: some Sequence<UInt8>) throws -> Bool {
    try buffer.withLock { buffer in
      buffer.bytes.append(contentsOf: bytes)
      let isDue =
        buffer.bytes.count >= Output.bufferLimit
        || ContinuousClock.now - buffer.lastDrain >= patience
      return isDue ? try Output.drain(&buffer, to: descriptor) : true
    }
  }

  /// Adds bytes and sends everything out: for what takes long to make and must not wait, or be lost
  /// with the process.
  ///
  /// - Returns: `false` if nobody reads any more.
  func send(_ bytes: [UInt8]) throws -> Bool { try write(bytes) && flush() }

  /// Adds a line.
  func writeLine(_ line: some StringProtocol) throws -> Bool {
    try write(Array(line.utf8) + [UInt8(ascii: "\n")])
  }

  /// Sends everything out.
  @discardableResult
  func flush() throws -> Bool {
    try buffer.withLock { try Output.drain(&$0, to: descriptor) }
  }

  /// Sends out what `print` has written.
  ///
  /// - Throws: `CommandFailure` where it can't be written, unless nobody reads any more.
  static func flushPrinted() throws {
    guard fflush(nil) != 0, errno != EPIPE else { return }
    throw failure()
  }

  private static func failure() -> CommandFailure {
    CommandFailure("cannot write the output: \(String(cString: strerror(errno)))", code: .ioError)
  }

  private static func drain(_ buffer: inout Buffer, to descriptor: Int32) throws -> Bool {
    defer {
      buffer.bytes.removeAll(keepingCapacity: true)
      buffer.lastDrain = .now
    }
    return try buffer.bytes.withUnsafeBytes { try send($0, to: descriptor) }
  }

  /// Writes all bytes; returns `false` if nobody reads any more.
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
        throw failure()
      }
      sent += count
    }
    return true
  }
}

/// Says something to the person at the terminal, on standard error.
func note(_ message: String) {
  _ = try? Output.error.writeLine(message)
  _ = try? Output.error.flush()
}
