#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of this machine.
///
/// An append is one `write` to a file opened for appending, under an advisory lock, followed by
/// `fsync`; a short or failed write is taken back. A replacement is written beside the file,
/// synchronised, and renamed over it, and the directory is synchronised too.
public struct PosixDisk: Disk {
  /// Creates the machine's disk.
  public init() {}

  /// The content of a file from an offset on; `nil` when there is no such file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - offset: The first byte wanted.
  /// - Returns: The bytes.
  /// - Throws: `DiskError`.
  public func read(_ path: String, from offset: Int) throws(DiskError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Self.error("open", path)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Self.error("read", path) }
    let length = max(0, Int(status.st_size) - offset)
    guard length > 0 else { return [] }
    var failure: DiskError?
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      while count < length {
        let target = buffer.baseAddress.map { $0 + count }
        let got = pread(file, target, length - count, off_t(offset + count))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = Self.error("read", path) }
        if got <= 0 { break }
        count += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The length of a file in bytes; `nil` when there is no such file.
  ///
  /// - Throws: `DiskError`.
  public func size(of path: String) throws(DiskError) -> Int? {
    var status = stat()
    if stat(path, &status) == 0 { return Int(status.st_size) }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw Self.error("read", path)
  }

  /// Adds bytes at the end of a file, all of them or none.
  ///
  /// - Parameters:
  ///   - bytes: What to add.
  ///   - path: The file; its directory exists.
  ///   - isDurable: Whether the bytes must have reached the disk on return.
  ///   - deadline: Until when to wait for another program that writes the file.
  /// - Throws: `DiskError`; the file is as it was then.
  public func append(
    _ bytes: [UInt8], to path: String, isDurable: Bool, until deadline: Deadline
  ) throws(DiskError) {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.error("open", path) }
    defer { close(file) }
    try Self.lock(file, path, until: deadline)
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Self.error("read", path) }
    do throws(DiskError) {
      try Self.write(bytes, to: file, path)
      if isDurable, fsync(file) != 0 { throw Self.error("synchronise", path) }
    } catch {
      _ = ftruncate(file, status.st_size)
      throw error
    }
    if isDurable && status.st_size == 0 { try Self.synchronize(directoryOf: path) }
  }

  /// Replaces a file's whole content at once.
  ///
  /// - Throws: `DiskError`; the old content stays then.
  public func replace(_ path: String, with bytes: [UInt8]) throws(DiskError) {
    let temporary = path + ".tmp-\(getpid())"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.error("open", temporary) }
    do throws(DiskError) {
      defer { close(file) }
      try Self.write(bytes, to: file, temporary)
      guard fsync(file) == 0 else { throw Self.error("synchronise", temporary) }
      guard rename(temporary, path) == 0 else { throw Self.error("rename", temporary) }
    } catch {
      unlink(temporary)
      throw error
    }
    try Self.synchronize(directoryOf: path)
  }

  /// The names in a directory, in order; empty when there is no such directory.
  ///
  /// - Throws: `DiskError`.
  public func list(_ directory: String) throws(DiskError) -> [String] {
    guard let stream = opendir(directory) else {
      if errno == ENOENT { return [] }
      throw Self.error("list", directory)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Removes a file; nothing happens when it is missing.
  ///
  /// - Throws: `DiskError`.
  public func remove(_ path: String) throws(DiskError) {
    if unlink(path) != 0 && errno != ENOENT { throw Self.error("remove", path) }
  }

  /// Creates a directory and those above it.
  ///
  /// - Throws: `DiskError`.
  public func createDirectory(_ path: String) throws(DiskError) {
    var partial = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + part
      if mkdir(partial, 0o700) != 0 && errno != EEXIST && errno != EISDIR {
        var status = stat()
        guard stat(partial, &status) == 0 else { throw Self.error("create", partial) }
      }
    }
  }

  /// Takes the lock of a file, but does not wait for it longer than somebody waits for the answer.
  private static func lock(
    _ file: Int32, _ path: String, until deadline: Deadline
  ) throws(DiskError) {
    var pause: UInt32 = 500
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw error("lock", path) }
      if deadline.hasPassed {
        errno = EWOULDBLOCK
        throw error("lock", path)
      }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
  }

  private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(DiskError) {
    var failure: DiskError?
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        #if canImport(Darwin)
          let count = Darwin.write(file, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        #elseif canImport(Musl)
          let count = Musl.write(file, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        #else
          let count = Glibc.write(file, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        #endif
        if count < 0 && errno == EINTR { continue }
        if count <= 0 {
          failure = Self.error("write", path)
          return
        }
        done += count
      }
    }
    if let failure { throw failure }
  }

  private static func synchronize(directoryOf path: String) throws(DiskError) {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let file = open(directory.isEmpty ? "/" : directory, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Self.error("open", directory) }
    defer { close(file) }
    guard fsync(file) == 0 || errno == EINVAL else { throw Self.error("synchronise", directory) }
  }

  private static func error(_ operation: String, _ path: String) -> DiskError {
    let code = errno
    return DiskError(
      operation: operation, path: path, code: code, reason: String(cString: strerror(code)),
      isDiskFull: code == ENOSPC || code == EDQUOT || code == EFBIG)
  }
}
