import Foundation

/// The folder that a deduplication works in: one run at a time has it.
final class WorkFolder {
  let url: URL
  /// Whether nobody comes back to it: its files have no names, and it goes as soon as they are open.
  let isTemporary: Bool
  private let descriptor: Int32

  private init(url: URL, isTemporary: Bool, descriptor: Int32) {
    self.url = url
    self.isTemporary = isTemporary
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens a folder, made if need be, which another run can come back to.
  static func kept(at url: URL) throws(DeduplicationError) -> WorkFolder {
    try attempt(url) {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    return try WorkFolder(url: url, isTemporary: false, descriptor: claim(url))
  }

  /// Makes a folder of its own within another.
  static func temporary(in parent: URL) throws(DeduplicationError) -> WorkFolder {
    let url = parent.appendingPathComponent("sudoku-dedupe-\(UUID().uuidString)", isDirectory: true)
    try attempt(url) {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    return try WorkFolder(url: url, isTemporary: true, descriptor: claim(url))
  }

  /// Opens numbered files.
  func files(_ name: String, lengths: [Int]) throws(DeduplicationError) -> [RecordFile] {
    var files: [RecordFile] = []
    for (index, length) in lengths.enumerated() {
      let number = String(index, radix: 16)
      let file = url.appendingPathComponent("\(name)-\(number.count < 2 ? "0" : "")\(number)")
      files.append(try RecordFile(url: file, length: length, isUnlinked: isTemporary))
    }
    return files
  }

  /// Makes the names of its files safe on disk.
  func synchronize() throws(DeduplicationError) {
    guard fsync(descriptor) == 0 else { throw Self.failure(url, errno) }
  }

  /// Removes the folder if nothing is in it.
  func removeIfEmpty() { rmdir(url.path) }

  /// Opens the folder for this run alone; the system gives it free when the process ends, however.
  private static func claim(_ url: URL) throws(DeduplicationError) -> Int32 {
    let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(url, errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      close(descriptor)
      if reason == EWOULDBLOCK { throw .folderInUse(url.path) }
      throw failure(url, reason)
    }
    return descriptor
  }

  private static func failure(_ url: URL, _ reason: Int32) -> DeduplicationError {
    .file(url.path, reason: String(cString: strerror(reason)))
  }
}

/// Runs file operations; their errors become ours with the path.
func attempt<Value>(
  _ url: URL, _ body: () throws -> Value
) throws(DeduplicationError) -> Value {
  do { return try body() } catch {
    throw .file(url.path, reason: error.localizedDescription)
  }
}
