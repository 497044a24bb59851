import Foundation
import Synchronization

#if canImport(Darwin)
  @preconcurrency import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif

/// A program that turns bytes into others: `gzip`, `zstd`, `xz`, `bzip2`.
///
/// They run as programs, so that this one needs none of their libraries. Foundation's `Process` would need a
/// thread, and would never end its wait if the system has none left.
package final class ByteProgram: Sendable {
  private let name: String
  private let process: pid_t
  private let pipe: Mutex<Descriptors>
  private let isWriting: Bool
  private let status = Mutex<Int32?>(nil)

  /// The reason why a program doesn't run.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private struct Descriptors {
    /// This process's end of the pipe to the program or from it; -1 once it is closed.
    var bytes: Int32
    /// The end of the pipe with the program's error messages.
    var errors: Int32
  }

  /// The end of the pipe to write to.
  package var writeDescriptor: Int32 { pipe.withLock { $0.bytes } }
  /// The end of the pipe to read from.
  var readDescriptor: Int32 { writeDescriptor }

  /// Starts a program that reads from or writes to a descriptor; its other end is a pipe.
  ///
  /// Without an environment it inherits that of the process.
  package init(
    _ name: String, _ arguments: [String], input: Int32? = nil, output: Int32? = nil,
    environment: [String: String]? = nil
  ) throws(Failure) {
    self.name = name
    isWriting = output != nil
    let (ends, code, child) = Self.starting.withLock { _ -> ([Int32], Int32, pid_t) in
      var (ends, child): ([Int32], pid_t) = ([-1, -1, -1, -1], 0)
      let isReady = ends.withUnsafeMutableBufferPointer { ends in
        ends.baseAddress.map { Self.makePipe($0) && Self.makePipe($0 + 2) } ?? false
      }
      guard isReady else { return (ends, errno, 0) }
      let streams = [input ?? ends[0], output ?? ends[1], ends[3]]
      return (ends, Self.spawn(name, arguments, streams, environment, &child), child)
    }
    let (theirs, ours) = isWriting ? (ends[0], ends[1]) : (ends[1], ends[0])
    close(theirs)
    close(ends[3])
    process = child
    pipe = Mutex(Descriptors(bytes: ours, errors: ends[2]))
    guard code != 0 else { return }
    close(ours)
    close(ends[2])
    pipe.withLock { $0 = Descriptors(bytes: -1, errors: -1) }
    status.withLock { $0 = 127 << 8 }
    throw Failure(
      description: code == ENOENT
        ? "the program '\(name)' is missing"
        : "'\(name)' can't be started: \(String(cString: strerror(code)))")
  }

  deinit {
    pipe.withLock { ends in
      for end in [ends.bytes, ends.errors] where end >= 0 { close(end) }
    }
    // A reader may leave early: the program ends at its closed pipe, and must not remain as a zombie.
    if !isWriting { _ = exitCode }
  }

  /// Two programs that start at once must not inherit each other's pipes.
  private static let starting = Mutex<Void>(())

  private static func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Bool {
    guard Foundation.pipe(ends) == 0 else { return false }
    for end in [ends[0], ends[1]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return true
  }

  private static func spawn(
    _ name: String, _ arguments: [String], _ descriptors: [Int32], _ environment: [String: String]?,
    _ child: inout pid_t
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    // A closed pipe ends the program, as it ends a program started by a shell.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var lists = [[name] + arguments, environment?.map { "\($0)=\($1)" } ?? []].map { list in
      list.map { strdup($0) } + [nil]
    }
    defer { for text in lists.joined() { free(text) } }
    guard environment != nil else {
      return posix_spawnp(&child, name, &actions, &attributes, &lists[0], environ)
    }
    return posix_spawnp(&child, name, &actions, &attributes, &lists[0], &lists[1])
  }

  package func closeInput() {
    guard isWriting else { return }
    pipe.withLock { ends in
      if ends.bytes >= 0 { close(ends.bytes) }
      ends.bytes = -1
    }
  }

  /// Waits for the end; returns the reason of the program's failure, `nil` if it succeeded.
  package var failure: String? { end.failure }

  /// Waits for the end; returns the reason of the program's failure, or its warning.
  var end: (failure: String?, warning: String?) {
    let errors = pipe.withLock { $0.errors }
    var (text, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 4_096))
    while errors >= 0 {
      let count = read(errors, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      text = (text + buffer[..<count]).suffix(1 << 16)
    }
    let code = exitCode
    if code == 0 { return (nil, nil) }
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
    let line =
      lines.first { $0.count > name.count + 6 }.map(String.init)
      ?? (code & 0x7F == 0 ? "exit code \(code >> 8 & 0xFF)" : "ended by signal \(code & 0x7F)")
    // Bytes behind the end of the compressed data.
    if name == "gzip", code == 2 << 8, !isWriting { return (nil, line) }
    return ("'\(name)' failed: \(line)", nil)
  }

  /// Waits for the end; returns the program's status.
  private var exitCode: Int32 {
    status.withLock { status in
      if let status { return status }
      var code: Int32 = 0
      while waitpid(process, &code, 0) < 0, errno == EINTR {}
      status = code
      return code
    }
  }

  /// The program that compresses files of a name.
  package static func compressor(for path: String) -> String? {
    path.hasSuffix(".gz") ? "gzip" : path.hasSuffix(".zst") ? "zstd" : nil
  }

  /// The program that reads a file with this beginning.
  package static func decompressor(for start: some Collection<UInt8>) -> String? {
    let kinds: [([UInt8], String)] = [
      ([0x1F, 0x8B], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"), (Array("BZh".utf8), "bzip2"),
    ]
    return kinds.first { start.starts(with: $0.0) }?.1
  }
}
