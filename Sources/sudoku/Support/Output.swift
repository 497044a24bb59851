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
  private let buffer = Mutex<[UInt8]>([])
  private static let bufferLimit = 1 << 18

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether a person looks at it.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Adds bytes; they go out when the buffer is full or at `flush`.
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

  /// Adds bytes; they go out when the buffer is full or at `flush`.
  ///
  /// - Returns: `false` if nobody reads any more.
  func write(_ bytes: some Sequence<UInt8>) throws -> Bool {
    try buffer.withLock { buffer in
      buffer.append(contentsOf: bytes)
      return buffer.count < Output.bufferLimit ? true : try Output.drain(&buffer, to: descriptor)
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

  private static func drain(_ buffer: inout [UInt8], to descriptor: Int32) throws -> Bool {
    defer { buffer.removeAll(keepingCapacity: true) }
    return try buffer.withUnsafeBytes { try send($0, to: descriptor) }
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
        throw CommandFailure(
          "cannot write the output: \(String(cString: strerror(errno)))", code: .ioError)
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
