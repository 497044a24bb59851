import Foundation

/// What the system tells of a file without reading it.
struct FileStatus {
  private let status: stat

  /// Looks at a file without opening it; `nil` where there is none.
  ///
  /// A named pipe must not be opened to look at it: whoever writes into it would lose its reader.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// Looks at an open file.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.status = status
  }

  /// Whether it is a directory.
  var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }

  /// The length of a regular file; `nil` for pipes and terminals.
  var length: Int? { isRegular ? Int(status.st_size) : nil }

  /// What tells whether a regular file is still the same: its length and the time of its last change;
  /// `nil` for pipes and terminals.
  var version: String? {
    guard isRegular else { return nil }
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    return "\(status.st_size) \(changed.tv_sec).\(changed.tv_nsec)"
  }

  /// Whether it is a file with a content of its own.
  var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
}
