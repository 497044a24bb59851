import Foundation

/// How many files and connections this process may have open.
enum OpenFileLimit {
  /// Raises it to what the system allows: the usual 1,024 are few for a server.
  static func raise() {
    var limit = rlimit()
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 1 << 20)
    _ = setrlimit(resource, &limit)
  }
}
