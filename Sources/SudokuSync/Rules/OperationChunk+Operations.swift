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
    let decoder = StrictJSONDecoder()
    do {
      try forEachLine { line in
        let operation =
          try DocumentOperation.reading(line: line)
          ?? decoder.decode(DocumentOperation.self, from: line)
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
