#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files that stores and backups need: a handful of operations with exact durability.
///
/// `PosixDisk` is the real one; `SimulatedDisk` the one in memory that can lose what was not yet
/// written through, tear the last line and run full.
package protocol Disk: Sendable {
  /// The content of a file from an offset on; `nil` when there is no such file.
  func read(_ path: String, from offset: Int) throws(DiskError) -> [UInt8]?

  /// The length of a file and whether it has changed; `nil` when there is no such file.
  func state(of path: String) throws(DiskError) -> FileState?

  /// Adds bytes at the end of a file, which is created when missing, all of them or none.
  func append(
    _ bytes: [UInt8], to path: String, isDurable: Bool, until deadline: Deadline
  ) throws(DiskError)

  /// Replaces a file's whole content at once: at every moment the old or the new content is there.
  func replace(_ path: String, with bytes: [UInt8]) throws(DiskError)

  /// Creates a file unless there is one, whole or not at all.
  func create(_ path: String, with bytes: [UInt8]) throws(DiskError) -> Bool

  /// The names in a directory, in order; empty when there is no such directory.
  func list(_ directory: String) throws(DiskError) -> [String]

  /// Removes a file; nothing happens when it is missing.
  func remove(_ path: String) throws(DiskError)

  func createDirectory(_ path: String) throws(DiskError)
}

extension Disk {
  /// The length of a file in bytes; `nil` when there is no such file.
  package func size(of path: String) throws(DiskError) -> Int? { try state(of: path)?.size }

  /// Creates a file unless it exists; without concurrent writers.
  package func create(_ path: String, with bytes: [UInt8]) throws(DiskError) -> Bool {
    guard try size(of: path) == nil else { return false }
    try replace(path, with: bytes)
    return true
  }

  /// Adds bytes at the end of a file, waiting for other writers as long as it takes.
  package func append(_ bytes: [UInt8], to path: String, isDurable: Bool) throws(DiskError) {
    try append(bytes, to: path, isDurable: isDurable, until: Deadline())
  }
}

/// Why a file could not be read or written.
package struct DiskError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as in `"write"`.
  package let operation: String
  package let path: String
  /// The system's error number.
  package let code: Int32
  /// The system's words for it.
  package let reason: String
  /// Whether there was no room on the disk.
  package let isDiskFull: Bool

  package init(
    operation: String, path: String, code: Int32, reason: String, isDiskFull: Bool = false
  ) {
    self.operation = operation
    self.path = path
    self.code = code
    self.reason = reason
    self.isDiskFull = isDiskFull
  }

  /// Whether it lies with this one file, which is not what it should be, and not with the disk.
  var concernsOneFile: Bool {
    [EISDIR, ELOOP, ENOTDIR, ENXIO, EINVAL, EACCES, ENAMETOOLONG, EBADF].contains(code)
  }

  package var description: String { "\(path): can't \(operation): \(reason)" }
}

package struct FileState: Hashable, Sendable {
  package var size: Int
  /// A number that is another one after each change of the file, whatever its length.
  package var change: Int64

  package init(size: Int, change: Int64) {
    self.size = size
    self.change = change
  }
}
