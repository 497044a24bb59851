import Foundation

/// Bytes of a file, a pipe or a terminal, as they come.
///
/// A read waits for the first byte only and takes all bytes that have arrived. So the writer of one line gets its
/// answer, and millions of lines are read in large pieces.
package final class InputDescriptor: Sendable {
  private let descriptor: Int32
  private let isOwned: Bool
  /// The program whose output this is.
  private let program: ByteProgram?
  /// The number of bytes from which a short wait for more is worthwhile, because the writer has many.
  private static let streamingSize = 1 << 14

  /// Opens a file for reading; `nil` with `errno` set where that fails.
  package init?(path: String) {
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    descriptor = opened
    isOwned = true
    program = nil
  }

  /// The reason why a path can't be read.
  struct Failure: Error {
    let code: Int32
    let message: String
  }

  /// Opens a file for reading.
  static func opened(_ path: String) throws(Failure) -> InputDescriptor {
    errno = 0
    guard let file = InputDescriptor(path: path) else {
      let code = errno
      throw Failure(
        code: code,
        message: code == ENOENT
          ? "no such file" : "can't be read: \(String(cString: strerror(code)))")
    }
    if file.isDirectory {
      throw Failure(code: EISDIR, message: "\(path) is a folder: give the files in it")
    }
    return file
  }

  /// An open descriptor that stays the caller's.
  package init(borrowing descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = false
    program = nil
  }

  /// The content of a compressed file, from its start; `nil` for pipes, which can't be read again.
  init?(decompressing file: InputDescriptor, by name: String) throws(ByteProgram.Failure) {
    guard file.status?.isRegular == true, lseek(file.descriptor, 0, SEEK_SET) == 0 else {
      return nil
    }
    let program = try ByteProgram(name, ["-dc"], input: file.descriptor, output: nil)
    descriptor = program.readDescriptor
    isOwned = false
    self.program = program
  }

  /// The reason of the failure, or the warning, of the program that decompresses, once the input is at its end.
  var end: (failure: String?, warning: String?) { program?.end ?? (nil, nil) }

  deinit {
    if isOwned { close(descriptor) }
  }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  package var status: FileStatus? { FileStatus(descriptor: descriptor) }
  package var isDirectory: Bool { status?.isDirectory == true }

  package struct Piece {
    package var count = 0
    /// True once the input is at its end.
    package var isLast = false
    /// True if nothing more has arrived, so that the writer may be waiting for an answer.
    var isDrained = false
  }

  /// Reads up to a buffer's size; `nil` if reading failed.
  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Piece? {
    var piece = Piece()
    while piece.count < buffer.count, let base = buffer.baseAddress {
      let count = Foundation.read(descriptor, base + piece.count, buffer.count - piece.count)
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          _ = isReady(within: -1)
          continue
        }
        return piece.count > 0 ? piece : nil
      }
      piece.count += count
      piece.isLast = count == 0
      if piece.isLast { break }
      let patience: Int32 = piece.count >= Self.streamingSize ? 2 : 0
      if piece.count < buffer.count, !isReady(within: patience) {
        piece.isDrained = true
        break
      }
    }
    return piece
  }

  /// Bytes of a file, wherever it is being read; `nil` if there are fewer.
  func bytes(at offset: Int, count: Int) -> [UInt8]? {
    var filled = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      while filled < count, let base = buffer.baseAddress {
        let got = pread(descriptor, base + filled, count - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        filled += got
      }
      used = filled
    }
    return filled == count ? bytes : nil
  }

  /// True if bytes or the end arrive in time; with -1 it waits for them.
  func isReady(within milliseconds: Int32) -> Bool {
    var pending = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&pending, 1, milliseconds) != 0
  }
}
