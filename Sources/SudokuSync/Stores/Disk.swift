/// The files that stores and backups need: a handful of operations with exact durability.
///
/// `PosixDisk` is the real one; `SimulatedDisk` the one in memory that can lose what was not yet
/// written through, tear the last line and run full.
public protocol Disk: Sendable {
  /// The content of a file from an offset on; `nil` when there is no such file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - offset: The first byte wanted, in bytes from the beginning.
  /// - Returns: The bytes; empty when the file is not longer than the offset.
  /// - Throws: `DiskError`.
  func read(_ path: String, from offset: Int) throws(DiskError) -> [UInt8]?

  /// The length of a file and whether it has changed; `nil` when there is no such file.
  ///
  /// - Throws: `DiskError`.
  func state(of path: String) throws(DiskError) -> FileState?

  /// Adds bytes at the end of a file, which is created when missing, all of them or none.
  ///
  /// - Parameters:
  ///   - bytes: What to add.
  ///   - path: The file; its directory exists.
  ///   - isDurable: Whether the bytes must have reached the disk on return.
  ///   - deadline: Until when to wait for another program that writes the file.
  /// - Throws: `DiskError`; the file is as it was then.
  func append(
    _ bytes: [UInt8], to path: String, isDurable: Bool, until deadline: Deadline
  ) throws(DiskError)

  /// Replaces a file's whole content at once: at every moment the old or the new content is there.
  ///
  /// - Throws: `DiskError`; the old content stays then.
  func replace(_ path: String, with bytes: [UInt8]) throws(DiskError)

  /// Creates a file unless there is one, whole or not at all.
  ///
  /// - Returns: Whether it was created; not where somebody else was faster.
  /// - Throws: `DiskError`.
  func create(_ path: String, with bytes: [UInt8]) throws(DiskError) -> Bool

  /// The names in a directory, in order; empty when there is no such directory.
  ///
  /// - Throws: `DiskError`.
  func list(_ directory: String) throws(DiskError) -> [String]

  /// Removes a file; nothing happens when it is missing.
  ///
  /// - Throws: `DiskError`.
  func remove(_ path: String) throws(DiskError)

  /// Creates a directory and those above it.
  ///
  /// - Throws: `DiskError`.
  func createDirectory(_ path: String) throws(DiskError)
}

extension Disk {
  /// The length of a file in bytes; `nil` when there is no such file.
  ///
  /// - Throws: `DiskError`.
  public func size(of path: String) throws(DiskError) -> Int? { try state(of: path)?.size }

  /// Creates a file unless there is one, where nobody else writes at the same time.
  ///
  /// - Returns: Whether it was created.
  /// - Throws: `DiskError`.
  public func create(_ path: String, with bytes: [UInt8]) throws(DiskError) -> Bool {
    guard try size(of: path) == nil else { return false }
    try replace(path, with: bytes)
    return true
  }

  /// Adds bytes at the end of a file, waiting for other writers as long as it takes.
  ///
  /// - Parameters:
  ///   - bytes: What to add.
  ///   - path: The file; its directory exists.
  ///   - isDurable: Whether the bytes must have reached the disk on return.
  /// - Throws: `DiskError`; the file is as it was then.
  public func append(_ bytes: [UInt8], to path: String, isDurable: Bool) throws(DiskError) {
    try append(bytes, to: path, isDurable: isDurable, until: Deadline())
  }
}
