import SudokuSession

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Consecutive operations of one device in one document, as they are sent and stored.
///
/// Stores and replicas never decode an operation: to them it is a line of canonical JSON. A chunk
/// keeps the lines of many operations in one piece of memory, so that a whole game moves as one
/// value. It has the hash of the device's stream before and after them, so it can only be added in
/// its place.
public struct OperationChunk: Hashable, Sendable {
  /// The device that made the operations.
  public let device: DeviceID
  /// The number of the first operation in the device's stream, from 1.
  public let firstSeq: Int
  /// The number of operations, at least 1.
  public let count: Int
  /// The stream's hash before the first operation.
  public let previousHash: StreamHash
  /// The stream's hash after the last operation.
  public let hash: StreamHash
  /// The operations' lines, each ended by a line feed.
  public let lines: [UInt8]

  /// The number of the last operation in the device's stream.
  public var lastSeq: Int { firstSeq + count - 1 }

  /// The device's stream up to the last operation.
  public var head: StreamHead { StreamHead(seq: lastSeq, hash: hash) }

  /// Creates a chunk of lines that continue a stream; `nil` for no line, an empty line, or a last
  /// line without an end.
  ///
  /// - Parameters:
  ///   - device: The device that made the operations.
  ///   - previous: The device's stream so far.
  ///   - lines: The operations' lines, each ended by a line feed, no line empty.
  public init?(device: DeviceID, after previous: StreamHead, lines: [UInt8]) {
    guard lines.last == UInt8(ascii: "\n") else { return nil }
    var hash = previous.hash
    var count = 0
    var isMalformed = false
    Self.forEachLine(lines) { line in
      if line.isEmpty { isMalformed = true }
      hash = hash.appending(line)
      count += 1
    }
    if isMalformed { return nil }
    self.device = device
    firstSeq = previous.seq + 1
    self.count = count
    previousHash = previous.hash
    self.hash = hash
    self.lines = lines
  }

  /// Creates a chunk from parts that are known to fit together, such as those read from a store.
  package init(
    device: DeviceID, firstSeq: Int, count: Int, previousHash: StreamHash, hash: StreamHash,
    uncheckedLines lines: [UInt8]
  ) {
    self.device = device
    self.firstSeq = firstSeq
    self.count = count
    self.previousHash = previousHash
    self.hash = hash
    self.lines = lines
  }

  /// True if the lines match the chunk's count and hash.
  ///
  /// - Complexity: O(bytes).
  public var isIntact: Bool {
    guard let copy = OperationChunk(device: device, after: previous, lines: lines) else {
      return false
    }
    return copy == self
  }

  /// A message about a chunk that is not intact.
  var damage: String { "operations from \(firstSeq) on are not those that were written" }

  /// The device's stream before the first operation.
  package var previous: StreamHead { StreamHead(seq: firstSeq - 1, hash: previousHash) }

  package func suffix(after seq: Int) -> OperationChunk? {
    if seq < firstSeq { return self }
    if seq >= lastSeq { return nil }
    let (offset, hash) = position(after: seq)
    return OperationChunk(
      device: device, firstSeq: seq + 1, count: lastSeq - seq, previousHash: hash, hash: self.hash,
      uncheckedLines: Array(lines[offset...]))
  }

  /// The operations up to a number.
  package func prefix(through seq: Int) -> OperationChunk? {
    if seq < firstSeq { return nil }
    if seq >= lastSeq { return self }
    let (offset, hash) = position(after: seq)
    return OperationChunk(
      device: device, firstSeq: firstSeq, count: seq - firstSeq + 1, previousHash: previousHash,
      hash: hash, uncheckedLines: Array(lines[..<offset]))
  }

  /// As many of the first operations as fit into a number of bytes, at least one.
  func prefix(bytes: Int) -> OperationChunk? {
    guard lines.count > bytes else { return self }
    let end = UInt8(ascii: "\n")
    let fitting = lines[..<max(bytes, 0)].count { $0 == end }
    return prefix(through: firstSeq + max(fitting, 1) - 1)
  }

  /// The stream's hash after the operation with a number.
  package func hash(at seq: Int) -> StreamHash? {
    if seq == lastSeq { return hash }
    if seq == firstSeq - 1 { return previousHash }
    guard firstSeq..<lastSeq ~= seq else { return nil }
    return position(after: seq).hash
  }

  /// True if a chunk continues this one.
  package func isFollowed(by next: OperationChunk) -> Bool {
    next.device == device && next.firstSeq == lastSeq + 1 && next.previousHash == hash
  }

  /// This chunk joined with the one that continues it.
  package func joined(with next: OperationChunk) -> OperationChunk {
    precondition(isFollowed(by: next), "only a chunk that continues this one can be joined")
    return OperationChunk(
      device: device, firstSeq: firstSeq, count: count + next.count, previousHash: previousHash,
      hash: next.hash, uncheckedLines: lines + next.lines)
  }

  /// Calls `body` with each line, without its line feed.
  package func forEachLine(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try Self.forEachLine(lines, body)
  }

  private func position(after seq: Int) -> (offset: Int, hash: StreamHash) {
    var hash = previousHash
    var offset = 0
    var number = firstSeq
    lines.withUnsafeBytes { buffer in
      while number <= seq {
        let end = buffer.endOfLine(from: offset) ?? buffer.count
        hash = hash.appending(UnsafeRawBufferPointer(rebasing: buffer[offset..<end]))
        offset = end + 1
        number += 1
      }
    }
    return (offset, hash)
  }

  static func forEachLine(
    _ lines: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    try lines.withUnsafeBytes { buffer in
      var start = 0
      while let end = buffer.endOfLine(from: start) {
        try body(UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
        start = end + 1
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The offset of the first line feed at or after an offset; `nil` for none.
  fileprivate func endOfLine(from start: Int) -> Int? {
    guard start < count, let base = baseAddress,
      let end = memchr(base + start, Int32(UInt8(ascii: "\n")), count - start)
    else { return nil }
    return UnsafeRawPointer(end) - base
  }
}

/// The head of each device's stream that a replica or store holds of a document.
///
/// It is a version vector whose entries also have hashes, see `StreamHash`.
public typealias StreamHeads = [DeviceID: StreamHead]
