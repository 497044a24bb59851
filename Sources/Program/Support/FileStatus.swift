import Foundation
import SudokuSync

struct FileStatus {
  private let status: stat

  /// The status of a file that is not opened; `nil` if there is none.
  ///
  /// Opening a named pipe would take its reader away from the writer.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.status = status
  }

  /// The permissions.
  var mode: mode_t { status.st_mode & 0o7777 }

  var device: UInt64 { UInt64(truncatingIfNeeded: status.st_dev) }
  var inode: UInt64 { UInt64(status.st_ino) }

  var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }

  /// The length of a regular file; `nil` for pipes and terminals.
  var length: Int? { isRegular ? Int(status.st_size) : nil }

  /// Length and modification time, which change with the content of a regular file;
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

  /// True if it is neither folder, pipe nor device.
  var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
}

/// The target of a path through symbolic links, whether it exists or not.
func linkTarget(of path: String) throws(DiskError) -> String {
  let files = FileManager.default
  var place = path.hasPrefix("/") ? path : "\(files.currentDirectoryPath)/\(path)"
  // The number of links that Linux follows.
  for _ in 0...40 {
    // The name of an open file is a link to a path that may meanwhile be another file's.
    if isOpenFile(place) { return place }
    guard let link = try? files.destinationOfSymbolicLink(atPath: place) else { return place }
    let folder = place.lastIndex(of: "/").map { place[...$0] } ?? ""
    place = link.hasPrefix("/") ? link : folder + link
  }
  throw DiskError(
    operation: "open", path: path, code: ELOOP, reason: String(cString: strerror(ELOOP)))
}

/// True if a path names an open file of a process, as `/dev/stdout` does.
func isOpenFile(_ path: String) -> Bool {
  ["/proc/", "/dev/fd/"].contains { path.hasPrefix($0) }
}
