import SudokuSession

/// What a merge brought to a document.
public struct MergeOutcome: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// The operations that were new here.
  public var added: [OperationChunk]
  /// Devices whose operations contradict those here, which were not added.
  public var diverged: [DeviceID]

  /// Creates an outcome.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - added: The operations that were new here.
  ///   - diverged: Devices whose operations contradict those here.
  public init(id: DocumentID, added: [OperationChunk], diverged: [DeviceID]) {
    self.id = id
    self.added = added
    self.diverged = diverged
  }

  /// Whether a number of operations that came were all new: what was decoded of them is then what
  /// the replica holds of them.
  func hasAdded(_ count: Int) -> Bool {
    diverged.isEmpty && added.reduce(0) { $0 + $1.count } == count
  }
}
