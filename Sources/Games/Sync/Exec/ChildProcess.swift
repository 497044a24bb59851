import Dispatch
import JSONCoding
import Synchronization

#if canImport(Darwin)
  @preconcurrency import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif

/// A program with pipes to its standard input, output and error, none of which ever blocks.
///
/// It is a process group, so that all its children end with it.
final class ChildProcess {
  /// The process, which is the leader of its group.
  private let id: pid_t
  private var input: Int32
  private var output: Int32
  private var errors: Int32
  private var outgoing: [UInt8] = []
  private var sentCount = 0
  private var reader: LineReader
  private var errorTail: [UInt8] = []
  private var source: (any DispatchSourceRead)?
  private var status: Int32?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  /// The time of the start.
  let started = ContinuousClock.now

  /// The result of one `step`.
  struct Events {
    var lines: [[UInt8]] = []
    var hasLongLine = false
    var hasTornLine = false
    var hasEnded = false
  }

  init(command: String, lineBytes: Int) throws(SyncError) {
    // Two programs that start at once must not inherit each other's pipes.
    let (pipes, code, child) = Self.starting.withLock { _ in
      let pipes = (0..<3).compactMap { _ in Self.makePipe() }
      guard pipes.count == 3 else { return (pipes, errno, pid_t(0)) }
      let result = Self.spawn(command, pipes[0].read, pipes[1].write, pipes[2].write)
      return (pipes, result.code, result.id)
    }
    id = child
    guard code == 0 else {
      for pipe in pipes { for end in [pipe.read, pipe.write] { _ = close(end) } }
      (input, output, errors, status) = (-1, -1, -1, 0)
      reader = LineReader()
      throw SyncError(.storeUnavailable, "the program can't be started: \(Self.reason(code))")
    }
    for end in [pipes[0].read, pipes[1].write, pipes[2].write] { _ = close(end) }
    (input, output, errors) = (pipes[0].write, pipes[1].read, pipes[2].read)
    reader = LineReader(maximumLineBytes: lineBytes)
    for end in [input, output, errors] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    #if canImport(Darwin)
      _ = fcntl(input, F_SETNOSIGPIPE, 1)
    #endif
  }

  private static let starting = Mutex<Void>(())

  deinit {
    end(graceMilliseconds: 0)
    buffer.deallocate()
  }
}

// MARK: Starting

extension ChildProcess {
  /// The largest number of descriptors to close in the child.
  private static let mostDescriptors: Int32 = {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit > 3 ? Int32(min(limit, 4_096)) : 1_024
  }()

  private static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ command: String, _ input: Int32, _ output: Int32, _ errors: Int32
  ) -> (code: Int32, id: pid_t) {
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
    for (number, end) in [input, output, errors].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    // The program must inherit no other open file: it would hold our locks, and keep the pipes of
    // other programs open.
    #if canImport(Darwin)
      let closing = POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      let closing: Int32 = 0
      for descriptor in 3..<mostDescriptors {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
    #endif
    // The program gets default signal handling, as if started by a shell.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGCHLD] { sigaddset(&defaults, signal) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | closing))
    var arguments: [UnsafeMutablePointer<CChar>?] = ["/bin/sh", "-c", command].map {
      (text: String) in strdup(text)
    }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var id: pid_t = 0
    let code = posix_spawn(&id, "/bin/sh", &actions, &attributes, arguments, environ)
    return (code, id)
  }

  private static func reason(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}

// MARK: Lines

extension ChildProcess {
  /// Queues a line; `step` writes it.
  func send(_ line: [UInt8]) {
    outgoing.removeFirst(sentCount)
    sentCount = 0
    outgoing += line
    outgoing.append(UInt8(ascii: "\n"))
  }

  /// Writes and reads without blocking; one call reads at most 64 KiB of output.
  func step(timeoutMilliseconds: Int32) -> Events {
    var events = Events()
    var descriptors = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: sentCount < outgoing.count ? input : -1, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&descriptors, nfds_t(descriptors.count), timeoutMilliseconds) > 0 else {
      return events
    }
    if descriptors[1].revents != 0 { readErrors() }
    if descriptors[2].revents != 0 { write() }
    if descriptors[0].revents != 0 { readOutput(&events) }
    return events
  }

  /// True while bytes of earlier lines wait to be written.
  var isStillSending: Bool { sentCount < outgoing.count }

  private func readOutput(_ events: inout Events) {
    let count = read(output, buffer.baseAddress, buffer.count)
    if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR {
      events.hasEnded = true
      var isTorn = false
      reader.finish { _ in isTorn = true }
      events.hasTornLine = isTorn
    }
    guard count > 0 else { return }
    var (lines, hasLongLine) = ([[UInt8]](), false)
    reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { line in
      switch line {
      case .text(let bytes): lines.append([UInt8](bytes))
      case .tooLong: hasLongLine = true
      }
    }
    (events.lines, events.hasLongLine) = (lines, hasLongLine)
  }

  private static let errorTailLength = 2_048

  private func readErrors() {
    let count = read(errors, buffer.baseAddress, buffer.count)
    if count == 0 {
      _ = close(errors)
      errors = -1
    }
    guard count > 0 else { return }
    errorTail += buffer[..<count].suffix(Self.errorTailLength)
    errorTail.removeFirst(max(0, errorTail.count - Self.errorTailLength))
  }

  private func write() {
    let count = withoutBrokenPipeSignal {
      outgoing.withUnsafeBytes { bytes in
        bytes.baseAddress.map {
          #if canImport(Darwin)
            Darwin.write(input, $0 + sentCount, bytes.count - sentCount)
          #elseif canImport(Musl)
            Musl.write(input, $0 + sentCount, bytes.count - sentCount)
          #else
            Glibc.write(input, $0 + sentCount, bytes.count - sentCount)
          #endif
        } ?? 0
      }
    }
    if count > 0 {
      sentCount += count
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      // The program reads no more; its output will show if it has ended.
      sentCount = outgoing.count
    }
    if sentCount == outgoing.count { (outgoing, sentCount) = ([], 0) }
  }

  /// Blocks the signal of a write to a closed pipe, which would end this process.
  private func withoutBrokenPipeSignal(_ body: () -> Int) -> Int {
    #if canImport(Darwin)
      return body()
    #else
      var (signals, old) = (sigset_t(), sigset_t())
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, &old)
      let count = body()
      let code = errno
      if count < 0, code == EPIPE {
        var now = timespec()
        _ = sigtimedwait(&signals, nil, &now)
      }
      pthread_sigmask(SIG_SETMASK, &old, nil)
      errno = code
      return count
    #endif
  }
}

