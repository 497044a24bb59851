import SudokuSession

/// What became of one document of a batch.
public struct AppendOutcome: Hashable, Sendable, Codable {
  /// The document.
  public let id: DocumentID
  /// What the store holds of it now, durably.
  public var heads: StreamHeads
  /// Devices whose operations contradict stored ones and were not stored.
  public var diverged: [DeviceID]
  /// Why the store refuses the document for good; `nil` if it does not.
  public var refusal: String?

  /// Creates an outcome.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - heads: What the store holds of it.
  ///   - diverged: Devices whose operations contradict stored ones.
  ///   - refusal: Why the store refuses the document.
  public init(
    id: DocumentID, heads: StreamHeads, diverged: [DeviceID] = [], refusal: String? = nil
  ) {
    self.id = id
    self.heads = heads
    self.diverged = diverged
    self.refusal = refusal
  }
}

extension AppendOutcome {
  /// Whether the store holds all operations that a delta's summary was made from, and so may
  /// believe it.
  public func covers(_ delta: DocumentDelta) -> Bool {
    refusal == nil && diverged.isEmpty
      && delta.chunks.allSatisfy { $0.lastSeq <= heads[$0.device]?.seq ?? 0 }
      && (delta.heads ?? [:]).allSatisfy { $0.value.seq <= heads[$0.key]?.seq ?? 0 }
  }
}
