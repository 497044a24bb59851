import Dispatch
import Foundation
import Synchronization

/// Standard input and output of a server: large reads and writes, wake-ups from
/// other threads, and signals that end it.
final class LinePipe: Sendable {
  struct Events {
    var hasInput = false
    var wasWoken = false
    /// True once the reader of the output has closed it.
    var isReaderGone = false
    var isEndRequested = false
    /// True once the other end of a socket sends nothing more, though input may wait to be read.
    var isSenderGone = false
  }

  private let input: Int32
  private let output: Int32
  private let wakeReader: Int32
  private let wakeWriter: Int32
  private let flags = Mutex((isWoken: false, isEndRequested: false, isReaderGone: false))

  init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) throws {
    self.input = input
    self.output = output
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    (wakeReader, wakeWriter) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    signal(SIGPIPE, SIG_IGN)
    // A file size limit is an error of the write, like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    #if os(Linux)
      // Larger pipes mean fewer switches between the two processes. A refusal does no harm.
      let setPipeSize: Int32 = 1031
      _ = fcntl(input, setPipeSize, 1 << 20)
      _ = fcntl(output, setPipeSize, 1 << 20)
    #endif
  }

  deinit {
    close(wakeReader)
    close(wakeWriter)
  }

  /// Makes SIGTERM and SIGINT set `isEndRequested`, as long as the result is kept.
  func catchSignals() -> [any DispatchSourceSignal] {
    // A private queue gets a thread even if jobs hold all shared ones.
    let queue = DispatchQueue(label: "signals")
    return [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [weak self] in
        self?.flags.withLock { $0.isEndRequested = true }
        self?.wake()
      }
      source.resume()
      return source
    }
  }

  #if os(Linux)
    /// `POLLRDHUP`, which Swift's import of the C library lacks.
    private static let hangUp: Int16 = 0x2000
  #else
    private static let hangUp: Int16 = 0
  #endif

  func wake() {
    let isFirst = flags.withLock { flags in
      defer { flags.isWoken = true }
      return !flags.isWoken
    }
    guard isFirst else { return }
    var byte: UInt8 = 0
    _ = write(wakeWriter, &byte, 1)
  }

  /// Waits for input, a wake-up, a signal or the timeout (-1: none).
  ///
  /// With `watchesSender` it also reports the departure of a client whose input is not read now.
  func wait(readsInput: Bool, watchesSender: Bool = false, timeoutMilliseconds: Int32) -> Events {
    var polls = [
      pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0),
      pollfd(fd: readsInput ? input : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: readsInput || !watchesSender ? -1 : input, events: Self.hangUp, revents: 0),
      // Even without requested events, it reports a closed other end, again and again.
      pollfd(fd: flags.withLock { $0.isReaderGone } ? -1 : output, events: 0, revents: 0),
    ]
    let count = poll(&polls, nfds_t(polls.count), timeoutMilliseconds)
    var events = Events(isReaderGone: flags.withLock { $0.isReaderGone })
    guard count > 0 else { return events }
    events.hasInput = polls[1].revents != 0
    if polls[3].revents & Int16(POLLERR | POLLHUP) != 0 {
      flags.withLock { $0.isReaderGone = true }
      events.isReaderGone = true
    }
    if polls[0].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 64)
      flags.withLock { $0.isWoken = false }
      while read(wakeReader, &bytes, bytes.count) > 0 {}
      events.wasWoken = true
    }
    events.isSenderGone = polls[2].revents != 0
    events.isEndRequested = flags.withLock { $0.isEndRequested }
    return events
  }

  /// Reads at least one byte; returns 0 at the end of the input and after an error.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = Foundation.read(input, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno == EAGAIN {
        var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return 0
      }
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(output, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  private func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    Foundation.write(descriptor, bytes, count)
  }

  private func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    Foundation.read(descriptor, bytes, count)
  }
}
