import JSONCoding
import SudokuSession

extension OperationChunk {
  /// Creates a chunk of operations that continue a device's stream.
  ///
  /// - Parameters:
  ///   - operations: The operations, all of one device, numbered on from the stream so far.
  ///   - previous: The device's stream so far.
  /// - Throws: `SyncError` of kind `outOfSequence` where the numbers do not follow, and for no
  ///   operations at all.
  public init(_ operations: [DocumentOperation], after previous: StreamHead = .empty)
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
  ///
  /// - Parameter operations: Any operations.
  /// - Returns: The lines.
  /// - Throws: `SyncError` of kind `damaged` for an operation that JSON can't hold.
  public static func lines(of operations: some Sequence<DocumentOperation>) throws(SyncError)
    -> [UInt8]
  {
    var line = OperationLine()
    for operation in operations { try line.append(operation) }
    return line.bytes
  }

  /// The operations.
  ///
  /// - Returns: As many operations as `count` says.
  /// - Throws: `SyncError` of kind `damaged` naming the line that is none, or is another's.
  public func operations() throws(SyncError) -> [DocumentOperation] {
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
