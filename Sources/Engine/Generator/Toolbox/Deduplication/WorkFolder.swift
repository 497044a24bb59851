import Foundation

/// The folder of a deduplication, locked by one run at a time.
final class WorkFolder {
  let url: URL
  /// True if no run resumes in the folder: its files are unlinked, and it is removed, as soon as they are open.
  let isTemporary: Bool
  private let descriptor: Int32

  private init(url: URL, isTemporary: Bool, descriptor: Int32) {
    self.url = url
    self.isTemporary = isTemporary
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens or creates a folder in which another run can resume.
  static func kept(at url: URL) throws(DeduplicationError) -> WorkFolder {
    try attempt(url) {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    return try WorkFolder(url: url, isTemporary: false, descriptor: claim(url))
  }

  static func temporary(in parent: URL) throws(DeduplicationError) -> WorkFolder {
    let url = parent.appendingPathComponent("sudoku-dedupe-\(UUID().uuidString)", isDirectory: true)
    try attempt(url) {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    return try WorkFolder(url: url, isTemporary: true, descriptor: claim(url))
  }

  func files(_ name: String, lengths: [Int]) throws(DeduplicationError) -> [RecordFile] {
    var files: [RecordFile] = []
    for (index, length) in lengths.enumerated() {
      let number = String(index, radix: 16)
      let file = url.appendingPathComponent("\(name)-\(number.count < 2 ? "0" : "")\(number)")
      files.append(try RecordFile(url: file, length: length, isUnlinked: isTemporary))
    }
    return files
  }

  /// Makes the names of its files durable.
  func synchronize() throws(DeduplicationError) {
    guard fsync(descriptor) == 0 else { throw Self.failure(url, errno) }
  }

  func removeIfEmpty() { rmdir(url.path) }

  /// Locks the folder; the system releases the lock when the process ends.
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

/// Runs file operations; turns their errors into `DeduplicationError`.
func attempt<Value>(
  _ url: URL, _ body: () throws -> Value
) throws(DeduplicationError) -> Value {
  do { return try body() } catch {
    throw .file(url.path, reason: error.localizedDescription)
  }
}

struct KeyedRecord {
  var key: UInt128
  var number: UInt64
  var bytes: [UInt8]
}

/// A file of consecutive records, written and read through a buffer.
final class RecordFile {
  private static let bufferSize = 1 << 15
  /// The size of key, number and length before each record.
  static let headerSize = 28

  /// The length including the buffer.
  private(set) var length: Int
  private let url: URL
  private let handle: FileHandle
  private var buffer: [UInt8] = []

  /// Opens a file and truncates it to a length; an unlinked one loses its name at once, so that
  /// nothing is left even if the process is killed.
  init(url: URL, length: Int, isUnlinked: Bool = false) throws(DeduplicationError) {
    self.url = url
    self.length = length
    handle = try attempt(url) {
      let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      if isUnlinked { unlink(url.path) }
      guard try handle.seekToEnd() >= UInt64(length) else { throw CocoaError(.fileReadCorruptFile) }
      try handle.truncate(atOffset: UInt64(length))
      return handle
    }
  }

  func append(_ record: KeyedRecord) throws(DeduplicationError) {
    let start = buffer.count
    withUnsafeBytes(of: record.key.littleEndian) { buffer.append(contentsOf: $0) }
    withUnsafeBytes(of: record.number.littleEndian) { buffer.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(record.bytes.count).littleEndian) { buffer.append(contentsOf: $0) }
    buffer.append(contentsOf: record.bytes)
    length += buffer.count - start
    if buffer.count >= Self.bufferSize { try flush(isDurable: false) }
  }

  func flush(isDurable: Bool) throws(DeduplicationError) {
    try attempt(url) {
      if !buffer.isEmpty { try handle.write(contentsOf: buffer) }
      if isDurable { try handle.synchronize() }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  func forEach(
    _ body: (KeyedRecord) throws(DeduplicationError) -> Void
  ) throws(DeduplicationError) {
    try flush(isDurable: false)
    try attempt(url) { try handle.seek(toOffset: 0) }
    var bytes: [UInt8] = []
    var (place, consumed) = (0, 0)
    while true {
      while let record = record(in: bytes, at: &place) { try body(record) }
      consumed += place
      bytes.removeFirst(place)
      place = 0
      // A record longer than the buffer takes several pieces.
      let piece = try attempt(url) { try handle.read(upToCount: Self.bufferSize) }
      guard let piece, !piece.isEmpty else { break }
      bytes.append(contentsOf: piece)
    }
    guard bytes.isEmpty else {
      throw .file(url.path, reason: "the file is damaged at byte \(consumed)")
    }
  }

  func remove() { unlink(url.path) }

  /// The record at a position, if it is complete; the position moves behind it.
  private func record(in bytes: [UInt8], at place: inout Int) -> KeyedRecord? {
    let start = place + Self.headerSize
    guard start <= bytes.count else { return nil }
    let end = start + Int(number(bytes, place + 24, UInt32.self))
    guard end <= bytes.count else { return nil }
    defer { place = end }
    return KeyedRecord(
      key: number(bytes, place, UInt128.self), number: number(bytes, place + 16, UInt64.self),
      bytes: Array(bytes[start..<end]))
  }

  private func number<Number: FixedWidthInteger>(
    _ bytes: [UInt8], _ place: Int, _ type: Number.Type
  ) -> Number {
    bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
  }
}
