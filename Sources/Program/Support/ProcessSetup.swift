import Foundation

/// The preparation of the process before a command runs.
enum ProcessSetup {
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // A limit of the size of files is an error of writing.
    signal(SIGXFSZ, SIG_IGN)
    unblockEndingSignals()
    fillDescriptorGaps()
    keepLargeBlocks()
  }

  /// Unblocks the signals that end a program.
  ///
  /// A child inherits the signals that its parent's thread had blocked, and the threads of some frameworks block
  /// nearly all. Started by one of them, the program could not be stopped.
  private static func unblockEndingSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Replaces standard descriptors that the caller has closed (`>&-`).
  ///
  /// Otherwise the next file that is opened gets their number, and standard output is written into a
  /// database.
  private static func fillDescriptorGaps() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // Opened the wrong way round: each use is an error that is reported.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Keeps large freed blocks for the next part of a stream.
  ///
  /// By default glibc maps each block from the system and returns it, and the system clears all of its
  /// pages each time: half of the time of `solve`. Other C libraries need no setting.
  private static func keepLargeBlocks() {
    // The largest threshold that glibc accepts.
    setAllocator([(mapThreshold, 32 << 20), (trimThreshold, 1 << 30), (topPad, 4 << 20)])
  }

  /// Returns large freed blocks to the system, and shares the memory of freed ones between threads.
  ///
  /// A server runs for long: what one player's large request took is free for all others. Otherwise it
  /// takes three times the memory.
  private static func returnLargeBlocks() {
    setAllocator([
      (mapThreshold, 512 << 10), (trimThreshold, 4 << 20), (topPad, 128 << 10), (arenas, 2),
    ])
  }

  /// The names of glibc's `malloc.h`; musl has none of them.
  private static let (trimThreshold, topPad, mapThreshold, arenas): (Int32, Int32, Int32, Int32) =
    (-1, -2, -3, -8)

  private static func setAllocator(_ settings: [(name: Int32, value: Int32)]) {
    #if os(Linux)
      // Swift's import of the C library lacks `mallopt`.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      typealias Setter = @convention(c) (Int32, Int32) -> Int32
      let set = unsafeBitCast(symbol, to: Setter.self)
      for (name, value) in settings { _ = set(name, value) }
    #endif
  }

  /// The advice on how to build a program with the network's commands.
  static let networkBuild =
    "build it with the network's commands: swift build -c release --traits Network"

  /// The least address space for a database and threads with their stacks, in bytes.
  private static let addressSpace: rlim_t = 1 << 30

  /// Refuses a limit of memory (`ulimit -v`) that keeps threads from starting: code that awaits them would never
  /// end.
  static func checkAddressSpace() throws {
    var limit = rlimit()
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      let resource = RLIMIT_AS
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < addressSpace else { return }
    throw CommandFailure(
      "the address space is limited to \(limit.rlim_cur >> 20) MiB (ulimit -v); "
        + "at least \(addressSpace >> 20) MiB are needed", code: .unavailable)
  }

  /// Prepares a server of many players; returns the number of files that may be open.
  ///
  /// The usual 1,024 are few for a server: the limit becomes the system's.
  @discardableResult
  static func prepareServer() -> Int {
    returnLargeBlocks()
    var limit = rlimit()
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return 1_024 }
    limit.rlim_cur = min(limit.rlim_max, 1 << 20)
    _ = setrlimit(resource, &limit)
    return Int(clamping: limit.rlim_cur)
  }
}
