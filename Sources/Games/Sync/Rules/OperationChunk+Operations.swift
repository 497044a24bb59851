import JSONCoding
import SudokuSession

extension OperationChunk {
  package init(_ operations: [DocumentOperation], after previous: StreamHead = .empty)
    throws(SyncError)
  {
    let lines = try Self.lines(of: operations)
    guard let device = operations.first?.device,
      operations.enumerated().allSatisfy({
        $1.device == device && $1.seq == previous.seq + 1 + $0
      }), let chunk = OperationChunk(device: device, after: previous, lines: lines)
    else { throw SyncError(.outOfSequence, "the operations do not continue their stream") }
    self = chunk
  }

  /// The canonical lines of operations, each ended by a line feed.
  package static func lines(of operations: some Sequence<DocumentOperation>) throws(SyncError)
    -> [UInt8]
  {
    var line = OperationLine()
    for operation in operations { try line.append(operation) }
    return line.bytes
  }

  package func operations() throws(SyncError) -> [DocumentOperation] {
    var operations: [DocumentOperation] = []
    operations.reserveCapacity(count)
    do {
      try forEachLine { line in
        let operation = try DocumentOperation(line: line)
        guard operation.device == device, operation.seq == firstSeq + operations.count else {
          throw SyncError(
            .damaged,
            "operation \(operation.key) stands where \(device)."
              + "\(firstSeq + operations.count) belongs")
        }
        operations.append(operation)
      }
    } catch let error as SyncError {
      throw error
    } catch {
      throw SyncError(
        .damaged, "operation \(firstSeq + operations.count) of \(device): \(error)")
    }
    return operations
  }
}

extension DocumentOperation {
  /// Reads a line of a stream.
  ///
  /// A line that is not canonical is kept, so that it is written again byte for byte.
  ///
  /// - Throws: `JSONError`, `DecodingError`.
  package init(line: UnsafeRawBufferPointer) throws {
    if let operation = Self.reading(line: line) {
      self = operation
      return
    }
    let decoder = StrictJSONDecoder()
    do {
      self = try decoder.decode(Self.self, from: line)
    } catch let error as JSONError where error.code == .numberOutOfRange {
      self = try decoder.decode(Self.self, from: Self.withoutRoundedUpNumbers(line))
    }
    var canonical = OperationLine()
    try canonical.append(self)
    if !canonical.bytes.dropLast().elementsEqual(line) { self.line = Array(line) }
  }

  /// The line with the largest number in place of what versions up to 0.3 wrote for it: rounded to
  /// 15 digits, which is more than a double can hold.
  private static func withoutRoundedUpNumbers(_ line: UnsafeRawBufferPointer) -> [UInt8] {
    var text = Array(line)
    let rounded = Array("1.79769313486232e308".utf8)
    let largest = Array("1.7976931348623157e308".utf8)
    var place = 0
    var isInString = false
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "\\") where isInString: place += 1
      case rounded[0] where !isInString && text[place...].starts(with: rounded):
        text.replaceSubrange(place..<place + rounded.count, with: largest)
        place += largest.count - 1
      default: break
      }
      place += 1
    }
    return text
  }
}

/// Writes operations as canonical lines: common kinds directly, the others by the general encoder.
package struct OperationLine {
  package init() {}

  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []

  /// The usual length of a line, reserved in advance.
  private static let usualLength = 200

  package mutating func append(_ operation: DocumentOperation) throws(SyncError) {
    if bytes.capacity < bytes.count + Self.usualLength {
      bytes.reserveCapacity(max(2 * bytes.capacity, bytes.count + Self.usualLength))
    }
    if !operation.appendLine(to: &bytes) {
      do { bytes += try CanonicalJSONEncoder().encode(operation) } catch {
        throw SyncError(.damaged, "operation \(operation.key) can't be written: \(error)")
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
