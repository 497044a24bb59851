import SudokuSession

/// This device's new operations in a document and the summary they lead to.
public struct ReplicaEntry: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// The summary that the operations lead to.
  public let summary: DocumentSummary
  /// The number of the first operation.
  public let firstSeq: Int
  /// The operations' lines, each ended by a line feed; may be empty.
  public let lines: [UInt8]
  /// The identity that made the operations; an entry of another one than the replica's is refused.
  public let device: DeviceID

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - summary: The summary that the operations lead to.
  ///   - firstSeq: The number of the first operation in this device's stream of the document.
  ///   - lines: The operations' lines, each ended by a line feed.
  ///   - device: The identity that made the operations.
  public init(
    id: DocumentID, summary: DocumentSummary, firstSeq: Int, lines: [UInt8], device: DeviceID
  ) {
    self.id = id
    self.summary = summary
    self.firstSeq = firstSeq
    self.lines = lines
    self.device = device
  }

  /// Creates an entry of new operations of one device.
  ///
  /// - Parameters:
  ///   - operations: The operations, numbered on without gaps; may be empty.
  ///   - id: The document.
  ///   - summary: The summary that they lead to.
  /// - Throws: `SyncError` of kind `damaged` for an operation that JSON can't hold.
  public init(
    _ operations: [DocumentOperation], in id: DocumentID, summary: DocumentSummary
  ) throws(SyncError) {
    self.init(
      id: id, summary: summary, firstSeq: operations.first?.seq ?? 0,
      lines: try OperationChunk.lines(of: operations),
      device: operations.first?.device ?? DeviceID(rawValue: 0))
  }

  /// The operations, decoded.
  ///
  /// - Throws: `SyncError` of kind `damaged` for a line that is not an operation.
  package func operations() throws(SyncError) -> [DocumentOperation] {
    let before = StreamHead(seq: firstSeq - 1, hash: .empty)
    return try OperationChunk(device: device, after: before, lines: lines)?.operations() ?? []
  }
}
