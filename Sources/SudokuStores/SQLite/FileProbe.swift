import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells whether files have changed, by their length and time.
final class FileProbe: Sendable {
  private struct Look: Equatable {
    var file: UInt64 = 0
    var size: Int64 = 0
    var seconds = 0
    var nanoseconds = 0
  }

  private let paths: [String]
  private let last: Mutex<[Look]>

  init(_ paths: [String]) {
    self.paths = paths
    last = Mutex(Self.look(at: paths))
  }

  /// Whether anything has changed since this was called last.
  func hasChanged() -> Bool {
    let now = Self.look(at: paths)
    return last.withLock { last in
      defer { last = now }
      return last != now
    }
  }

  private static func look(at paths: [String]) -> [Look] {
    paths.map { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return Look() }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return Look(
        file: UInt64(truncatingIfNeeded: status.st_ino), size: Int64(status.st_size),
        seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    }
  }
}
