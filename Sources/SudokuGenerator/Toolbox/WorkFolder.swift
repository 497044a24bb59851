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

/// A record with its key and its place in the input.
struct KeyedRecord {
  var key: UInt128
  var number: UInt64
  var bytes: [UInt8]
}

/// A file of records one behind the other, written and read through a buffer.
final class RecordFile {
  private static let bufferSize = 1 << 15
  /// The bytes of a record besides its own: key, number, length.
  static let headerSize = 28

  /// The length with what waits in the buffer.
  private(set) var length: Int
  private let url: URL
  private let handle: FileHandle
  private var buffer: [UInt8] = []

  /// Opens a file and cuts it to a length; an unlinked one loses its name at once, so that nothing is
  /// left behind whatever becomes of the process.
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

  /// Adds a record.
  func append(_ record: KeyedRecord) throws(DeduplicationError) {
    let start = buffer.count
    withUnsafeBytes(of: record.key.littleEndian) { buffer.append(contentsOf: $0) }
    withUnsafeBytes(of: record.number.littleEndian) { buffer.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(record.bytes.count).littleEndian) { buffer.append(contentsOf: $0) }
    buffer.append(contentsOf: record.bytes)
    length += buffer.count - start
    if buffer.count >= Self.bufferSize { try flush(isDurable: false) }
  }

  /// Writes what waits in the buffer.
  func flush(isDurable: Bool) throws(DeduplicationError) {
    try attempt(url) {
      if !buffer.isEmpty { try handle.write(contentsOf: buffer) }
      if isDurable { try handle.synchronize() }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Reads all records in the order in which they were added.
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

  /// Removes the file.
  func remove() { unlink(url.path) }

  /// The record at a place, if all of it is there; the place moves behind it.
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
