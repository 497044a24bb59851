import Foundation

/// Standard input, output and error, which a caller may have closed (`>&-`).
enum StandardDescriptors {
  /// Puts something that fails in the place of those that are closed.
  ///
  /// Otherwise the next file that is opened takes their number, and what is meant for standard output
  /// is written into a database.
  static func fillGaps() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // Opened the wrong way round: each use is an error that is told.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
