import Synchronization

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
/// `fsync`; a short or failed write is truncated. A replacement is written beside the file,
/// synchronised, and renamed over it, and the directory is synchronised too.
///
/// With a root, no path below it follows a symbolic link, so links in a shared folder can't lead
/// reads or writes out of it. Only regular files are read and written; a pipe without a writer does
/// not block.
package struct PosixDisk: Disk {
  private let root: String?
  /// Called with each file and directory that was synchronised, for tests.
  package var didSynchronize: (@Sendable (String) -> Void)?

  package init(root: String? = nil) { self.root = root }

  /// The content of a file from an offset on; `nil` for a missing file.
  package func read(_ path: String, from offset: Int) throws(DiskError) -> [UInt8]? {
    guard let file = try open(path, O_RDONLY, mayBeMissing: true) else { return nil }
    defer { close(file) }
    let status = try Self.status(of: file, path)
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

  /// The length and change number of a file; `nil` for a missing file.
  ///
  /// The change number also differs if another file takes the name.
  package func state(of path: String) throws(DiskError) -> FileState? {
    try at(path) { (directory, name) throws(DiskError) -> FileState? in
      var status = stat()
      guard fstatat(directory, name, &status, followFlag(path)) == 0 else {
        if Self.isMissing { return nil }
        throw Self.error("read", path)
      }
      guard status.st_mode & S_IFMT == S_IFREG else { throw Self.irregular(path) }
      return FileState(size: Int(status.st_size), change: Self.change(status))
    }
  }

  /// The time of the last change, combined with the inode number.
  private static func change(_ status: stat) -> Int64 {
    #if canImport(Darwin)
      let time = status.st_ctimespec
    #else
      let time = status.st_ctim
    #endif
    let nanoseconds = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    return nanoseconds ^ Int64(truncatingIfNeeded: status.st_ino) &<< 20
  }

  /// Appends bytes to a file, all of them or none.
  package func append(
    _ bytes: [UInt8], to path: String, isDurable: Bool, until deadline: Deadline
  ) throws(DiskError) {
    guard let file = try open(path, O_WRONLY | O_APPEND | O_CREAT) else {
      throw Self.error("open", path)
    }
    defer { close(file) }
    try Self.lock(file, path, until: deadline)
    let status = try Self.status(of: file, path)
    do throws(DiskError) {
      try Self.write(bytes, to: file, path)
      if isDurable { try synchronize(file, path) }
    } catch {
      _ = ftruncate(file, status.st_size)
      throw error
    }
    if isDurable && status.st_size == 0 { try synchronize(directoryOf: path) }
  }

  /// Replaces a file's whole content atomically.
  package func replace(_ path: String, with bytes: [UInt8]) throws(DiskError) {
    try prepare(bytes, for: path) { (directory, temporary, name) throws(DiskError) in
      guard renameat(directory, temporary, directory, name) == 0 else {
        throw Self.error("rename", path)
      }
    }
  }

  /// Creates a file atomically unless it exists; returns true if it was created.
  package func create(_ path: String, with bytes: [UInt8]) throws(DiskError) -> Bool {
    var isNew = true
    try prepare(bytes, for: path) { (directory, temporary, name) throws(DiskError) in
      if linkat(directory, temporary, directory, name, 0) != 0 {
        isNew = errno != EEXIST
        if isNew {
          // On a file system without links, renaming comes closest.
          guard [EPERM, ENOTSUP, EMLINK, ENOSYS].contains(errno),
            renameat(directory, temporary, directory, name) == 0
          else { throw Self.error("create", path) }
        }
      }
      unlinkat(directory, temporary, 0)
    }
    return isNew
  }

  /// Writes bytes to a temporary file beside a file, then calls `move` to put it in place.
  ///
  /// `move` takes the directory, the temporary name and the final name.
  private func prepare(
    _ bytes: [UInt8], for path: String,
    _ move: (Int32, String, String) throws(DiskError) -> Void
  ) throws(DiskError) {
    let number = Self.temporaryCount.wrappingAdd(1, ordering: .relaxed).newValue
    let temporary = path + ".tmp-\(getpid())-\(number)"
    // A file with this name was left by a process that has ended.
    try remove(temporary)
    let unnamed = try openUnnamed(beside: path)
    let opened = unnamed == nil ? try open(temporary, O_WRONLY | O_CREAT | O_EXCL) : unnamed
    guard let file = opened else { throw Self.error("open", temporary) }
    do throws(DiskError) {
      defer { close(file) }
      try Self.write(bytes, to: file, temporary)
      try synchronize(file, temporary)
      if unnamed != nil { try name(file, temporary) }
      try at(temporary) { (directory, old) throws(DiskError) in
        try at(path) { (_, new) throws(DiskError) in try move(directory, old, new) }
      }
    } catch {
      try? remove(temporary)
      throw error
    }
    try synchronize(directoryOf: path)
  }

  /// Opens an unnamed file in the directory of a path; it vanishes if the process is killed.
  ///
  /// It is `nil` if the system or the file system does not support such files.
  private func openUnnamed(beside path: String) throws(DiskError) -> Int32? {
    #if os(Linux)
      guard access("/proc/self/fd", F_OK) == 0 else { return nil }
      // O_TMPFILE
      let flags = 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC
      let file = try at(path) { (directory, name) throws(DiskError) in
        let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? "."
        return openat(directory, folder, flags, 0o600)
      }
      return file >= 0 ? file : nil
    #else
      return nil
    #endif
  }

  private func name(_ file: Int32, _ path: String) throws(DiskError) {
    try at(path) { (directory, name) throws(DiskError) in
      guard linkat(AT_FDCWD, "/proc/self/fd/\(file)", directory, name, AT_SYMLINK_FOLLOW) == 0
      else { throw Self.error("create", path) }
    }
  }

  /// Counts temporary files, so that no two threads use the same one.
  private static let temporaryCount = Atomic<Int>(0)

  /// The names in a directory, in order; empty for a missing directory.
  package func list(_ directory: String) throws(DiskError) -> [String] {
    guard
      let file = try open(directory, O_RDONLY | O_DIRECTORY, isFile: false, mayBeMissing: true)
    else {
      // A link or a file in a directory's place is an error, unlike a missing directory.
      if errno == ENOTDIR, relative(directory)?.isEmpty == false {
        throw Self.error("list", directory)
      }
      return []
    }
    guard let stream = fdopendir(file) else {
      close(file)
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

  /// Removes a file; a missing file is not an error.
  package func remove(_ path: String) throws(DiskError) {
    try at(path) { (directory, name) throws(DiskError) in
      if unlinkat(directory, name, 0) != 0 && !Self.isMissing { throw Self.error("remove", path) }
    }
  }

  package func createDirectory(_ path: String) throws(DiskError) {
    if try isDirectory(path) { return }
    var partial = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + part
      if try isDirectory(partial) { continue }
      try at(partial) { (directory, name) throws(DiskError) in
        // Another process may have been faster.
        if mkdirat(directory, name, 0o700) != 0 && errno != EEXIST {
          throw Self.error("create", partial)
        }
      }
      guard try isDirectory(partial) else {
        errno = ENOTDIR
        throw Self.error("create", partial)
      }
      try synchronize(directoryOf: partial)
    }
  }

  private func isDirectory(_ path: String) throws(DiskError) -> Bool {
    try at(path) { (directory, name) throws(DiskError) in
      var status = stat()
      return fstatat(directory, name, &status, followFlag(path)) == 0
        && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  // MARK: Paths

  /// The parts of a path below the root; `nil` for other paths.
  private func relative(_ path: String) -> [Substring]? {
    guard let root, path.hasPrefix(root), path.dropFirst(root.count).first == "/" else {
      return nil
    }
    let parts = path.dropFirst(root.count).split(separator: "/")
    return parts.isEmpty || parts.contains("..") ? nil : parts
  }

  private func followFlag(_ path: String) -> Int32 {
    relative(path) == nil ? 0 : AT_SYMLINK_NOFOLLOW
  }

  /// Calls `body` with an open directory and a name in it; below the root no symbolic link is followed.
  private func at<Value>(
    _ path: String, _ body: (Int32, String) throws(DiskError) -> Value
  ) throws(DiskError) -> Value {
    guard let root, let parts = relative(path), let name = parts.last else {
      return try body(AT_FDCWD, path)
    }
    var directory = Self.openFile(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for part in parts.dropLast() where directory >= 0 {
      let next = openat(
        directory, String(part), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let code = errno
      close(directory)
      errno = code
      directory = next
    }
    // A directory that is missing makes the call fail as the file's own absence would.
    guard directory >= 0 else {
      if !Self.isMissing { throw Self.error("open", path) }
      return try body(-1, String(name))
    }
    defer { close(directory) }
    return try body(directory, String(name))
  }

  /// Opens a file, which must be a regular one, without waiting for another process.
  private func open(
    _ path: String, _ flags: Int32, isFile: Bool = true, mayBeMissing: Bool = false
  ) throws(DiskError) -> Int32? {
    let isBelowRoot = relative(path) != nil
    let file = try at(path) { (directory, name) throws(DiskError) in
      openat(
        directory, name,
        flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (isBelowRoot ? O_NOFOLLOW : 0), 0o600)
    }
    guard file >= 0 else {
      if mayBeMissing && Self.isMissing { return nil }
      throw Self.error("open", path)
    }
    guard isFile else { return file }
    do throws(DiskError) { _ = try Self.status(of: file, path) } catch {
      close(file)
      throw error
    }
    return file
  }

  /// The status of an open file, which must be a regular one.
  private static func status(of file: Int32, _ path: String) throws(DiskError) -> stat {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw error("read", path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw irregular(path) }
    return status
  }

  private static func irregular(_ path: String) -> DiskError {
    DiskError(
      operation: "open", path: path, code: EINVAL,
      reason: "it is a link or a directory, not a file")
  }

  private static var isMissing: Bool { errno == ENOENT || errno == ENOTDIR || errno == EBADF }

  /// Locks a file; waits no longer than the deadline.
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

  private func synchronize(directoryOf path: String) throws(DiskError) {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    guard
      let file = try open(
        directory.isEmpty ? "/" : directory, O_RDONLY | O_DIRECTORY, isFile: false)
    else { return }
    defer { close(file) }
    guard fsync(file) == 0 || errno == EINVAL else { throw Self.error("synchronise", directory) }
    didSynchronize?(directory.isEmpty ? "/" : directory)
  }

  private func synchronize(_ file: Int32, _ path: String) throws(DiskError) {
    guard fsync(file) == 0 else { throw Self.error("synchronise", path) }
    didSynchronize?(path)
  }

  private static func openFile(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, flags)
    #elseif canImport(Musl)
      Musl.open(path, flags)
    #else
      Glibc.open(path, flags)
    #endif
  }

  private static func error(_ operation: String, _ path: String) -> DiskError {
    let code = errno
    return DiskError(
      operation: operation, path: path, code: code, reason: String(cString: strerror(code)),
      isDiskFull: code == ENOSPC || code == EDQUOT || code == EFBIG)
  }
}
