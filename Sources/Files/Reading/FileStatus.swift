import Foundation

package struct FileStatus {
  private let status: stat

  /// The status of a file that is not opened; `nil` if there is none.
  ///
  /// Opening a named pipe would take its reader away from the writer.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.status = status
  }

  /// The permissions.
  package var mode: mode_t { status.st_mode & 0o7777 }

  package var device: UInt64 { UInt64(truncatingIfNeeded: status.st_dev) }
  package var inode: UInt64 { UInt64(status.st_ino) }

  package var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }

  /// The length of a regular file; `nil` for pipes and terminals.
  package var length: Int? { isRegular ? Int(status.st_size) : nil }

  /// Length and modification time, which change with the content of a regular file;
  /// `nil` for pipes and terminals.
  package var version: String? {
    guard isRegular else { return nil }
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    return "\(status.st_size) \(changed.tv_sec).\(changed.tv_nsec)"
  }

  /// True if it is neither folder, pipe nor device.
  package var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
}
