import Foundation
import SudokuSync

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

/// Replaces a file's content at once, through a symbolic link that of the file it names.
///
/// What is no regular file, a pipe or a device, stays what it is: the bytes are written into it.
func writeFile(_ bytes: [UInt8], to path: String) throws {
  guard let status = FileStatus(path: path), !status.isRegular else {
    do throws(DiskError) { try PosixDisk().replace(linkTarget(of: path), with: bytes) } catch {
      // The file that couldn't be written is a temporary one, of which the user knows nothing.
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

/// Where a path leads to through symbolic links, be there a file or not yet.
private func linkTarget(of path: String) throws(DiskError) -> String {
  let files = FileManager.default
  var place = path.hasPrefix("/") ? path : "\(files.currentDirectoryPath)/\(path)"
  // As many links as Linux follows.
  for _ in 0...40 {
    guard let link = try? files.destinationOfSymbolicLink(atPath: place) else { return place }
    let folder = place.lastIndex(of: "/").map { place[...$0] } ?? ""
    place = link.hasPrefix("/") ? link : folder + link
  }
  throw DiskError(
    operation: "open", path: path, code: ELOOP, reason: String(cString: strerror(ELOOP)))
}
