#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file operations that stores and backups need, with defined durability.
///
/// `PosixDisk` is the real one. `SimulatedDisk` is in memory; it can lose unsynchronised data, tear
/// the last line and run full.
package protocol Disk: Sendable {
  /// The content of a file from an offset on; `nil` for a missing file.
  func read(_ path: String, from offset: Int) throws(DiskError) -> [UInt8]?

  /// The length and change number of a file; `nil` for a missing file.
  func state(of path: String) throws(DiskError) -> FileState?

  /// Appends bytes to a file, all of them or none; a missing file is created.
  func append(
    _ bytes: [UInt8], to path: String, isDurable: Bool, until deadline: Deadline
  ) throws(DiskError)

  /// Replaces a file's whole content atomically: readers see the old or the new content.
  func replace(_ path: String, with bytes: [UInt8]) throws(DiskError)

  /// Creates a file atomically unless it exists; returns true if it was created.
  func create(_ path: String, with bytes: [UInt8]) throws(DiskError) -> Bool

  /// The names in a directory, in order; empty for a missing directory.
  func list(_ directory: String) throws(DiskError) -> [String]

  /// Removes a file; a missing file is not an error.
  func remove(_ path: String) throws(DiskError)

  func createDirectory(_ path: String) throws(DiskError)
}

extension Disk {
  /// The length of a file in bytes; `nil` for a missing file.
  package func size(of path: String) throws(DiskError) -> Int? { try state(of: path)?.size }

  /// Creates a file unless it exists; without concurrent writers.
  package func create(_ path: String, with bytes: [UInt8]) throws(DiskError) -> Bool {
    guard try size(of: path) == nil else { return false }
    try replace(path, with: bytes)
    return true
  }

  /// Appends bytes to a file; waits for other writers without a limit.
  package func append(_ bytes: [UInt8], to path: String, isDurable: Bool) throws(DiskError) {
    try append(bytes, to: path, isDurable: isDurable, until: Deadline())
  }
}

/// An error of reading or writing a file.
package struct DiskError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed, as in `"write"`.
  package let operation: String
  package let path: String
  /// The system's error number.
  package let code: Int32
  /// The system's message.
  package let reason: String
  /// True if the disk, a quota or the file's size limit was full.
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

  /// True if the cause is this file, such as a wrong type or missing permission, not the disk.
  var concernsOneFile: Bool {
    [EISDIR, ELOOP, ENOTDIR, ENXIO, EINVAL, EACCES, ENAMETOOLONG, EBADF].contains(code)
  }

  package var description: String { "\(path): can't \(operation): \(reason)" }
}

package struct FileState: Hashable, Sendable {
  package var size: Int
  /// A number that differs after each change of the file, even if its length stays the same.
  package var change: Int64

  package init(size: Int, change: Int64) {
    self.size = size
    self.change = change
  }
}