// MARK: Watching

extension ChildProcess {
  /// Calls `body` on a queue whenever output can be read, until the program ends.
  func onOutput(_ queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    guard source == nil, status == nil else { return }
    let new = DispatchSource.makeReadSource(fileDescriptor: output, queue: queue)
    new.setEventHandler(handler: body)
    let output = output
    new.setCancelHandler { _ = close(output) }
    source = new
    new.resume()
  }

  /// Stops reporting output.
  private func closeOutput() {
    if let source { source.cancel() } else if output >= 0 { _ = close(output) }
    source = nil
    output = -1
  }
}

// MARK: Ending

extension ChildProcess {
  /// Ends the program and its children: first by closing its input, then by a signal, then by force.
  func end(graceMilliseconds: Int) {
    guard status == nil else { return }
    _ = close(input)
    input = -1
    if !waitForExit(graceMilliseconds) {
      kill(-id, SIGTERM)
      _ = waitForExit(graceMilliseconds)
    }
    finish()
  }

  /// Ends the program at once; returns its end in words, with its last line of errors.
  func endNow() -> String {
    if status == nil {
      _ = close(input)
      input = -1
      // A program that has closed its output usually exits soon, with a code that says why.
      let hasExited = waitForExit(100)
      readErrors()
      finish()
      return (hasExited ? Self.text(status ?? 0) : "was ended") + lastErrorLine
    }
    return Self.text(status ?? 0) + lastErrorLine
  }

  private func finish() {
    // Before the process is reaped: until then no other process gets its number.
    kill(-id, SIGKILL)
    var code: Int32 = 0
    while waitpid(id, &code, 0) < 0, errno == EINTR {}
    status = code
    closeOutput()
    if errors >= 0 { _ = close(errors) }
    errors = -1
  }

  /// Returns true if the program exits within a time; does not reap it.
  private func waitForExit(_ milliseconds: Int) -> Bool {
    let end = ContinuousClock.now.advanced(by: .milliseconds(milliseconds))
    while true {
      var info = siginfo_t()
      let result = waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT)
      if result < 0 && errno != EINTR || info.si_signo != 0 { return true }
      if ContinuousClock.now >= end { return false }
      // Unread output must not keep the program from exiting.
      _ = step(timeoutMilliseconds: 0)
      usleep(2_000)
    }
  }

  private static func text(_ status: Int32) -> String {
    let signal = status & 0x7F
    return signal == 0
      ? "ended with exit code \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
  }

  private var lastErrorLine: String {
    let text = String(decoding: errorTail, as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).last else { return "" }
    return ": " + line.prefix(300)
  }
}
