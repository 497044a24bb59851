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

  /// Whether two paths name the same file, which need not exist.
  static func areSame(_ first: String, _ second: String) -> Bool {
    if first == "-" || second == "-" { return false }
    guard let one = FileStatus(path: first), let other = FileStatus(path: second) else {
      return (try? linkTarget(of: first)) == (try? linkTarget(of: second))
    }
    return one.status.st_dev == other.status.st_dev && one.status.st_ino == other.status.st_ino
      && one.isRegular
  }

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

  /// Whether it is neither folder, pipe nor device.
  var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
}

/// Replaces a file's content atomically; follows symbolic links.
///
/// Pipes and devices are not replaced but written to.
func writeFile(_ bytes: [UInt8], to path: String) throws {
  guard let status = FileStatus(path: path), !status.isRegular else {
    do throws(DiskError) { try PosixDisk().replace(linkTarget(of: path), with: bytes) } catch {
      // The error names a temporary file; the user knows the target.
      throw CommandFailure("\(path): can't be written: \(error.reason)", code: .cannotCreate)
    }
    return
  }
  if status.isDirectory { throw CommandFailure("\(path): is a folder", code: .cannotCreate) }
  do {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  } catch {
    throw CommandFailure("\(path): \(error.systemReason)", code: .ioError)
  }
}

/// The target of a path through symbolic links, whether it exists or not.
func linkTarget(of path: String) throws(DiskError) -> String {
  let files = FileManager.default
  var place = path.hasPrefix("/") ? path : "\(files.currentDirectoryPath)/\(path)"
  // The number of links that Linux follows.
  for _ in 0...40 {
    guard let link = try? files.destinationOfSymbolicLink(atPath: place) else { return place }
    let folder = place.lastIndex(of: "/").map { place[...$0] } ?? ""
    place = link.hasPrefix("/") ? link : folder + link
  }
  throw DiskError(
    operation: "open", path: path, code: ELOOP, reason: String(cString: strerror(ELOOP)))
}
