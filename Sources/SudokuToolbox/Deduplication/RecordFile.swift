import Foundation

/// A record with its key and its place in the input.
struct KeyedRecord {
  var key: UInt128
  var number: UInt64
  var bytes: [UInt8]
}

/// A file of records one behind the other, written through a buffer.
final class RecordFile {
  private static let bufferSize = 1 << 15

  /// The length with what waits in the buffer.
  private(set) var length: Int
  private let url: URL
  private let handle: FileHandle
  private var buffer: [UInt8] = []

  /// Opens a file and cuts it to a length.
  init(url: URL, length: Int) throws(DeduplicationError) {
    self.url = url
    self.length = length
    handle = try attempt(url) {
      let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
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
      try handle.write(contentsOf: buffer)
      if isDurable { try handle.synchronize() }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Reads all records.
  func records() throws(DeduplicationError) -> [KeyedRecord] {
    let bytes = try attempt(url) { [UInt8](try Data(contentsOf: url)) }
    var records: [KeyedRecord] = []
    var place = 0
    while place + 28 <= bytes.count {
      let end = place + 28 + Int(number(bytes, place + 24, UInt32.self))
      guard end <= bytes.count else { break }
      records.append(
        KeyedRecord(
          key: number(bytes, place, UInt128.self), number: number(bytes, place + 16, UInt64.self),
          bytes: Array(bytes[place + 28..<end])))
      place = end
    }
    guard place == bytes.count else {
      throw .file(url.path, reason: "the file is damaged at byte \(place)")
    }
    return records
  }

  /// Removes the file.
  func remove() { try? FileManager.default.removeItem(at: url) }

  private func number<Number: FixedWidthInteger>(
    _ bytes: [UInt8], _ place: Int, _ type: Number.Type
  ) -> Number {
    bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
  }
}
